"""Where a call of a model goes: whatever a model is named, to its provider's address alone.

Every connection of the process is seen at its socket, so it does not matter which library makes it. No name is looked up
for real: each gets a network address of its own, and a connection to it ends at one of two servers on loopback, the
provider's or the one that nobody may reach.
"""

import contextlib
import contextvars
import importlib.util
import ipaddress
import json
import re
import socket
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from huf.agent.models.client import ModelConfig, complete
from huf.agent.models.errors import ModelError, ModelMisconfigured
from huf.engine.embedding.litellm_embedder import LiteLLMEmbedder
from huf.engine.errors import EmbeddingFailed, EmbeddingRefused, HufError, ModelNameRefused, RerankFailed
from huf.engine.search.steps.litellm_reranker import LiteLLMReranker
from huf.engine.services import VENDORS, Access, Egress, RetryPolicy, check_name, load_litellm, model_string
from huf.engine.services.vendors import LATER_VENDORS, PREFIXES
from tests.model_server import ModelServer, Reply, answer

KEY = "sk-provider-key-0123456789"
ENVIRONMENT_KEY = "sk-environment-key-0123456789"
PROVIDER = "provider.example"
BASE = f"http://{PROVIDER}:8000/v1"
TRAP = "trap.example"
KINDS = ("chat", "embedding", "rerank")
MESSAGES = [{"role": "user", "content": "A secret of the company"}]

REFUSED_NAMES = (
	f"http://{TRAP}/https",
	f"https://{TRAP}/v1",
	f"HTTP://{TRAP}/",
	f"//{TRAP}/v1",
	f"http:/{TRAP}/v1",
	f"http:\\\\{TRAP}\\v1",
	f"{TRAP}/https",
	f"{TRAP}:80/https",
	f"{TRAP}:80",
	f"{TRAP}/v1/chat/completions",
	f"user@{TRAP}/x",
	"127.0.0.1:8199/https",
	"127.0.0.1",
	"localhost:11434/x",
	"localhost",
	"[::1]/x",
	"0x7f000001/x",
	"169.254.169.254/latest",
	"../../x",
	"a/../b",
	"a//b",
	"/x",
	"x/",
	"x..y",
	".",
	"",
	"x y",
	"x\ny",
	"x\r\nHost: trap.example",
	"x\ty",
	"x\x00y",
	"x%2f..%2fy",
	"x?api_base=http://trap.example",
	"x#y",
	"x;y",
	"x,y",
	"{x}",
	"${OPENAI_API_KEY}",
	"os.environ/OPENAI_API_BASE",
	"\u202ex",
	"m\u043edel",
	"x" * 141,
	"responses/gpt-4o",
	"chat/completions",
	"v2/command-r",
	"converse/anthropic.claude-v2",
	"invoke/x",
	"deployments/x",
	"replicate/meta/llama",
	"my-replicate-model",
	"clarifai/openai.chat.GPT-4",
	"arn:aws:bedrock:us-east-1:1:x/y@z",
)
"""No model of any vendor is called like this."""
DOUBTFUL_NAMES = (
	"oobabooga/x",
	"openai/gpt-4o",
	"azure/command-r-plus",
	"bedrock/x",
	"petals-team/StableBeluga2",
	"ft:babbage-002",
	"ft:gpt-3.5-turbo:org::id",
	"togethercomputer/llama-2-70b-chat",
	"gpt-4o",
	"claude-2",
	"command-r",
	"snowflake-arctic",
	"jamba-large-1.6",
)
"""Names that some vendors have and others have not."""


class Recorder:
	"""What reached which host, by its name: ``reached`` has each connection that was made."""

	def __init__(self, provider_port: int, trap_port: int) -> None:
		self._ports = {PROVIDER: provider_port}
		self._trap_port = trap_port
		self._hosts: dict[str, str] = {}
		self.reached: list[tuple[str, int]] = []

	def getaddrinfo(self, host: Any, port: Any, family: int = 0, type: int = 0, *rest: Any) -> Any:
		name = host.decode() if isinstance(host, bytes) else str(host)
		sys.audit("socket.getaddrinfo", host, port, family, type, 0)
		with contextlib.suppress(ValueError):
			ipaddress.ip_address(name)
			self._hosts[name] = name
		found = next((fake for fake, known in self._hosts.items() if known == name), None)
		if found is None:
			found = f"93.184.{len(self._hosts) // 250}.{len(self._hosts) % 250 + 1}"
			self._hosts[found] = name
		return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (found, int(port or 0)))]

	def connect(self, real: Any, sock: socket.socket, address: Any) -> Any:
		sys.audit("socket.connect", sock, address)
		host = self._hosts.get(address[0], address[0]) if isinstance(address, tuple) else str(address)
		self.reached.append((host, address[1] if isinstance(address, tuple) else 0))
		there = ("127.0.0.1", self._ports.get(host, self._trap_port))
		# In a context without a guard, which has judged already what was asked for.
		return contextvars.Context().run(real, sock, there)


