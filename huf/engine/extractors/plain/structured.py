"""JSON, JSON Lines and YAML as readable text: ``name: value`` lines, located by JSON path or line."""

import json
import re
from collections.abc import Iterator
from typing import Any

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputTooLarge
from huf.engine.extractors.encoding import read_lines, read_text
from huf.engine.extractors.sections import is_blank, one_line, pack_rows, row_text
from huf.engine.extractors.unread import Unread
from huf.engine.sentences import sentence
from huf.engine.types import Locator, Section

VERSION = 2

MAX_JSON = 64 << 20
"""Bytes. A parsed document takes about eight times its size in memory."""
MAX_YAML = 10 << 20
"""Bytes. The YAML parser is some fifty times slower than the JSON one."""
MAX_LINE = 4 << 20
"""Characters of one line of JSON Lines: one record."""
MAX_VALUES = 2_000_000
"""Values of one document with each alias written out; what "billion laughs" files exceed after a few lines."""
_PART_CHARACTERS = 1500
"""A branch with less text than this is one section; a larger one is divided. About the default chunk size."""
_MAX_NAME = 200
"""Characters of one name. A longer one is repeated for everything below it, so that a small file fills the memory."""
_MAX_PATH = 1000
"""Characters of a path; of a longer one its end is kept."""
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*\Z")


