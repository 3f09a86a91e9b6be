"""Every method that the web may call, over real HTTP: who may call it, how, and what nonsense gets for an answer."""

import json
import re
from typing import NamedTuple

import pytest
import redis

from tests.site.whitelist import whitelisted

NOBODY = "rest-nobody@example.com"
USER = "rest-user@example.com"
OWNER = "rest-owner@example.com"
MANAGER = "rest-manager@example.com"
PEOPLE = (None, NOBODY, USER, OWNER, MANAGER)

SITE, OWN = "Rest Site", "Rest Own"
"""A source of the scope Site that a manager made, and one of the scope User."""

ALLOWED = {
	("read", SITE): {USER, OWNER, MANAGER},
	("write", SITE): {MANAGER},
	("read", OWN): {OWNER},
	("write", OWN): {OWNER},
}


class Method(NamedTuple):
	"""A method of the app: what it needs a right for, and how it is called."""

	right: str
	"""``read`` or ``write`` on the source; ``open`` if the answer tells; ``agent`` for what needs one; ``role`` for what
	every role of huf may ask; ``own`` for what belongs to one user alone; ``record`` for what takes a right to another
	DocType's record; ``page`` for the page of a file, which no input here has, and for a preview or a proposal, which nobody made; ``correction`` for one, which none has; ``gap`` for who looks after knowledge; ``pack`` for managers who may write the source; ``manage`` for who may change the agent; ``system`` for System Managers alone; ``sample`` for the one
	source that may be removed by it."""
	target: str
	"""The argument that names what the right is asked for; empty for a method without arguments."""
	others: dict
	status: int = 200
	"""What a call by somebody who may make it gives; 417 where these arguments are refused after the right."""


