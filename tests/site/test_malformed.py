"""What nobody should send, over real HTTP: it is refused as a bad request, and leaves no entry in the Error Log."""

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import requests

from tests.site.test_assistants import KEYS

READER = "malformed@example.com"
SEARCH = "huf.ai.knowledge.retriever.knowledge_search"
MARK = "quaggaweft"
ROUNDS = 120
DEEP = "[" * 50_000

LOGGED = """
waiting = frappe.cache.execute_command("LLEN", frappe.cache.make_key("insert_queue_for_Error Log"))
result = frappe.db.count("Error Log") + int(waiting)
"""
SET_LIMITS = """
result = {row.field: row.value for row in frappe.db.sql(
	"select field, value from tabSingles where doctype = 'Agent Settings' and field in %s", (list(values),), as_dict=True)}
for name, value in values.items():
	if value is None:
		frappe.db.delete("Singles", {"doctype": "Agent Settings", "field": name})
	else:
		frappe.db.set_single_value("Agent Settings", name, value)
frappe.clear_document_cache("Agent Settings", "Agent Settings")
"""
"""Gives what was stored before; None is nothing."""


@pytest.fixture(scope="module")
def key(python_on_site, make_user) -> str:
	"""The header of a user who may search."""
	make_user(READER, "Knowledge User")
	return "token " + ":".join(python_on_site(KEYS, users=[READER])[READER])


@pytest.fixture(autouse=True)
def nothing_logged(python_on_site) -> Iterator[None]:
	"""The Error Log is as it was, with what waits to be written to it."""
	before = python_on_site(LOGGED)
	yield
	assert python_on_site(LOGGED) == before


@pytest.fixture
def post(site, key) -> Callable[..., requests.Response]:
	"""`post(address, body, **headers)`: POST bytes to a method as the user, as JSON unless the headers say otherwise."""

	def send(address: str, body: bytes, **headers: str) -> requests.Response:
		given = {
			"X-Frappe-Site-Name": site.name,
			"Authorization": key,
			"Accept": "application/json, text/event-stream",
			"Content-Type": "application/json",
		}
		given.update({name.replace("_", "-"): value for name, value in headers.items()})
		return requests.post(f"{site.url}/api/method/{address}", data=body, headers=given, timeout=120)

	return send


def message(method: Any = "tools/call", number: Any = 1, **params: Any) -> dict[str, Any]:
	"""A message of JSON-RPC."""
	return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def call(query: Any, **arguments: Any) -> dict[str, Any]:
	"""A call of the search tool."""
	return message(name="knowledge_search", arguments={"query": query, **arguments})


NO_JSON = [
	b"{",
	b"nonsense",
	b'{"jsonrpc": "2.0", "id": 1',
	b"\xff\xfe{}",
	b'"a text"',
	b"17",
	b"null",
	b"true",
	DEEP.encode(),
	b'{"a":' * 50_000,
	b"1" * 6_000,
	b'{"query": 1' + b"0" * 6_000 + b"}",
]


@pytest.mark.parametrize("body", NO_JSON, ids=range(len(NO_JSON)))
@pytest.mark.parametrize("address", ["huf.mcp", "huf.dify/retrieval", SEARCH])
def test_bodies_that_are_no_json(post, address: str, body: bytes) -> None:
	"""Half a JSON, no JSON, no object, too deep, numbers without an end: 400 in the form of the address, for guests too."""
	answer = post(address, body)
	if body == b"\xff\xfe{}" and address == SEARCH:
		assert answer.status_code in (400, 417)
		return
	assert answer.status_code == 400, answer.text[:500]
	assert len(answer.content) < 1_000 and isinstance(answer.json(), dict)
	if address == "huf.mcp":
		assert answer.json()["error"]["code"] in (-32700, -32600)
	if address.startswith("huf.dify"):
		assert answer.json()["error_code"] == 4001
	assert post(address, body, Authorization="token a:b").status_code in (400, 401, 403)