class Listener:
	"""Writes down what it is sent, and has nothing."""

	def __enter__(self) -> "Listener":
		heard = self.heard = []

		class Handler(BaseHTTPRequestHandler):
			def answer(self) -> None:
				length = int(self.headers.get("Content-Length") or 0)
				heard.append(f"{self.requestline}\n{self.headers}\n{self.rfile.read(length)!r}")
				self.send_response(404)
				self.send_header("Content-Length", "2")
				self.send_header("Connection", "close")
				self.end_headers()
				self.wfile.write(b"{}")

			do_GET = do_POST = answer

			def log_message(self, *_: Any) -> None:
				pass

		self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
		self._server.daemon_threads = True
		self.port = self._server.server_address[1]
		threading.Thread(
			target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
		).start()
		return self

	def __exit__(self, *_: object) -> None:
		self._server.shutdown()
		self._server.server_close()


@pytest.fixture(scope="module")
def environment() -> dict[str, str]:
	"""Every variable that the installed LiteLLM reads, as far as it is an address or a key, in hostile hands."""
	root = Path(importlib.util.find_spec("litellm").submodule_search_locations[0])  # type: ignore[union-attr,index]
	names: set[str] = set()
	for path in [*root.glob("*.py"), *root.glob("llms/**/*.py"), *root.glob("litellm_core_utils/*.py")]:
		names |= set(re.findall(r"[\"']([A-Z][A-Z0-9_]{4,})[\"']", path.read_text("utf-8")))
	values = {}
	for name in names:
		if re.search(r"_(?:BASE|URL|ENDPOINT|HOST)$", name) and not name.startswith("LITELLM_MODEL_COST"):
			values[name] = f"http://{TRAP}/v1"
		elif re.search(r"_(?:KEY|TOKEN|SECRET)$", name):
			values[name] = ENVIRONMENT_KEY
	assert {"OPENAI_API_BASE", "OPENAI_BASE_URL", "OPENAI_API_KEY", "OLLAMA_API_BASE"} <= values.keys()
	return values


@pytest.fixture
def provider() -> Iterator[Listener]:
	with Listener() as listener:
		yield listener


@pytest.fixture
def trap() -> Iterator[Listener]:
	with Listener() as listener:
		yield listener


@pytest.fixture
def recorder(provider: Listener, trap: Listener, monkeypatch: pytest.MonkeyPatch) -> Recorder:
	load_litellm()
	# What takes most of the time and sends nothing: a client's pauses between attempts, and LiteLLM's texts for logs.
	for name in ("INITIAL_RETRY_DELAY", "MAX_RETRY_DELAY"):
		monkeypatch.setattr(f"openai._base_client.{name}", 0.0)
	monkeypatch.setattr("traceback.format_exc", lambda *_, **__: "")
	found = Recorder(provider.port, trap.port)
	real = socket.socket.connect
	monkeypatch.setattr(socket, "getaddrinfo", found.getaddrinfo)
	monkeypatch.setattr(socket.socket, "connect", lambda sock, address: found.connect(real, sock, address))
	return found


def anywhere(_: Egress, __: Any) -> bool:
	return True


def call(kind: str, string: str, access: Access) -> None:
	"""Ask once, as huf asks; whatever comes of it."""
	with contextlib.suppress(ModelError, EmbeddingFailed, RerankFailed):
		if kind == "chat":
			config = ModelConfig(string, access.api_base, access.api_key, egress=access.egress)
			complete(config, MESSAGES, timeout_s=5, retry=RetryPolicy(attempts=1))
		elif kind == "embedding":
			once = RetryPolicy(attempts=1)
			LiteLLMEmbedder(string, access=lambda: access, retry_policy=once).embed(
				["A secret of the company"]
			)
		else:
			LiteLLMReranker(string, access).scores("A secret", ["of the company"], 5.0)


def every_vendor() -> set[str]:
	"""What the installed LiteLLM takes for a vendor."""
	litellm = load_litellm()
	from litellm.llms.openai_like.json_loader import JSONProviderRegistry

	listed = {str(getattr(vendor, "value", vendor)) for vendor in litellm.provider_list}
	return listed | set(JSONProviderRegistry.list_providers())