KNOWLEDGE_SOURCE = "huf.huf.doctype.knowledge_source.knowledge_source"
BUILD = "huf.huf.doctype.knowledge_build.knowledge_build"
AGENT_TEST = "huf.huf.doctype.agent_test.agent_test"
PURGE = "huf.huf.doctype.knowledge_purge.knowledge_purge"
PLAIN = "huf.ai.queries.plain_questions.ask_plainly"
ASK_RECORD = "huf.ai.knowledge.ask_record.ask_record"
PDF_PAGE = "huf.ai.knowledge.pdf_page.pdf_page"
VIEW_INPUT = "huf.ai.knowledge.input_view.view_input"
CORRECTIONS = "huf.ai.knowledge.corrections"
ANSWER_RECORD = "huf.ai.answers.answer_record"
PACKS = "huf.ai.knowledge.packs.desk"
GAP = "huf.huf.doctype.knowledge_gap.knowledge_gap"
PROPOSAL = "huf.huf.doctype.knowledge_glossary_proposal.knowledge_glossary_proposal"
TEST_RUN = "huf.huf.doctype.knowledge_test_run.knowledge_test_run"
SELECTOR = "huf.huf.doctype.knowledge_selector.knowledge_selector"
CONNECTION = "huf.huf.doctype.knowledge_connection.knowledge_connection"
RECORD_SOURCE = "huf.ai.knowledge.record_sources.record_source"
QUERIES = "huf.ai.queries"
RECORDS = "huf.ai.records"
METHODS = {
	f"{RECORDS}.get_record": Method("record", "name", {"doctype": "Knowledge Source"}),
	f"{RECORDS}.follow_links": Method("record", "name", {"doctype": "Knowledge Source"}),
	f"{QUERIES}.query_records": Method("role", "doctype", {"filters": {}}),
	f"{QUERIES}.describe_records": Method("role", "doctype", {}),
	f"{QUERIES}.run_report": Method("role", "report", {"filters": {}}, 400),
	f"{RECORD_SOURCE}.bring_back": Method("write", "knowledge_source", {}, 417),
	f"{RECORD_SOURCE}.find_record_source": Method("record", "name", {"doctype": "ToDo"}),
	f"{RECORD_SOURCE}.record_source": Method("record", "name", {"doctype": "ToDo"}),
	"huf.ai.agent_integration.run_agent": Method("agent", "agent", {"prompt": " "}, 417),
	"huf.ai.agent_integration.start_run": Method("agent", "agent", {"prompt": " "}, 417),
	"huf.ai.agent_integration.cancel_run": Method("own", "run", {}),
	"huf.ai.agent_integration.get_run": Method("own", "run", {}),
	"huf.ai.agent_integration.confirm_proposal": Method("own", "run", {"number": 1}, 417),
	"huf.ai.agent_integration.decline_proposal": Method("own", "run", {"number": 1}, 417),
	"huf.ai.chat.get_chat": Method("role", "agent", {}),
	"huf.ai.chat.get_conversation": Method("own", "conversation", {}),
	"huf.ai.chat.rename_conversation": Method("own", "conversation", {"title": "Mine"}),
	"huf.ai.chat.delete_conversation": Method("own", "conversation", {}),
	"huf.ai.chat.get_knowledge": Method("agent", "agent", {}),
	"huf.ai.chat.set_knowledge": Method("own", "conversation", {"knowledge_gate": "Never"}),
	"huf.ai.chat.remove_conversation_file": Method("own", "conversation", {"file": "x"}),
	"huf.ai.feedback.rate_run": Method("own", "run", {"feedback": "Up"}, 417),
	"huf.ai.answers.answer": Method("role", "profile", {"question": " "}, 417),
	ANSWER_RECORD: Method("record", "reference_name", {"reference_doctype": "ToDo", "question": " "}, 417),
	"huf.ai.start.steps.get_started": Method("role", "", {}),
	"huf.ai.start.sample.load_sample": Method("role", "", {}),
	"huf.ai.start.sample.remove_sample": Method("sample", "knowledge_source", {}),
	"huf.ai.start.connecting.model_presets": Method("system", "", {}),
	"huf.ai.start.connecting.test_connection": Method("system", "preset", {}, 417),
	"huf.ai.start.connecting.connect_model": Method("system", "preset", {"model": "x"}, 417),
	"huf.ai.local_models.desk.offered_models": Method("system", "", {}),
	"huf.ai.local_models.desk.get_model": Method("system", "model", {}, 417),
	"huf.ai.doctor.endpoints.examine": Method("system", "with_models", {}),
	"huf.ai.doctor.endpoints.mend": Method("system", "action", {}, 417),
	"huf.ai.knowledge.retriever.knowledge_search": Method("open", "knowledge_source", {"query": "zebra"}),
	"huf.ai.knowledge.search_as_user.search_as_user": Method(
		"system", "user", {"query": "zebra", "knowledge_source": SITE}
	),
	"huf.huf.doctype.knowledge_input.knowledge_input.reprocess_input": Method("write", "knowledge_input", {}),
	PDF_PAGE: Method("page", "passage", {"page": 1}, 403),
	VIEW_INPUT: Method("read", "knowledge_input", {}),
	f"{CORRECTIONS}.correct_passage": Method(
		"write", "knowledge_input", {"passage": 1, "seen": "x", "action": "Leave Out"}, 417
	),
	f"{CORRECTIONS}.put_back": Method("correction", "correction", {}, 403),
	f"{PACKS}.look_into_pack": Method("page", "file", {}, 403),
	f"{PACKS}.import_pack": Method("page", "file", {"source_name": "Imported"}, 403),
	f"{PACKS}.make_pack": Method("pack", "knowledge_source", {}),
	f"{PACKS}.packs_made": Method("pack", "knowledge_source", {}),
	f"{PACKS}.follow_pack": Method("page", "job", {}, 403),
	f"{GAP}.verify_gap": Method("gap", "gap", {}, 417),
	f"{GAP}.ask_gap_again": Method("gap", "gap", {}, 417),
	f"{GAP}.dismiss_gap": Method("gap", "gap", {}),
	f"{PROPOSAL}.learn_words": Method("pack", "knowledge_source", {}),
	f"{PROPOSAL}.get_proposal_questions": Method("page", "proposal", {}, 403),
	f"{PROPOSAL}.accept_proposal": Method("page", "proposal", {}, 403),
	f"{PROPOSAL}.refuse_proposal": Method("page", "proposal", {}, 403),
	f"{KNOWLEDGE_SOURCE}.rebuild_index": Method("write", "knowledge_source", {}),
	f"{KNOWLEDGE_SOURCE}.estimate_index": Method("write", "knowledge_source", {}),
	f"{KNOWLEDGE_SOURCE}.test_search": Method("read", "knowledge_source", {"query": "zebra"}),
	f"{KNOWLEDGE_SOURCE}.which_embedding_model": Method("role", "embedding_model", {}),
	f"{KNOWLEDGE_SOURCE}.retry_failed": Method("write", "knowledge_source", {}),
	f"{KNOWLEDGE_SOURCE}.cancel_indexing": Method("write", "knowledge_source", {}),
	f"{KNOWLEDGE_SOURCE}.sync_now": Method("write", "knowledge_source", {}),
	f"{SELECTOR}.count_selected": Method("role", "selector", {}),
	f"{SELECTOR}.preview_place": Method("role", "selector", {}, 417),
	f"{SELECTOR}.list_server_folders": Method("role", "", {}),
	f"{SELECTOR}.list_connections": Method("role", "", {}),
	f"{CONNECTION}.test_connection": Method("system", "connection", {}, 404),
	f"{SELECTOR}.read_preview": Method("page", "preview_id", {}, 403),
	f"{SELECTOR}.ready_made_settings": Method("role", "document_type", {}),
	PLAIN: Method("role", "question", {}),
	"huf.huf.doctype.knowledge_search_log.knowledge_search_log.delete_my_searches": Method("role", "", {}),
	"huf.huf.doctype.knowledge_search_log.knowledge_search_log.note_opened": Method(
		"role", "", {"query": "x"}
	),
	"huf.ai.gaps.searches.report_missing": Method("role", "question", {}),
	ASK_RECORD: Method("record", "reference_name", {"reference_doctype": "ToDo", "query": "zebra"}),
	f"{KNOWLEDGE_SOURCE}.get_stats": Method("read", "knowledge_source", {}),
	f"{KNOWLEDGE_SOURCE}.check_files": Method("write", "knowledge_source", {"files": []}),
	f"{KNOWLEDGE_SOURCE}.count_clearable": Method("write", "knowledge_source", {}),
	f"{KNOWLEDGE_SOURCE}.clear_source": Method("write", "knowledge_source", {"expected": -1}, 417),
	f"{KNOWLEDGE_SOURCE}.list_places": Method("write", "knowledge_source", {}),
	f"{KNOWLEDGE_SOURCE}.list_builds": Method("write", "knowledge_source", {}),
	f"{BUILD}.compare_builds": Method("write", "knowledge_source", {"before": "none", "after": "none"}, 417),
	f"{BUILD}.compare_input": Method(
		"write", "knowledge_source", {"before": "none", "after": "none", "knowledge_input": "none"}, 417
	),
	f"{PURGE}.order_purge": Method("system", "knowledge_input", {"reason": " "}, 417),
	f"{PURGE}.retry_purge": Method("system", "purge", {}, 417),
	f"{KNOWLEDGE_SOURCE}.restore_build": Method("write", "knowledge_source", {"build": "none"}, 417),
	f"{KNOWLEDGE_SOURCE}.publish_held_build": Method("write", "knowledge_source", {"build": "none"}, 417),
	f"{KNOWLEDGE_SOURCE}.discard_held_build": Method("write", "knowledge_source", {"build": "none"}, 417),
	f"{KNOWLEDGE_SOURCE}.get_tests": Method("write", "knowledge_source", {}),
	f"{KNOWLEDGE_SOURCE}.run_tests": Method("write", "knowledge_source", {}),
	"huf.huf.doctype.agent.agent.get_tests": Method("manage", "agent", {}),
	"huf.huf.doctype.agent.agent.run_tests": Method("manage", "agent", {}, 417),
	"huf.huf.doctype.agent.agent.get_answer_tests": Method("manage", "agent", {}),
	"huf.huf.doctype.agent.agent.estimate_answer_tests": Method("manage", "agent", {}),
	"huf.huf.doctype.agent.agent.run_answer_tests": Method("manage", "agent", {}, 417),
	f"{AGENT_TEST}.ask_test": Method("page", "test", {}, 403),
	f"{AGENT_TEST}.get_answers": Method("page", "test", {}, 403),
	f"{TEST_RUN}.get_run_of_tests": Method("write", "run_of_tests", {}),
	f"{TEST_RUN}.compare_answers": Method("write", "run_of_tests", {"test": "No Such"}, 417),
	"huf.huf.doctype.knowledge_test.knowledge_test.run_test": Method("write", "test", {}),
}
DOORS = {
	"huf.ai.assistants.endpoints.mcp",
	"huf.ai.assistants.endpoints.dify",
	"huf.ai.doctor.endpoints.metrics",
}
"""Ways in for other programs, with protocols of their own: tested in ``test_assistants.py`` and ``test_metrics.py``."""
READ_BY_GET = {
	f"{RECORDS}.get_record",
	f"{RECORDS}.follow_links",
	f"{QUERIES}.query_records",
	f"{QUERIES}.describe_records",
	f"{QUERIES}.run_report",
	f"{RECORD_SOURCE}.find_record_source",
	"huf.ai.agent_integration.get_run",
	"huf.ai.chat.get_chat",
	"huf.ai.chat.get_knowledge",
	"huf.ai.chat.get_conversation",
	"huf.ai.knowledge.retriever.knowledge_search",
	ASK_RECORD,
	PDF_PAGE,
	VIEW_INPUT,
	PLAIN,
	f"{PACKS}.follow_pack",
	f"{PACKS}.packs_made",
	f"{KNOWLEDGE_SOURCE}.get_stats",
	f"{BUILD}.compare_builds",
	f"{BUILD}.compare_input",
	f"{KNOWLEDGE_SOURCE}.list_builds",
	f"{KNOWLEDGE_SOURCE}.get_tests",
	"huf.huf.doctype.agent.agent.get_tests",
	"huf.huf.doctype.agent.agent.get_answer_tests",
	"huf.huf.doctype.agent.agent.estimate_answer_tests",
	f"{TEST_RUN}.get_run_of_tests",
	f"{PROPOSAL}.get_proposal_questions",
	f"{KNOWLEDGE_SOURCE}.list_places",
	f"{KNOWLEDGE_SOURCE}.count_clearable",
	f"{KNOWLEDGE_SOURCE}.estimate_index",
	f"{KNOWLEDGE_SOURCE}.which_embedding_model",
	"huf.ai.start.connecting.model_presets",
	"huf.ai.local_models.desk.offered_models",
	"huf.ai.start.steps.get_started",
	f"{SELECTOR}.ready_made_settings",
	f"{SELECTOR}.read_preview",
	f"{SELECTOR}.list_server_folders",
	f"{SELECTOR}.list_connections",
}
REFUSED = (401, 403)

