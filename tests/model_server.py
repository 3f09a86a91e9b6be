"""A small OpenAI-compatible server on loopback (chat, embeddings, a re-ranker), for tests and for trying huf without a key.

Real HTTP, scripted::

    with ModelServer([calls(("knowledge_search", {"query": "leave"})), answer("25 days [1].")]) as server:
        ...  # api_base = server.api_base
    assert server.requests[0].body["tools"]

It refuses what the real service refuses: a tool call without its reply, a reply without its call, a
reply twice. Embeddings need no script: a text is the sum of its words, and an answer comes in an order of its own.
In auto mode it plays an assistant: it searches once, then answers and cites. Run it
alone with ``python tests/model_server.py --port 8099 --auto``.
"""

import argparse
import hashlib
import json
import math
import random
import re
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Reply:
	"""One scripted HTTP answer. ``body`` that is not text is sent as JSON."""

	body: Any = None
	status: int = 200
	headers: dict[str, str] = field(default_factory=dict)
	content_type: str = "application/json"
	delay_s: float = 0.0
	piece_delay_s: float = 0.0
	"""Before each piece, when the request asks for a stream."""
	breaks_after: int | None = None
	"""Pieces after which a streamed answer ends without a word."""
	endless: bool = False
	"""A streamed answer whose text is told again and again."""
	drips: bool = False
	"""A stream that is kept open by empty comments alone."""
	plain: bool = False
	"""Asked for a stream, it answers whole all the same."""


@dataclass(frozen=True)
class Recorded:
	"""One request as it came in."""

	path: str
	headers: dict[str, str]
	body: Any
	at: float


