"""Templates for the text of records: Jinja in a sandbox that sees plain values and nothing else.

A template runs in a job that may read everything, and whoever may write a source writes templates. So this is not
Frappe's environment, and not all of Jinja. There are no globals and no calls; of an object only the values in its
:class:`View` can be asked for. Only the parts of the language in :data:`_ALLOWED` are taken, so that nothing can grow without
a bound that is checked: loops count their rounds, texts that are put together their characters, and all looks at the clock.
"""

import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from threading import get_ident
from types import CodeType
from typing import Any, NoReturn

from jinja2 import TemplateError, TemplateSyntaxError, Undefined, nodes
from jinja2.defaults import DEFAULT_FILTERS
from jinja2.runtime import LoopContext
from jinja2.sandbox import SandboxedEnvironment, SecurityError

from huf.engine.errors import TemplateFailed

MOST_TEMPLATE = 20_000
"""Characters of a template."""
MOST_CHARACTERS = 1_000_000
"""Characters of the text that it makes, and of each text on the way."""
MOST_ROUNDS = 100_000
"""Rounds of all loops together."""
MOST_SECONDS = 5.0
"""Of the processor's time."""
OWN_NAMES = ("name", "doctype", "title", "link_titles")
"""What every record has besides its fields."""
_FILE = "<template>"
_LARGEST = 1e15
_LOOP = frozenset({"index", "index0", "revindex", "revindex0", "first", "last", "length"})

_ALLOWED = (
	*(nodes.Template, nodes.Output, nodes.TemplateData, nodes.For, nodes.If, nodes.Assign, nodes.Scope),
	*(nodes.Name, nodes.Const, nodes.Getattr, nodes.Getitem, nodes.Filter, nodes.Test, nodes.Keyword),
	*(nodes.Compare, nodes.Operand, nodes.And, nodes.Or, nodes.Not, nodes.CondExpr, nodes.Concat),
	*(nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Neg, nodes.Pos),
	*(nodes.List, nodes.Tuple),
)
_KNOWN_FILTERS = (
	*(
		"abs",
		"capitalize",
		"count",
		"d",
		"default",
		"float",
		"first",
		"int",
		"last",
		"length",
		"lower",
		"round",
	),
	*("striptags", "title", "trim", "truncate", "upper", "wordcount"),
)
"""Filters of Jinja that make nothing larger than what they are given."""


class View:
	"""Values that a template may see, by name."""

	__slots__ = ("_values",)

	def __init__(self, values: Mapping[str, Any]) -> None:
		self._values = values

	def get(self, name: str) -> Any:
		"""The value, or None if there is none of this name."""
		return self._values.get(name)


class _Bounds:
	"""What one rendering has used up."""

	def __init__(self) -> None:
		self.rounds = 0
		self.ends = time.thread_time() + MOST_SECONDS

	def look(self) -> None:
		if time.thread_time() > self.ends:
			raise SecurityError(f"it takes longer than {MOST_SECONDS:.0f} seconds")

	def counted(self, values: object) -> Iterator[Any]:
		if isinstance(values, Undefined):
			return
		if not isinstance(values, list | tuple):
			raise SecurityError("only a table can be gone through with “for”")
		for value in values:
			self.rounds += 1
			if self.rounds > MOST_ROUNDS:
				raise SecurityError(f"its loops have more than {MOST_ROUNDS:,} rounds")
			self.look()
			yield value


def _text(value: object) -> str:
	"""A value as it is shown. Lists and tables are not: their text could grow without end."""
	if value is None or isinstance(value, Undefined):
		return ""
	if isinstance(value, str | int | float):
		return str(value)
	raise SecurityError("a table or a list cannot be shown as a whole; go through it with “for”")


def _bounded(text: str) -> str:
	if len(text) > MOST_CHARACTERS:
		raise SecurityError(f"it makes more than {MOST_CHARACTERS:,} characters")
	return text


def _joined(values: Iterable[Any], separator: str = "", attribute: str | None = None) -> str:
	if not isinstance(values, list | tuple):
		return _text(values)
	if attribute is not None:
		values = [value.get(attribute) if isinstance(value, View) else None for value in values]
	texts = [_text(value) for value in values]
	if sum(map(len, texts)) + len(separator) * len(texts) > MOST_CHARACTERS:
		_bounded(" " * (MOST_CHARACTERS + 1))
	return _text(separator).join(text for text in texts if text)


def _replaced(value: Any, old: str, new: str) -> str:
	text, old, new = _text(value), _text(old), _text(new)
	if not old:
		return text
	if len(text) + text.count(old) * len(new) > MOST_CHARACTERS:
		_bounded(" " * (MOST_CHARACTERS + 1))
	return text.replace(old, new)