BAD_MESSAGES = [
	[],
	[message("ping")],
	[message("ping"), message("ping", 2)],
	{},
	{"jsonrpc": "1.0", "id": 1, "method": "ping"},
	{"jsonrpc": "2.0", "id": {"a": 1}, "method": "ping"},
	{"jsonrpc": "2.0", "id": [1], "method": "ping"},
	{"jsonrpc": "2.0", "id": 1.5, "method": "ping"},
	{"jsonrpc": "2.0", "id": 1, "method": 5},
	{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": "x"},
	{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]},
	{"jsonrpc": "2.0", "id": float("nan"), "method": "ping"},
	message(name="search", arguments={"query": float("inf")}),
	message(name="search", arguments={"query": "half \ud800 a character"}),
	message("\udfff"),
	message(name="search", arguments={"query": json.loads("[" * 200 + "]" * 200)}),
]


@pytest.mark.parametrize("value", BAD_MESSAGES, ids=range(len(BAD_MESSAGES)))
def test_what_is_no_message(post, value: Any) -> None:
	"""Batches, wrong types, NaN, half characters and deep nesting are no messages of MCP: 400 with an error of JSON-RPC."""
	answer = post("huf.mcp", json.dumps(value).encode())
	assert answer.status_code == 400, (answer.status_code, answer.text[:500])
	assert answer.json()["jsonrpc"] == "2.0" and answer.json()["error"]["message"]


def test_mcp_that_is_only_wrong(post) -> None:
	"""Unknown methods and tools, wrong arguments and notifications are answered as the protocol has it; types of content by HTTP."""
	for value in (message("nonsense"), message("tools/call"), message(name=5), message("initialize")):
		answer = post("huf.mcp", json.dumps(value).encode())
		assert answer.status_code == 200 and "error" in answer.json(), (value, answer.text[:500])
	long = MARK + "x" * 5_000
	for value in (
		call(5),
		call("hotel", top_k=long),
		call("hotel", mode=long),
		call("hotel", knowledge_source=long),
		call("hotel", filters={long: 1}),
		call("hotel", **{long: 1}),
		call(long * 3),
		message(name=long, arguments={}),
		message(name="fetch", arguments={"id": long}),
	):
		answer = post("huf.mcp", json.dumps(value).encode())
		assert answer.status_code == 200, (value, answer.text[:500])
		assert answer.json()["result"]["isError"] and answer.text.count("x") < 600, answer.text[:300]
	notification = {"jsonrpc": "2.0", "method": "notifications/initialized"}
	assert post("huf.mcp", json.dumps(notification).encode()).status_code == 202
	ping = json.dumps(message("ping")).encode()
	assert post("huf.mcp", ping).status_code == 200
	assert post("huf.mcp", ping, Content_Type="text/plain").status_code in (400, 415)
	assert post("huf.mcp", ping, Content_Type="application/x-www-form-urlencoded").status_code in (400, 415)
	assert post("huf.mcp", ping, Accept="text/html").status_code == 406
	assert post("huf.mcp", ping, MCP_Protocol_Version="1066-10-14").status_code == 400
	assert post("huf.mcp", ping, MCP_Protocol_Version="\xff").status_code == 400
	huge = json.dumps(call("x" * 30_000_000)).encode()
	assert post("huf.mcp", huge).status_code == 413


def test_dify_that_is_only_wrong(post) -> None:
	"""Wrong types, NaN, half characters and long texts are errors in Dify's form that repeat little of what was sent."""
	fine = {"knowledge_id": "x", "query": "y", "retrieval_setting": {"top_k": 1, "score_threshold": 0}}
	for changed in (
		{"query": 5},
		{"query": "x" * 10_001},
		{"knowledge_id": ["x"]},
		{"retrieval_setting": 5},
		{"retrieval_setting": {"top_k": float("nan")}},
		{"retrieval_setting": {"top_k": float("inf")}},
		{"retrieval_setting": {"score_threshold": float("nan")}},
		{"retrieval_setting": {"score_threshold": "x" * 5_000}},
		{"metadata_condition": {"conditions": [{"name": "x" * 5_000, "comparison_operator": "x" * 5_000}]}},
		{"metadata_condition": {"conditions": "x"}},
		{"metadata_condition": {"logical_operator": "x" * 5_000, "conditions": []}},
	):
		answer = post("huf.dify/retrieval", json.dumps({**fine, **changed}).encode())
		assert answer.status_code == 400 and answer.json()["error_code"] == 4001, answer.text[:500]
		assert answer.text.count("x") <= 500
	for name in ("x" * 5_000, "half \ud800", "nul \x00", "'; drop table x; --"):
		answer = post("huf.dify/retrieval", json.dumps({**fine, "knowledge_id": name}).encode())
		# Half a character is no JSON for Frappe 16.
		told = {(404, 2001), (400, 4001)} if "\ud800" in name else {(404, 2001)}
		assert (answer.status_code, answer.json()["error_code"]) in told


