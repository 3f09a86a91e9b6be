"""Two sites on one bench, with everything of the same names and at the same time: workers, web server, Redis and the warm
process serve both, and neither learns of the other. What a killed or waiting job does is asked in stress/test_two_sites.py."""

import contextlib
import json
import re
import secrets
import time

import pytest
import redis

from tests.model_server import ModelServer, answer, slow

SEARCH = "huf.ai.knowledge.retriever.knowledge_search"
GET = "huf.ai.agent_integration.get_run"
CANCEL = "huf.ai.agent_integration.cancel_run"
USER = "twin@example.com"
NAME = f"Twin {secrets.token_hex(4)}"
HALF = f"{NAME} half"
"""A source that the user may read on the first site alone."""
RUN, ANSWERED = f"{NAME} cancelled", f"{NAME} answered"
IDS = [secrets.token_hex(16), secrets.token_hex(16)]
"""Artifact ids of the two sources: on both sites the same."""
OFTEN = 3
PATIENCE_S = 600
MAKE = """
from huf.ai.knowledge.indexer import rebuild_source
from huf.tests.factories import make_source, make_text
settings = frappe.get_doc("Agent Settings")
settings.local_model_servers = "127.0.0.1"
settings.save()
frappe.get_doc({"doctype": "AI Provider", "provider_name": name, "vendor": "openai", "api_base": api_base, "api_key": "sk-twin"}).insert()
frappe.get_doc({"doctype": "AI Model", "model_name": name, "provider": name, "litellm_model": "loopback"}).insert()
frappe.get_doc({"doctype": "Knowledge Glossary", "glossary_name": name,
	"entries": [{"term": "kraken", "expansions": meant}]}).insert()
own = make_source(name)
hidden = make_source(half_name, **({} if readable else {"scope": "Role", "roles": ["System Manager"]}))
for source, artifact_id, text in ((own, ids[0], theirs), (hidden, ids[1], half)):
	make_text(source, text)
	frappe.db.set_value("Knowledge Source", source.name, "artifact_id", artifact_id)
frappe.get_doc({"doctype": "Agent", "agent_name": name, "model": name, "instructions": "Be brief.",
	"knowledge": [{"knowledge_source": name, "mode": "Mandatory"}]}).insert()
frappe.db.commit()
for artifact_id in ids:
	rebuild_source(artifact_id)
frappe.db.commit()
result = frappe.conf.db_name
"""
QUEUE = """
from huf.ai.runs import background
from huf.ai.runs.keeping.rows import start_run
made = start_run(name, user_name, "leave of the numbat?", name, status="Queued")
# Frappe draws the name of a run: this one is given what the other site's has.
frappe.db.sql("update `tabAgent Run` set name = %s where name = %s", (run, made))
frappe.db.commit()
background._hand_over(run, is_triggered=False)
"""
LIMIT = "frappe.get_doc('Agent Settings').update({'searches_per_minute': most}).save()"
REBUILD = """
from huf.huf.doctype.knowledge_source.knowledge_source import rebuild_index
rebuild_index(name)
"""


class Twin:
	"""One of the two sites, with a model of its own and what nobody else may ever see."""

	def __init__(self, name, mark, model, client, python_on_site, make_user):
		self.name, self.mark, self.model = name, mark, model
		self.theirs = f"Annual leave of the numbat is {mark} days."
		self.half = f"The bonus of the numbat is {mark} millions."
		make_user(USER, "Knowledge User", on=name)
		self.run = lambda code, **values: python_on_site(code, on=name, **values)
		self._client = client

	def make(self, meant, readable):
		values = {"theirs": self.theirs, "half": self.half, "meant": meant, "readable": readable}
		self.database = self.run(
			MAKE, name=NAME, half_name=HALF, ids=IDS, api_base=self.model.api_base, **values
		)
		self.session = self._client(USER, on=self.name)

	def queue(self, run):
		self.run(QUEUE, name=NAME, user_name=USER, run=run)

	def row(self, run):
		return self.session.message(GET, run=run)

	def found(self, query):
		"""Texts that the user finds; of other tests' sources nothing is asked."""
		result = self.session.message(SEARCH, query=query, knowledge_sources=[NAME, HALF])
		return sorted(hit["text"] for hit in result["hits"])


def wait_for(what, why):
	"""What ``what`` gives as soon as it is something."""
	end = time.monotonic() + PATIENCE_S
	while not (found := what()):
		assert time.monotonic() < end, why
		time.sleep(0.05)
	return found


@pytest.fixture(scope="module")
def twins(site, client, python_on_site, make_user):
	"""Alike in every name. On the second the user may not read one of the sources, and a word means something else."""
	with ModelServer(auto=True) as here, ModelServer(auto=True) as there:
		made = []
		for name, mark, model in ((site.name, "111111", here), (site.second, "222222", there)):
			twin = Twin(name, mark, model, client, python_on_site, make_user)
			twin.make(meant="leave" if not made else "bonus", readable=not made)
			made.append(twin)
		yield made


