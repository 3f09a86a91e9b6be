"""One request, from the road to the reader: how many functions it passes without a site, and that none takes it apart again."""

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner

import huf
from huf.agent.completion import Completion
from huf.ai.knowledge.tool import KnowledgeTools
from huf.assistants.external import retrieve
from huf.assistants.local import LocalAccess
from huf.assistants.tools import call_tool
from huf.cli.commands import main
from huf.engine.analysis.query import MAX_CHARACTERS
from huf.engine.errors import QueryTooLong, SettingsError
from huf.engine.indexing import BuildSettings
from huf.engine.prompt.citations import CitationLedger
from huf.engine.request import Request
from huf.engine.search import SearchTarget, Steps, search
from huf.engine.types import Hit
from huf.local.index import LocalIndex
from huf.tests.frames import MOST, road

HUF = Path(huf.__file__).parent
TEXT = "A hotel room in Osaka is paid up to ninety euros a night."
ENGINE_FRAMES = 6
"""Of the engine, which leaves four to each road: the search, its sources, one source, its candidates, what is remembered, and
the guard around files that may be damaged."""


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
	"""An index of forty texts."""
	root = tmp_path_factory.mktemp("roads")
	folder = root / "texts"
	folder.mkdir()
	for number in range(40):
		(folder / f"{number}.md").write_text(f"{TEXT} Number {number}.")
	LocalIndex(root / "index").update(folder, BuildSettings())
	return root / "index"


def huf_command(*arguments: str) -> None:
	"""The command line, with a model that answers at once."""
	with patch("huf.agent.models.client.complete", return_value=Completion("Ninety [1].", cost=0.0)):
		result = CliRunner().invoke(main, list(arguments), catch_exceptions=False)
	assert result.exit_code == 0, result.output


def tool_of(index: Path) -> KnowledgeTools:
	"""The tool of an agent whose one source is the index."""
	from types import SimpleNamespace

	row = SimpleNamespace(
		source="index", description="", has_vectors=False, max_chunks=5, token_budget=2000, priority=0
	)
	return KnowledgeTools([row], LocalIndex(index).search, CitationLedger())  # type: ignore[list-item]


ROADS: dict[str, Callable[[Path], object]] = {
	"huf search": lambda index: huf_command("search", str(index), "hotel"),
	"huf explain": lambda index: huf_command("explain", str(index), "hotel", "--collapse", "--floor", "0.1"),
	"huf context": lambda index: huf_command("context", str(index), "hotel"),
	"huf ask": lambda index: huf_command("ask", str(index), "hotel", "--model", "openai/x"),
	"MCP": lambda index: call_tool(LocalAccess(index), "knowledge_search", {"query": "hotel"}),
	"MCP, search": lambda index: call_tool(LocalAccess(index), "search", {"query": "hotel"}),
	"Dify": lambda index: retrieve(
		LocalAccess(index), {"query": "hotel", "knowledge_id": "index", "retrieval_setting": {"top_k": 3}}
	),
	"agent's tool": lambda index: tool_of(index).call("knowledge_search", {"query": "hotel"}),
}


@pytest.mark.parametrize("name", ROADS)
def test_a_road_is_short(index: Path, name: str) -> None:
	"""From its entry to the reader a request passes at most ten functions; `pytest -s` prints which."""
	way = road(lambda: ROADS[name](index))
	print(f"{len(way):>3}  {name}: {' > '.join(way)}")
	assert len(way) <= MOST, way


class LastFirst:
	"""A re-ranking model without a model."""

	key = "last-first"

	def prepare(self) -> None:
		"""Nothing to load."""

	def scores(self, query: str, texts: Sequence[str], timeout_s: float) -> Sequence[float]:
		"""Later texts are better."""
		return [float(place) for place, _text in enumerate(texts, 1)]


def test_the_engine_is_no_deeper_in_any_case(index: Path) -> None:
	"""Refused hits, a floor, several sources, and one model that re-ranks them together go no further down."""

	def few(hits: Sequence[Hit]) -> list[bool]:
		return [hit.input.endswith(("7.md", "8.md")) for hit in hits]

	build = LocalIndex(index).live_build()
	reranked = Steps(reranker=LastFirst(), max_per_input=1)
	for steps in (Steps(), Steps(max_per_input=1, mmr=True), reranked):
		targets = [SearchTarget("a", build, steps=steps), SearchTarget("b", build, steps=steps)]
		for some in (targets[:1], targets):
			request = Request("hotel number 7", top_k=4, explain=True)
			way = road(lambda some=some, request=request: search(some, request, accept=few))
			assert len(way) == ENGINE_FRAMES, way


def functions() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
	"""Every function of the app as ``ai/answers:answer``."""
	for path in sorted(HUF.rglob("*.py")):
		name = path.relative_to(HUF).with_suffix("")
		if "tests" in name.parts:
			continue
		for node in ast.walk(ast.parse(path.read_text("utf-8"))):
			if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
				yield f"{name}:{node.name}", node


EDGES = {
	"ai/knowledge/retriever:knowledge_search",
	"ai/knowledge/search_as_user:search_as_user",
	"ai/knowledge/ask_record:ask_record",
	"huf/doctype/knowledge_source/knowledge_source:test_search",
	"ai/knowledge/searching/requests:read_request",
	"commands/indexes:huf_search",
	"assistants/llama_index:__init__",
}
"""What people and programs outside call by argument, and what reads a request of the web."""


def test_a_request_is_taken_apart_at_the_edge_alone() -> None:
	"""No function below the edge has the fields of a request as arguments, and none hands on options that have no type."""
	names = {field.name for field in fields(Request)}
	found = {
		name
		for name, node in functions()
		if len(names & {one.arg for one in (*node.args.args, *node.args.kwonlyargs)}) >= 3
	}
	assert found == EDGES
	passing_on = {
		name
		for name, node in functions()
		if node.args.kwarg
		and ast.unparse(node.args.kwarg.annotation or ast.Constant("Any")) in ("Any", "'Any'")
	}
	rooms = (
		"engine/search",
		"engine/request",
		"engine/tools",
		"local",
		"agent",
		"assistants",
		"ai/assistants",
	)
	rooms += (
		"ai/knowledge/retriever",
		"ai/knowledge/searching",
		"ai/knowledge/search",
		"ai/knowledge/ask_record",
	)
	rooms += (
		"ai/knowledge/tool",
		"ai/knowledge/context",
		"ai/runs/prompt/knowledge",
		"ai/runs/files",
		"ai/answers",
	)
	# It has the options of the class.
	assert {name for name in passing_on if name.startswith(rooms)} == {
		"assistants/llama_index:from_directory"
	}


def test_a_request_is_checked_where_it_is_made() -> None:
	"""What cannot be asked is refused with what can; a program's own query may be cut instead."""
	with pytest.raises(QueryTooLong, match=f"at most {MAX_CHARACTERS:,}"):
		Request("x" * (MAX_CHARACTERS + 1))
	assert Request("x" * (MAX_CHARACTERS + 1), may_be_cut=True).query
	with pytest.raises(SettingsError, match="Known: keyword, vector, hybrid"):
		Request("hotel", mode="psychic")  # type: ignore[arg-type]
	with pytest.raises(SettingsError, match="at least 1"):
		Request("hotel", depth=0)
