"""Templates for the text of records: Jinja in a sandbox that sees plain values and nothing else.

A template runs in a job that may read everything, and whoever may write a source writes templates. So this is not
Frappe's environment, and not all of Jinja: only the parts of the language in :data:`_ALLOWED` are taken, so that nothing
can grow without a bound that the :mod:`sandbox <huf.ai.knowledge.records.text.sandbox>` checks.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from threading import get_ident
from types import CodeType
from typing import Any, NoReturn

from jinja2 import TemplateError, TemplateSyntaxError, nodes

from huf.ai.knowledge.records.text.sandbox import MOST_CHARACTERS, Bounds, Environment, Refused, View
from huf.engine.errors import TemplateFailed

MOST_TEMPLATE = 20_000
"""Characters of a template."""
OWN_NAMES = ("name", "doctype", "title", "link_titles")
"""What every record has besides its fields."""
FILE = "<template>"

_ALLOWED = (
	*(nodes.Template, nodes.Output, nodes.TemplateData, nodes.For, nodes.If, nodes.Assign, nodes.Scope),
	*(nodes.Name, nodes.Const, nodes.Getattr, nodes.Getitem, nodes.Filter, nodes.Test, nodes.Keyword),
	*(nodes.Compare, nodes.Operand, nodes.And, nodes.Or, nodes.Not, nodes.CondExpr, nodes.Concat),
	*(nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Neg, nodes.Pos),
	*(nodes.List, nodes.Tuple),
)


def check(text: str, fieldnames: Sequence[str] | None = None) -> None:
	"""Refuse a template that cannot work.

	Args:
		text: the template.
		fieldnames: what ``doc`` has; None: this is not checked.

	Raises:
		TemplateFailed: with the line and what is wrong.
	"""
	environment = Environment()
	tree = _parse(environment, text)
	_compile(environment, tree)
	for name in tree.find_all(nodes.Name):
		if name.ctx == "load" and name.name not in _assigned(tree):
			_fail(name.lineno, f"there is no “{name.name}”. The record is doc")
	if fieldnames is not None:
		for asked in tree.find_all(nodes.Getattr):
			if (
				isinstance(asked.node, nodes.Name)
				and asked.node.name == "doc"
				and asked.attr not in fieldnames
			):
				_fail(
					asked.lineno,
					f"doc has no “{asked.attr}”, or only some may see it. It has: {', '.join(fieldnames)}",
				)


def render_template(text: str, doc: View) -> str:
	"""The text that a template makes of a record.

	Raises:
		TemplateFailed: with the line and what is wrong.
	"""
	environment, code = _compiled(text, get_ident())
	environment.bounds = Bounds()
	try:
		return rendered(environment, code, {"doc": doc})
	except (TemplateError, ArithmeticError, TypeError, ValueError, LookupError, AttributeError) as error:
		_fail(line_of(error), str(error), error)


def rendered(environment: Environment, code: CodeType, values: Mapping[str, Any]) -> str:
	"""The text that compiled code makes of the values. Raises what the code does wrong."""
	template = environment.template_class.from_code(environment, code, {}, None)
	pieces: list[str] = []
	size = 0
	for piece in template.generate(**values):
		pieces.append(piece)
		size += len(piece)
		if size > MOST_CHARACTERS:
			raise Refused(f"it makes more than {MOST_CHARACTERS:,} characters")
	return re.sub(r"\n{3,}", "\n\n", "".join(pieces)).strip()


@lru_cache(maxsize=32)
def _compiled(text: str, _thread: int) -> tuple[Environment, CodeType]:
	"""Once for each thread, since what a rendering uses up is counted by its environment."""
	environment = Environment()
	return environment, _compile(environment, _parse(environment, text))


def _compile(environment: Environment, tree: nodes.Template) -> CodeType:
	try:
		return compiled(environment, tree)
	except RecursionError as error:
		_fail(1, "it is nested too deeply", error)


def compiled(environment: Environment, tree: nodes.Template) -> CodeType:
	"""The code of a tree that was checked, with every step bounded. Raises RecursionError for what is nested too deeply."""
	_bind(tree, environment)
	try:
		return environment.compile(tree, None, FILE)
	except (SyntaxError, MemoryError) as error:
		# Python's own parser has a limit for the code that Jinja writes.
		raise RecursionError from error


def _parse(environment: Environment, text: str) -> nodes.Template:
	if len(text) > MOST_TEMPLATE:
		raise TemplateFailed(f"The template has more than {MOST_TEMPLATE:,} characters.")
	try:
		tree = environment.parse(text)
	except TemplateSyntaxError as error:
		_fail(error.lineno, str(error.message), error)
	except RecursionError as error:
		_fail(1, "it is nested too deeply", error)
	except ValueError as error:
		_fail(1, str(error), error)
	if problem := problem_of(environment, tree):
		_fail(*problem)
	return tree


def problem_of(environment: Environment, tree: nodes.Template) -> tuple[int, str] | None:
	"""Line and reason of the first part of a tree that cannot be used here."""
	for node in _walk(tree):
		if not isinstance(node, _ALLOWED):
			return (node.lineno, f"“{type(node).__name__.lower()}” cannot be used here")
		if (
			isinstance(node, nodes.List | nodes.Tuple)
			and getattr(node, "ctx", "load") == "load"
			and not all(isinstance(item, nodes.Const) for item in node.items)
		):
			return (node.lineno, "a list can only have fixed values in it")
		if isinstance(node, nodes.For) and node.recursive:
			return (node.lineno, "a loop cannot be recursive")
		if isinstance(node, nodes.Filter) and node.name not in environment.filters:
			return (
				node.lineno,
				f"there is no filter “{node.name}”. Known: {', '.join(_filters(environment))}",
			)
		if isinstance(node, nodes.Test) and node.name not in environment.known_tests:
			return (
				node.lineno,
				f"there is no test “{node.name}”. Known: {', '.join(environment.known_tests)}",
			)
	return None


def _filters(environment: Environment) -> list[str]:
	return sorted(name for name in environment.filters if not name.startswith("huf_"))


def _walk(node: nodes.Node) -> Iterator[nodes.Node]:
	waiting = [node]
	while waiting:
		here = waiting.pop()
		yield here
		waiting.extend(here.iter_child_nodes())


def _assigned(tree: nodes.Template) -> set[str]:
	return {"doc", "loop"} | {name.name for name in tree.find_all(nodes.Name) if name.ctx != "load"}


def _bind(tree: nodes.Template, environment: Environment) -> None:
	"""Loops and joined texts go through what counts them."""
	for node in list(_walk(tree)):
		if isinstance(node, nodes.For):
			node.iter = _filter(node.iter, "huf_rounds", [])
		elif isinstance(node, nodes.Operand):
			node.expr = _filter(node.expr, "huf_look", [])
		elif isinstance(node, nodes.Test):
			node.node = _filter(node.node, "huf_look", [])
		for name in node.fields:
			value = getattr(node, name)
			if isinstance(value, nodes.Concat):
				setattr(node, name, _concat(value))
			elif isinstance(value, list):
				setattr(
					node, name, [_concat(item) if isinstance(item, nodes.Concat) else item for item in value]
				)
	tree.set_environment(environment)


def _concat(node: nodes.Concat) -> nodes.Filter:
	first, *others = node.nodes
	return _filter(first, "huf_concat", others)


def _filter(value: nodes.Node, name: str, arguments: list[nodes.Expr]) -> nodes.Filter:
	return nodes.Filter(value, name, arguments, [], None, None, lineno=value.lineno)


def line_of(error: BaseException) -> int:
	"""The line of the template that was at work."""
	line, trace = 1, error.__traceback__
	while trace is not None:
		if trace.tb_frame.f_code.co_filename == FILE:
			line = trace.tb_lineno
		trace = trace.tb_next
	return line


def _fail(line: int, reason: str, cause: BaseException | None = None) -> NoReturn:
	raise TemplateFailed(f"Line {line} of the template: {reason.rstrip('.')}.") from cause
