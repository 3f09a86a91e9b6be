"""What Frappe's marketplace asks of an app (docs/marketplace.md), and what Semgrep would say of it, as far as Python can tell."""

import ast
import re
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from scripts.site_ring.dependencies import tomllib

ROOT = Path(__file__).parents[2]
PYPROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PAGE = (ROOT / "docs" / "marketplace.md").read_text("utf-8")
APP = sorted(
	path for path in (ROOT / "huf").rglob("*.py") if "tests" not in path.parts and path.parts[-2] != "demo"
)
SMALLEST_LOGO = 200
"""Pixels of each side; the marketplace would enlarge a smaller one."""


def hooks() -> dict[str, Any]:
	"""The constants of huf/hooks.py, which needs no Frappe to be read."""
	found = {}
	for node in ast.parse((ROOT / "huf" / "hooks.py").read_text("utf-8")).body:
		target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
		if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(target, ast.Name) and node.value:
			found[target.id] = ast.literal_eval(node.value)
	return found


def size(path: Path) -> tuple[int, int]:
	"""Width and height of a PNG in pixels."""
	head = path.read_bytes()[:24]
	assert head[:8] == b"\x89PNG\r\n\x1a\n", path
	width, height = struct.unpack(">II", head[16:])
	return width, height


def test_short_description() -> None:
	"""40 to 80 characters, one sentence, without the name of the app."""
	text = hooks()["app_description"]
	assert 40 <= len(text) <= 80
	assert "huf" not in text.lower() and not re.search(r"[.!?]", text)


def test_nobody_is_named_who_is_not_there() -> None:
	"""No address of a domain that is only for examples; where to write is a document."""
	assert not re.search(r"example\.|@localhost", hooks()["app_email"])
	assert hooks()["app_email"] or "no mailbox" in (ROOT / "docs" / "support.md").read_text("utf-8")


def test_other_apps_and_licence() -> None:
	"""Frappe alone is needed, and the licence that is named is the one that is there."""
	assert hooks()["required_apps"] == []
	assert (ROOT / "license.txt").read_text("utf-8").startswith(hooks()["app_license"] + " License")


def test_logo() -> None:
	"""A square of at least 200 pixels, the tile's own picture is there, and the page names both."""
	width, height = size(ROOT / "huf" / "public" / "images" / "huf.png")
	assert width == height >= SMALLEST_LOGO
	(tile,) = hooks()["add_to_apps_screen"]
	assert (ROOT / "huf" / "public" / tile["logo"].removeprefix("/assets/huf/")).exists()


def test_screenshots() -> None:
	"""The pictures that the page lists are there, all of one size."""
	(row,) = re.findall(r"^\| screenshots \|(.+)\|$", PAGE, re.MULTILINE)
	names = re.findall(r"`([\w-]+\.png)`", row)
	assert 3 <= len(names) == len(set(names))
	assert {size(ROOT / "docs" / "images" / name) for name in names} == {(1400, 900)}


@pytest.mark.parametrize("page", ["README.md", "support.md", "privacy.md"])
def test_pages_that_are_asked_for(page: str) -> None:
	"""Documentation, support and privacy are pages that the list links to."""
	assert f"]({page})" in PAGE and len((ROOT / "docs" / page).read_text("utf-8")) > 1000


def test_frappe_is_bounded() -> None:
	"""From a version of Frappe on, and up to one."""
	signs = {
		each.operator for each in SpecifierSet(PYPROJECT["tool"]["bench"]["frappe-dependencies"]["frappe"])
	}
	assert signs == {">=", "<"}


def test_every_range_has_an_end() -> None:
	"""No dependency of huf or of an extra may be any release that is still to come."""
	project = PYPROJECT["project"]
	lines = [
		*project["dependencies"],
		*(line for extra in project["optional-dependencies"].values() for line in extra),
	]
	ranges = [Requirement(line) for line in lines]
	ends = {"<", "<=", "==", "~="}
	assert [
		str(each)
		for each in ranges
		if each.name != "huf" and not ends & {one.operator for one in each.specifier}
	] == []


def test_exceptions_name_their_rule() -> None:
	"""What follows a colon is a rule to Semgrep: a reason alone would make no exception."""
	wrong = []
	for path in [*APP, *(ROOT / "huf").rglob("*.js")]:
		for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
			if "nosemgrep" in line and not re.search(r"(#|//) nosemgrep: frappe-[a-z-]+ \([^)]+\)$", line):
				wrong.append(f"{path.relative_to(ROOT)}:{number}")
	assert wrong == []


def calls() -> Iterator[tuple[str, ast.Call, str]]:
	"""Every call of the app, with its place and the last word of what is called."""
	for path in APP:
		for node in ast.walk(ast.parse(path.read_text("utf-8"))):
			if isinstance(node, ast.Call):
				name = getattr(node.func, "attr", getattr(node.func, "id", ""))
				yield f"{path.relative_to(ROOT)}:{node.lineno}", node, name


def test_texts_can_be_looked_up() -> None:
	"""What is translated is a text as it stands, put together after: Frappe looks it up without the spaces at its ends."""
	wrong = []
	for place, call, name in calls():
		if name == "_" and call.args:
			text = call.args[0]
			if isinstance(text, ast.JoinedStr | ast.BinOp) or (
				isinstance(text, ast.Call) and getattr(text.func, "attr", "") == "format"
			):
				wrong.append(place)
			elif isinstance(text, ast.Constant) and (not text.value or text.value != text.value.strip()):
				wrong.append(place)
	assert wrong == []


def test_nothing_is_evaluated() -> None:
	"""No text becomes code, and nothing calls the shell."""
	assert [
		place
		for place, call, name in calls()
		if (isinstance(call.func, ast.Name) and name in ("eval", "exec"))
		or any(each.arg == "shell" for each in call.keywords)
	] == []


def test_guests_reach_what_checks_them() -> None:
	"""Guests may call the two doors for other assistants and the one for a monitor, which answer 401, and nothing else."""
	assert sorted(
		place.split(":")[0]
		for place, call, name in calls()
		if name == "whitelist" and any(each.arg == "allow_guest" for each in call.keywords)
	) == [*["huf/ai/assistants/endpoints.py"] * 2, "huf/ai/doctor/endpoints.py"]
