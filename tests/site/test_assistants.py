"""Other assistants on a real site, over real HTTP: the same knowledge, as the user whose key they hold."""

import json
import threading
import time
from collections.abc import Callable
from typing import Any

import anyio
import pytest
import requests
from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client

READER = "mcp-reader@example.com"
OTHER = "mcp-other@example.com"
MANAGER = "mcp-manager@example.com"
GONE = "mcp-gone@example.com"
SITE, OWN = "Assistants Site", "Assistants Own"
TIMEOUT_S = 120

KEYS = """
from frappe.core.doctype.user.user import generate_keys
result = {}
for user in users:
	generate_keys(user)
	doc = frappe.get_doc("User", user)
	result[user] = [doc.api_key, doc.get_password("api_secret")]
"""
TOKEN = """
client = frappe.get_doc({"doctype": "OAuth Client", "app_name": "Assistant", "scopes": "all openid",
	"default_redirect_uri": "http://127.0.0.1", "redirect_uris": "http://127.0.0.1", "grant_type": "Authorization Code",
	"response_type": "Code", "skip_authorization": 1}).insert()
frappe.get_doc({"doctype": "OAuth Bearer Token", "client": client.name, "user": holder, "scopes": "all openid",
	"access_token": token, "refresh_token": token + "-again", "expires_in": 3600, "status": "Active",
	"expiration_time": frappe.utils.add_to_date(None, hours=1)}).insert()
"""


@pytest.fixture(scope="module")
def keys(python_on_site, make_user) -> dict[str, tuple[str, str]]:
	"""Key and secret of each user; one of them is switched off afterwards."""
	for user in (READER, OTHER, GONE):
		make_user(user, "Knowledge User")
	make_user(MANAGER, "Knowledge Manager")
	found = python_on_site(KEYS, users=[READER, OTHER, MANAGER, GONE])
	python_on_site("frappe.db.set_value('User', who, 'enabled', 0)", who=GONE)
	return {user: tuple(pair) for user, pair in found.items()}


@pytest.fixture(scope="module")
def knowledge(client, keys) -> None:
	"""A source of the site and a personal one of another user."""
	for user, name, scope, text in (
		(MANAGER, SITE, "Site", "A hotel room in Zarquon is paid up to ninety euros."),
		(OTHER, OWN, "User", "My hotel diary: the quokkabird wing is haunted."),
	):
		session = client(user)
		made = session.post("/api/resource/Knowledge Source", {"source_name": name, "scope": scope})
		assert made.status_code == 200, made.text
		values = {"knowledge_source": name, "input_type": "Text", "title": f"{name} text", "text": text}
		made = session.post("/api/resource/Knowledge Input", values)
		assert made.status_code == 200, made.text


@pytest.fixture
def indexed(knowledge, workers, client) -> None:
	"""Both sources can be searched."""
	sessions = {SITE: client(MANAGER), OWN: client(OTHER)}
	with workers(1):
		deadline = time.monotonic() + TIMEOUT_S
		for name, session in sessions.items():
			while session.get(f"/api/resource/Knowledge Source/{name}").json()["data"]["status"] != "Ready":
				assert time.monotonic() < deadline, f"{name} was not indexed"
				time.sleep(0.3)


@pytest.fixture
def talk(site) -> Callable[..., Any]:
	"""`talk(authorization, conversation)`: run a conversation with the SDK's client, in a thread of its own: a browser's
	event loop may run in this one."""

	def run(authorization: str, conversation: Callable[[ClientSession], Any]) -> Any:
		outcome: list[Any] = []

		async def converse() -> Any:
			headers = {"Authorization": authorization, "X-Frappe-Site-Name": site.name}
			address = f"{site.url}/api/method/huf.mcp"
			with anyio.fail_after(TIMEOUT_S):
				async with (
					streamablehttp_client(address, headers=headers) as (read, write, _),
					ClientSession(read, write) as session,
				):
					await session.initialize()
					return await conversation(session)

		def work() -> None:
			try:
				outcome.append(anyio.run(converse))
			except BaseException as error:  # noqa: BLE001  raised on in the thread of the test
				outcome.append(error)

		thread = threading.Thread(target=work)
		thread.start()
		thread.join()
		if isinstance(outcome[0], BaseException):
			raise outcome[0]
		return outcome[0]

	return run


async def ask(session: ClientSession, tool: str, /, **arguments: Any) -> Any:
	"""The answer of a tool as JSON, or its error as text."""
	answer = await session.call_tool(tool, arguments)
	text = answer.content[0].text
	return text if answer.isError else json.loads(text)


