"""The house: every room has a floor, arrows run down only, and none runs in a circle (`docs/architecture.md`)."""

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.house import CHECKOUT, cycles, imported, modules, picture, room_arrows

FLOORS = (
	{"huf", "huf.engine"},
	{"huf.agent", "huf.local"},
	{"huf.assistants"},
	{"huf.cli"},
	{"huf.ai.words", "huf.ai.site.database"},
	{"huf.ai", "huf.ai.knowledge", "huf.ai.site", "huf.ai.knowledge.fetch", "huf.ai.knowledge.records"},
	{"huf.ai.access", "huf.ai.costs"},
	{
		"huf.ai.profiles",
		"huf.ai.knowledge.backends",
		"huf.ai.knowledge.changes",
		"huf.ai.knowledge.connections",
		"huf.ai.knowledge.context_builder",
		"huf.ai.knowledge.status",
		"huf.ai.queries.as_user",
	},
	{"huf.ai.knowledge.contents"},
	{
		"huf.ai.knowledge.indexing",
		"huf.ai.knowledge.tool",
		"huf.ai.queries.plain_questions",
		"huf.ai.queries.tools",
	},
	{
		"huf.ai.knowledge.hooks",
		"huf.ai.knowledge.searching",
		"huf.ai.knowledge.selectors",
	},
	{
		"huf.ai.knowledge.corrections",
		"huf.ai.knowledge.listings",
		"huf.ai.knowledge.pdf_page",
		"huf.ai.knowledge.record_sources",
		"huf.ai.knowledge.retriever",
	},
	{
		"huf.ai.queries",
		"huf.ai.knowledge.ask_record",
		"huf.ai.knowledge.following",
		"huf.ai.knowledge.input_view",
		"huf.ai.knowledge.search_as_user",
		"huf.ai.knowledge.versions",
	},
	{"huf.ai.records", "huf.ai.writing", "huf.ai.quality"},
	{"huf.ai.knowledge.packs"},
	{"huf.ai.knowledge.indexer", "huf.ai.knowledge.maintenance", "huf.ai.knowledge.pages", "huf.ai.runs"},
	{
		"huf.ai.agent_integration",
		"huf.ai.agent_tests",
		"huf.ai.agent_tool",
		"huf.ai.chat",
		"huf.ai.feedback",
		"huf.ai.gaps",
		"huf.ai.search_log",
		"huf.ai.triggers",
		"huf.ai.knowledge.watching",
	},
	{"huf.ai.answers", "huf.ai.learning"},
	{"huf.ai.start", "huf.ai.doctor", "huf.ai.local_models", "huf.ai.purging", "huf.ai.backups"},
	{"huf.huf"},
	{"huf.ai.assistants", "huf.commands", "huf.hooks", "huf.install", "huf.www"},
	{"huf.ai.knowledge.scans", "huf.ai.knowledge.sync", "huf.ai.running"},
)
"""From the ground up. A folder stands for all that is in it and has no line of its own. Those of one floor do not know each other."""


def floor_and_name(room: str) -> tuple[int, str]:
	"""The floor of a room, and the longest name by which it is listed."""
	name = room
	while name:
		for number, names in enumerate(FLOORS):
			if name in names:
				return number, name
		name = name.rpartition(".")[0]
	raise AssertionError(room)


@pytest.fixture(scope="module")
def arrows() -> tuple[dict[str, set[str]], dict[tuple[str, str], list[str]]]:
	"""The arrows between rooms, and the imports that make each."""
	return room_arrows(modules())


def test_every_room_has_a_floor(arrows: tuple[dict[str, set[str]], object]) -> None:
	"""A new room is put on a floor on purpose, and none that is gone is still listed."""
	listed = {name for names in FLOORS for name in names}
	assert listed <= modules().keys()
	folders_of_rooms = {"huf", "huf.ai", "huf.ai.knowledge"}
	assert {room for room in arrows[0] if floor_and_name(room)[1] in folders_of_rooms} <= folders_of_rooms | {
		"huf.config"
	}


def test_arrows_run_down(arrows: tuple[dict[str, set[str]], dict[tuple[str, str], list[str]]]) -> None:
	"""A room imports what stands on a lower floor, or under its own name; never across and never up."""
	wrong = []
	for (own, other), why in arrows[1].items():
		(own_floor, own_name), (other_floor, other_name) = floor_and_name(own), floor_and_name(other)
		if own_name != other_name and other_floor >= own_floor:
			wrong += why
	assert not wrong


def test_no_circle(arrows: tuple[dict[str, set[str]], object]) -> None:
	"""No room needs itself through others, in the whole app."""
	assert cycles(arrows[0]) == []


def test_modules_load_in_any_order() -> None:
	"""No module needs itself, through others, while it is loaded: whichever a worker imports first, it finds all names."""
	known = modules()
	assert (
		cycles({module: {*imported(path, known, loading=True)} - {module} for module, path in known.items()})
		== []
	)


def test_the_picture_is_of_this_house() -> None:
	"""docs/architecture.md shows the rooms that there are; HUF_WRITE_DOCS=1 draws them anew."""
	known = modules()
	now, file = picture(known, room_arrows(known)[0]), CHECKOUT / "docs" / "images" / "house.svg"
	if os.environ.get("HUF_WRITE_DOCS"):
		file.write_text(now, encoding="utf-8")
	is_drawn = file.read_text(encoding="utf-8") == now
	assert is_drawn, "run: python -m scripts.house --picture docs/images/house.svg"


