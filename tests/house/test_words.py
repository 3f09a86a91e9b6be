"""How comments, docstrings and documents speak: to whoever has this checkout and nothing else, and of users as "they"."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("huf", "tests", "scripts", "benchmarks", "examples", "docs")
DATA = ("huf/demo/", "tests/data/", "scripts/handbook/", "benchmarks/answers/")
"""Texts that are searched, not documents of this project."""
MARK = re.compile(r"\bP-[A-Z]\d{1,2}\b|\((?:[VTISG]\d{1,2})(?:, [VTISG]\d{1,2})*\)|\brequirement [A-Z]\d")
"""A row of a list that this checkout does not have."""
HE = re.compile(r"\b(?:he|him|his|himself)\b")


@cache
def pages() -> list[tuple[Path, str]]:
	"""Each document and source file with its prose."""
	return list(_read_pages())


def _read_pages() -> Iterator[tuple[Path, str]]:
	for path in sorted(
		[*ROOT.glob("*.md"), *(file for name in FOLDERS for file in (ROOT / name).rglob("*"))]
	):
		name = path.relative_to(ROOT).as_posix()
		if name.startswith(DATA) or path == Path(__file__):
			continue
		if path.suffix == ".md":
			yield path, re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.DOTALL)
		elif path.suffix == ".js":
			yield (
				path,
				"\n".join(re.findall(r"^\s*(?://|\*|/\*).*$", path.read_text("utf-8"), flags=re.MULTILINE)),
			)
		elif path.suffix == ".py":
			yield path, spoken(path.read_text("utf-8"))


def spoken(source: str) -> str:
	"""Comments, docstrings, and the strings that stand below a name to describe it."""
	comments = [
		token.string
		for token in tokenize.generate_tokens(io.StringIO(source).readline)
		if token.type == tokenize.COMMENT
	]
	texts = [
		node.value.value
		for node in ast.walk(ast.parse(source))
		if isinstance(node, ast.Expr)
		and isinstance(node.value, ast.Constant)
		and isinstance(node.value.value, str)
	]
	return "\n".join([*comments, *texts])


@pytest.mark.parametrize("pattern", [MARK, HE], ids=["marks", "he"])
def test_words(pattern: re.Pattern[str]) -> None:
	"""No mark of a list that the reader does not have, and no user who is a he."""
	found = [f"{path.relative_to(ROOT)}: {hit}" for path, text in pages() for hit in pattern.findall(text)]
	assert not found


def test_words_would_be_found() -> None:
	"""The patterns know what they look for, and leave words of the field alone."""
	wrong = spoken('"""Kept (P-A8, V1)."""\nK1 = 1  # his\nNAME = "he"\n"""What he may see (S3)."""\n')
	assert len(MARK.findall(wrong)) == 2 and HE.findall(wrong) == ["his", "he"]
	right = "BM25's K1, an A4 page, (H2), the F1 font, all-MiniLM-L6-v2, “the history”, (S3a)"
	assert not MARK.findall(right) and not HE.findall(right)