def as_key(pair: tuple[str, str]) -> str:
	"""The header of an API key."""
	return "token " + ":".join(pair)


def test_each_user_has_his_own_knowledge(indexed, keys, talk) -> None:
	"""What one finds and reads, another does not: neither by search, nor by list, nor by an id that they were told."""

	async def owner(session: ClientSession) -> dict[str, Any]:
		return {
			"sources": await ask(session, "list_knowledge_sources"),
			"found": await ask(session, "knowledge_search", query="quokkabird wing hotel"),
			"tools": [tool.name for tool in (await session.list_tools()).tools],
		}

	async def reader(session: ClientSession, reference: str) -> dict[str, Any]:
		return {
			"search": await ask(session, "search", query="quokkabird wing hotel"),
			"named": await ask(session, "knowledge_search", query="quokkabird", knowledge_source=OWN),
			"fetched": await ask(session, "fetch", id=reference),
			"missing": await ask(session, "fetch", id="nosuchinput#0"),
			**await owner(session),
		}

	mine = talk(as_key(keys[OTHER]), owner)
	assert {card["name"] for card in mine["sources"]["sources"]} >= {SITE, OWN}
	first = mine["found"]["passages"][0]
	assert first["source"] == OWN and "quokkabird" in first["text"]
	theirs = talk(as_key(keys[READER]), lambda session: reader(session, first["id"]))
	assert OWN not in {card["name"] for card in theirs["sources"]["sources"]}
	found = {passage["source"] for passage in theirs["found"]["passages"]}
	assert OWN not in found
	assert "quokkabird" not in json.dumps(theirs["search"]) and isinstance(theirs["named"], str)
	assert theirs["fetched"] == theirs["missing"], "a secret passage must look like none at all"
	assert not any(name.startswith(("add_", "rebuild_")) for name in theirs["tools"])


def test_each_user_counts_their_own_records(indexed, keys, talk) -> None:
	"""Numbers are over what the user may read, with an address to open; what they may not read sounds like what is not there."""

	async def count(session: ClientSession) -> dict[str, Any]:
		return {
			"counted": await ask(
				session, "query_records", doctype="Knowledge Source", fields=["name"], limit=100
			),
			"fields": await ask(session, "describe_records", doctype="Knowledge Source"),
			"hidden": await ask(session, "query_records", doctype="AI Provider"),
			"missing": await ask(session, "query_records", doctype="No Such"),
			"report": await ask(session, "run_report", report="No Such"),
		}

	mine, theirs = talk(as_key(keys[OTHER]), count), talk(as_key(keys[READER]), count)
	names = [{row["name"] for row in told["counted"]["rows"]} for told in (mine, theirs)]
	assert {SITE, OWN} <= names[0] and names[1] & {SITE, OWN} == {SITE}
	assert theirs["counted"]["records"] == len(names[1])
	assert theirs["counted"]["url"].startswith("http") and theirs["counted"]["url"].endswith(
		"/app/knowledge-source"
	)
	assert "description" in {field["field"] for field in theirs["fields"]["fields"]}
	assert theirs["hidden"].replace("AI Provider", "…") == theirs["missing"].replace("No Such", "…")
	assert "no report" in theirs["report"]


def test_each_user_reads_their_own_records(indexed, keys, talk) -> None:
	"""One record, its links and a search about it are the user's own; what they may not read sounds like what is not there."""

	async def read(session: ClientSession) -> dict[str, Any]:
		kind = {"doctype": "Knowledge Source"}
		about = {"query": "hotel", "reference_doctype": "Knowledge Source"}
		return {
			"seen": await ask(session, "get_record", **kind, name=SITE),
			"links": await ask(session, "follow_links", **kind, name=SITE, direction="from"),
			"hidden": await ask(session, "get_record", **kind, name=OWN),
			"missing": await ask(session, "get_record", **kind, name="No Such"),
			"about": await ask(session, "knowledge_search", **about, reference_name=SITE),
			"about_hidden": await ask(session, "knowledge_search", **about, reference_name=OWN),
			"about_missing": await ask(session, "knowledge_search", **about, reference_name="No Such"),
			"half": await ask(session, "knowledge_search", **about),
		}

	told = talk(as_key(keys[READER]), read)
	assert told["seen"]["name"] == SITE and told["seen"]["url"].startswith("http")
	assert "links" in told["links"]
	assert told["hidden"].replace(OWN, "…") == told["missing"].replace("No Such", "…")
	assert told["about"]["passages"] == []
	assert told["about_hidden"] == told["about_missing"] and "no record" in told["about_hidden"]
	assert "reference_name" in told["half"]


