"""What huf depends on: the document names all of it, and nothing of it is at odds with what Frappe pins."""

import os
import re
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from scripts.site_ring import dependencies
from scripts.site_ring.dependencies import Unresolvable, extras, fits, has_wheels, resolve, tomllib
from scripts.site_ring.lint import CHECKS, lint

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
DOCUMENT = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
PYTHON = sys.version_info[:2]


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


def test_without_an_index_it_says_so(
	monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
	"""On a machine without a network the check is skipped in so many words, and does not fail."""
	_only_index(monkeypatch, "http://127.0.0.1:9/simple")
	monkeypatch.setattr(dependencies, "STAMP", Path("/nowhere"))
	assert dependencies.main() == 0
	assert "SKIPPED: what comes now, for no index" in capsys.readouterr().out


def test_both_versions_of_frappe_are_resolved() -> None:
	"""Beside Frappe 15 on every Python that it takes, and beside Frappe 16 on its own."""
	named = [
		[bench.label for bench in dependencies.benches(python)] for python in ((3, 10), (3, 13), (3, 14))
	]
	on_16 = "frappe-16, Python 3.14"
	assert named == [["frappe-15, Python 3.10", on_16], ["frappe-15, Python 3.13", on_16], [on_16]]


def test_what_frappe_has_is_not_upgraded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""The newest of what huf brings must go with each package as Frappe has it; what Frappe does not have may be any."""
	_index(
		monkeypatch,
		tmp_path,
		("dogs", "1.0", ["food>=1"]),
		("dogs", "2.0", ["food>=2", "bowl; python_version < '3.14'"]),
		("food", "1.0", []),
		("food", "2.0", []),
		("bowl", "1.0", []),
	)
	assert resolve(["dogs"], PYTHON) == {"dogs": "2.0", "food": "2.0", "bowl": "1.0"}
	assert resolve(["dogs"], (3, 14)) == {"dogs": "2.0", "food": "2.0"}
	assert fits("x", ["dogs"], PYTHON, {"food": "2.0", "cat": "1.0"})
	assert fits("x", ["dogs<2"], PYTHON, {"food": "1.0"})
	assert not fits("x", ["dogs"], PYTHON, {"food": "1.0"})


def test_both_ends_of_the_ranges_have_wheels(
	tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
	"""A range that begins where nothing can be installed is named, and a package without a wheel is an error."""
	_index(
		monkeypatch,
		tmp_path,
		("dogs", "1.0", ["food<2"]),
		("dogs", "2.0", ["food"]),
		("food", "1.0", []),
		("food", "2.0", []),
	)
	assert has_wheels(["dogs>=1.0", "food>=1"], PYTHON)
	assert capsys.readouterr().out.endswith("newest: 2 packages; lowest: 2 packages\n")
	assert has_wheels(["dogs>=1", "food>=2", "cat>=1; python_version < '3.14'"], (3, 14))
	assert capsys.readouterr().out.endswith("lowest: 2 packages, above their ranges' begin: dogs 2.0\n")
	wheel = tmp_path / "food" / "food-2.0-py3-none-any.whl"
	(tmp_path / "food" / "index.html").write_text('<a href="food-2.0-cp27-none-win32.whl">food</a>')
	wheel.rename(wheel.with_name("food-2.0-cp27-none-win32.whl"))
	assert not has_wheels(["food>=2"], PYTHON)
	assert "no wheels go together" in capsys.readouterr().out


def test_every_python_that_huf_takes_is_resolved() -> None:
	"""From the lowest that `requires-python` allows to Frappe 16's, without a gap."""
	lowest = tuple(int(part) for part in PROJECT["requires-python"].removeprefix(">=").split("."))
	assert dependencies.PYTHONS[0] == lowest
	assert [python[1] for python in dependencies.PYTHONS] == list(
		range(lowest[1], dependencies.PYTHON_OF_16[1] + 1)
	)


def test_what_does_not_fit_fails_and_is_tried_again(
	tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
	"""Only a success is remembered, for these dependencies, pins and this Python."""
	calls: list[list[str]] = []
	refused: list[Unresolvable] = []

	def resolved(
		requirements: list[str], python: tuple[int, int], among: Any = None, options: Any = ()
	) -> dict[str, str]:
		calls.append(requirements)
		if among and refused:
			raise refused[0]
		return {"x": "1"}

	monkeypatch.setattr(dependencies, "STAMP", tmp_path / "stamp")
	monkeypatch.setattr(dependencies, "resolve", resolved)
	refused.append(Unresolvable("x 1 asks for pydantic>=2.12"))
	assert dependencies.main() == 1
	assert "x 1 asks for pydantic>=2.12" in capsys.readouterr().out
	assert not (tmp_path / "stamp").exists()
	refused.clear()
	assert dependencies.main() == 0
	asked = len(calls)
	assert dependencies.main() == 0
	assert len(calls) == asked and "checked before" in capsys.readouterr().out


def test_what_cannot_be_resolved_is_no_missing_index(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
	"""Packages that do not go together are an error with uv's words."""
	_only_index(monkeypatch, tmp_path.as_uri())
	with pytest.raises(Unresolvable, match="no-such-package"):
		resolve(["no-such-package-of-huf"], PYTHON)


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


def _only_index(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
	"""Make uv ask this index and nothing else, whatever the machine's configuration says."""
	for name in [name for name in os.environ if name.startswith("UV_")]:
		monkeypatch.delenv(name)
	monkeypatch.setenv("PIP_INDEX_URL", address)


def _index(monkeypatch: pytest.MonkeyPatch, folder: Path, *wheels: tuple[str, str, list[str]]) -> None:
	"""Make uv ask an index of these wheels alone: name, version, requirements."""
	_only_index(monkeypatch, folder.as_uri())
	for name, version, requires in wheels:
		place = folder / name / f"{name}-{version}-py3-none-any.whl"
		place.parent.mkdir(exist_ok=True)
		info = f"{name}-{version}.dist-info"
		lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
		lines += [f"Requires-Dist: {line}" for line in requires]
		with zipfile.ZipFile(place, "w") as wheel:
			wheel.writestr(f"{info}/METADATA", "\n".join(lines) + "\n")
			wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
			wheel.writestr(f"{info}/RECORD", "")
		links = "".join(
			f'<a href="{file.name}">{file.name}</a>' for file in sorted(place.parent.glob("*.whl"))
		)
		(place.parent / "index.html").write_text(f"<!DOCTYPE html><html><body>{links}</body></html>")