def completion(message: dict[str, Any], finish_reason: str = "stop", **usage: int) -> dict[str, Any]:
	"""The JSON of a chat completion around ``message``."""
	tokens = {"prompt_tokens": 100, "completion_tokens": 10, **usage}
	tokens["total_tokens"] = tokens["prompt_tokens"] + tokens["completion_tokens"]
	return {
		"id": "chatcmpl-loopback",
		"object": "chat.completion",
		"created": 1,
		"model": "loopback",
		"choices": [
			{"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish_reason}
		],
		"usage": tokens,
	}


def answer(text: str | None, **usage: int) -> Reply:
	"""The model answers with ``text``; None or empty text is an empty answer."""
	return Reply(completion({"content": text}, **usage))


def calls(*wanted: tuple[str, Any], ids: Iterable[str] | None = None) -> Reply:
	"""The model asks for tools: (name, arguments). Text arguments are sent as they are, malformed or not."""
	names = list(ids) if ids is not None else [f"call_{n}" for n in range(len(wanted))]
	tool_calls = [
		{
			"id": id_,
			"type": "function",
			"function": {
				"name": name,
				"arguments": arguments if isinstance(arguments, str) else json.dumps(arguments),
			},
		}
		for id_, (name, arguments) in zip(names, wanted, strict=True)
	]
	return Reply(completion({"content": None, "tool_calls": tool_calls}, "tool_calls"))


def anthropic_answer(text: str) -> Reply:
	"""``text`` as Anthropic's Messages API words an answer."""
	return Reply(
		{
			"id": "msg_loopback",
			"type": "message",
			"role": "assistant",
			"model": "loopback",
			"content": [{"type": "text", "text": text}],
			"stop_reason": "end_turn",
			"usage": {"input_tokens": 100, "output_tokens": 10},
		}
	)


def ranking(scores: Iterable[float]) -> Reply:
	"""The re-ranker gives the documents these scores; as services do, it names the best one first."""
	rows = [{"index": index, "relevance_score": score} for index, score in enumerate(scores)]
	rows.sort(key=lambda row: -row["relevance_score"])
	return Reply(
		{"id": "rerank-loopback", "results": rows, "usage": {"prompt_tokens": 10, "total_tokens": 10}}
	)


def auto_ranking(body: dict[str, Any]) -> Reply:
	"""A re-ranker that counts the words of the query in each document."""
	words = set(body["query"].casefold().split())
	return ranking(
		len(words & set(document.casefold().split())) / max(1, len(words)) for document in body["documents"]
	)


def error(status: int, message: str, *, code: str | None = None, retry_after: str | None = None) -> Reply:
	"""An error as OpenAI words it."""
	headers = {"Retry-After": retry_after} if retry_after is not None else {}
	return Reply({"error": {"message": message, "type": "error", "code": code}}, status, headers)


def rate_limited(retry_after: str | None = "1") -> Reply:
	"""429, with Retry-After unless it is None."""
	return error(429, "Rate limit reached", code="rate_limit_exceeded", retry_after=retry_after)


def streamed(text: str, **options: Any) -> Reply:
	"""An answer whose pieces come as ``options`` say; see :class:`Reply`."""
	return Reply(completion({"content": text}), **options)


def pieces_of(reply: Reply, include_usage: bool) -> Iterable[dict[str, Any]]:
	"""A whole completion as the pieces that a service streams: words, and tool calls in fragments."""
	(choice,) = reply.body["choices"]
	message, head = choice["message"], {"id": "chatcmpl-loopback", "created": 1, "model": "loopback"}

	def piece(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
		choices = [{"index": 0, "delta": delta, "finish_reason": finish}]
		return {**head, "object": "chat.completion.chunk", "choices": choices}

	yield piece({"role": "assistant", "content": ""})
	if thoughts := message.get("reasoning_content"):
		yield piece({"reasoning_content": thoughts})
	words = re.findall(r"\s*\S+\s*", message.get("content") or "")
	number = 0
	while words and (reply.endless or number < len(words)):
		yield piece({"content": words[number % len(words)] if not reply.endless else f"{words[0]}{number} "})
		number += 1
	for index, call in enumerate(message.get("tool_calls") or []):
		named = {"name": call["function"]["name"], "arguments": ""}
		yield piece(
			{"tool_calls": [{"index": index, "id": call["id"], "type": "function", "function": named}]}
		)
		for part in re.findall(r".{1,7}", call["function"]["arguments"], re.DOTALL):
			yield piece({"tool_calls": [{"index": index, "function": {"arguments": part}}]})
	yield piece({}, choice["finish_reason"])
	if include_usage:
		yield {**head, "object": "chat.completion.chunk", "choices": [], "usage": reply.body["usage"]}


def slow(seconds: float, text: str = "late") -> Reply:
	"""A good answer that comes too late."""
	return Reply(completion({"content": text}), delay_s=seconds)


def half_json() -> Reply:
	"""A body that stops in the middle."""
	return Reply(json.dumps(completion({"content": "never whole"}))[:60])


def wrong_type() -> Reply:
	"""A proxy's HTML page with status 200."""
	return Reply("<html><body>Welcome to the proxy</body></html>", content_type="text/html")


def vector_of(text: str, dimension: int) -> list[float]:
	"""Texts that share words are alike: each word is a direction that follows from its hash."""
	total = [0.0] * dimension
	for word in re.findall(r"\w+", text.casefold()):
		chance = random.Random(hashlib.sha256(word.encode()).digest())
		total = [value + chance.gauss(0, 1) for value in total]
	length = math.sqrt(sum(value * value for value in total)) or 1.0
	return [value / length for value in total]


def embeddings(body: dict[str, Any], dimension: int) -> Reply:
	"""A vector for each text, shuffled; ten tokens a text."""
	texts = body.get("input")
	if not isinstance(texts, list) or not texts or not all(isinstance(text, str) and text for text in texts):
		return error(400, "Invalid request: input must be a list of texts that are not empty")
	data = [
		{"object": "embedding", "index": number, "embedding": vector_of(text, dimension)}
		for number, text in enumerate(texts)
	]
	random.Random(len(texts)).shuffle(data)
	usage = {"prompt_tokens": 10 * len(texts), "total_tokens": 10 * len(texts)}
	return Reply({"object": "list", "model": body.get("model"), "data": data, "usage": usage})


def message_problem(messages: Any) -> str | None:
	"""What OpenAI would find wrong with the tool calls of ``messages``, or None."""
	if not isinstance(messages, list) or not messages:
		return "messages must be a list with at least one message"
	open_calls: set[str] = set()
	for number, message in enumerate(messages):
		role = message.get("role")
		if role == "tool":
			if message.get("tool_call_id") not in open_calls:
				return f"messages[{number}]: 'tool' must answer a preceding tool call that is still open"
			if not isinstance(message.get("content"), str):
				return f"messages[{number}]: a tool reply needs text"
			open_calls.discard(message["tool_call_id"])
			continue
		if open_calls:
			return f"messages[{number}]: tool calls without a reply: {sorted(open_calls)}"
		wanted = message.get("tool_calls") or []
		open_calls = {call["id"] for call in wanted}
		if len(open_calls) != len(wanted) or "" in open_calls:
			return f"messages[{number}]: tool call ids must be unique and not empty"
		for call in wanted:
			try:
				if not isinstance(json.loads(call["function"]["arguments"]), dict):
					return f"messages[{number}]: tool arguments must be a JSON object"
			except ValueError:
				return f"messages[{number}]: tool arguments are not JSON"
		if not wanted and not isinstance(message.get("content"), str | list):
			return f"messages[{number}]: no content"
	return f"tool calls without a reply: {sorted(open_calls)}" if open_calls else None


def refuses(name: str, words: str, allowed: Any = None) -> Callable[[Any], Reply | None]:
	"""A rule: a request with this parameter is refused with these words, unless it has the allowed value."""

	def rule(body: Any) -> Reply | None:
		return error(400, words, code="unsupported_parameter") if body.get(name, allowed) != allowed else None

	return rule


def thinks(tokens: int) -> Callable[[Any], Reply | None]:
	"""A rule: the model needs so many tokens before it writes, and without them its answer is empty."""

	def rule(body: Any) -> Reply | None:
		room = body.get("max_completion_tokens") or body.get("max_tokens")
		if not room or room > tokens:
			return None
		return Reply(completion({"content": ""}, "length", completion_tokens=room))

	return rule


def anthropic_rules(body: Any) -> Reply | None:
	"""What Anthropic's Messages API refuses: calls without all results in the next message, empty texts, roles that do not alternate,
	no longest answer (its documents: Messages, Tool use)."""

	def refused(words: str) -> Reply:
		return Reply({"type": "error", "error": {"type": "invalid_request_error", "message": words}}, 400)

	if not body.get("max_tokens"):
		return refused("max_tokens: Field required")
	open_calls: set[str] = set()
	role = "assistant"
	for number, message in enumerate(body["messages"]):
		if message["role"] == role:
			return refused(f"messages.{number}: roles must alternate")
		role = message["role"]
		content = message["content"]
		blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
		if not blocks or any(one["type"] == "text" and not one["text"].strip() for one in blocks):
			return refused(f"messages.{number}: text content blocks must be non-empty")
		results = {one["tool_use_id"] for one in blocks if one["type"] == "tool_result"}
		if results != open_calls:
			return refused(f"messages.{number}: tool_use ids were found without tool_result blocks")
		open_calls = {one["id"] for one in blocks if one["type"] == "tool_use"}
		if open_calls and not body.get("tools"):
			return refused("Requests which include tool_use blocks must define tools")
	return refused("tool_use without tool_result") if open_calls else None


def example_of(schema: dict[str, Any], text: str) -> Any:
	"""A small value that conforms to a plain JSON schema; strings become ``text``."""
	kind = schema.get("type", "object")
	if "enum" in schema:
		return schema["enum"][0]
	if kind == "object":
		return {key: example_of(sub, text) for key, sub in schema.get("properties", {}).items()}
	if kind == "array":
		return [example_of(schema.get("items", {"type": "string"}), text)]
	return {"string": text, "integer": 1, "number": 1.5, "boolean": True}.get(kind)


def auto_reply(body: dict[str, Any]) -> Reply:
	"""What the assistant of auto mode says: search once when it can, then answer with citations."""
	messages = body["messages"]
	question = next((m["content"] for m in reversed(messages) if m["role"] == "user"), "")
	results = [m["content"] for m in messages if m["role"] == "tool"]
	names = [tool["function"]["name"] for tool in body.get("tools") or []]
	if "knowledge_search" in names and not results:
		return calls(("knowledge_search", {"query": question}))
	numbers = ["1"]
	if results:
		numbers += re.findall(r'"number":\s*(\d+)', results[-1])[-1:]
	marks = " ".join(f"[{number}]" for number in dict.fromkeys(numbers))
	text = f"According to the company's knowledge, this is the answer {marks}."
	if (body.get("response_format") or {}).get("type") == "json_schema":
		text = json.dumps(example_of(body["response_format"]["json_schema"]["schema"], text))
	return answer(text)


class ModelServer:
	"""The server, as a context manager. ``script`` is played in order; auto mode follows when it is over."""

	def __init__(self, script: Iterable[Reply] = (), *, auto: bool = False, port: int = 0) -> None:
		self.script = list(script)
		self.auto = auto
		self.models = ["loopback", "loopback-embedding"]
		"""What it says that it has."""
		self.key = ""
		"""What a list of models needs; empty: nothing."""
		self.list_script: list[Reply] = []
		"""What the next requests for the list get."""
		self.dimension = 16
		"""Numbers in a vector; a test may change it, as a service might."""
		self.embedding_script: list[Reply | None] = []
		"""What the next requests for embeddings get; None is a good answer."""
		self.embedded: list[list[str]] = []
		"""The texts of each request that was answered with vectors, questions too."""
		self.rules: list[Callable[[Any], Reply | None]] = []
		"""What kind of service it plays: each may refuse a request for an answer, before the script is played."""
		self.requests: list[Recorded] = []
		self.hung_up = 0
		"""Streams that the caller closed before their end."""
		self.closed = threading.Event()
		self._lock = threading.Lock()
		self._http = ThreadingHTTPServer(("127.0.0.1", port), self._handler())
		self._http.daemon_threads = True

	@property
	def api_base(self) -> str:
		"""What goes into the AI Provider's API base."""
		return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

	@property
	def bodies(self) -> list[Any]:
		"""The JSON bodies of all requests, in order."""
		return [request.body for request in self.requests]

	def __enter__(self) -> "ModelServer":
		self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)
		self._thread.start()
		return self

	def __exit__(self, *_: object) -> None:
		self.closed.set()
		self._http.shutdown()
		self._http.server_close()
		self._thread.join()

	def serve_forever(self) -> None:
		"""Serve in this thread until it is interrupted."""
		self._http.serve_forever()

	def list_for(self, path: str, headers: dict[str, str]) -> Reply:
		"""What is answered to the question which models there are; only with the key, if there is one."""
		self.requests.append(Recorded(path, headers, None, time.monotonic()))
		if self.list_script:
			return self.list_script.pop(0)
		if self.key and self.key not in "".join(headers.values()):
			return error(401, "Incorrect API key provided: sk-secret")
		names = [{"id": name, "name": name} for name in self.models]
		return Reply({"object": "list", "data": names, "models": names})

	def reply_to(self, path: str, headers: dict[str, str], body: Any) -> Reply:
		"""Record the request and choose its answer."""
		with self._lock:
			self.requests.append(Recorded(path, headers, body, time.monotonic()))
			if path.endswith("/rerank"):
				if not isinstance(body, dict) or not body.get("query") or not body.get("documents"):
					return error(400, "Invalid request: query and documents are needed")
				if self.script:
					return self.script.pop(0)
				return auto_ranking(body) if self.auto else error(400, "no further reply")
			if path.endswith("/embeddings"):
				scripted = self.embedding_script.pop(0) if self.embedding_script else None
				answered = scripted or embeddings(body, self.dimension)
				if answered.status == 200:
					self.embedded.append(body["input"])
				return answered
			path = path.partition("?")[0]
			# The endpoints of Anthropic and Ollama are there for scripted replies alone; their messages have other forms.
			is_own_form = path.endswith(("/v1/messages", "/api/chat"))
			if not is_own_form and not path.endswith("/chat/completions"):
				return error(404, f"Unknown path {path}")
			for rule in self.rules:
				if refusal := rule(body):
					return refusal
			if is_own_form:
				return self.script.pop(0) if self.script else error(400, "no further reply")
			if problem := message_problem(body.get("messages") if isinstance(body, dict) else None):
				return error(400, f"Invalid request: {problem}")
			if self.script:
				return self.script.pop(0)
		if self.auto:
			return auto_reply(body)
		return error(400, "The script of this test server has no further reply")

	def _handler(self) -> type[BaseHTTPRequestHandler]:
		server = self

		class Handler(BaseHTTPRequestHandler):
			protocol_version = "HTTP/1.1"

			def do_GET(self) -> None:
				self.send(
					server.list_for(self.path, {key.lower(): value for key, value in self.headers.items()})
				)

			def do_POST(self) -> None:
				raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
				try:
					body = json.loads(raw)
				except ValueError:
					body = None
				headers = {key.lower(): value for key, value in self.headers.items()}
				reply = server.reply_to(self.path, headers, body)
				whole = reply.status != 200 or reply.plain or not isinstance(reply.body, dict)
				if whole or not (isinstance(body, dict) and body.get("stream")):
					self.send(reply)
				else:
					self.send_pieces(reply, bool((body.get("stream_options") or {}).get("include_usage")))

			def send_pieces(self, reply: Reply, include_usage: bool) -> None:
				self.close_connection = True
				time.sleep(reply.delay_s)
				try:
					self.send_response(200)
					self.send_header("Content-Type", "text/event-stream")
					self.send_header("Connection", "close")
					self.end_headers()
					while reply.drips and not server.closed.wait(reply.piece_delay_s):
						self.wfile.write(b": still here\n\n")
						self.wfile.flush()
					for number, piece in enumerate(pieces_of(reply, include_usage)):
						if number == reply.breaks_after or server.closed.wait(reply.piece_delay_s):
							return
						self.wfile.write(b"data: " + json.dumps(piece).encode() + b"\n\n")
						self.wfile.flush()
					self.wfile.write(b"data: [DONE]\n\n")
				except OSError:
					server.hung_up += 1  # the caller closed the connection, as a cancelled run does

			def send(self, reply: Reply) -> None:
				time.sleep(reply.delay_s)
				text = reply.body if isinstance(reply.body, str) else json.dumps(reply.body)
				data = text.encode()
				try:
					self.send_response(reply.status)
					for key, value in reply.headers.items():
						self.send_header(key, value)
					self.send_header("Content-Type", reply.content_type)
					self.send_header("Content-Length", str(len(data)))
					self.end_headers()
					self.wfile.write(data)
				except OSError:
					# The caller stopped waiting, which is what a slow reply is for.
					self.close_connection = True

			def log_message(self, format: str, *args: object) -> None:
				pass

		return Handler


def main() -> None:
	"""Serve until interrupted, printing the address."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("--port", type=int, default=0)
	parser.add_argument("--auto", action="store_true", help="search once, then answer with citations")
	options = parser.parse_args()
	server = ModelServer(auto=options.auto, port=options.port)
	print(server.api_base, flush=True)
	try:
		server.serve_forever()
	except KeyboardInterrupt:
		print("stopped")


if __name__ == "__main__":
	main()