def test_the_old_hole_is_seen(recorder: Recorder, trap: Listener) -> None:
	"""Control: without a guard the recorder sees an address in a model string reached, with key and text."""
	call("chat", f"oobabooga/http://{TRAP}/https", Access(KEY, BASE))
	assert recorder.reached == [(TRAP, 80)]
	assert "A secret of the company" in trap.heard[0]
	call("chat", "replicate/meta/llama", Access(KEY, BASE))
	assert ("api.replicate.com", 443) in recorder.reached


def test_the_list_of_vendors_is_whole() -> None:
	"""Whatever LiteLLM takes for a vendor is known, so that it is not taken for a part of a name."""
	assert every_vendor() <= PREFIXES
	assert VENDORS.keys() <= every_vendor()
	assert len(REFUSED_NAMES) >= 50


def test_makers_that_became_vendors_later_are_parts_of_a_name() -> None:
	"""A server that speaks OpenAI's language may name its models by them, and LiteLLM asks that server."""
	litellm = load_litellm()
	for maker in sorted(LATER_VENDORS):
		string = model_string("openai", f"{maker}/some-model", "chat")
		assert litellm.get_llm_provider(model=string)[:2] == (f"{maker}/some-model", "openai")


def test_the_list_is_the_same_everywhere() -> None:
	"""The form offers the vendors of the list, and the documentation names each of them."""
	root = Path(__file__).parents[2]
	form = json.loads((root / "huf/huf/doctype/ai_provider/ai_provider.json").read_text("utf-8"))
	(offered,) = (field["options"] for field in form["fields"] if field["fieldname"] == "vendor")
	assert offered.split("\n") == ["", *sorted(VENDORS)]
	documented = (root / "docs/models.md").read_text("utf-8")
	assert [vendor for vendor in VENDORS if f"`{vendor}`" not in documented] == []


def test_every_vendor_and_hostile_name(
	recorder: Recorder,
	provider: Listener,
	trap: Listener,
	environment: dict[str, str],
	monkeypatch: pytest.MonkeyPatch,
) -> None:
	"""Each vendor, for each thing that models do, by each hostile name: refused, or asked at the provider's address."""
	for name, value in environment.items():
		monkeypatch.setenv(name, value)
	access = Access(KEY, BASE, Egress.to(BASE, anywhere))
	asked = 0
	for vendor in sorted(every_vendor()):
		for kind in KINDS:
			for name in (*REFUSED_NAMES, *DOUBTFUL_NAMES):
				try:
					string = model_string(vendor, name, kind)  # type: ignore[arg-type]
				except ModelNameRefused:
					continue
				assert name in DOUBTFUL_NAMES and vendor in VENDORS
				asked += 1
				call(kind, string, access)
	assert asked > 200
	assert set(recorder.reached) == {(PROVIDER, 8000)} and len(recorder.reached) > 200
	assert trap.heard == []
	sent = "".join(provider.heard)
	assert KEY in sent and ENVIRONMENT_KEY not in sent


HOSTILE_STRINGS = (f"http://{TRAP}/https", "replicate/x", f"{TRAP}:8000/x")
"""Names that no check has seen."""