WRONG_TYPES = {
	"after": ({"a": 1}, ["a"]),
	"before": ({"a": 1}, ["a"]),
	"explain": ("many", [1], {"a": 1}),
	"facets": ("many", [1], {"a": 1}),
	"agent": ({"a": 1}, ["a"]),
	"as_of": ({"a": 1}, ["a"]),
	"build": ({"a": 1}, ["a"], 5),
	"connection": ({"a": 1}, ["a"], 5),
	"correction": ({"a": 1}, ["a"], 5),
	"conversation": ({"a": 1}, ["a"], 5),
	"direction": ({"a": 1}, ["a"], 5, "sideways"),
	"file": ({"a": 1}, ["a"], 5),
	"doctype": ({"a": 1}, ["a"], 5),
	"document_type": ({"a": 1}, ["a"], 5),
	"embedding_model": ({"a": 1}, ["a"], 5),
	"expected": ("many", [1], {"a": 1}),
	"feedback": ({"a": 1}, ["a"], 5, "Sideways"),
	"first": ("many", [1], {"a": 1}),
	"files": (
		5,
		"[",
		["a"],
		{"a": 1},
		[{"file_name": 5}],
		[{"file_name": "a.txt", "size": 1, "beginning": "?"}],
	),
	"filters": (5, ["a"], {"unknown": 1}, {"inputs": {"$ne": 1}}, "[1]", "{", "[" * 100_000),
	"gap": ({"a": 1}, ["a"], 5),
	"job": ({"a": 1}, ["a"], 5),
	"knowledge_gate": ({"a": 1}, ["a"], 5),
	"knowledge_input": ({"a": 1}, ["a"], 5),
	"knowledge_source": ({"a": 1}, ["a"], 5),
	"knowledge_sources": (5, [1], {"a": 1}, "[1]", "[", "[" * 100_000),
	"mode": ({"a": 1}, ["a"], 5, "psychic"),
	"name": ({"a": 1}, ["a"], 5),
	"new_conversation": ("many", [1], {"a": 1}),
	"older": ("many", [1], {"a": 1}),
	"number": ("many", [1], {"a": 1}),
	"page": ("many", [1], {"a": 1}),
	"passage": ({"a": 1}, ["a"], 5),
	"profile": ({"a": 1}, ["a"], 5),
	"model": ({"a": 1}, ["a"], 5),
	"preview_id": ({"a": 1}, ["a"], 5),
	"preset": ({"a": 1}, ["a"], 5),
	"prompt": ({"a": 1}, ["a"], 5),
	"proposal": ({"a": 1}, ["a"], 5),
	"purge": ({"a": 1}, ["a"], 5),
	"question": ({"a": 1}, ["a"], 5),
	"query": ({"a": 1}, ["a"], 5),
	"fields": (5, [1]),
	"group_by": (5, [1]),
	"linked_doctype": ({"a": 1}, ["a"], 5),
	"limit": ("many", [1], {"a": 1}),
	"measures": (5, ["psychic"]),
	"order_by": (5, [1]),
	"report": ({"a": 1}, ["a"], 5),
	"roles": (5, [1], {"a": 1}, "[1]", "["),
	"reference_doctype": ({"a": 1}, ["a"], 5),
	"reference_name": ({"a": 1}, ["a"], 5),
	"reason": ({"a": 1}, ["a"], 5),
	"replaces": ({"a": 1}, ["a"], 5),
	"run": ({"a": 1}, ["a"], 5),
	"run_of_tests": ({"a": 1}, ["a"], 5),
	"test": ({"a": 1}, ["a"], 5),
	"search": ({"a": 1}, ["a"], 5),
	"source_name": ({"a": 1}, ["a"], 5),
	"seen": ({"a": 1}, ["a"], 5),
	"selector": (5, ["a"], "[", "[1]", "[" * 100_000, {"document_type": {"a": 1}}, {"filters": [1]}),
	"title": ({"a": 1}, ["a"], 5, " "),
	"top_k": ("many", [1], {"a": 1}),
	"user": ({"a": 1}, ["a"], 5),
	"action": ({"a": 1}, ["a"], 5),
	"with_models": ("many", [1], {"a": 1}),
}
"""Values that no argument of this name may have."""