def extract_json(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Sections of one JSON document. Numbers are kept as they are written."""
	text = read_text(content, notes, MAX_JSON)
	if is_blank(text):
		return
	try:
		value = json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
	except json.JSONDecodeError as error:
		raise CorruptFile(
			f"This is not valid JSON: {error.msg} at line {error.lineno}, column {error.colno}."
		) from error
	del text
	yield from value_sections(value)


def extract_jsonl(content: Content, notes: list[str]) -> Iterator[Section]:
	"""One text line for each record, located by its line. Lines that are not JSON are left out and noted."""
	bad: list[int] = []

	def rows() -> Iterator[tuple[int, str]]:
		for number, line in enumerate(read_lines(content, notes, MAX_LINE), 1):
			if is_blank(line):
				continue
			try:
				value = json.loads(line, parse_int=str, parse_float=str, parse_constant=str)
			except (json.JSONDecodeError, RecursionError):
				bad.append(number)
				continue
			yield number, "; ".join(one_line(text) for text in flat_lines(value))

	good = False
	for section in pack_rows(rows(), lambda span: Locator(lines=span)):
		good = True
		yield section
	if bad and not good:
		raise CorruptFile(f"No line of this file is valid JSON; the first that is not is line {bad[0]}.")
	if bad:
		count, first = len(bad), bad[0]
		notes.append(
			Unread(
				f"1 line is not valid JSON and left out; the first is line {first}. Mend the file and upload it again."
			)
			if count == 1
			else Unread(
				f"{count} lines are not valid JSON and left out; the first is line {first}. Mend the file and upload it again."
			)
		)


def extract_yaml(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Sections of each YAML document. Scalars stay as they are written: ``no`` is not turned into false."""
	import yaml

	text = read_text(content, notes, MAX_YAML)
	if is_blank(text):
		return
	try:
		# Composing builds no Python objects and does not write aliases out; BaseLoader resolves no tags.
		documents = [n for n in yaml.compose_all(text, Loader=yaml.BaseLoader) if n is not None]
	except yaml.MarkedYAMLError as error:
		mark = error.problem_mark
		where = sentence(f" at line {mark.line + 1}, column {mark.column + 1}") if mark else ""
		problem = error.problem or sentence("syntax error")
		raise CorruptFile(f"This is not valid YAML: {problem}{where}.") from error
	for number, node in enumerate(documents, 1):
		_check_nodes(node)
		value = _node_value(node, {})
		prefix = f"document {number}, " if len(documents) > 1 else ""
		yield from value_sections(value, prefix)


def _check_nodes(root: Any) -> None:
	"""Refuse a node graph that contains itself or is too large when its aliases are written out."""
	totals: dict[int, int] = {}
	open_nodes: set[int] = set()
	stack = [(root, False)]
	while stack:
		node, done = stack.pop()
		children = _node_children(node)
		if done:
			open_nodes.discard(id(node))
			totals[id(node)] = 1 + sum(totals[id(child)] for child in children)
			if totals[id(node)] > MAX_VALUES:
				raise InputTooLarge(
					f"The document has more than {MAX_VALUES:,} values when its aliases are written out."
				)
		elif id(node) in open_nodes:
			raise CorruptFile("An alias in this YAML file contains itself, so that it never ends.")
		elif id(node) not in totals:
			open_nodes.add(id(node))
			stack.append((node, True))
			stack.extend((child, False) for child in children)


def _node_children(node: Any) -> list[Any]:
	if isinstance(node.value, str):
		return []
	return [part for item in node.value for part in (item if isinstance(item, tuple) else (item,))]


def _node_value(node: Any, known: dict[int, Any]) -> Any:
	"""Plain dictionaries, lists and strings for a checked node; a node used twice becomes one object used twice."""
	if isinstance(node.value, str):
		return node.value
	if id(node) not in known:
		if any(isinstance(item, tuple) for item in node.value):
			known[id(node)] = {_key_text(k): _node_value(v, known) for k, v in node.value}
		else:
			known[id(node)] = [_node_value(item, known) for item in node.value]
	return known[id(node)]


def _key_text(node: Any) -> str:
	return node.value if isinstance(node.value, str) else "; ".join(flat_lines(_node_value(node, {})))


def value_sections(root: Any, prefix: str = "") -> Iterator[Section]:
	"""Sections of a parsed document.

	A list of flat records with the same fields is a table, its rows numbered from 1. Of a top-level list each
	item is its own section. Any branch of up to :data:`_PART_CHARACTERS` is one section; larger ones are divided.
	"""
	sizes: dict[int, int] = {}
	stack: list[tuple[str, Any]] = [("$", root)]
	while stack:
		path, value = stack.pop()
		place = Locator(part=prefix + path)
		if (names := _record_fields(value)) is not None:
			yield from _record_sections(value, names, place.part)
			continue
		if not _is_branch(value) or ((value is not root or isinstance(value, dict)) and _fits(value, sizes)):
			text = "\n".join(flat_lines(value))
			if text.strip():
				yield Section(text + "\n", place)
			continue
		children = _children(path, value)
		branches = [(p, v) for p, _, v in children if _is_branch(v)]
		if value is root and isinstance(value, list) and branches:
			branches = [(p, v) for p, _, v in children]
		elif len(branches) < len(children):
			yield Section(
				"".join(_named(n, _scalar(v)) + "\n" for _, n, v in children if not _is_branch(v)), place
			)
		stack.extend(reversed(branches))


def _record_sections(records: list[dict[str, Any]], names: list[str], part: str | None) -> Iterator[Section]:
	texts = ((i, row_text(_scalar(item.get(n, "")) for n in names)) for i, item in enumerate(records, 1))
	filled = ((i, text) for i, text in texts if text)
	return pack_rows(filled, lambda span: Locator(rows=span, part=part), row_text(names))


def _is_branch(value: Any) -> bool:
	"""True for a list or dictionary with something in it."""
	return isinstance(value, (dict, list)) and bool(value)


def _fits(value: Any, sizes: dict[int, int]) -> bool:
	return _size(value, sizes) <= _PART_CHARACTERS


def _children(path: str, value: Any) -> list[tuple[str, str, Any]]:
	"""Path, name and value of everything directly in ``value``."""
	if isinstance(value, list):
		return [(_join(path, f"[{i}]"), "", item) for i, item in enumerate(value)]
	return [(_join(path, _step(_name(key))), _name(key), item) for key, item in value.items()]


def _name(key: Any) -> str:
	return one_line(str(key)[:_MAX_NAME])


def _join(path: str, step: str) -> str:
	path += step
	return path if len(path) <= _MAX_PATH else "…" + path[-_MAX_PATH + 1 :]


def _step(key: str) -> str:
	return f".{key}" if _PLAIN_NAME.match(key) else f"[{json.dumps(key, ensure_ascii=False)}]"


def _record_fields(value: Any) -> list[str] | None:
	"""The fields of a list of at least two flat objects that mostly share them; None for anything else."""
	if not isinstance(value, list) or len(value) < 2:
		return None
	fields: dict[str, None] = {}
	filled = 0
	for item in value:
		if not isinstance(item, dict) or not item or any(isinstance(v, (dict, list)) for v in item.values()):
			return None
		fields.update(dict.fromkeys(item))
		filled += len(item)
		if len(fields) > 100:
			return None
	return list(fields) if filled * 2 >= len(fields) * len(value) else None


def _scalar(value: Any) -> str:
	if value is None:
		return ""
	if isinstance(value, bool):
		return "true" if value else "false"
	return "" if value in ({}, []) else str(value)


def _size(root: Any, known: dict[int, int]) -> int:
	"""Characters of the values in ``root``, roughly; containers are remembered in ``known``."""
	stack = [(root, False)]
	while stack:
		value, done = stack.pop()
		items = value.values() if isinstance(value, dict) else value
		if done:
			known[id(value)] = sum(
				known[id(v)] if isinstance(v, (dict, list)) else len(_scalar(v)) + 10 for v in items
			)
		elif id(value) not in known:
			stack.append((value, True))
			stack.extend((v, False) for v in items if isinstance(v, (dict, list)))
	return known[id(root)]


def flat_lines(root: Any) -> list[str]:
	"""``name.of.the.value: value`` for each value under ``root``, in order; a list of values is one line."""
	lines: list[str] = []
	stack: list[tuple[str, Any]] = [("", root)]
	while stack:
		name, value = stack.pop()
		if isinstance(value, dict) and value:
			stack.extend(
				(_join(name, "." + _name(k) if name else _name(k)), v) for k, v in reversed(value.items())
			)
		elif isinstance(value, list) and value:
			if any(isinstance(v, (dict, list)) for v in value):
				stack.extend((_join(name, f"[{i}]"), value[i]) for i in reversed(range(len(value))))
			else:
				lines.append(_named(name, ", ".join(_scalar(v) for v in value)))
		else:
			lines.append(_named(name, _scalar(value)))
	return lines


def _named(name: str, text: str) -> str:
	return f"{name}: {text}" if name else text