def test_the_guard_alone(
	recorder: Recorder, trap: Listener, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
	"""Each vendor of LiteLLM, also those that huf does not offer, by names that no check has seen, and without an address."""
	for name, value in environment.items():
		monkeypatch.setenv(name, value)
	egress = Egress.to(BASE, anywhere)
	for vendor in sorted(every_vendor()):
		for kind in KINDS:
			for number, name in enumerate(HOSTILE_STRINGS if kind == "chat" else HOSTILE_STRINGS[:1]):
				call(kind, f"{vendor}/{name}", Access(KEY, None if number else BASE, egress))
	assert set(recorder.reached) <= {(PROVIDER, 8000)}
	assert trap.heard == []


def test_vendors_own_addresses(
	recorder: Recorder, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
	"""A vendor without an address in the record is asked at its own, whatever the environment says."""
	for name, value in environment.items():
		monkeypatch.setenv(name, value)
	reached = set()
	for vendor, about in VENDORS.items():
		for kind in KINDS:
			if not (address := about.address_for(kind)):  # type: ignore[arg-type]
				continue
			egress = Egress.to(address, anywhere)
			recorder.reached.clear()
			call(kind, model_string(vendor, "some-model", kind), Access(KEY, address, egress))  # type: ignore[arg-type]
			assert set(recorder.reached) <= {(egress.host, egress.port)}, (vendor, kind)
			reached |= {vendor} if recorder.reached else set()
	assert reached == {vendor for vendor, about in VENDORS.items() if about.address}


def test_a_private_network_address(recorder: Recorder, provider: Listener) -> None:
	"""A host that leads where models must not be asked is not connected to, and the answer says what to do."""
	seen = []

	def only_the_first(_: Egress, address: Any) -> bool:
		seen.append(address)
		return len(seen) == 1

	access = Access(KEY, BASE, Egress.to(BASE, only_the_first))
	call("chat", "openai/x", access)
	assert len(recorder.reached) == 1
	config = ModelConfig("openai/x", BASE, KEY, egress=access.egress)
	with pytest.raises(ModelMisconfigured, match="Local Model Servers"):
		complete(config, MESSAGES, timeout_s=5)
	once = RetryPolicy(attempts=1)
	with pytest.raises(EmbeddingRefused, match="Local Model Servers"):
		LiteLLMEmbedder("openai/x", access=lambda: access, retry_policy=once).embed(["x"])
	with pytest.raises(RerankFailed, match="Local Model Servers"):
		LiteLLMReranker("infinity/x", access).scores("q", ["x"], 5.0)
	assert len(recorder.reached) == 1 and len(provider.heard) == 1


def test_a_proxy_of_the_environment(recorder: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Nothing goes to a proxy, which would see an unencrypted request whole."""
	for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"):
		monkeypatch.setenv(name, f"http://{TRAP}:3128")
	load_litellm().in_memory_llm_clients_cache.flush_cache()
	config = ModelConfig("openai/x", BASE, KEY, egress=Egress.to(BASE, anywhere))
	try:
		with pytest.raises(ModelMisconfigured, match="proxies of the server's environment"):
			complete(config, MESSAGES, timeout_s=5)
	finally:
		load_litellm().in_memory_llm_clients_cache.flush_cache()
	assert recorder.reached == []


LIBRARIES = {
	"httpx": "import httpx; httpx.post(url, content=b'x', follow_redirects=True)",
	"requests": "import requests; requests.post(url, data=b'x', timeout=5)",
	"urllib3": "import urllib3; urllib3.PoolManager().request('POST', url, body=b'x', retries=False)",
	"urllib": "import urllib.request; urllib.request.urlopen(url, b'x', timeout=5)",
	"aiohttp": "import asyncio, aiohttp\nasync def ask():\n\tasync with aiohttp.ClientSession() as session:\n"
	"\t\tawait session.post(url, data=b'x')\nasyncio.run(ask())",
	"asyncio": "import asyncio; asyncio.run(asyncio.open_connection(host, port))",
	"botocore": "from botocore.httpsession import URLLib3Session as S\nfrom botocore.awsrequest import AWSRequest as R\n"
	"S().send(R('POST', url, data=b'x').prepare())",
	"socket": "import socket; socket.create_connection((host, port), 5)",
	"address": "import socket; socket.socket().connect(('93.184.0.77', port))",
	"unix": "import socket; socket.socket(socket.AF_UNIX).connect('/nowhere')",
}


@pytest.mark.parametrize("library", LIBRARIES)
def test_every_library_is_held(library: str, recorder: Recorder) -> None:
	"""Each way to the network that LiteLLM may take reaches another host without the guard, and does not with it."""
	if library in ("aiohttp", "botocore"):
		pytest.importorskip(library)
	values = {"url": f"http://{TRAP}:8000/x", "host": TRAP, "port": 8000}
	with contextlib.suppress(Exception):
		exec(LIBRARIES[library], dict(values))
	assert len(recorder.reached) == 1
	with Egress.to(BASE, anywhere).guarded() as guard:
		with pytest.raises(Exception, match=r"(?i)nothing was sent|connect"):
			exec(LIBRARIES[library], dict(values))
		assert guard.problem and "Nothing was sent" in guard.problem
	assert len(recorder.reached) == 1


@pytest.mark.parametrize("is_open", [False, True])
def test_a_redirect_carries_nothing_away(is_open: bool) -> None:
	"""A service that sends a call elsewhere is not followed, also where a connection is open already."""
	elsewhere = ModelServer([answer("stolen")] * 3)
	with elsewhere, ModelServer([]) as server:
		there = elsewhere.api_base.replace("127.0.0.1", "localhost")
		load_litellm()
		for string in ("hosted_vllm/x", "openai/x", "ollama_chat/x"):
			if is_open:
				egress = Egress.to(there, anywhere)
				call("chat", string, Access("other-key", there, egress))
			before = len(elsewhere.requests)
			location = {"Location": f"{there}/chat/completions"}
			server.script.append(Reply({}, status=307, headers=location))
			config = ModelConfig(string, server.api_base, KEY, egress=Egress.to(server.api_base, anywhere))
			with pytest.raises(ModelError):
				complete(config, MESSAGES, timeout_s=5, retry=RetryPolicy(attempts=1))
			assert len(elsewhere.requests) == before


def test_who_takes_the_pieces_may_go_anywhere() -> None:
	"""The guard is around the call, and not around what a site does with the pieces of an answer."""
	connected = []

	class Sink:
		def restart(self) -> None:
			pass

		def add(self, text: str) -> None:
			with socket.create_connection(("127.0.0.1", other.port), 5):
				connected.append(text)

	with Listener() as other, ModelServer([answer("One two three.")]) as server:
		config = ModelConfig("openai/x", server.api_base, KEY, egress=Egress.to(server.api_base, anywhere))
		found = complete(config, MESSAGES, timeout_s=5, sink=Sink())
	assert found.text == "".join(connected) == "One two three."


GOOD_NAMES = (
	("openai", "gpt-4o-mini"),
	("openai", "ft:gpt-3.5-turbo:org::id"),
	("openai", "BAAI/bge-m3"),
	("anthropic", "claude-sonnet-4-5-20250929"),
	("gemini", "gemini-2.5-pro"),
	("ollama", "llama3.1:8b-instruct-q4_K_M"),
	("ollama", "mannix/jan-nano:latest"),
	("groq", "openai/gpt-oss-120b"),
	("openrouter", "anthropic/claude-3.5-sonnet:beta"),
	("openrouter", "openrouter/auto"),
	("hosted_vllm", "openai/gpt-oss-20b"),
	("lm_studio", "qwen2.5-7b-instruct-q4_k_m.gguf"),
	("fireworks_ai", "accounts/fireworks/models/llama-v3p1-8b-instruct"),
	("deepinfra", "Qwen/Qwen3-Reranker-8B"),
	("azure", "my-deployment_1"),
	("cohere", "embed-multilingual-v3.0"),
)


@pytest.mark.parametrize(("vendor", "name"), GOOD_NAMES)
def test_names_that_are_names(vendor: str, name: str) -> None:
	"""What vendors call their models is taken."""
	check_name(vendor, name)


@pytest.mark.parametrize(
	("vendor", "name", "says"),
	[
		("openai", f"http://{TRAP}/x", "The address belongs to AI Provider"),
		("openai", f"{TRAP}/x", "begins with a host"),
		("openai", "openai/gpt-4o", "Write gpt-4o"),
		("openai", "anthropic/claude-3", "Choose a provider of the vendor anthropic"),
		("anthropic", "models/claude-3", "have none"),
		("openai", "responses/gpt-4o", "route"),
		("oobabooga", "x", "Choose one of the list"),
		("anthropic", "my-replicate-x", "another vendor"),
		("openai", "two words", "no name of a model"),
		("openai", "x\u202e" * 200, "no name of a model"),
	],
)
def test_what_a_refusal_says(vendor: str, name: str, says: str) -> None:
	"""One sentence that says what to do, short, and without what cannot be printed."""
	with pytest.raises(ModelNameRefused, match=re.escape(says)) as caught:
		check_name(vendor, name)
	assert len(str(caught.value)) < 300 and "\u202e" not in str(caught.value)


@pytest.mark.parametrize(
	"address",
	[
		"ftp://host/x",
		"//host/x",
		"http://",
		"http://user@host/",
		"http://user:word@host/",
		"http://good.example\\@trap.example/",
		"http://good.example#@trap.example/",
		"http://host:0/",
		"http://host:99999/",
		"http://h\u00f6st/",
		"http://ho st/",
		"http://host/\r\nx",
		"http://[::1",
		"file:///etc/passwd",
	],
)
def test_addresses_that_are_none(address: str) -> None:
	"""What two readers of an address could read in two ways is no address."""
	with pytest.raises(HufError, match="https://host/path"):
		Egress.to(address, anywhere)


def test_equal_addresses() -> None:
	"""Case, a dot at the end and the port that everybody knows make no difference."""
	assert Egress.to("HTTPS://API.Example.com./v1", anywhere) == Egress.to(
		"https://api.example.com:443", anywhere
	)
	assert Egress.to("http://[::1]:11434", anywhere).host == "::1"
