"""docs/doctypes.md is about the DocTypes that there are."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCTYPES = sorted((ROOT / "huf" / "huf" / "doctype").glob("*/*.json"))
LAYOUT = {"Section Break", "Column Break", "Tab Break"}


@pytest.mark.parametrize("path", DOCTYPES, ids=lambda path: path.stem)
def test_every_field_is_described(path: Path) -> None:
	"""Each field stands in the chapter of its DocType, in italics if the server alone writes it."""
	doctype = json.loads(path.read_text(encoding="utf-8"))
	chapter = _chapter(doctype["name"])
	fields = [field for field in doctype["fields"] if field["fieldtype"] not in LAYOUT]
	named = set(re.findall(r"`([a-z_]+)`", chapter))
	assert {field["fieldname"] for field in fields} <= named
	in_italics = set(re.findall(r"\*`([a-z_]+)`\*", chapter))
	derived = {field["fieldname"] for field in fields if field.get("read_only")}
	assert derived <= in_italics


def test_there_are_doctypes() -> None:
	"""The test above is about something."""
	assert len(DOCTYPES) > 10


def _chapter(doctype: str) -> str:
	text = (ROOT / "docs" / "doctypes.md").read_text(encoding="utf-8")
	for chapter in re.split(r"^## ", text, flags=re.MULTILINE):
		if doctype in re.split(r", | and ", chapter.splitlines()[0]):
			return chapter
	raise AssertionError(f"docs/doctypes.md has no chapter about {doctype}.")