ODD_TEXTS = ("\x00", "\ud800", "' or 1=1 --", "../../etc", "%s", "x" * 20_000)


@pytest.fixture(scope="module")
def sessions(client, make_user):
	"""One session for each of the people."""
	make_user(NOBODY)
	make_user(USER, "Knowledge User")
	make_user(OWNER, "Knowledge User")
	make_user(MANAGER, "Knowledge Manager")
	return {user: client(user) for user in PEOPLE}


@pytest.fixture(scope="module")
def targets(sessions, client):
	"""The value of each method's target argument, by source; made over REST by those who may."""

	def create(session, doctype, **values):
		made = session.post(f"/api/resource/{doctype}", values)
		assert made.status_code == 200, made.text[:2000]
		return made.json()["data"]["name"]

	found = {"knowledge_source": {SITE: SITE, OWN: OWN}, "knowledge_input": {}, "embedding_model": {SITE: ""}}
	found["preset"] = {SITE: "openai", OWN: "openai"}
	found["profile"] = {SITE: "reference", OWN: "reference"}
	todo = create(client(), "ToDo", description="Rest")
	selector = {"selector_type": "DocType", "document_type": "ToDo"}
	names = (
		("name", todo),
		("reference_name", todo),
		("document_type", "ToDo"),
		("doctype", "ToDo"),
		("report", "No Such"),
		("model", "No Such"),
		("selector", selector),
		("user", USER),
		("action", "No Such"),
		("connection", "No Such"),
		("correction", "No Such"),
		("proposal", "No Such"),
		("purge", "No Such"),
		("preview_id", "No Such"),
		("file", "/private/files/none.hufpack"),
		("job", "No Such"),
		("with_models", 0),
		("question", "What does a zebra eat?"),
	)
	for argument, value in names:
		found[argument] = {SITE: value, OWN: value}
	for user, source, scope in ((MANAGER, SITE, "Site"), (OWNER, OWN, "User")):
		create(sessions[user], "Knowledge Source", source_name=source, scope=scope)
		found["knowledge_input"][source] = create(
			sessions[user], "Knowledge Input", knowledge_source=source, input_type="Text", text="A zebra."
		)
	found |= {"test": {}, "run_of_tests": {}}
	for user, source in ((MANAGER, SITE), (OWNER, OWN)):
		values = {
			"knowledge_source": source,
			"question": "A zebra?",
			"expectation": "Must Say",
			"value": "zebra",
		}
		found["test"][source] = create(sessions[user], "Knowledge Test", **values)
		queued = sessions[user].message(f"{KNOWLEDGE_SOURCE}.run_tests", knowledge_source=source)
		found["run_of_tests"][source] = queued["run"]
	found["passage"] = {source: f"{name}#0" for source, name in found["knowledge_input"].items()}
	create(client(), "AI Provider", provider_name="Rest", vendor="openai")
	create(
		sessions[MANAGER],
		"AI Model",
		model_name="Rest",
		provider="Rest",
		litellm_model="rest",
		disabled=1,
	)
	found["agent"] = create(sessions[MANAGER], "Agent", agent_name="Rest", model="Rest")
	gap = create(sessions[MANAGER], "Knowledge Gap", question="What does a zebra eat?")
	found["gap"] = {SITE: gap, OWN: gap}
	start = "huf.ai.agent_integration.start_run"
	started = {
		source: sessions[user].message(start, agent=found["agent"], prompt="A zebra?", new_conversation=1)
		for source, user in ((SITE, MANAGER), (OWN, OWNER))
	}
	for argument in ("run", "conversation"):
		found[argument] = {source: answer[argument] for source, answer in started.items()}
	return found


@pytest.fixture(autouse=True)
def no_limits(site):
	"""A test that makes many calls must not meet the limit of calls per minute."""
	with redis.Redis(port=site.redis_port) as connection:
		for pattern in ("*|rl:*", "*huf_knowledge_rate:*"):
			for key in connection.scan_iter(pattern):
				connection.delete(key)


def arguments(method, targets, source=SITE):
	"""What a call of the method gives over HTTP."""
	target = METHODS[method].target
	if not target:
		return METHODS[method].others
	value = targets["agent"] if target == "agent" else targets[target][source]
	return {target: value, **METHODS[method].others}


def test_every_method_is_listed():
	"""A method that is new to the app is tested here too, and none is open to GET unless it only reads."""
	found = {name: methods for name, methods in whitelisted().items() if name not in DOORS}
	assert set(found) == set(METHODS)
	assert {name for name, methods in found.items() if "GET" in methods or not methods} == READ_BY_GET


