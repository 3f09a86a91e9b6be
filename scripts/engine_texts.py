"""The sentences that huf says without Frappe's `_`: of errors, and what stands in `sentence(…)`.

Frappe's extractors read `_("…").format(…)`. The engine imports no Frappe, so it raises `CorruptFile(f"Row {row} is empty.")`; here
that is read as the text "Row {row} is empty." for the catalogues. `huf/engine/sentences.py` finds the text again by the sentence.
"""

import ast
import builtins
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from huf.engine.sentences import Template

CHECKOUT = Path(__file__).resolve().parents[1]
ROOTS = {"HufError", "Refused"}
"""Errors whose words people read, and all that come from them. `Refused` is a reason inside of another sentence."""
FOR_MODELS = {"AskBack", "ToolArgumentError", "ToolRefused"}
"""Errors that a model or a program reads, and those that come from them; they stay English."""
SPEAK_ENGLISH = (
	"huf/ai/assistants/",
	"huf/ai/site/unreadable_requests.py",
	"huf/assistants/",
	"huf/cli/",
	"huf/local/",
	"huf/patches/",
)
"""Rooms that talk to programs, or to whoever types commands."""
MARKS = {"sentence", "Unread"}
COMMENT = "Sentence of the engine"


class Text(NamedTuple):
	"""A text as the catalogues have it, and where it is said."""

	path: str
	line: int
	text: str


class Unreadable(NamedTuple):
	"""A call that says something that cannot be read out of the code."""

	path: str
	line: int
	code: str


def texts() -> Iterator[Text]:
	"""Every text, once for each place."""
	return (found for found in _found() if isinstance(found, Text))


def unreadable() -> Iterator[Unreadable]:
	"""Errors and marked sentences whose words are not written where they are raised."""
	return (found for found in _found() if isinstance(found, Unreadable))


def modules() -> dict[str, ast.Module]:
	"""The code whose sentences people read."""
	paths = (
		(path.relative_to(CHECKOUT).as_posix(), path) for path in sorted((CHECKOUT / "huf").rglob("*.py"))
	)
	return {
		name: ast.parse(path.read_text(encoding="utf-8"))
		for name, path in paths
		if "/tests/" not in name and not name.startswith(SPEAK_ENGLISH)
	}


def _found() -> Iterator[Text | Unreadable]:
	known = modules()
	errors = _errors(known)
	for path, module in known.items():
		for node in ast.walk(module):
			if isinstance(node, ast.ClassDef) and node.name in errors:
				yield from (Text(path, node.lineno, code) for code in _codes(node))
			if not isinstance(node, ast.Call) or not node.args:
				continue
			name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
			if name not in MARKS | errors:
				continue
			for said in _branches(node.args[0]):
				text = template(said)
				if text is None:
					if not _is_translated(said):
						yield Unreadable(path, node.lineno, ast.unparse(node))
				elif Template(text).letters:
					yield Text(path, node.lineno, text.strip())


def _errors(known: dict[str, ast.Module]) -> set[str]:
	"""The names of the errors that people read."""
	parents = {
		node.name: {
			base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "") for base in node.bases
		}
		for module in known.values()
		for node in ast.walk(module)
		if isinstance(node, ast.ClassDef)
	}
	errors = set(ROOTS)
	while more := {
		name for name, bases in parents.items() if bases & errors and name not in errors | FOR_MODELS
	}:
		errors |= more
	return errors


def _codes(error: ast.ClassDef) -> Iterator[str]:
	"""The short name of a kind of error, which is shown beside the sentence."""
	for node in error.body:
		target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
		value = getattr(node, "value", None)
		if (
			getattr(target, "id", "") == "code"
			and isinstance(value, ast.Constant)
			and isinstance(value.value, str)
		):
			yield value.value


def _branches(node: ast.expr) -> Iterator[ast.expr]:
	if isinstance(node, ast.IfExp):
		yield from _branches(node.body)
		yield from _branches(node.orelse)
	else:
		yield node


def _is_translated(node: ast.expr) -> bool:
	"""`_("…")`, `_("…").format(…)`, or a sentence that is marked itself."""
	while isinstance(node, ast.Call):
		name = getattr(node.func, "id", "")
		if name in {"_", *MARKS}:
			return True
		node = node.func.value if isinstance(node.func, ast.Attribute) else node.func
	return False


def template(node: ast.expr) -> str | None:
	"""The words of a text with names for its values; None for what is no text written out."""
	if isinstance(node, ast.Constant):
		return node.value if isinstance(node.value, str) else None
	if not isinstance(node, ast.JoinedStr):
		return None
	names: dict[str, str] = {}
	"""From the code of a value to its name."""
	parts = []
	for part in node.values:
		if isinstance(part, ast.FormattedValue):
			code = ast.unparse(part.value)
			if code not in names:
				name, count = _name(part.value) or "value", 1
				while (numbered := name if count == 1 else f"{name}_{count}") in names.values():
					count += 1
				names[code] = numbered
			parts.append(f"{{{names[code]}}}")
		elif isinstance(part, ast.Constant):
			parts.append(str(part.value))
	return "".join(parts)


def _name(node: ast.expr) -> str:
	"""What a translator may call a value: the last word of the code that gives it."""
	if isinstance(node, ast.Name):
		return "" if hasattr(builtins, node.id) else node.id.strip("_").lower()
	if isinstance(node, ast.Attribute):
		return _name(node.value) if node.attr == "__name__" else node.attr.strip("_").lower()
	if isinstance(node, ast.Call):
		method = node.func.value if isinstance(node.func, ast.Attribute) else node.func
		return _first(node.args) or _name(method) or _name(node.func)
	if isinstance(node, ast.Subscript | ast.Starred):
		return _name(node.value)
	if isinstance(node, ast.BinOp):
		return _first([node.left, node.right])
	if isinstance(node, ast.IfExp):
		return _first([node.body, node.orelse])
	if isinstance(node, ast.BoolOp):
		return _first(node.values)
	return _first(node.elts) if isinstance(node, ast.List | ast.Tuple) else ""


def _first(nodes: Iterable[ast.expr]) -> str:
	return next(filter(None, map(_name, nodes)), "")