ARGUMENTS: list[dict[str, Any]] = [
	{"query": 5},
	{"query": None},
	{"query": ["x"]},
	{"query": "half \ud800 a character", "knowledge_source": "half \udc00"},
	{"query": "nul \x00", "knowledge_source": "nul \x00"},
	{"query": "x", "knowledge_source": {"a": 1}},
	{"query": "x", "knowledge_source": "x" * 5_000},
	{"query": "x", "knowledge_sources": "[1"},
	{"query": "x", "knowledge_sources": "[1]"},
	{"query": "x", "knowledge_sources": DEEP},
	{"query": "x", "knowledge_sources": [["x"]]},
	{"query": "x", "knowledge_sources": ["x" * 5_000]},
	{"query": "x", "knowledge_sources": ["x"] * 5_000},
	{"query": "x", "top_k": "many"},
	{"query": "x", "top_k": float("nan")},
	{"query": "x", "top_k": 10**30},
	{"query": "x", "mode": "x" * 5_000},
	{"query": "x", "filters": "{"},
	{"query": "x", "filters": DEEP},
	{"query": "x", "filters": "[NaN"},
	{"query": "x", "filters": 5},
	{"query": "x", "filters": {"x" * 5_000: 1}},
	{"query": "x", "filters": {"title": "x" * 5_000}},
	{"query": "x", "filters": {"title": {"x" * 5_000: "x"}}},
	{"query": "x", "filters": {"title": "half \ud800"}},
	{"query": "x", "filters": {"date": float("inf")}},
	{"query": "x", "filters": {"date": "x" * 5_000}},
	{"query": "x", "filters": {"metadata.a": [[[["x"]]]]}},
	{"query": "x", "filters": {"metadata.a": list(range(100_000))}},
	{"query": "x", "filters": "x" * 5_000},
	{"query": "x", "filters": "title=" + "x" * 5_000},
	{"query": "x" * 10_001},
	{"query": "xy " * 3_333},
	{"query": '"' * 9_999},
	{},
]


@pytest.mark.parametrize("values", ARGUMENTS, ids=range(len(ARGUMENTS)))
def test_arguments_of_a_search(post, values: dict[str, Any]) -> None:
	"""Whatever a search is given over REST, it answers or refuses, and says again at most 500 characters of it."""
	answer = post(SEARCH, json.dumps(values).encode())
	assert answer.status_code in (200, 400, 403, 404, 417), (answer.status_code, answer.text[-2_000:])
	assert longest_echo(answer.text) <= 500, answer.text[:2_000]
	if (
		values.get("filters") == "{"
		or values.get("knowledge_sources") == "[1"
		or len(str(values.get("query"))) > 10_000
	):
		assert answer.status_code == 400


def longest_echo(text: str) -> int:
	"""The longest run of what the tests fill their texts with."""
	return max(map(len, re.findall("x+", text.replace("xy ", "xxx"))), default=0)