@pytest.mark.parametrize("method", [name for name, m in METHODS.items() if m.right in ("read", "write")])
@pytest.mark.parametrize("source", [SITE, OWN])
def test_rights_on_a_source(method, source, sessions, targets):
	"""Only those who may read or write the source get an answer; everybody else, managers too, is refused."""
	wanted = METHODS[method]
	values = arguments(method, targets, source)
	answers = {user: session.call(method, **values).status_code for user, session in sessions.items()}
	allowed = ALLOWED[wanted.right, source]
	assert {user for user, status in answers.items() if status == wanted.status} == allowed, answers
	assert all(answers[user] in REFUSED for user in set(PEOPLE) - allowed), answers


@pytest.mark.parametrize("by", ["call", "get"])
def test_rights_on_the_search(by, sessions, targets):
	"""Whoever is logged in may search; what is not theirs is skipped in the words used for what does not exist."""
	method = "huf.ai.knowledge.retriever.knowledge_search"
	for user, session in sessions.items():
		for named, may in ((OWN, user == OWNER), (SITE, user in ALLOWED["read", SITE]), ("No Such", False)):
			values = {"query": "zebra", "knowledge_source": named}
			answer = (
				session.call(method, **values)
				if by == "call"
				else session.get(f"/api/method/{method}", values)
			)
			if user is None:
				assert answer.status_code in REFUSED
				continue
			(skip,) = answer.json()["message"]["skipped"]
			assert (skip["code"] != "Not Available") == may, (user, named, skip)
		if user:
			everything = session.message(method, query="zebra")["skipped"]
			assert (OWN in {skip["source"] for skip in everything}) == (user == OWNER)


def test_hidden_and_missing_sound_the_same(sessions, targets):
	"""Over Frappe's own routes and methods a source that one may not see is refused like one that does not exist."""

	def answers(session, name):
		found = [
			session.get(f"/api/resource/Knowledge Source/{name}"),
			session.get(f"/api/v2/document/Knowledge Source/{name}"),
			session.call("frappe.client.get", doctype="Knowledge Source", name=name),
			session.call("frappe.client.get_doc_permissions", doctype="Knowledge Source", docname=name),
			session.call("frappe.client.has_permission", doctype="Knowledge Source", docname=name),
			session.call("frappe.client.validate_link", doctype="Knowledge Source", docname=name),
		]
		return [(answer.status_code, re.sub(r"__frappe_exc_id\W+\w+", "", answer.text)) for answer in found]

	for user, session in sessions.items():
		hidden, missing = answers(session, OWN), answers(session, "No Such")
		assert (hidden == missing) == (user != OWNER), (user, hidden, missing)
		assert all(status in REFUSED for status, _text in missing[:5]), (user, missing)


def test_pages_that_are_hidden_missing_or_none(sessions, targets):
	"""A passage that is no file's, one that is somebody else's and one that is not there are refused in the same words."""
	names = [*targets["passage"].values(), "none#0", "none", "cited:none"]
	for user, session in sessions.items():
		for address in (PDF_PAGE, "huf.page"):
			answers = [session.get(f"/api/method/{address}", {"passage": name}) for name in names]
			assert {answer.status_code for answer in answers} <= set(REFUSED), user
			assert len({re.sub(r"__frappe_exc_id\W+\w+", "", answer.text) for answer in answers}) == 1, user


@pytest.mark.parametrize("name", [f"{AGENT_TEST}.ask_test", f"{AGENT_TEST}.get_answers"])
def test_rights_on_a_test_of_answers(name, sessions, targets):
	"""Its author and System Managers; one of somebody else and one that is not there are refused in the same words."""
	values = {"agent": targets["agent"], "question": "A zebra?", "must_say": "zebra", "disabled": 1}
	made = sessions[MANAGER].post("/api/resource/Agent Test", values)
	assert made.status_code == 200, made.text[:2000]
	own = made.json()["data"]["name"]
	for user in (None, NOBODY, USER, OWNER):
		answers = [sessions[user].call(name, test=test) for test in (own, "No Such")]
		assert {answer.status_code for answer in answers} <= set(REFUSED), user
		assert len({re.sub(r"__frappe_exc_id\W+\w+", "", answer.text) for answer in answers}) == 1, user
	if name.endswith("get_answers"):
		assert sessions[MANAGER].message(name, test=own) == {"answers": []}


def test_no_count_of_what_is_hidden(sessions, targets):
	"""The text of an input cannot be guessed by counting: neither by whoever is logged in, nor by a path around."""
	asked = {"doctype": "Knowledge Input", "filters": {"text": ["like", "%zebra%"]}}
	for user, session in sessions.items():
		for method in ("frappe.client.get_count", "frappe.client.frappe.client.get_count"):
			assert session.call(method, **asked).status_code != 200, user
		assert (
			session.post(
				"/api/method/huf.ai.chat.get_chat", {**asked, "cmd": "frappe.client.get_count"}
			).status_code
			!= 200
		)
	for user in (USER, OWNER, MANAGER):
		assert sessions[user].message("frappe.desk.reportview.get_count", **asked) == 1 + (user == OWNER)


@pytest.mark.parametrize("method", ["get_run", "cancel_run", "confirm_proposal", "decline_proposal"])
@pytest.mark.parametrize(("whose", "who"), [(SITE, MANAGER), (OWN, OWNER)])
def test_rights_on_a_run(method, whose, who, sessions, targets):
	"""A run is read and cancelled by its user alone; a manager is refused like everybody else."""
	method = f"huf.ai.agent_integration.{method}"
	asked = {"run": targets["run"][whose], **METHODS[method].others}
	answers = {user: session.call(method, **asked).status_code for user, session in sessions.items()}
	assert {user for user, status in answers.items() if status == METHODS[method].status} == {who}, answers
	assert all(answers[user] in REFUSED for user in set(PEOPLE) - {who}), answers


