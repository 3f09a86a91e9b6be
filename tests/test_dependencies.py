"""What huf depends on: the document names all of it, and nothing of it is at odds with what Frappe pins."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from scripts.site_ring import dependencies
from scripts.site_ring.dependencies import (
	OWN_ENVIRONMENT,
	NoIndex,
	Unresolvable,
	admits,
	conflicts,
	extras,
	read_pins,
	tomllib,
)
from scripts.site_ring.lint import CHECKS, lint

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
DOCUMENT = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
PINS = read_pins(ROOT / "tests" / "data" / "frappe-15.txt")


def rows(heading: str) -> list[list[str]]:
	"""The cells of the table under a heading of the document, without its head."""
	chapter = DOCUMENT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
	lines = [line for line in chapter.splitlines() if line.startswith("|")]
	return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def spoken(requirement: Requirement) -> str:
	"""A range as the document writes it, with the Pythons and systems that it is for."""
	text = f"`{requirement.specifier}`" if requirement.specifier else ""
	marker = str(requirement.marker or "")
	for end, words in (("<", "below Python"), (">=", "from Python")):
		if found := re.search(rf'python_version {end} "([\d.]+)"', marker):
			text += f" {words} {found[1]}"
	if "win32" in marker:
		text += ", not on Windows"
	return text


def wanted(lines: list[str]) -> dict[str, set[str]]:
	"""The ranges of each package; an extra of huf is named as such."""
	ranges: dict[str, set[str]] = {}
	for line in lines:
		each = Requirement(line)
		name = f"huf[{','.join(sorted(each.extras))}]" if each.name == "huf" else each.name
		ranges.setdefault(name, set()).add(spoken(each))
	return ranges


def test_every_dependency_has_a_row() -> None:
	"""Range and reason of each package that comes with huf stand in the first table, and of no other."""
	table = rows("What is installed, and why")
	assert {row[0]: set(row[1].split("; ")) for row in table} == wanted(PROJECT["dependencies"])
	assert len(table) == len({row[0] for row in table})
	assert all(len(row) == 4 and len(row[2]) > 10 and len(row[3]) > 3 for row in table)


def test_every_dependency_of_an_extra_has_a_row() -> None:
	"""Range and reason of each package of each extra stand in the table of the extras, and of no other."""
	table = rows("Extras")
	named: dict[str, dict[str, set[str]]] = {}
	for extra, package, ranges, _ in table:
		named.setdefault(extra.strip("`"), {})[package] = set(ranges.split("; "))
	assert named == {name: wanted(lines) for name, lines in PROJECT["optional-dependencies"].items()}
	assert all(len(row[3]) > 10 for row in table)


def test_pinned_packages_fit() -> None:
	"""Each range of huf itself, and of each extra that belongs in a bench, admits what Frappe pins."""
	for name, lines in extras(PROJECT).items():
		own = {} if name in OWN_ENVIRONMENT else {"python_version": "3.11", "sys_platform": "linux"}
		if own:
			assert not conflicts({"environment": own, "install": []}, lines, PINS), name


def test_extras_name_extras() -> None:
	"""What an extra takes from another one is resolved with it, and everything comes on top of huf."""
	project = {
		"name": "huf",
		"dependencies": ["a>=1"],
		"optional-dependencies": {"x": ["b"], "y": ["huf[x]", "c; python_version < '3'"]},
	}
	assert extras(project) == {
		"": ["a>=1"],
		"x": ["a>=1", "b"],
		"y": ["a>=1", "b", "c; python_version < '3'"],
	}


@pytest.mark.parametrize(
	("pin", "asked", "fits"),
	[
		("~=2.7.0", ">=2.7.2,<3", True),
		("~=2.7.0", ">=2.11,<3", False),
		("~=2.7.0", "==2.12.5", False),
		("~=2.7.0", "==2.7.4", True),
		("~=2.7.0", "", True),
		("~=2.7.0", "!=2.7.0", True),
		("==1.15.1", ">=1.15", True),
		("==1.15.1", ">1.15.1", False),
		("~=8.2.2", "!=8.4.0,<9.0.0,>=8.2.0", True),
		("~=8.1.7", ">=8.2", False),
		(">=4.6.1,<5", "~=4.11", True),
		(">=4.6.1,<5", ">=5", False),
		("~=2.9", "==2.9.*", True),
	],
)
def test_admits(pin: str, asked: str, fits: bool) -> None:
	"""Two ranges go together when some release is in both."""
	assert admits(SpecifierSet(pin), SpecifierSet(asked)) is fits


def test_what_a_dependency_asks_for_is_seen() -> None:
	"""The newest release of a dependency that would upgrade what Frappe pins is named, extras and other systems are not."""

	def package(name: str, *requires: str) -> dict[str, Any]:
		return {"metadata": {"name": name, "version": "1.30.0", "requires_dist": list(requires)}}

	report = {
		"environment": {"python_version": "3.11", "sys_platform": "linux"},
		"install": [
			package("mcp", "pydantic<3,>=2.11", "anyio", 'pydantic>=99; sys_platform == "win32"'),
			package("fine", "PyDantic>=2.7", 'click>=99; extra == "cli"'),
		],
	}
	pins = {"pydantic": SpecifierSet("~=2.7.0"), "click": SpecifierSet("~=8.1.7")}
	assert conflicts(report, ["click>=8.1", "mcp"], pins) == [
		"mcp 1.30.0 asks for pydantic<3,>=2.11, and Frappe for ~=2.7.0"
	]
	assert conflicts(report, ["click>=8.2; python_version < '3.14'"], pins)[0].startswith(
		"huf asks for click>=8.2"
	)


def test_without_an_index_it_says_so(
	monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
	"""On a machine without a network the check is skipped in so many words, and does not fail."""
	_only_index(monkeypatch, "http://127.0.0.1:9/simple")
	with pytest.raises(NoIndex):
		dependencies.resolve(["pydantic"])
	monkeypatch.setattr(dependencies, "STAMP", Path("/nowhere"))
	monkeypatch.setattr(dependencies, "resolve", _raises(NoIndex))
	_only_beside_15(monkeypatch)
	assert dependencies.main() == 0
	assert "SKIPPED: huf and what comes after it: no index" in capsys.readouterr().out


def test_both_versions_of_frappe_are_resolved() -> None:
	"""Beside Frappe 15 on every Python that it takes, and beside Frappe 16 on its own, each with the ranges for that Python."""
	named = [
		[bench.label for bench in dependencies.benches(python)] for python in ((3, 10), (3, 13), (3, 14))
	]
	on_16 = "frappe-16, Python 3.14"
	assert named == [["frappe-15, Python 3.10", on_16], ["frappe-15, Python 3.13", on_16], [on_16]]
	lines = ["a>=1; python_version < '3.14'", "a>=2; python_version >= '3.14'", "b"]
	assert dependencies.for_python(lines, (3, 14)) == ["a>=2", "b"]
	assert dependencies.for_python(lines, (3, 9)) == ["a>=1", "b"]
	assert read_pins(dependencies.PINS / "frappe-16.txt")["click"] == SpecifierSet("~=8.3.1")


def test_what_does_not_fit_fails_and_is_tried_again(
	tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
	"""Only a success is remembered, for these dependencies, pins and this Python."""
	calls: list[list[str]] = []
	said = {"pydantic": ">=2.12"}

	def resolved(requirements: list[str], python: tuple[int, int]) -> dict[str, Any]:
		calls.append(requirements)
		metadata = {"name": "x", "version": "1", "requires_dist": [f"pydantic{said['pydantic']}"]}
		return {
			"environment": {"python_version": "3.11", "sys_platform": "linux"},
			"install": [{"metadata": metadata}],
		}

	monkeypatch.setattr(dependencies, "STAMP", tmp_path / "stamp")
	monkeypatch.setattr(dependencies, "resolve", resolved)
	_only_beside_15(monkeypatch)
	assert dependencies.main() == 1
	assert "x 1 asks for pydantic>=2.12, and Frappe for ~=2.7.0" in capsys.readouterr().out
	assert not (tmp_path / "stamp").exists()
	said["pydantic"] = ">=2.7"
	assert dependencies.main() == 0
	asked = len(calls)
	assert dependencies.main() == 0
	assert len(calls) == asked and "checked before" in capsys.readouterr().out


def test_what_cannot_be_resolved_is_no_missing_index(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
	"""Packages that do not go together are an error with pip's words."""
	_only_index(monkeypatch, tmp_path.as_uri())
	with pytest.raises(Unresolvable, match="no-such-package"):
		dependencies.resolve(["no-such-package-of-huf"])


