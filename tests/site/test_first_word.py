"""Runs are made in a process of the bench that has imported what they need, and keep all that holds for jobs."""

import os
import signal
import socket
import struct
import sys
import time
from pathlib import Path

import pytest

from huf.ai.site.warm.place import SOCKET
from scripts.site_ring.processes import Started, descendants
from tests.model_server import ModelServer, error, slow

START = "huf.ai.agent_integration.start_run"
RUN = "huf.ai.agent_integration.run_agent"
GET = "huf.ai.agent_integration.get_run"
CANCEL = "huf.ai.agent_integration.cancel_run"
MANAGER = "first-word-manager@example.com"
USER = "first-word-user@example.com"
NOT_THEIRS = "The bonus of the board is nine million euros."
THEIRS = "Quokka leave is twenty-five days for every employee."
MAKE = """
from huf.tests.factories import make_source, make_text
from huf.ai.knowledge.indexer import rebuild_source
settings = frappe.get_doc("Agent Settings")
settings.local_model_servers = "127.0.0.1"
settings.save()
frappe.get_doc({"doctype": "AI Provider", "provider_name": name, "vendor": "openai", "api_base": api_base, "api_key": "sk-ring"}).insert()
frappe.get_doc({"doctype": "AI Model", "model_name": name, "provider": name, "litellm_model": "loopback"}).insert()
hidden = make_source(f"{name} hidden", scope="Role", roles=["System Manager"])
open_ = make_source(f"{name} open")
for source, text in ((open_, theirs), (hidden, not_theirs)):
	make_text(source, text)
frappe.get_doc({"doctype": "Agent", "agent_name": name, "model": name, "instructions": "Be brief.",
	"knowledge": [{"knowledge_source": source.name, "mode": "Mandatory"} for source in (open_, hidden)]}).insert()
frappe.db.commit()
for source in (open_, hidden):
	rebuild_source(source.artifact_id)
"""
SWITCH = """
from frappe.installer import update_site_config
update_site_config("huf_warm_process", wanted)
"""
LIMITED = """
from frappe.utils.background_jobs import enqueue
from huf.ai.runs.keeping.access import permitted_agent
from huf.ai.runs.prompt.request import RunRequest
from huf.ai.runs.keeping.rows import start_run
result = start_run(agent, user_name, "leave?", "", status="Queued")
frappe.db.commit()
enqueue("huf.ai.runs.job.make_run", queue="short", timeout=seconds, job_id=f"first_word_{result}", run=result)
"""
ANSWERS = """
result = frappe.db.get_single_value("Agent Settings", "answer_model")
frappe.db.set_single_value("Agent Settings", {"answer_model": model})
frappe.clear_document_cache("Agent Settings", "Agent Settings")
"""
JOB = """
from frappe.utils.background_jobs import get_job
job = get_job(name)
result = [job.get_status(refresh=True), job.exc_info or ""] if job else None
"""
AGENT = "First word"
PATIENCE_S = 600


def wait_for(what, why):
	"""What ``what`` gives as soon as it is something."""
	end = time.monotonic() + PATIENCE_S
	while not (found := what()):
		assert time.monotonic() < end, why() if callable(why) else why
		time.sleep(0.05)
	return found


@pytest.fixture(scope="module")
def model():
	"""A model on loopback; a test may put replies before those of its own."""
	with ModelServer(auto=True) as server:
		yield server


@pytest.fixture(scope="module")
def agent(model, make_user, python_on_site):
	"""An agent with a source for everybody and one that the user may not read."""
	make_user(MANAGER, "Knowledge Manager")
	make_user(USER, "Knowledge User")
	values = {"name": AGENT, "api_base": model.api_base, "theirs": THEIRS, "not_theirs": NOT_THEIRS}
	python_on_site(MAKE, **values)
	return AGENT


@pytest.fixture(scope="module")
def worker(site, agent):
	"""A worker as a bench starts it: it has Frappe imported and nothing else."""
	command = [sys.executable, "-m", "frappe.utils.bench_helper", "frappe", "worker"]
	command += ["--queue", "short,default,long"]
	log = site.logs / "worker-first-word.log"
	started = Started("worker", command, log=log, cwd=site.sites_dir, env=os.environ)
	yield started
	started.stop()