@pytest.mark.parametrize(("whose", "who"), [(SITE, MANAGER), (OWN, OWNER)])
def test_rights_on_a_conversation(whose, who, sessions, targets):
	"""A conversation is read by its user alone, and only they are shown it; everybody with a role sees the agents."""
	name = targets["conversation"][whose]
	for user, session in sessions.items():
		answer = session.call("huf.ai.chat.get_conversation", conversation=name)
		shown = session.call("huf.ai.chat.get_chat")
		if user in (None, NOBODY):
			assert answer.status_code in REFUSED and shown.status_code in REFUSED, user
			continue
		listed = {row["name"] for row in shown.json()["message"]["conversations"]}
		assert targets["agent"] in {row["name"] for row in shown.json()["message"]["agents"]}
		assert (name in listed) == (user == who)
		if user == who:
			assert [run["prompt"] for run in answer.json()["message"]["runs"]] == ["A zebra?"]
		else:
			assert answer.status_code in REFUSED, (user, answer.text[:500])


def test_rights_on_changing_a_conversation(sessions, targets):
	"""A conversation is renamed and deleted by its user alone, and nobody else learns whether there is one; it is found by them
	alone, and asked again in it by them alone."""
	rename, delete = "huf.ai.chat.rename_conversation", "huf.ai.chat.delete_conversation"
	remove, narrow = "huf.ai.chat.remove_conversation_file", "huf.ai.chat.set_knowledge"
	found, start = "huf.ai.chat.get_chat", "huf.ai.agent_integration.start_run"
	asked = {"agent": targets["agent"], "prompt": "A giraffe?"}
	made = sessions[OWNER].message(start, **asked, new_conversation=1)
	name, run = made["conversation"], made["run"]
	for user in (None, NOBODY, USER, MANAGER):
		for method, others in (
			(rename, {"title": "Mine"}),
			(delete, {}),
			(remove, {"file": "x"}),
			(narrow, {}),
		):
			hidden, missing = (
				sessions[user].call(method, conversation=one, **others) for one in (name, "No Such")
			)
			assert hidden.status_code in REFUSED and hidden.status_code == missing.status_code, user
			assert re.sub(r"__frappe_exc_id\W+\w+", "", hidden.text) == re.sub(
				r"__frappe_exc_id\W+\w+", "", missing.text
			), user
		assert sessions[user].call(start, **asked, replaces=run).status_code in REFUSED, user
		if user in (USER, MANAGER):
			assert sessions[user].message(found, search="giraffe")["conversations"] == []
	(listed,) = sessions[OWNER].message(found, search="giraffe")["conversations"]
	assert (listed["name"], listed["title"]) == (name, "A giraffe?")
	assert sessions[OWNER].message(rename, conversation=name, title="Tall")["title"] == "Tall"
	assert sessions[OWNER].message(delete, conversation=name) == {"conversation": name}
	assert sessions[OWNER].call("huf.ai.agent_integration.get_run", run=run).status_code in REFUSED


def test_rights_on_rating_a_run(sessions, targets):
	"""A run is rated by its user alone, once it is over; nobody else learns whether there is one."""
	rate, run = "huf.ai.feedback.rate_run", targets["run"][OWN]
	sessions[OWNER].message("huf.ai.agent_integration.cancel_run", run=run)
	answers = {
		user: session.call(rate, run=run, feedback="Down", comment="Wrong.").status_code
		for user, session in sessions.items()
	}
	assert {user for user, status in answers.items() if status == 200} == {OWNER}, answers
	assert all(answers[user] in REFUSED for user in set(PEOPLE) - {OWNER}), answers
	said = sessions[OWNER].message("huf.ai.agent_integration.get_run", run=run)
	assert (said["feedback"], said["feedback_comment"]) == ("Down", "Wrong.")
	for bad in (
		{"feedback": "Sideways"},
		{"feedback": "Up", "comment": "x" * 2001},
		{"feedback": "Up", "comment": "\ud800"},
	):
		# Half a character is no JSON for Frappe 16, so it does not come as far as the method.
		assert sessions[OWNER].call(rate, run=run, **bad).status_code in (400, 417), bad


@pytest.mark.parametrize("method", ["run_agent", "start_run"])
def test_rights_on_an_agent(method, sessions, targets):
	"""Users with a knowledge role may run an agent that lists no role; a guest and a user without one may not."""
	method = f"huf.ai.agent_integration.{method}"
	answers = {
		user: session.call(method, **arguments(method, targets)).status_code
		for user, session in sessions.items()
	}
	assert all(answers[user] == 417 for user in (USER, OWNER, MANAGER)), answers
	assert all(answers[user] in REFUSED for user in (None, NOBODY)), answers


def test_rights_on_searching_as_another_user(sessions, targets, client):
	"""Nobody but a System Manager searches as somebody else, managers of knowledge neither; and nobody as Administrator."""
	method = "huf.ai.knowledge.search_as_user.search_as_user"
	for user, session in sessions.items():
		assert session.call(method, **arguments(method, targets)).status_code in REFUSED, user
	administrator = client()
	assert administrator.message(method, **arguments(method, targets))["query"] == "zebra"
	for nobody in ("Administrator", "Guest", "no-such@example.com"):
		assert administrator.call(method, user=nobody, query="zebra").status_code == 417
	log = administrator.get("/api/resource/Knowledge Access Log", {"fields": '["searched_as"]'}).json()
	searched_as = {entry["searched_as"] for entry in log["data"]}
	assert USER in searched_as and not searched_as & {"Administrator", "Guest", "no-such@example.com"}
	for session in (sessions[MANAGER], sessions[USER]):
		assert session.get("/api/resource/Knowledge Access Log").status_code in REFUSED


def test_rights_on_the_choice_of_a_model(sessions):
	"""Which model makes vectors is told to whoever has a role of huf, and to nobody else."""
	method = f"{KNOWLEDGE_SOURCE}.which_embedding_model"
	answers = {user: session.call(method).status_code for user, session in sessions.items()}
	assert {user for user, status in answers.items() if status == 200} == {USER, OWNER, MANAGER}, answers
	assert all(answers[user] in REFUSED for user in (None, NOBODY)), answers
	assert "no AI Model" in sessions[USER].message(method, embedding_model="No Such")["error"]


