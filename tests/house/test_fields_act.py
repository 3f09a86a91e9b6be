"""Every field of every DocType does something: product code reads it, or writes it for people and programs to read."""

import ast
import json
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
APP = ROOT / "huf"
DOCTYPES = sorted((APP / "huf" / "doctype").glob("*/*.json"))
LAYOUT = {"Section Break", "Column Break", "Tab Break", "HTML", "Heading", "Button"}
NOT_PRODUCT = {"tests", "demo", "patches"}
WRITERS = re.compile(r"(?:set_value|db_set|update|setattr)\Z")
READ_IN = {
	("agent", "profile"): "ai/profiles.py",
	("agent_query_doctype", "document_type"): "ai/runs/prompt/knowledge.py",
	("agent_role", "role"): "ai/access/words.py",
	("agent_settings", "inline_token_limit"): "ai/runs/files/attached.py",
	("agent_settings", "learn_glossary"): "ai/learning/job.py",
	("agent_settings", "search_synonyms"): "ai/knowledge/retriever.py",
	("agent_tool", "tool"): "agent/tool.py",
	("knowledge_source", "chunk_unit"): "ai/site/settings.py",
	("knowledge_source", "chunker_type"): "ai/site/settings.py",
	("knowledge_source", "text_language"): "ai/site/settings.py",
}
"""Fields that are read in a module which does not name their DocType: it is handed the document."""


def is_editable(field: dict) -> bool:
	return not (field.get("read_only") or field.get("hidden"))


def loaded(path: Path) -> dict:
	return json.loads(path.read_text("utf-8"))


def for_frappe(doctype: dict) -> set[str]:
	"""What Frappe reads by itself: fields that name a document, are its title, or are searched."""
	named = doctype.get("autoname", "").removeprefix("field:")
	return {named, doctype.get("title_field", ""), *doctype.get("search_fields", "").split(",")}


CASES = [
	(path.stem, field["fieldname"], is_editable(field))
	for path in DOCTYPES
	for field in loaded(path)["fields"]
	if field["fieldtype"] not in LAYOUT and field["fieldname"] not in for_frappe(loaded(path))
]


@pytest.mark.parametrize(("doctype", "name", "editable"), CASES, ids=str)
def test_a_field_acts(doctype: str, name: str, editable: bool) -> None:
	"""What people can set is read by code that is about its DocType; what they cannot is at least written by it."""
	label = loaded(APP / "huf" / "doctype" / doctype / f"{doctype}.json")["name"]
	about = [
		module
		for path, module in modules().items()
		if label in module.text
		or path.parent.name == doctype
		or str(path.relative_to(APP)) == READ_IN.get((doctype, name))
	]
	is_read = any(name in module.read for module in about)
	if editable:
		assert is_read, f"{label}.{name} can be set and changes nothing"
	else:
		# Whoever writes what a run or a build left behind has its rows in hand, and need not name the DocType.
		made = any(name in module.written | module.read for module in modules().values())
		assert is_read or made, f"{label}.{name} does nothing"


def test_there_are_fields() -> None:
	"""The test above is about something, and what it leaves out is read where it says."""
	assert len(CASES) > 250
	for (doctype, name), where in READ_IN.items():
		assert any(case[:2] == (doctype, name) for case in CASES)
		assert name in modules()[APP / where].read


@pytest.mark.parametrize(
	("code", "read", "written"),
	[
		("x = doc.colour", {"colour"}, set()),
		("doc.colour = 1", set(), {"colour"}),
		("doc.set('colour', 1)", set(), {"colour"}),
		("doc.db_set({'colour': 1, **more})", set(), {"colour"}),
		("frappe.db.set_value('A', n, 'colour', 1)", set(), {"colour"}),
		("f(colour=1)", set(), {"colour"}),
		("doc.get('colour')", {"colour"}, set()),
		("doc['colour']", {"colour"}, set()),
		("FIELDS = ('colour', 'size')", {"colour", "size"}, set()),
		(
			"sql('select colour from t where size = 1')",
			{"colour", "size", "select", "from", "where", "t"},
			set(),
		),
		(
			"sql('update t set colour = 1 where size = 2')",
			{"size", "t", "update", "set", "where"},
			{"colour"},
		),
		("class A:\n\t'''The colour.'''\n\tcolour: int", set(), set()),
		("def f():\n\t'''The colour.'''", set(), set()),
	],
)
def test_what_counts_as_reading(code: str, read: set[str], written: set[str]) -> None:
	"""The test can fail: assigning, and speaking of a field in a docstring or a type, is not reading it."""
	found, made = python_names(ast.parse(code))
	assert {"colour", "size"} & found == {"colour", "size"} & read
	assert {"colour", "size"} & made == {"colour", "size"} & written


class Module(NamedTuple):
	"""A file of the product."""

	text: str
	read: set[str]
	written: set[str]


@cache
def modules() -> dict[Path, Module]:
	"""Every module and every script of the app, without tests, sample data and patches."""
	found = {}
	for path in [*APP.rglob("*.py"), *APP.rglob("*.js")]:
		if NOT_PRODUCT & set(path.relative_to(APP).parts):
			continue
		text = path.read_text("utf-8")
		names = python_names(ast.parse(text)) if path.suffix == ".py" else (script_words(text), set())
		found[path] = Module(text, *names)
	return found


def python_names(tree: ast.AST) -> tuple[set[str], set[str]]:
	"""What a module reads, and what it only writes."""
	read: set[str] = set()
	written: set[str] = set()
	skipped = docstrings(tree) | targets_of_writing(tree, written)
	for node in ast.walk(tree):
		if isinstance(node, ast.Attribute):
			(read if isinstance(node.ctx, ast.Load) else written).add(node.attr)
		elif isinstance(node, ast.keyword) and node.arg:
			written.add(node.arg)
		elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
			text = node.value
			for columns in re.findall(r"\bset\s+(.*?)(?:\bwhere\b|\Z)", text, re.DOTALL | re.IGNORECASE):
				made = set(re.findall(r"(\w+)\s*=(?!=)", columns))
				written |= made
				text = re.sub(rf"\b({'|'.join(made)})\s*=(?!=)", "=", text) if made else text
			read |= set(re.findall(r"[a-z_0-9]+", text))
	return read, written


def docstrings(tree: ast.AST) -> set[int]:
	"""Strings that stand for themselves: docstrings of modules, classes, functions and fields."""
	return {
		id(node.value)
		for node in ast.walk(tree)
		if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
	}


def targets_of_writing(tree: ast.AST, written: set[str]) -> set[int]:
	"""Names in ``doc.set("name", …)``, ``db_set``, ``set_value`` and the keys of what is handed to them or to ``update``."""
	found: set[int] = set()
	for node in ast.walk(tree):
		if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
			parts = [node.slice]
		elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
			method = node.func.attr
			if method != "set" and not WRITERS.match(method):
				continue
			place = 2 if method == "set_value" else 0
			parts = node.args[place : place + 1]
		else:
			continue
		for part in parts:
			for name in part.keys if isinstance(part, ast.Dict) else [part]:
				if isinstance(name, ast.Constant) and isinstance(name.value, str):
					written.add(name.value)
					found.add(id(name))
	return found


def script_words(text: str) -> set[str]:
	"""The words of a script outside of comments."""
	text = re.sub(r"/\*.*?\*/|^\s*//.*?$", "", text, flags=re.DOTALL | re.MULTILINE)
	return set(re.findall(r"[a-z_0-9]+", text))