class Bench:
	"""What a person and the operating system see of runs on the site."""

	def __init__(self, site, session, worker, model):
		self.site, self.session, self.worker, self.model = site, session, worker, model
		self.folder = site.sites_dir.parent / "config"

	def start(self, agent=AGENT):
		return self.session.message(START, agent=agent, prompt="How many days of quokka leave?")["run"]

	def row(self, run):
		return self.session.message(GET, run=run)

	def ended(self, run):
		def over():
			row = self.row(run)
			return row if row["status"] not in ("Queued", "Running") else None

		return wait_for(over, lambda: self.worker.log.read_text()[-3000:])

	def ask(self, agent=AGENT):
		return self.ended(self.start(agent))

	def warm(self):
		"""The process id of the warm process, 0 when there is none."""
		with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
			folder = os.open(self.folder, os.O_RDONLY)
			try:
				probe.connect(f"/proc/self/fd/{folder}/{SOCKET}")
			except OSError:
				return 0
			finally:
				os.close(folder)
			said = probe.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
			return struct.unpack("3i", said)[0]

	def at_work(self):
		"""The process that makes a run now, below the warm one."""
		wait_for(lambda: descendants(self.warm()), "no run is made below the warm process")
		return descendants(self.warm())[0]

	def asks_the_model(self, agent=AGENT):
		"""A run whose model keeps silent; returns its name once the model was asked."""
		before = len(self.model.requests)
		self.model.script[:] = [slow(PATIENCE_S)]
		run = self.start(agent)
		wait_for(lambda: len(self.model.requests) > before, lambda: self.worker.log.read_text()[-3000:])
		return run


@pytest.fixture
def bench(site, client, worker, model):
	"""With a model that answers at once, and no run at work."""
	model.script[:] = []
	yield Bench(site, client(USER), worker, model)
	model.script[:] = []


def gone(pid):
	"""Whether a process has ended; one that nobody has waited for yet counts."""
	try:
		return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
	except OSError:
		return True


def test_all_runs_come_from_one_process(bench):
	"""The first run starts it, the next ones too are made below it, and each has its user's rights."""
	rows = [bench.ask()]
	first = bench.warm()
	assert first
	rows += [bench.ask(), bench.ask()]
	assert bench.warm() == first
	assert [(row["status"], row["error"]) for row in rows] == [("Success", "")] * 3
	sent = str(bench.model.bodies)
	assert THEIRS in sent and NOT_THEIRS not in sent
	assert (bench.folder / SOCKET).stat().st_mode & 0o077 == 0
	run = bench.asks_the_model()
	parent = Path(f"/proc/{bench.at_work()}/stat").read_text().rpartition(")")[2].split()[1]
	assert int(parent) == first
	# The worker itself has not imported what takes so long.
	(horse,) = descendants(bench.worker.pid)
	assert "tiktoken" not in Path(f"/proc/{horse}/maps").read_text()
	bench.session.message(CANCEL, run=run)
	assert bench.ended(run)["status"] == "Cancelled"


def test_a_run_that_is_waited_for(bench, client):
	"""`run_agent` too: the answer with its citations, the user's rights, and the same refusals as ever."""
	bench.model.requests.clear()
	answer = bench.session.message(RUN, agent=AGENT, prompt="How many days of quokka leave?")
	assert (answer["status"], [row["source"] for row in answer["citations"]]) == (
		"Success",
		[f"{AGENT} open"],
	)
	assert NOT_THEIRS not in str(bench.model.bodies)
	row = bench.row(answer["run"])
	assert (row["status"], row["text"]) == ("Success", answer["text"])
	assert bench.session.call(RUN, agent="No such agent", prompt="x").status_code == 403
	assert bench.session.call(RUN, agent=AGENT, prompt=" ").status_code == 417
	assert client(None).call(RUN, agent=AGENT, prompt="x").status_code in (401, 403)
	bench.model.script[:] = [error(500, "out of order")] * 9
	answer = bench.session.message(RUN, agent=AGENT, prompt="leave?")
	assert answer["status"] == "Failed" and answer["error"]


def test_a_killed_job_takes_its_run_with_it(bench):
	"""kill -9 of the job's process ends the process that makes its run; nothing goes on that nobody waits for."""
	bench.ask()
	bench.asks_the_model()
	maker, (horse,) = bench.at_work(), descendants(bench.worker.pid)
	os.kill(horse, signal.SIGKILL)
	wait_for(lambda: gone(maker), "the run goes on without its job")
	assert bench.ask()["status"] == "Success"