@pytest.mark.parametrize("name", ["count_selected", "ready_made_settings"])
def test_rights_on_writing_selectors(name, sessions, targets):
	"""What helps to write a selector is for whoever has a role of huf; it counts with the caller's own rights."""
	method = f"{SELECTOR}.{name}"
	answers = {
		user: session.call(method, **arguments(method, targets)).status_code
		for user, session in sessions.items()
	}
	assert {user for user, status in answers.items() if status == 200} == {USER, OWNER, MANAGER}, answers
	assert all(answers[user] in REFUSED for user in (None, NOBODY)), answers


CONNECTING = ("model_presets", "test_connection", "connect_model")


@pytest.mark.parametrize("name", CONNECTING)
def test_rights_on_connecting_a_model(name, sessions, targets, client):
	"""Where models are asked, and with which key, is a System Manager's word alone; nobody else gets a request sent."""
	method = f"huf.ai.start.connecting.{name}"
	for user, session in sessions.items():
		answer = session.call(method, **arguments(method, targets))
		assert answer.status_code in REFUSED, (user, answer.text[:500])
	answer = client().call(method, **arguments(method, targets))
	assert answer.status_code == METHODS[method].status, answer.text[:500]


@pytest.mark.parametrize(
	"method",
	[
		"huf.ai.doctor.endpoints.examine",
		"huf.ai.doctor.endpoints.mend",
		"huf.ai.local_models.desk.offered_models",
		"huf.ai.local_models.desk.get_model",
		f"{CONNECTION}.test_connection",
	],
)
def test_rights_of_system_managers_alone(method, sessions, targets, client):
	"""What is known of the machine, of every source and of other servers is a System Manager's, and so is mending it."""
	for user, session in sessions.items():
		answer = session.call(method, **arguments(method, targets))
		assert answer.status_code in REFUSED, (user, answer.text[:500])
	answer = client().call(method, **arguments(method, targets))
	assert answer.status_code == METHODS[method].status, answer.text[:500]


def test_rights_on_the_first_steps(sessions, targets):
	"""They are shown to whoever has a role of huf; the sample handbook is loaded by them, and by the others not."""
	for name in ("steps.get_started", "sample.load_sample"):
		answers = {
			user: session.call(f"huf.ai.start.{name}").status_code for user, session in sessions.items()
		}
		assert {user for user, status in answers.items() if status == 200} == {USER, OWNER, MANAGER}, answers
		assert all(answers[user] in REFUSED for user in (None, NOBODY)), answers
	remove = "huf.ai.start.sample.remove_sample"
	loaded = {
		user: sessions[user].message("huf.ai.start.steps.get_started")["sample"]
		for user in (USER, OWNER, MANAGER)
	}
	for user, session in sessions.items():
		for source in (SITE, OWN, "No Such"):
			assert session.call(remove, knowledge_source=source).status_code in REFUSED, (user, source)
	for user, sample in loaded.items():
		if sample["may_remove"]:
			sessions[user].message(remove, knowledge_source=sample["source"])


def test_rights_on_an_answer_about_a_record(sessions, targets):
	"""Only who may read a record is answered about it; one that is somebody else's sounds like one that is not there."""
	for user, session in sessions.items():
		for name, readers in ((SITE, (USER, OWNER, MANAGER)), (OWN, (OWNER,)), ("No Such", ())):
			answer = session.call(
				ANSWER_RECORD, reference_doctype="Knowledge Source", reference_name=name, question="zebra"
			)
			assert (answer.status_code not in REFUSED) == (user in readers), (user, name, answer.text[:500])


@pytest.mark.parametrize("name", ["query_records", "describe_records", "run_report"])
def test_rights_on_questions_about_records(name, sessions, targets):
	"""Whoever has a role of huf may ask about records, each with their own rights; nobody else may ask at all."""
	method = f"{QUERIES}.{name}"
	answers = {
		user: session.call(method, **arguments(method, targets)).status_code
		for user, session in sessions.items()
	}
	asking = {user for user, status in answers.items() if status == METHODS[method].status}
	assert asking == {USER, OWNER, MANAGER}, answers
	assert all(answers[user] in REFUSED for user in (None, NOBODY)), answers


def test_records_of_others_are_not_counted(sessions, targets):
	"""A count over REST is over what the caller may see, and what they may not read sounds like what is not there."""
	counted = {"doctype": "Knowledge Source", "filters": {"name": ["like", "Rest %"]}, "measures": ["count"]}
	for user, most in ((USER, 1), (OWNER, 2), (MANAGER, 1)):
		assert sessions[user].message(f"{QUERIES}.query_records", **counted)["records"] == most, user
	for doctype in ("AI Provider", "No Such"):
		answer = sessions[USER].call(f"{QUERIES}.query_records", doctype=doctype)
		said = json.loads(json.loads(answer.json()["_server_messages"])[0])["message"]
		assert (answer.status_code, said) == (400, f"There is no DocType “{doctype}” that you may read.")


@pytest.mark.parametrize("name", ["get_record", "follow_links"])
def test_rights_on_one_record(name, sessions, targets):
	"""Whoever has a role of huf reads the records that they may read; hidden and missing ones sound the same."""
	method = f"{RECORDS}.{name}"
	for user, session in sessions.items():
		said = set()
		for record, readers in ((SITE, (USER, OWNER, MANAGER)), (OWN, (OWNER,)), ("No Such", ())):
			answer = session.call(method, doctype="Knowledge Source", name=record)
			if user in (None, NOBODY):
				assert answer.status_code in REFUSED, (user, answer.text[:500])
			elif user in readers:
				assert answer.json()["message"]["name"] == record, answer.text[:500]
			else:
				assert answer.status_code == 400, (user, record, answer.text[:500])
				words = json.loads(json.loads(answer.json()["_server_messages"])[0])["message"]
				said.add(words.replace(record, "…"))
		assert len(said) <= 1, said


