"""Every example of docs/rest.md does on a site what the page says, for a user who has the role that is named and no other."""

import json
import os
import re
import subprocess

import pytest
import redis

from tests.documents.rest_page import entries, general_examples
from tests.model_server import ModelServer

SECONDS = 300
NOBODY, USER, MANAGER, SYSTEM = (
	f"rest-docs-{who}@example.com" for who in ("nobody", "user", "manager", "system")
)
CALLERS = {
	"everybody": NOBODY,
	"*Knowledge User*": USER,
	"*Knowledge Manager*": MANAGER,
	"*System Manager*": SYSTEM,
}
"""Who calls the examples of a method, by how the page begins to say who may."""
EXAMPLES = [
	*(("", example, "*Knowledge User*") for example in general_examples()),
	*((path, example, entry.who) for path, entry in entries().items() for example in entry.examples),
]

KNOWLEDGE = """
from huf.ai.knowledge.indexer import rebuild_source, update_source
user, manager, system = people
frappe.set_user(manager)
website = {"selector_type": "Website", "address": "https://www.example.com/sitemap.xml"}
source = frappe.get_doc({"doctype": "Knowledge Source", "source_name": "Travel Rules", "selectors": [website]}).insert()
def add(text):
	return frappe.get_doc({"doctype": "Knowledge Input", "knowledge_source": source.name, "input_type": "Text", "text": text}).insert()
first = add("A hotel in Zurich may cost 180 francs a night.")
frappe.db.commit()
update_source(source.artifact_id)
frappe.set_user(manager)
gaps = [
	frappe.get_doc({"doctype": "Knowledge Gap", "question": question, "answer": answer, "knowledge_source": source.name}).insert()
	for question, answer in (("What may a taxi in Basel cost?", "40 francs."), ("What may a boat in Bern cost?", "9 francs."),
		("Is there a moon?", ""))
]
from huf.ai.gaps.verifying import verify
verify(gaps[1].name)
frappe.db.commit()
update_source(source.artifact_id)
from huf.ai.quality import runs
from huf.ai.quality.running import run_suite
tests = {}
for who in (user, manager):
	frappe.set_user(who)
	tests[who] = frappe.get_doc({"doctype": "Knowledge Test", "question": "What may a hotel in Zurich cost?", "knowledge_source": source.name,
		"expectation": "Must Say", "value": "180 francs"}).insert().name
test_run = runs.start(runs.of_source(source.name), runs.ON_DEMAND)
frappe.db.commit()
run_suite(test_run)
from huf.ai.knowledge.packs.jobs import run_making
run_making("docs", [source.name])
frappe.set_user(user)
from huf.ai.knowledge.listings import preview
asked = preview.start(website)["preview"]
records = [frappe.get_doc({"doctype": "ToDo", "description": "Book a hotel", "allocated_to": user}).insert() for _ in range(2)]
from huf.ai.knowledge.record_sources.record_source import record_source
about = record_source("ToDo", records[1].name)["name"]
retired = frappe.get_all("Knowledge Build", filters={"knowledge_source": source.name, "state": "Retired"}, pluck="name")
result = {"INPUT": first.name, "ANSWERED_GAP": gaps[0].name, "VERIFIED_GAP": gaps[1].name, "GAP": gaps[2].name, "BUILD": retired[0],
	"TEST": tests[user], "MANAGER_TEST": tests[manager], "TEST_RUN": test_run, "PREVIEW": asked,
	"RECORD": records[0].name, "RECORD_SOURCE": about, "COLLEAGUE": user}
"""
AGENT = """
frappe.db.set_single_value("Agent Settings", {"local_model_servers": "127.0.0.1"})
frappe.get_doc({"doctype": "AI Provider", "provider_name": "Travel Model", "vendor": "openai", "api_base": address, "api_key": "sk-docs"}).insert()
frappe.get_doc({"doctype": "AI Model", "model_name": "Travel Model", "provider": "Travel Model", "litellm_model": "loopback"}).insert()
frappe.get_doc({"doctype": "Agent", "agent_name": "Travel Desk", "model": "Travel Model", "knowledge": [{"knowledge_source": "Travel Rules", "mode": "Mandatory"}]}).insert()
before = frappe.db.get_single_value("Agent Settings", "answer_model")
frappe.db.set_single_value("Agent Settings", {"answer_model": "Travel Model"})
frappe.clear_document_cache("Agent Settings", "Agent Settings")
frappe.set_user(who)
test = frappe.get_doc({"doctype": "Agent Test", "agent": "Travel Desk", "question": "What may a hotel in Zurich cost?", "must_say": "180 francs"}).insert()
result = before, test.name
"""
TAKE_AWAY = """
user, manager = people
frappe.db.set_single_value("Agent Settings", {"answer_model": before})
frappe.clear_document_cache("Agent Settings", "Agent Settings")
for doctype, filters in (
	("Agent", {"name": "Travel Desk"}), ("Knowledge Gap", {"owner": manager}), ("Knowledge Source", {"owner": ("in", (user, manager))}),
	("ToDo", {"owner": user}), ("File", {"owner": manager, "file_name": ("like", "%.hufpack")}),
):
	for name in frappe.get_all(doctype, filters=filters, pluck="name"):
		frappe.delete_doc(doctype, name, force=True)
"""
KEYS = """
from frappe.core.doctype.user.user import generate_keys
result = {}
for user in people:
	secret = generate_keys(user)["api_secret"]
	result[user] = [frappe.db.get_value("User", user, "api_key"), secret]
"""