class _Environment(SandboxedEnvironment):
	"""Jinja without what a template for a text does not need."""

	intercepted_binops = frozenset({"+", "-", "*", "/", "//", "%"})

	def __init__(self) -> None:
		super().__init__(
			autoescape=False,
			cache_size=0,
			finalize=_text,
			keep_trailing_newline=False,
			trim_blocks=True,
			lstrip_blocks=True,
		)
		self.globals.clear()
		self.filters = {name: DEFAULT_FILTERS[name] for name in _KNOWN_FILTERS}
		self.filters |= {"join": _joined, "replace": _replaced}
		self.bounds = _Bounds()
		self.filters["huf_rounds"] = lambda values: self.bounds.counted(values)
		self.filters["huf_concat"] = lambda *parts: _bounded("".join(map(_text, parts)))

	def getattr(self, obj: Any, attribute: str) -> Any:
		self.bounds.look()
		if isinstance(obj, View):
			value = obj.get(attribute)
			return self.undefined(name=attribute) if value is None else value
		if isinstance(obj, LoopContext) and attribute in _LOOP:
			return getattr(obj, attribute)
		if isinstance(obj, Undefined):
			return self.undefined(name=attribute)
		raise SecurityError(f"there is no “{attribute}” here")

	def getitem(self, obj: Any, argument: Any) -> Any:
		if isinstance(obj, View) and isinstance(argument, str):
			return self.getattr(obj, argument)
		if isinstance(obj, list | tuple | str) and isinstance(argument, int):
			return obj[argument] if -len(obj) <= argument < len(obj) else self.undefined(name=str(argument))
		if isinstance(obj, Undefined):
			return self.undefined(name=str(argument))
		raise SecurityError("only fields of a record and rows of a table can be picked with [ ]")

	def call(self, *_args: Any, **_kwargs: Any) -> NoReturn:
		raise SecurityError("nothing can be called")

	def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
		self.bounds.look()
		if operator == "+" and isinstance(left, str) and isinstance(right, str):
			return _bounded(left + right)
		if not all(isinstance(value, int | float) and abs(value) < _LARGEST for value in (left, right)):
			raise SecurityError(f"“{operator}” takes numbers; put texts together with ~")
		return super().call_binop(context, operator, left, right)


def check(text: str, fieldnames: Sequence[str] | None = None) -> None:
	"""Refuse a template that cannot work.

	Args:
		text: the template.
		fieldnames: what ``doc`` has; None: this is not checked.

	Raises:
		TemplateFailed: with the line and what is wrong.
	"""
	tree = _parse(_Environment(), text)
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
	environment.bounds = _Bounds()
	template = environment.template_class.from_code(environment, code, {}, None)
	pieces: list[str] = []
	size = 0
	try:
		for piece in template.generate(doc=doc):
			pieces.append(piece)
			size += len(piece)
			if size > MOST_CHARACTERS:
				raise SecurityError(f"it makes more than {MOST_CHARACTERS:,} characters")
	except (TemplateError, ArithmeticError, TypeError, ValueError, LookupError, AttributeError) as error:
		_fail(_line_of(error), str(error), error)
	return re.sub(r"\n{3,}", "\n\n", "".join(pieces)).strip()


@lru_cache(maxsize=32)
def _compiled(text: str, _thread: int) -> tuple[_Environment, CodeType]:
	"""Once for each thread, since what a rendering uses up is counted by its environment."""
	environment = _Environment()
	tree = _parse(environment, text)
	_bind(tree, environment)
	return environment, environment.compile(tree, None, _FILE)


def _parse(environment: _Environment, text: str) -> nodes.Template:
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
	for node in _walk(tree):
		if not isinstance(node, _ALLOWED):
			_fail(node.lineno, f"“{type(node).__name__.lower()}” cannot be used here")
		if (
			isinstance(node, nodes.List | nodes.Tuple)
			and getattr(node, "ctx", "load") == "load"
			and not all(isinstance(item, nodes.Const) for item in node.items)
		):
			_fail(node.lineno, "a list can only have fixed values in it")
		if isinstance(node, nodes.For) and node.recursive:
			_fail(node.lineno, "a loop cannot be recursive")
		if isinstance(node, nodes.Filter) and node.name not in environment.filters:
			_fail(node.lineno, f"there is no filter “{node.name}”. Known: {', '.join(_filters(environment))}")
		if isinstance(node, nodes.Test) and node.name not in _TESTS:
			_fail(node.lineno, f"there is no test “{node.name}”. Known: {', '.join(_TESTS)}")
	return tree


_TESTS = ("defined", "undefined", "none", "string", "number", "odd", "even", "in")


def _filters(environment: _Environment) -> list[str]:
	return sorted(name for name in environment.filters if not name.startswith("huf_"))


def _walk(node: nodes.Node) -> Iterator[nodes.Node]:
	waiting = [node]
	while waiting:
		here = waiting.pop()
		yield here
		waiting.extend(here.iter_child_nodes())


def _assigned(tree: nodes.Template) -> set[str]:
	return {"doc", "loop"} | {name.name for name in tree.find_all(nodes.Name) if name.ctx != "load"}


def _bind(tree: nodes.Template, environment: _Environment) -> None:
	"""Loops and joined texts go through what counts them."""
	for node in list(_walk(tree)):
		if isinstance(node, nodes.For):
			node.iter = _filter(node.iter, "huf_rounds", [])
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


def _filter(value: nodes.Expr, name: str, arguments: list[nodes.Expr]) -> nodes.Filter:
	return nodes.Filter(value, name, arguments, [], None, None, lineno=value.lineno)


def _line_of(error: BaseException) -> int:
	"""The line of the template that was at work."""
	line, trace = 1, error.__traceback__
	while trace is not None:
		if trace.tb_frame.f_code.co_filename == _FILE:
			line = trace.tb_lineno
		trace = trace.tb_next
	return line


def _fail(line: int, reason: str, cause: BaseException | None = None) -> NoReturn:
	raise TemplateFailed(f"Line {line} of the template: {reason.rstrip('.')}.") from cause
