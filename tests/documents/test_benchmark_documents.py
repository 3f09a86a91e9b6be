"""One command makes each of the two documents of measurements."""

import re
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks import documents

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"retrieval": "retrieval-measured.md", "performance": "performance.md"}


def commands(document: str, quick: bool, folder: Path) -> Iterator[list[str]]:
	"""What the command runs for one collection that has answers."""
	(folder / "answers.jsonl").touch()
	if document == "retrieval":
		return documents.retrieval([str(folder)], quick)
	return documents.performance([str(folder)], quick, "")


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize("document", ["retrieval", "performance"])
def test_every_named_script_is_run(document: str, quick: bool, tmp_path: Path) -> None:
	"""What the document names beside its tables is what the command runs, and each is a module that exists."""
	run = [command for command in commands(document, quick, tmp_path)]
	modules = {command[2] for command in run if command[0] == sys.executable}
	named = set(
		re.findall(r"python -m (benchmarks(?:\.[a-z_]+)+)", (DOCS / PAGES[document]).read_text("utf-8"))
	)
	assert named and named - {"benchmarks.documents"} == modules
	assert all(find_spec(module) for module in modules)


def test_all_modes_are_evaluated(tmp_path: Path) -> None:
	"""The tables of huf alone come from its own command, once for each mode."""
	run = [command for command in documents.retrieval([str(tmp_path)], False) if command[0] == "huf"]
	assert [command[-1] for command in run] == ["keyword", "vector", "hybrid"]
