"""The engine stands alone: what it may import, in which direction, and what a search must not load."""

import ast
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import huf.engine

ENGINE = Path(huf.engine.__file__).parent
MODULES = sorted(
	"huf.engine."
	+ ".".join(path.relative_to(ENGINE).with_suffix("").parts).removesuffix("__init__").rstrip(".")
	for path in ENGINE.rglob("*.py")
)
MODULES = [module.rstrip(".") for module in MODULES]

LAYERS = (
	{"content", "disk", "errors", "evidence", "registry", "scans", "sentences", "services", "types"},
	{
		"analysis",
		"asking",
		"chunkers",
		"embedding",
		"extractors",
		"filters",
		"heading_templates",
		"encoders",
		"pdf_pages",
		"postings",
		"prompt",
		"questions",
		"ranking",
		"tokens",
	},
	{"backends", "enrichment", "ocr", "reading", "request"},
	{
		"answers",
		"archives",
		"builds",
		"corrections",
		"indexing",
		"inspection",
		"learning",
		"model_files",
		"packs",
		"profiles",
		"search",
		"tools",
	},
)
"""Rooms from the bottom up (``docs/architecture.md``). A room imports from its own layer and those below."""


def room(module: str) -> str:
	"""``huf.engine.backends.base`` is in the room ``backends``."""
	return module.split(".")[2] if module.count(".") > 1 else ""


def imports(path: Path) -> set[str]:
	"""Every module that a file imports, at the top or inside functions."""
	found = set()
	for node in ast.walk(ast.parse(path.read_text("utf-8"))):
		if isinstance(node, ast.Import):
			found |= {alias.name for alias in node.names}
		elif isinstance(node, ast.ImportFrom) and node.module:
			found |= {f"{node.module}.{alias.name}" for alias in node.names}
	return found


def run(code: str) -> str:
	"""The output of a fresh Python."""
	done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True)
	assert done.returncode == 0, done.stderr
	return done.stdout


def test_every_module_imports_alone() -> None:
	"""No engine module needs Frappe, Redis, click or LiteLLM, nor loads LlamaIndex, when it is imported."""
	run(f"""
		import sys
		from importlib import import_module

		class Refuse:
			def find_spec(self, name, path=None, target=None):
				if name.partition(".")[0] in {{"frappe", "redis", "rq", "click", "litellm", "llama_index"}}:
					raise ImportError(f"the engine must not import {{name}}")

		sys.meta_path.insert(0, Refuse())
		for module in {MODULES!r}:
			import_module(module)
	""")


def test_the_document_tells_of_each_room() -> None:
	"""The table of rooms in docs/architecture.md has each once, and none that is gone."""
	document = (ENGINE.parents[1] / "docs" / "architecture.md").read_text("utf-8")
	table = document.partition("\n## Rooms of the engine\n")[2].partition("\n## ")[0]
	named = [
		name for names in re.findall(r"^\| (`.*?) \|", table, re.M) for name in re.findall(r"`(\w+)`", names)
	]
	assert sorted(named) == sorted(set().union(*LAYERS))


def test_arrows_go_one_way() -> None:
	"""A room imports only from rooms below it, so there is no circle."""
	level = {name: number for number, names in enumerate(LAYERS) for name in names}
	for path in ENGINE.rglob("*.py"):
		own = path.relative_to(ENGINE).parts[0].removesuffix(".py")
		if own == "__init__":
			continue
		assert own in level, f"{own} is new: give it a layer here and in docs/architecture.md"
		for module in imports(path):
			assert not module.startswith(
				("huf.ai", "huf.huf", "huf.cli", "huf.local", "huf.agent", "huf.assistants")
			), (
				path,
				module,
			)
			if module.startswith("huf.engine.") and (other := room(module)) != own and other in level:
				assert level[other] <= level[own], f"{path.name} imports {module}"


def test_no_circles() -> None:
	"""Rooms do not import each other in a circle."""
	needs: dict[str, set[str]] = {}
	for path in ENGINE.rglob("*.py"):
		own = path.relative_to(ENGINE).parts[0].removesuffix(".py")
		others = {room(module) for module in imports(path) if module.startswith("huf.engine.")}
		needs.setdefault(own, set()).update(others - {own})
	while free := {name for name, others in needs.items() if not others & needs.keys()}:
		needs = {name: others for name, others in needs.items() if name not in free}
	assert not needs


@pytest.mark.parametrize(
	"arguments", [["search", "DIR", "hotel"], ["context", "DIR", "hotel"], ["info", "DIR"]]
)
def test_a_search_loads_nothing_heavy(tmp_path: Path, arguments: list[str]) -> None:
	"""Searching by keyword loads neither LiteLLM nor LlamaIndex nor a library that reads files."""
	(tmp_path / "files").mkdir()
	(tmp_path / "files" / "a.txt").write_text("a hotel")
	index = str(tmp_path / "index")
	output = run(f"""
		import sys
		from click.testing import CliRunner
		from huf.cli.commands import main
		assert CliRunner().invoke(main, ["index", {str(tmp_path / "files")!r}, "--to", {index!r}]).exit_code == 0
		before = set(sys.modules)
		result = CliRunner().invoke(main, {[index if a == "DIR" else a for a in arguments]!r})
		assert result.exit_code == 0, result.output
		heavy = {{"litellm", "llama_index", "pypdf", "pypdfium2", "openpyxl", "docx", "pptx", "lxml", "frappe", "redis", "nltk"}}
		print(sorted(heavy & {{name.partition(".")[0] for name in sys.modules}}))
	""")
	assert output.strip() == "[]"


def test_a_search_loads_nothing_that_only_builds_need(tmp_path: Path) -> None:
	"""The first search of a process does not wait for extractors, chunkers or writers to be imported."""
	output = run(f"""
		import subprocess, sys
		from pathlib import Path
		make = (
			"from huf.engine.builds import BuildSettings, plan_build, run_build\\n"
			"from huf.engine.content import Content\\n"
			"from huf.engine.types import WantedInput\\n"
			"wanted = [WantedInput('a', 'a', 'a', lambda: Content.from_text('a hotel', 'a.txt'))]\\n"
			"from pathlib import Path\\n"
			"print(run_build(Path({str(tmp_path)!r}), plan_build(wanted, None, BuildSettings()), BuildSettings()).info.path)"
		)
		build = subprocess.run([sys.executable, "-c", make], capture_output=True, text=True, check=True).stdout.strip()
		from huf.engine.search import Request, SearchTarget, search
		assert search([SearchTarget("s", Path(build))], Request("hotel")).hits
		needless = ("builds", "extractors", "chunkers", "indexing", "tokens", "postings.writer", "backends.keyword.writer")
		print([name for name in needless if "huf.engine." + name in sys.modules])
		from importlib.util import find_spec
		assert all(find_spec("huf.engine." + name) for name in needless), "a room that is called otherwise now"
	""")
	assert output.strip() == "[]"