def test_a_killed_run_ends_its_job_at_once(bench, python_on_site):
	"""kill -9 of the process that makes the run: the run says so, and the job has failed."""
	bench.ask()
	run = bench.asks_the_model()
	os.kill(bench.at_work(), signal.SIGKILL)
	row = bench.ended(run)
	assert (row["status"], row["error"]) == (
		"Failed",
		"The process that made this run ended before the run did.",
	)

	def failed():
		return python_on_site(JOB, name=f"huf_agent_run_{run}")[0] == "failed"

	wait_for(failed, "the job did not fail")
	assert bench.ask()["status"] == "Success"


def test_a_question_to_no_agent_is_made_like_a_run(bench, python_on_site):
	"""From all that its user may read, in the same process; stopped by its user, and plainly ended by kill -9."""
	before = python_on_site(ANSWERS, model=AGENT)
	try:
		bench.ask()
		warm = bench.warm()
		bench.model.requests.clear()
		row = bench.ask("")
		assert (row["status"], row["error"], row["agent"] or "") == ("Success", "", "")
		assert bench.warm() == warm
		sent = str(bench.model.bodies)
		assert THEIRS in sent and NOT_THEIRS not in sent
		run = bench.asks_the_model("")
		bench.session.message(CANCEL, run=run)
		assert bench.ended(run)["status"] == "Cancelled"
		run = bench.asks_the_model("")
		os.kill(bench.at_work(), signal.SIGKILL)
		row = bench.ended(run)
		assert row["error"] == "The process that made this run ended before the run did."
	finally:
		python_on_site(ANSWERS, model=before or "")


def test_a_job_has_its_time(bench, python_on_site):
	"""RQ's own limit of a job ends the run, and both say so."""
	bench.ask()
	bench.model.script[:] = [slow(PATIENCE_S)]
	run = python_on_site(LIMITED, agent=AGENT, user_name=USER, seconds=20)
	row = bench.ended(run)
	assert (row["status"], row["error"]) == ("Failed", "The run broke off: JobTimeoutException")

	def said():
		status, error = python_on_site(JOB, name=f"first_word_{run}")
		return error if status == "failed" else None

	assert "JobTimeoutException" in wait_for(said, "the job did not fail")


def test_another_one_takes_its_place(bench):
	"""After kill -9 of the warm process, and after a change of the code, a new one makes the next run."""
	bench.ask()
	first = bench.warm()
	os.kill(first, signal.SIGKILL)
	wait_for(lambda: gone(first), "it was killed")
	assert bench.ask()["status"] == "Success"
	second = bench.warm()
	assert second and second != first
	code = Path(__file__).parents[2] / "huf" / "ai" / "runs" / "prompt" / "gate.py"
	before = code.stat()
	try:
		os.utime(code, ns=(before.st_atime_ns, before.st_mtime_ns + 1))
		assert bench.ask()["status"] == "Success"
		third = bench.warm()
		assert third and third != second
	finally:
		os.utime(code, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_the_worker_makes_it_where_it_must(bench, python_on_site):
	"""Switched off, or with something else at its address: the run is made by the worker, and the log says why."""
	python_on_site(SWITCH, wanted=0)
	try:
		before = bench.warm()
		if before:
			os.kill(before, signal.SIGKILL)
			wait_for(lambda: gone(before), "it was killed")
		assert bench.ask()["status"] == "Success"
		assert not bench.warm()
	finally:
		python_on_site(SWITCH, wanted="None")
	address = bench.folder / SOCKET
	address.unlink(missing_ok=True)
	address.mkdir()
	try:
		assert bench.ask()["status"] == "Success"
		assert (
			"The warm process does not take a run, so this process makes it by itself"
			in bench.worker.log.read_text()
		)
	finally:
		address.rmdir()
	assert bench.ask()["status"] == "Success" and bench.warm()


def test_memory_is_given_back(bench):
	"""Without a worker that used it, it ends by itself. The last test: the worker ends with it."""
	bench.ask()
	warm = bench.warm()
	bench.worker.stop()
	wait_for(lambda: gone(warm), "it stays without workers")
	assert not (bench.folder / SOCKET).exists()
