"""The main job over HTTP: sources filled and indexed by a worker, an agent run, and what the run kept."""

import time

import pytest

from tests.model_server import ModelServer, answer, rate_limited

RUN = "huf.ai.agent_integration.run_agent"
MANAGER = "agents-manager@example.com"
USER = "agents-user@example.com"
OTHER = "agents-other@example.com"
NOBODY = "agents-nobody@example.com"
LEAVE = "Annual leave is twenty-five days for every employee. It expires in March."
HOTEL = "Hotels cost at most 140 euros a night in Berlin."
INDEXED = """
result = [frappe.db.get_value("Knowledge Source", name, "status") for name in names]
"""


def create(session, doctype, **values):
	"""A document over REST; its name."""
	made = session.post(f"/api/resource/{doctype}", values)
	assert made.status_code == 200, made.text[:2000]
	return made.json()["data"]["name"]


@pytest.fixture(scope="module")
def people(make_user):
	"""A manager, two users, and one without any knowledge role."""
	make_user(MANAGER, "Knowledge Manager")
	make_user(USER, "Knowledge User")
	make_user(OTHER, "Knowledge User")
	make_user(NOBODY)


@pytest.fixture(scope="module")
def model():
	"""A model on loopback that searches once and then answers; a test may put replies before that."""
	with ModelServer(auto=True) as server:
		yield server


@pytest.fixture(scope="module")
def agent(people, model, client):
	"""An agent with a mandatory and an optional source, made over REST by a manager; nothing is indexed yet."""
	admin, manager = client(), client(MANAGER)
	admin.message(
		"frappe.client.set_value",
		doctype="Agent Settings",
		name="Agent Settings",
		fieldname="local_model_servers",
		value="127.0.0.1",
	)
	create(
		admin,
		"AI Provider",
		provider_name="Ring Model",
		vendor="openai",
		api_base=model.api_base,
		api_key="sk-ring-secret-1",
	)
	create(manager, "AI Model", model_name="Ring Model", provider="Ring Model", litellm_model="loopback")
	sources = [
		create(manager, "Knowledge Source", source_name=name)
		for name in ("Ring leave rules", "Ring hotel rules")
	]
	for source, text in zip(sources, (LEAVE, HOTEL), strict=True):
		create(manager, "Knowledge Input", knowledge_source=source, input_type="Text", text=text)
	rows = [
		{"knowledge_source": source, "mode": mode}
		for source, mode in zip(sources, ("Mandatory", "Optional"), strict=True)
	]
	return create(
		manager, "Agent", agent_name="Handbook", model="Ring Model", instructions="Be brief.", knowledge=rows
	)


@pytest.fixture
def indexed(agent, workers, python_on_site):
	"""Both sources are Ready; a worker did it."""
	names = ["Ring leave rules", "Ring hotel rules"]
	with workers(1) as running:
		end = time.monotonic() + 300
		while (found := python_on_site(INDEXED, names=names)) != [
			"Ready",
			"Ready",
		] and time.monotonic() < end:
			time.sleep(0.3)
		assert found == ["Ready", "Ready"], running[0].log.read_text()[-3000:]


def test_injected_fetched_and_cited(agent, indexed, client):
	"""A user runs the agent and finds on the Agent Run what was injected, fetched and cited."""
	session = client(USER)
	result = session.message(
		RUN, agent=agent, prompt="How many days of annual leave, and what may hotels cost?"
	)
	assert result["status"] == "Success", result["error"]
	run = session.get(f"/api/resource/Agent Run/{result['run']}").json()["data"]
	assert (run["user"], run["status"], run["chunks_injected"]) == (USER, "Success", 1)
	assert [(row["knowledge_source"], row["origin"], row["cited"]) for row in run["chunks"]] == [
		("Ring leave rules", "Injected", 1),
		("Ring hotel rules", "Tool", 1),
	]
	assert "twenty-five" in run["chunks"][0]["excerpt"]


def test_a_run_is_its_user_s_alone(agent, indexed, client):
	"""Another user, a manager and a guest do not read it; a user named in the request changes nothing."""
	result = client(USER).message(RUN, agent=agent, prompt="leave?", user=OTHER)
	path = f"/api/resource/Agent Run/{result['run']}"
	assert client(USER).get(path).status_code == 200
	assert [client(who).get(path).status_code for who in (OTHER, MANAGER, NOBODY)] == [403, 403, 403]
	assert client(None).get(path).status_code in (401, 403)


def test_who_may_run_it(agent, model, client):
	"""A guest and a user without a knowledge role are refused, GET is refused, and the model is never asked."""
	before = len(model.requests)
	assert client(None).call(RUN, agent=agent, prompt="x").status_code in (401, 403)
	assert client(NOBODY).call(RUN, agent=agent, prompt="x").status_code == 403
	assert client(USER).call(RUN, agent="No such agent", prompt="x").status_code == 403
	assert client(USER).get(f"/api/method/{RUN}", {"agent": agent, "prompt": "x"}).status_code == 403
	assert client(USER).call(RUN, agent=agent, prompt=" ").status_code == 417
	assert len(model.requests) == before


def test_rate_limit_over_http(agent, model, client):
	"""The run waits as long as the service asks, and then answers."""
	model.script[:] = [rate_limited("1"), answer("Twenty-five [1].")]
	assert client(USER).message(RUN, agent=agent, prompt="leave?")["text"] == "Twenty-five [1]."
	assert model.requests[-1].at - model.requests[-2].at >= 1.0


def test_key_is_nowhere_to_read(agent, model, client):
	"""The key reaches the service; neither the answer of a run nor the provider's record gives it away."""
	model.script[:] = [answer("x")]
	session = client(USER)
	result = session.call(RUN, agent=agent, prompt="leave?")
	manager = client(MANAGER).get("/api/resource/AI Provider/Ring Model")
	assert model.requests[-1].headers["authorization"] == "Bearer sk-ring-secret-1"
	assert "sk-ring-secret" not in result.text + manager.text