def test_lint_runs_every_check(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
	"""What one check finds keeps none of the others from being run."""
	(tmp_path / "a.py").write_text("print(1)\n")
	bad = ("no_such_module_of_huf",)
	assert lint(tmp_path, [("platform",), bad, ("compileall", "-q", "a.py")]) == 1
	assert "2 of 3 checks passed" in capfd.readouterr().out
	assert {check[0] for check in CHECKS} == {"ruff", "mypy", "compileall"}


def test_lint_finds_what_is_wrong(tmp_path: Path) -> None:
	"""A name that nobody defined, a line that is not formatted and a file that does not compile each fail."""
	for text in ("print(missing)\n", "x = [1,\n2]\n", "def f(:\n"):
		(tmp_path / "a.py").write_text(text)
		checks = [check for check in CHECKS if check[0] == "ruff"]
		assert lint(tmp_path, [*checks, ("compileall", "-q", "a.py")]) >= 1


def _only_beside_15(monkeypatch: pytest.MonkeyPatch) -> None:
	bench = dependencies.Beside(dependencies.PINS / "frappe-15.txt", sys.version_info[:2])
	monkeypatch.setattr(dependencies, "benches", lambda python: [bench])


def _only_index(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
	"""Make pip ask this index and nothing else, whatever the machine's configuration says."""
	monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
	for name in ("PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS", "PIP_NO_INDEX"):
		monkeypatch.delenv(name, raising=False)
	monkeypatch.setenv("PIP_INDEX_URL", address)


def _raises(kind: type[Exception]) -> Any:
	def raising(*arguments: object) -> None:
		raise kind

	return raising