@pytest.fixture
def events(site):
	"""What both sites send to browsers, from now on."""
	with contextlib.closing(redis.Redis(port=site.redis_port)) as connection:
		channel = connection.pubsub(ignore_subscribe_messages=True)
		channel.subscribe("events")

		def sent():
			found = []
			while (message := channel.get_message(timeout=1)) is not None:
				found.append(json.loads(message["data"]))
			return found

		sent()
		yield sent
		channel.close()


def test_runs_of_one_name_at_one_time(twins, workers, events):
	"""Cancelling the one leaves the other at work; each gets its own knowledge, model, answer and events."""
	here, there = twins
	with workers(2, cold=True):
		for twin in twins:
			twin.model.script[:] = [slow(PATIENCE_S)]
			twin.queue(RUN)
		for twin in twins:
			wait_for(lambda twin=twin: twin.model.requests, f"{twin.name} asks no model")
		assert [twin.row(RUN)["status"] for twin in twins] == ["Running", "Running"]
		here.session.message(CANCEL, run=RUN)
		wait_for(lambda: here.row(RUN)["status"] == "Cancelled", "it is not cancelled")
		assert there.row(RUN)["status"] == "Running"
		there.session.message(CANCEL, run=RUN)
		wait_for(lambda: there.row(RUN)["status"] == "Cancelled", "it is not cancelled")
		for twin in twins:
			twin.model.script[:] = [answer(f"It is {twin.mark} days [1].")]
			twin.queue(ANSWERED)
		for twin in twins:
			wait_for(lambda twin=twin: twin.row(ANSWERED)["status"] == "Success", f"no answer on {twin.name}")
	sent = events()
	for twin, other in ((here, there), (there, here)):
		assert twin.mark in twin.row(ANSWERED)["text"]
		assert twin.theirs in str(twin.model.bodies) and other.mark not in str(twin.model.bodies)
		assert other.mark not in str(twin.row(ANSWERED))
		own = [event for event in sent if event["namespace"] == twin.name]
		assert {event["event"] for event in own} >= {"huf_run_text", "huf_run_status"}
		assert twin.mark in str(own) and other.mark not in str(own)
	assert {event["namespace"] for event in sent} == {twin.name for twin in twins}


def test_one_web_server_answers_both(twins):
	"""Searches in turn, by what a process remembers of indexes, rights and glossaries: each of its own site."""
	here, there = twins
	for _ in range(OFTEN):
		assert here.found("numbat") == [here.theirs, here.half]
		assert there.found("numbat") == [there.theirs]
		# The same word is explained by each site for itself, on the second by one of which nothing can be read.
		assert here.found("kraken") == [here.theirs]
		assert there.found("kraken") == []


def test_indexes_of_one_id_are_made_at_one_time(twins, workers):
	"""Jobs, tickets, leases and folders bear the same id: both sources are built, each of its own text."""
	before = [
		twin.run("result = frappe.db.get_value('Knowledge Source', name, 'live_build')", name=NAME)
		for twin in twins
	]
	for twin in twins:
		twin.run(REBUILD, name=NAME)
	with workers(2):
		for twin, old in zip(twins, before, strict=True):
			new = "result = frappe.db.get_value('Knowledge Source', {'name': name, 'rebuild_wanted': 0}, 'live_build')"
			wait_for(
				lambda twin=twin, new=new, old=old: twin.run(new, name=NAME) not in (None, old),
				f"the source of {twin.name} is not rebuilt",
			)
	here, there = twins
	assert (here.found("numbat"), there.found("numbat")) == ([here.theirs, here.half], [there.theirs])


def test_what_one_has_used_up_the_other_has_left(twins):
	"""The user of the same name is counted by each site for itself."""
	here, there = twins
	here.run(LIMIT, most=1)
	try:
		wait_for(lambda: here.session.call(SEARCH, query="numbat").status_code == 429, "never too many")
		assert there.found("numbat") == [there.theirs]
	finally:
		here.run(LIMIT, most=0)


def test_every_key_in_redis_bears_its_site(site, twins):
	"""No key of huf's is shared: it begins with the site's database, or it is a job of the site."""
	twins[0].found("numbat")
	of_cache = tuple(f"{twin.database}|" for twin in twins)
	of_job = re.compile(rf"rq:job:({re.escape(site.name)}|{re.escape(site.second)})(::|\|\|)")
	with contextlib.closing(redis.Redis(port=site.redis_port)) as connection:
		keys = [key.decode("utf-8", "replace") for key in connection.keys("*")]
	# The other keys of RQ are its lists of jobs, one for each queue of the bench.
	ours = [
		key
		for key in keys
		if re.search("huf|twin|knowledge", key, re.IGNORECASE)
		and (key.startswith("rq:job:") or not key.startswith("rq:"))
	]
	assert ours, "nothing of ours is in Redis"
	assert [key for key in ours if not key.startswith(of_cache) and not of_job.match(key)] == []
