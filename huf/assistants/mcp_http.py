"""One HTTP request of MCP's streamable transport, answered inside a server that is not asynchronous.

A site answers with a pool of synchronous workers, each with the request's user and transaction at hand. So every request
is a conversation of its own (the transport's stateless form, with JSON answers): nothing has to be kept between
requests, and any worker can answer the next.

The protocol runs in a thread beside, and the tools in the request's own: frameworks bind what they know of a request to
its thread and its context variables, and what a tool changes in them must still be there when the request ends.
"""

from collections.abc import MutableMapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Any

from huf.assistants.access import KnowledgeAccess
from huf.assistants.mcp_server import Work, make_server


@dataclass(frozen=True, slots=True)
class HttpRequest:
	"""What came in. Names of headers in any case."""

	method: str
	path: str
	query: bytes
	headers: Sequence[tuple[str, str]]
	body: bytes


@dataclass(frozen=True, slots=True)
class HttpAnswer:
	"""What goes out."""

	status: int
	headers: list[tuple[str, str]]
	body: bytes


def answer(access: KnowledgeAccess, request: HttpRequest) -> HttpAnswer:
	"""Answer one POST of the streamable HTTP transport as ``access``, which is asked in the calling thread.

	Raises:
		AssistantsMissing: the SDK is not installed.
	"""
	errands: SimpleQueue[tuple[Work, Future[Any]] | None] = SimpleQueue()

	async def do(work: Work) -> Any:
		import asyncio

		done: Future[Any] = Future()
		errands.put((work, done))
		return await asyncio.wrap_future(done)

	server = make_server(access, do)
	answered: Future[HttpAnswer] = Future()

	def speak() -> None:
		try:
			answered.set_result(_spoken(server, request))
		except BaseException as error:  # noqa: BLE001  raised on in the thread of the request
			answered.set_exception(error)
		finally:
			errands.put(None)

	thread = Thread(target=speak, name="huf-mcp")
	thread.start()
	while (errand := errands.get()) is not None:
		work, done = errand
		try:
			done.set_result(work())
		# Whatever a tool raises is raised where it was asked for: the SDK makes an error result of it.
		except Exception as error:  # noqa: BLE001
			done.set_exception(error)
	thread.join()
	return answered.result()


def _spoken(server: Any, request: HttpRequest) -> HttpAnswer:
	import anyio
	from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

	async def run() -> HttpAnswer:
		exchange = _Exchange(request)
		manager = StreamableHTTPSessionManager(server, json_response=True, stateless=True)
		async with manager.run():
			await manager.handle_request(exchange.scope, exchange.receive, exchange.send)
		return exchange.answer()

	return anyio.run(run)


class _Exchange:
	"""An ASGI conversation about one request that is already complete."""

	def __init__(self, request: HttpRequest) -> None:
		self.scope: dict[str, Any] = {
			"type": "http",
			"asgi": {"version": "3.0"},
			"http_version": "1.1",
			"method": request.method,
			"scheme": "http",
			"path": request.path,
			"raw_path": request.path.encode(),
			"root_path": "",
			"query_string": request.query,
			"headers": [
				(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in request.headers
			],
			"client": None,
			"server": None,
		}
		self._body: bytes | None = request.body
		self._status = 500
		self._headers: list[tuple[str, str]] = []
		self._parts: list[bytes] = []

	async def receive(self) -> dict[str, Any]:
		import anyio

		if self._body is not None:
			body, self._body = self._body, None
			return {"type": "http.request", "body": body, "more_body": False}
		# Whoever asks again waits for the caller to hang up, which this side never learns.
		await anyio.sleep_forever()
		raise AssertionError("unreachable")

	async def send(self, message: MutableMapping[str, Any]) -> None:
		if message["type"] == "http.response.start":
			self._status = message["status"]
			self._headers = [
				(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]
			]
		elif message["type"] == "http.response.body":
			self._parts.append(message.get("body", b""))

	def answer(self) -> HttpAnswer:
		return HttpAnswer(self._status, self._headers, b"".join(self._parts))