@pytest.fixture(scope="module")
def names(make_user, python_on_site, client):
	"""The variables of the examples: what they name was made as a reader of the page would have it."""
	make_user(NOBODY)
	make_user(USER, "Knowledge User")
	make_user(MANAGER, "Knowledge Manager")
	make_user(SYSTEM, "System Manager")
	made = python_on_site(KNOWLEDGE, people=[USER, MANAGER, SYSTEM])
	with ModelServer(auto=True) as server:
		before, made["ANSWER_TEST"] = python_on_site(AGENT, address=server.api_base, who=USER)
		session = client(USER)
		for which in ("", "FINISHED_", "OLD_"):
			started = session.message(
				"huf.ai.agent_integration.start_run",
				agent="Travel Desk",
				prompt="Zurich?",
				new_conversation=1,
			)
			made |= {f"{which}RUN": started["run"], f"{which}CONVERSATION": started["conversation"]}
		session.message("huf.ai.agent_integration.cancel_run", run=made["FINISHED_RUN"])
		yield made
		session.message("huf.ai.agent_integration.cancel_run", run=made["RUN"])
	python_on_site(TAKE_AWAY, before=before, people=[USER, MANAGER])


@pytest.fixture(scope="module")
def keys(names, python_on_site):
	"""Key and secret of each of the callers."""
	return python_on_site(KEYS, people=list(CALLERS.values()))


@pytest.fixture(autouse=True)
def no_limits(site):
	"""No example meets a limit, whatever other tests have asked before from this address."""
	with redis.Redis(port=site.redis_port) as connection:
		for pattern in ("*|rl:*", "*huf_knowledge_rate:*"):
			for key in connection.scan_iter(pattern):
				connection.delete(key)


def run(command, site, key, secret, names):
	"""Status and body of what a command of the page answers, run by a shell as a reader would."""
	env = {**os.environ, **names, "SITE": site.url, "KEY": key, "SECRET": secret}
	command = command.replace(
		"curl ", f"curl --silent --show-error --max-time {SECONDS} --write-out '\\n%{{http_code}}' ", 1
	)
	done = subprocess.run(["sh", "-c", command], env=env, capture_output=True, text=True, timeout=2 * SECONDS)
	assert done.returncode == 0, done.stderr
	body, _newline, status = done.stdout.rpartition("\n")
	return int(status), body


@pytest.mark.parametrize(
	("path", "example", "who"),
	EXAMPLES,
	ids=[f"{path or 'any'}-{example.status}" for path, example, _who in EXAMPLES],
)
def test_example(path, example, who, site, names, keys):
	"""The command answers with the status and the keys that stand below it, by name and none besides."""
	variables = set(re.findall(r"\$([A-Z_]+)", example.command)) - {"SITE", "KEY", "SECRET"}
	assert variables <= set(names), "the fixture makes what the page names"
	caller = next(user for role, user in CALLERS.items() if who.startswith(role))
	status, body = run(example.command, site, *keys[caller], names)
	assert status == example.status, body[:3000]
	answer = json.loads(body)
	if example.status >= 400:
		_word, kind = example.names
		assert answer["exc_type"] == kind
	elif example.said.startswith("whole answer"):
		assert set(answer) == set(example.names)
	elif example.said.startswith("a list of"):
		assert answer["message"] and all(set(row) == set(example.names) for row in answer["message"])
	else:
		assert set(answer["message"]) == set(example.names)


@pytest.mark.parametrize("path", sorted(entries()))
def test_nobody_is_let_in_without_a_key(path, site, names):
	"""The same commands with a key that is nobody's are refused."""
	for example in entries()[path].examples:
		status, body = run(example.command, site, "nobodys", "key", names)
		assert status in (401, 403), body[:1000]