def test_fuzz(post) -> None:
	"""Random changes of good requests, bytes and values: never an error of the server."""
	chance = random.Random(20)
	good: list[tuple[str, Any]] = [
		("huf.mcp", call("hotel", top_k=3, filters={"title": "*.pdf"})),
		(
			"huf.mcp",
			message(
				"initialize",
				protocolVersion="2025-06-18",
				capabilities={},
				clientInfo={"name": "a", "version": "1"},
			),
		),
		("huf.mcp", message("tools/list")),
		(
			"huf.dify/retrieval",
			{
				"knowledge_id": "x",
				"query": "y",
				"retrieval_setting": {"top_k": 1, "score_threshold": 0.5},
				"metadata_condition": {
					"conditions": [{"name": "title", "comparison_operator": "is", "value": "x"}]
				},
			},
		),
		(SEARCH, {"query": "hotel", "knowledge_sources": ["x"], "filters": {"date": {"from": "2024-01-01"}}}),
	]
	odd = [
		None,
		True,
		-1,
		1e308,
		10**25,
		"",
		"\x00",
		"\ud83d",
		"é" * 700,
		[],
		{},
		[[]],
		{"": {}},
		float("nan"),
	]
	for number in range(ROUNDS):
		address, value = chance.choice(good)
		if number % 2:
			value = changed(value, chance, odd)
			body = json.dumps(value).encode()
		else:
			broken = bytearray(json.dumps(value).encode())
			for _ in range(chance.randrange(1, 4)):
				place = chance.randrange(len(broken))
				broken[place : place + chance.randrange(3)] = bytes([chance.randrange(256)])
			body = bytes(broken)
		answer = post(address, body)
		assert answer.status_code < 500, (address, body, answer.text[-3_000:])


def changed(value: Any, chance: random.Random, odd: list[Any]) -> Any:
	"""``value`` with one of its parts replaced, left out, or renamed."""
	if isinstance(value, dict) and value and chance.random() < 0.8:
		name = chance.choice(list(value))
		copy = dict(value)
		copy[name] = changed(value[name], chance, odd)
		if chance.random() < 0.15:
			copy[name + "x"] = copy.pop(name)
		return copy
	if isinstance(value, list) and value and chance.random() < 0.5:
		return [changed(value[0], chance, odd), *value[1:]]
	return chance.choice(odd)


def test_a_limit_over_http(post, python_on_site, client, make_user) -> None:
	"""One request too many is 429 with Retry-After, in the form of each address; another user goes on."""
	search = json.dumps({"query": "hotel"}).encode()
	dify = json.dumps({"knowledge_id": "x", "query": "y", "retrieval_setting": {"top_k": 1}}).encode()
	tool, listing = json.dumps(call("hotel")).encode(), json.dumps(message("tools/list")).encode()
	names = ("searches_per_minute", "assistant_requests_per_minute")
	before = python_on_site(SET_LIMITS, values=dict.fromkeys(names, 1))
	try:

		def refused(address: str, body: bytes, **headers: str) -> requests.Response:
			# Two minutes may meet between two requests, not between five.
			answers = [post(address, body, **headers) for _ in range(5)]
			found = [answer for answer in answers if "Retry-After" in answer.headers]
			assert found, [answer.text[:300] for answer in answers]
			assert 1 <= int(found[-1].headers["Retry-After"]) <= 60
			return found[-1]

		found = refused(SEARCH, search)
		assert found.status_code == 429 and "Try again in" in found.json()["message"]
		assert "Try again in" in found.json()["_server_messages"]
		page = refused(SEARCH, search, Accept="text/html")
		assert page.status_code == 429
		found = refused("huf.dify/retrieval", dify)
		assert (found.status_code, found.json()["error_code"]) == (429, 4290)
		found = refused("huf.mcp", listing)
		assert (found.status_code, found.json()["id"], found.json()["error"]["code"]) == (429, 1, -32000)
		found = refused("huf.mcp", tool)
		assert found.status_code == 200 and found.json()["result"]["isError"]
		assert "Try again in" in found.json()["result"]["content"][0]["text"]
		guest = refused("huf.mcp", listing, Authorization="", X_Forwarded_For="192.0.2.77")
		assert guest.status_code == 429
		# What a search over MCP finds is one request of an assistant and no search; another user has a minute of their own.
		make_user("malformed-other@example.com", "Knowledge User")
		assert client("malformed-other@example.com").call(SEARCH, query="hotel").status_code == 200
	finally:
		python_on_site(SET_LIMITS, values={name: before.get(name) for name in names})
