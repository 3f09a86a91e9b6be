"""The documents hold together: each is reached from the front page, each link leads somewhere, and what they name is there."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FRONT = DOCS / "README.md"
PAGES = sorted(path for path in DOCS.glob("*.md") if path != FRONT)
OTHERS = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "benchmarks/README.md")]
DOORS = ("use", "run", "build")
_CODE = re.compile(r"```.*?```", re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)")


def prose(path: Path) -> str:
	"""The text of a page without its blocks of code."""
	return _CODE.sub("", path.read_text(encoding="utf-8"))


def links(path: Path) -> set[str]:
	"""Where a page points, without addresses on the web."""
	return {link for link in _LINK.findall(prose(path)) if not re.match(r"[a-z]+:", link)}


def anchors(path: Path) -> set[str]:
	"""The anchors of a page's headings, as GitHub makes them."""
	found: set[str] = set()
	for heading in re.findall(r"^#+ (.+)$", prose(path), flags=re.MULTILINE):
		text = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()).replace(
			" ", "-"
		)
		number = 0
		while (name := f"{text}-{number}" if number else text) in found:
			number += 1
		found.add(name)
	return found


def target(path: Path, link: str) -> Path:
	"""The file that a link of a page names."""
	name = link.partition("#")[0]
	return (path.parent / name).resolve() if name else path


def door_of(page: Path) -> str:
	"""The door that a page says it stands behind."""
	said = re.search(
		r"^\*\[Documents\]\(README\.md\) › \[(\w+)\]\(README\.md#\1\)\*$",
		page.read_text("utf-8"),
		re.MULTILINE,
	)
	assert said, f"{page.name} does not say at its top which door it belongs to"
	return said.group(1)


@pytest.mark.parametrize("path", [FRONT, *PAGES, *OTHERS], ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
	"""Each relative link names a file that is there, and each anchor a heading of it."""
	for link in links(path):
		file, anchor = target(path, link), link.partition("#")[2]
		assert file.exists(), link
		assert not anchor or anchor in anchors(file), link


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_pages_stand_behind_their_door(page: Path) -> None:
	"""The third line of a page names its door, and behind that door of the front page it is linked."""
	assert page.read_text(encoding="utf-8").splitlines()[2].startswith("*[Documents](README.md) › ")
	chapter = re.split(r"^## ", prose(FRONT), flags=re.MULTILINE)[1 + DOORS.index(door_of(page))]
	assert f"]({page.name})" in chapter


def test_front_page_has_three_doors() -> None:
	"""Use, run and build, and README.md leads there."""
	assert re.findall(r"^## (.+)$", prose(FRONT), flags=re.MULTILINE) == [door.capitalize() for door in DOORS]
	assert "docs/README.md" in links(ROOT / "README.md")


@pytest.mark.parametrize("path", [FRONT, *PAGES, *OTHERS], ids=lambda path: str(path.relative_to(ROOT)))
def test_named_files_are_there(path: Path) -> None:
	"""What stands in code marks and begins like a path of the checkout, or is a module of huf, is one."""
	text = prose(path)
	for name in re.findall(r"`((?:huf|tests|scripts|benchmarks|docs|examples)/[\w./-]+)`", text):
		assert (ROOT / name).exists(), name
	known = {
		file.name
		for folder in ("huf", "tests", "scripts", "benchmarks")
		for file in (ROOT / folder).rglob("*.py")
	}
	for name in re.findall(r"`(\w+\.py)`", text):
		assert name in known | {"hooks.py"}, name
	for name in re.findall(r"`(huf(?:\.[a-z_]+)+)", text):
		parts = name.split(".")
		found = any(_is_module(parts[:length]) for length in range(len(parts), max(1, len(parts) - 2), -1))
		assert found or name in ("huf.mcp", "huf.dify", "huf.localhost") or path.name == "rest.md", name


def _is_module(parts: list[str]) -> bool:
	place = ROOT.joinpath(*parts)
	return place.is_dir() or place.with_suffix(".py").exists()


def test_settings_of_a_search_are_those_that_there_are() -> None:
	"""The table of settings in docs/retrieval.md names fields of the DocTypes and options of the command line."""
	table = prose(DOCS / "retrieval.md").split("\n## Settings\n")[1].split("\n## ")[0]
	fields = {"mode", "top_k", "filters", "priority"}
	for doctype in ("knowledge_source", "agent_settings"):
		text = (ROOT / f"huf/huf/doctype/{doctype}/{doctype}.json").read_text(encoding="utf-8")
		fields |= {field["fieldname"] for field in json.loads(text)["fields"]}
	options = (DOCS / "cli.md").read_text(encoding="utf-8")
	rows = [line.split(" | ") for line in table.splitlines() if line.startswith("| ")][1:]
	assert len(rows) > 15
	for row in rows:
		assert set(re.findall(r"`(\w+)`", row[1])) <= fields, row[1]
		assert all(f"`{option}" in options for option in re.findall(r"--[\w-]+", row[2])), row[2]


def test_nothing_is_fetched_from_addresses_of_others() -> None:
	"""Who follows the documents installs the checkout that they read, not what stands under a name on the web."""
	for path in (FRONT, *PAGES, *OTHERS):
		text = path.read_text(encoding="utf-8").replace(
			"A message of huf that says `pip install 'huf[mcp]'`", ""
		)
		wanted = re.findall(r"(?:git clone|get-app|pip install)(?: --?\S+)* '?([^\s'`]+)", text)
		assert not [name for name in wanted if name.startswith(("http", "git@", "huf"))], path.name
