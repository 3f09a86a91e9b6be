"""The models that a service says it has: asked where a call would go, in the way of its vendor, and read with mistrust."""

from collections.abc import Iterator
from typing import Any

import pytest

from huf.engine.services import Access, Egress, Failure, FailureKind
from huf.engine.services.listing import MOST_BYTES, list_models
from huf.engine.services.presets import PRESETS, suggested
from tests.model_server import ModelServer, Reply, error

KEY = "sk-listing-0123456789"


@pytest.fixture
def server() -> Iterator[ModelServer]:
	"""A service with three models, of which two answer questions."""
	with ModelServer() as running:
		running.models = ["chat-small", "text-embedding-3", "maker/chat-large"]
		yield running


def access(server: ModelServer, path: str = "", allowed: bool = True) -> Access:
	"""The way to the server, as a provider of it has it."""
	address = server.api_base.removesuffix("/v1") + path
	return Access(KEY, address, Egress.to(address, lambda way, network_address: allowed))


@pytest.mark.parametrize(
	("vendor", "path", "asked", "header"),
	[
		("openai", "/v1", "/v1/models", ("authorization", f"Bearer {KEY}")),
		("hosted_vllm", "/v1/", "/v1/models", ("authorization", f"Bearer {KEY}")),
		("anthropic", "", "/v1/models?limit=1000", ("x-api-key", KEY)),
		("gemini", "/v1beta", "/v1beta/models?pageSize=1000", ("x-goog-api-key", KEY)),
		("ollama", "", "/api/tags", ("authorization", f"Bearer {KEY}")),
	],
)
def test_each_vendor_is_asked_in_its_way(
	server: ModelServer, vendor: str, path: str, asked: str, header: Any
) -> None:
	"""Path, header and shape of the answer are the vendor's; names that no model of it can have are left out."""
	found = list_models(vendor, access(server, path))
	makers = ("maker/chat-large",) if vendor in ("hosted_vllm", "ollama", "openai") else ()
	assert found == ("chat-small", *makers)
	(request,) = server.requests
	assert (request.path, request.headers[header[0]]) == (asked, header[1])


def test_what_is_no_name_is_left_out(server: ModelServer) -> None:
	"""An address, markup and nonsense in a list never become the name of a model."""
	server.models = [
		"<img src=x>",
		"http://trap.example/x",
		"127.0.0.1:80/x",
		"x y",
		"",
		"good-one",
		"good-one",
	]
	assert list_models("hosted_vllm", access(server, "/v1")) == ("good-one",)


@pytest.mark.parametrize(
	("reply", "kind"),
	[
		(error(401, "no"), FailureKind.KEY_REFUSED),
		(error(404, "no"), FailureKind.REQUEST_REFUSED),
		(error(429, "no"), FailureKind.RATE_LIMITED),
		(error(503, "no"), FailureKind.UNAVAILABLE),
		(Reply("<html>", content_type="text/html"), FailureKind.UNREADABLE),
		(Reply({"data": {"id": "x"}}), FailureKind.UNREADABLE),
		(Reply({"data": [1, None]}), FailureKind.UNREADABLE),
		(Reply([]), FailureKind.UNREADABLE),
		(Reply({"data": [{"id": "x" * MOST_BYTES}]}), FailureKind.UNREADABLE),
		(Reply("", 302, {"Location": "http://127.0.0.1:1/models"}), FailureKind.UNAVAILABLE),
	],
)
def test_a_failure_says_nothing_of_what_was_answered(
	server: ModelServer, reply: Reply, kind: FailureKind
) -> None:
	"""Its kind is told, never a word of the body; a redirect is not followed, and a list without an end not read."""
	server.list_script = [reply]
	found = list_models("openai", access(server, "/v1"))
	assert isinstance(found, Failure)
	assert found.kind is kind
	assert found.detail in (f"HTTP {reply.status}", "no list of models")


def test_nothing_is_sent_where_no_model_may_be_asked(server: ModelServer) -> None:
	"""The guard of a call of a model holds here, too."""
	found = list_models("openai", access(server, "/v1", allowed=False))
	assert isinstance(found, Failure)
	assert found.kind is FailureKind.NOT_ASKED
	assert "Local Model Servers" in found.detail
	assert server.requests == []


def test_proxies_of_the_environment_are_not_used(
	server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
	"""Whoever set a proxy for the machine does not get the key."""
	with ModelServer() as proxy:
		monkeypatch.setenv("HTTP_PROXY", proxy.api_base)
		assert list_models("openai", access(server, "/v1"))
		assert proxy.requests == []


def test_the_first_model_on_offer() -> None:
	"""A preferred one, also with a date behind its name, else the first of the list; nothing of an empty one."""
	openai = PRESETS["openai"]
	assert suggested(openai, ("o9", "gpt-4o-mini-2024-07-18", "gpt-4o")) == "gpt-4o-mini-2024-07-18"
	assert suggested(openai, ("o9", "gpt-4o-mini", "gpt-4.1-mini")) == "gpt-4.1-mini"
	assert (suggested(openai, ("o9", "o8")), suggested(openai, ())) == ("o9", "")