@pytest.mark.parametrize("name", ["verify_gap", "ask_gap_again", "dismiss_gap"])
def test_rights_on_a_gap(name, sessions, targets):
	"""Gaps are verified, asked again and dismissed by managers alone; nobody else learns whether there is one."""
	method = f"{GAP}.{name}"
	for gap in (targets["gap"][SITE], "No Such"):
		for user in (None, NOBODY, USER, OWNER):
			answer = sessions[user].call(method, gap=gap)
			assert answer.status_code in REFUSED, (user, answer.text[:500])
	answer = sessions[MANAGER].call(method, **arguments(method, targets))
	assert answer.status_code == METHODS[method].status, answer.text[:500]
	assert sessions[MANAGER].call(method, gap="No Such").status_code in REFUSED
	for user in (None, NOBODY, USER, OWNER):
		assert sessions[user].get("/api/resource/Knowledge Gap").status_code in REFUSED


def test_rights_on_making_a_pack(sessions, targets):
	"""The site signs for managers who may write the source; nobody else learns whether there is one, or which packs were made of it."""
	for source, allowed in ((SITE, {MANAGER}), (OWN, set()), ("No Such", set())):
		for user, session in sessions.items():
			for method in ("make_pack", "packs_made"):
				answer = session.call(f"{PACKS}.{method}", knowledge_source=source)
				wanted = (200,) if user in allowed else REFUSED
				assert answer.status_code in wanted, (user, source, answer.text[:500])
	answer = sessions[MANAGER].call(
		f"{PACKS}.make_pack", knowledge_source=SITE, since_file="/private/files/none.hufpack"
	)
	assert answer.status_code in REFUSED, answer.text[:500]


def test_rights_on_asking_a_record(sessions, client, targets):
	"""Only who may read a record can ask it; one that is somebody else's and one that is not there sound the same."""
	for user, session in sessions.items():
		for name, readers in ((SITE, (USER, OWNER, MANAGER)), (OWN, (OWNER,)), ("No Such", ())):
			answer = session.call(
				ASK_RECORD, reference_doctype="Knowledge Source", reference_name=name, query="zebra"
			)
			if user in readers:
				assert answer.json()["message"]["hits"] == []
			else:
				assert answer.status_code in REFUSED, (user, name, answer.text[:500])
	for doctype in ("No Such", "System Settings", "Has Role", "tabUser` --"):
		answer = sessions[OWNER].call(
			ASK_RECORD, reference_doctype=doctype, reference_name="x", query="zebra"
		)
		assert answer.status_code in REFUSED, answer.text[:500]


def test_rights_on_plain_questions(sessions, targets):
	"""Whoever has a role of huf may ask, and is told of nothing that they may not read; nobody else may ask at all."""
	answers = {
		user: session.call(PLAIN, question="list all AI Providers") for user, session in sessions.items()
	}
	allowed = {USER, OWNER, MANAGER}
	assert {user for user, answer in answers.items() if answer.status_code == 200} == allowed
	assert all(answers[user].status_code in REFUSED for user in set(PEOPLE) - allowed)
	assert answers[USER].json()["message"] == {"kind": "passage"}


@pytest.mark.parametrize("method", sorted(set(METHODS) - READ_BY_GET))
def test_get_is_refused(method, sessions, targets):
	"""What changes something cannot be done by a link: GET is refused to those who may POST."""
	for user, source in ((MANAGER, SITE), (OWNER, OWN)):
		answer = sessions[user].get(f"/api/method/{method}", arguments(method, targets, source))
		assert answer.status_code == 403, answer.text[:500]


def allowed_arguments(method):
	"""Names of the arguments of a method that this module gives values for."""
	names = {METHODS[method].target, *METHODS[method].others} - {""}
	if method.endswith("knowledge_search"):
		names |= {"knowledge_sources", "filters", "top_k", "mode"}
	elif method.endswith(("test_search", "ask_record")):
		names |= {"top_k", "mode"}
	elif method.endswith("query_records"):
		names |= {"fields", "group_by", "limit", "measures", "order_by"}
	elif method.endswith("follow_links"):
		names |= {"direction", "linked_doctype", "limit"}
	elif method.endswith("agent_integration.start_run"):
		names |= {"conversation", "new_conversation", "knowledge_gate", "replaces"}
	elif method.endswith("get_chat"):
		names |= {"search"}
	elif method.endswith("agent_integration.run_agent"):
		names |= {"conversation", "knowledge_gate"}
	return sorted(names)


CASES = [(method, name) for method in METHODS for name in allowed_arguments(method)]


@pytest.mark.parametrize(("method", "name"), CASES)
def test_wrong_types(method, name, sessions, targets):
	"""A value of the wrong type is refused as the caller's mistake, by name, never as an error of the server."""
	for wrong in WRONG_TYPES[name]:
		answer = sessions[MANAGER].call(method, **{**arguments(method, targets), name: wrong})
		assert answer.status_code in (400, 417), (wrong, answer.status_code, answer.text[-1500:])
		assert answer.json()["exc_type"] in ("BadRequest", "FrappeTypeError", "ValidationError"), wrong


@pytest.mark.parametrize(
	("method", "name"), [case for case in CASES if case[1] not in ("top_k", "filters", "new_conversation")]
)
def test_odd_texts(method, name, sessions, targets):
	"""No text that a caller sends breaks a method: it is searched for, refused, or not found."""
	for text in ODD_TEXTS:
		answer = sessions[MANAGER].call(method, **{**arguments(method, targets), name: text})
		assert answer.status_code in (200, 400, 403, 404, 417), (text[:20], answer.text[-1500:])


@pytest.mark.parametrize("method", [name for name, m in METHODS.items() if m.right == "manage"])
def test_rights_on_an_agents_tests(method, sessions, targets):
	"""The tests of an agent are for who may change it; nobody else learns whether there is one."""
	for agent in (targets["agent"], "No Such"):
		for user in (None, NOBODY, USER, OWNER):
			answer = sessions[user].call(method, agent=agent)
			assert answer.status_code in REFUSED, (user, answer.text[:500])
	assert sessions[MANAGER].call(method, agent="No Such").status_code in REFUSED
	answer = sessions[MANAGER].call(method, **arguments(method, targets))
	assert answer.status_code == METHODS[method].status, answer.text[:500]