def test_a_token_is_as_good_as_a_key(indexed, keys, talk, python_on_site) -> None:
	"""An OAuth bearer token lets its user in, and reads a document by the id of a search result, with an address to open."""
	python_on_site(TOKEN, holder=READER, token="huf-test-token")

	async def read(session: ClientSession) -> dict[str, Any]:
		found = await ask(session, "search", query="hotel Zarquon")
		return await ask(session, "fetch", id=found["results"][0]["id"])

	document = talk("Bearer huf-test-token", read)
	assert "ninety euros" in document["text"] and document["metadata"]["source"] == SITE


def test_strangers_are_sent_away(knowledge, keys, site) -> None:
	"""A guest, a wrong key and the key of somebody who was switched off get no further than the door."""
	address = f"{site.url}/api/method/huf.mcp"
	body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
	for authorization in (None, "token a:b", "Bearer nonsense", as_key(keys[GONE])):
		headers = {"X-Frappe-Site-Name": site.name, "Accept": "application/json, text/event-stream"}
		if authorization:
			headers["Authorization"] = authorization
		answer = requests.post(address, json=body, headers=headers, timeout=60)
		assert answer.status_code == 401, (authorization, answer.text[:500])
		assert "knowledge_search" not in answer.text
	headers["Authorization"] = as_key(keys[READER])
	assert requests.get(address, headers=headers, timeout=60).status_code == 405


def test_managing_is_for_managers(indexed, keys, talk, client) -> None:
	"""A manager adds a text to a source of the site and asks how it stands; a source of somebody else's is refused."""

	async def manage(session: ClientSession) -> list[Any]:
		tools = [tool.name for tool in (await session.list_tools()).tools]
		new = {"title": "Ferries", "text": "Ferries are booked by the harbour desk."}
		return [
			tools,
			await ask(session, "add_knowledge_text", knowledge_source=SITE, **new),
			await ask(session, "add_knowledge_text", knowledge_source=OWN, **new),
			await ask(session, "knowledge_source_status", knowledge_source=SITE),
			await ask(session, "rebuild_knowledge_source", knowledge_source=OWN),
		]

	tools, added, refused, standing, also_refused = talk(as_key(keys[MANAGER]), manage)
	assert "rebuild_knowledge_source" in tools and added["status"] == "Pending"
	assert isinstance(refused, str) and isinstance(also_refused, str) and "<" not in refused
	assert standing["inputs_wanted"] >= 2
	rows = client().get("/api/resource/Knowledge Input", {"filters": json.dumps([["title", "=", "Ferries"]])})
	assert len(rows.json()["data"]) == 1


def test_dify(indexed, keys, site) -> None:
	"""The documented request finds passages with the right of the key's user; everything else is an error in Dify's form."""

	def post(token: str | None, **values: Any) -> requests.Response:
		headers = {"X-Frappe-Site-Name": site.name}
		if token is not None:
			headers["Authorization"] = token
		setting = {"top_k": 3, "score_threshold": 0.0}
		body = {"knowledge_id": SITE, "query": "hotel Zarquon", "retrieval_setting": setting, **values}
		return requests.post(
			f"{site.url}/api/method/huf.dify/retrieval", json=body, headers=headers, timeout=60
		)

	reader = "Bearer " + ":".join(keys[READER])
	found = post(reader)
	assert found.status_code == 200, found.text
	record = found.json()["records"][0]
	assert (
		"ninety euros" in record["content"]
		and 0 < record["score"] <= 1
		and isinstance(record["metadata"], dict)
	)
	assert post(reader, knowledge_id=OWN).json()["error_code"] == 2001
	assert post(reader, knowledge_id=OWN).json() == post(reader, knowledge_id="No Such Source").json()
	assert post("Bearer " + ":".join(keys[OTHER]), knowledge_id=OWN, query="quokkabird").json()["records"]
	for token, code in (
		(None, 1001),
		("Basic!", 1001),
		("Bearer nocolon", 1001),
		("Bearer a:b", 1002),
		(f"Bearer {keys[READER][0]}:wrong", 1002),
		("Bearer " + ":".join(keys[GONE]), 1002),
	):
		refused = post(token)
		assert (refused.status_code, refused.json()["error_code"]) == (403, code), (token, refused.text[:500])
		assert refused.json()["error_msg"]
	assert post(reader, query="").json()["error_code"] == 4001
	# The bearer form opens this one door only.
	other = requests.get(
		f"{site.url}/api/method/frappe.auth.get_logged_user",
		headers={"X-Frappe-Site-Name": site.name, "Authorization": reader},
		timeout=60,
	)
	assert other.status_code == 401