WITHOUT_A_SITE = ("huf.agent", "huf.assistants", "huf.cli", "huf.local")


def test_what_needs_no_site_knows_no_frappe() -> None:
	"""The agent's loop, the command line and the doors of other assistants import no Frappe, not even inside functions."""
	for module, path in modules().items():
		if not module.startswith(WITHOUT_A_SITE):
			continue
		for node in ast.walk(ast.parse(path.read_text("utf-8"))):
			names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
			names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
			assert not [name for name in names if name.partition(".")[0] in ("frappe", "rq", "redis")], module


DEFERRED = {
	"huf.agent.answering": "a command that asks no model does not wait for it",
	"huf.agent.models.client": "a command that asks no model does not wait for it",
	"huf.ai.knowledge.backends.embedding_models": "needed where there are vectors",
	"huf.ai.knowledge.backends.placed_models": "needed where there are vectors or a model that re-ranks",
	"huf.ai.knowledge.backends.stores": "needed where there is a vector store",
	"huf.ai.runs.perform": "what only making a run needs",
	"huf.ai.runs.tools.proposals": "what only making a run needs",
	"huf.assistants.local": "needed by `huf mcp` alone",
	"huf.assistants.mcp_http": "the MCP library",
	"huf.assistants.mcp_server": "the MCP library",
	"huf.cli.commands": "who interrupts the import of it gets a line",
	"huf.engine.asking": "patterns that only a long text needs",
	"huf.engine.backends.hybrid": "NumPy",
	"huf.engine.backends.keyword.merger": "what only builds need",
	"huf.engine.backends.keyword.writer": "what only builds need",
	"huf.engine.backends.search_engine": "NumPy, and the client of a search engine",
	"huf.engine.backends.vector_store": "NumPy, and the client of a vector store",
	"huf.engine.builds": "what only builds need",
	"huf.engine.chunkers": "what only builds need",
	"huf.engine.embedding.litellm_embedder": "LiteLLM",
	"huf.engine.embedding.local": "the local model",
	"huf.engine.embedding.minilm": "ONNX Runtime",
	"huf.engine.embedding.encoder": "the tokens of a text, which few sources have a model for",
	"huf.engine.extractors": "what only builds need, and libraries that read files",
	"huf.engine.ocr": "what only builds need",
	"huf.engine.search.steps.cross_encoder": "a model on this server, which few searches have",
	"huf.engine.search.steps.litellm_reranker": "what calls a service, which few searches do",
	"huf.engine.search.opened.local_copies": "locks of files, which are not on every system",
	"huf.local.files": "what reads files, for the names that a filter may have",
	"huf.local.index": "what makes builds",
	"huf.local.upkeep.versions": "what compares builds",
	"huf.engine.reading": "what only builds need, and on Linux alone",
}
"""Modules of huf that a function may import when it runs, and what a search or a short command is spared by that."""

HEAVY = set(
	"PIL Stemmer anyio asyncio babel botocore charset_normalizer croniter defusedxml docx email fcntl frappe httpx jsonschema litellm llama_index lxml mcp milvus_lite"
	" olefile onnxruntime openai openpyxl pptx psycopg2 pymilvus pypdf pypdfium2 qdrant_client referencing resource sqlalchemy tenacity tokenizers xlrd yaml zoneinfo".split()
)
"""Libraries that are loaded when they are needed: heavy, in an extra, not on every system, or, like Frappe, not there at all
where the command line uses the same module."""


def imported_in_functions(path: Path) -> Iterator[str]:
	"""What the functions of a file import: for a module of huf all names, for others the library."""
	for function in ast.walk(ast.parse(path.read_text("utf-8"))):
		if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
			continue
		for node in ast.walk(function):
			if isinstance(node, ast.Import):
				yield from (alias.name for alias in node.names)
			elif isinstance(node, ast.ImportFrom) and node.module:
				yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_functions_import_only_what_is_heavy() -> None:
	"""An import inside a function hides an arrow from a reader, so it is there to spare time or memory, and is known here."""
	used, wrong = set(), []
	for module, path in modules().items():
		for name in imported_in_functions(path):
			library = name.partition(".")[0]
			if library != "huf":
				wrong += [f"{module}: {name}"] if library not in HEAVY else []
				continue
			known = [key for key in DEFERRED if name == key or name.startswith(f"{key}.")]
			used.update(known)
			wrong += [f"{module}: {name}"] if not known else []
	assert not wrong
	assert used == DEFERRED.keys(), "nobody defers these any more"


OWN = ("benchmarks", "huf", "scripts", "tests")


@pytest.mark.parametrize("folder", OWN)
def test_imports_name_what_is_there(folder: str) -> None:
	"""Also those of scripts that run in a process of their own, where nothing but the whole run would tell of a module that has moved."""
	lost = []
	for path in sorted((CHECKOUT / folder).rglob("*.py")):
		for node in ast.walk(ast.parse(path.read_text())):
			if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in OWN:
				lost += [
					f"{path.relative_to(CHECKOUT)}:{node.lineno} {node.module}.{alias.name}"
					for alias in node.names
					if not _is_there(node.module or "", alias.name)
				]
	assert not lost


def _is_there(module: str, name: str) -> bool:
	"""A module of the package, or a name that its own code has."""
	place = CHECKOUT / Path(*module.split("."))
	if (place / name).is_dir() or (place / f"{name}.py").is_file():
		return True
	source = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
	return source.is_file() and re.search(rf"\b{name}\b", source.read_text()) is not None
