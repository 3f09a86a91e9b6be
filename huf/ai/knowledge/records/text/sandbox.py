"""The sandbox of templates: what they can see, what they can do with it, and how much of it.

There are no globals and no calls; of an object only the values in its :class:`View` can be asked for. Every step of a
template (a field, a filter, a sum, a comparison, a round of a loop) looks at the clock, takes at most linear time in the size
of what it is given, and counts the characters that it makes; so processor and memory are bounded without a process to kill.
"""

import html
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from typing import Any, NoReturn

from jinja2 import Undefined
from jinja2.exceptions import SecurityError
from jinja2.filters import FILTERS as DEFAULT_FILTERS
from jinja2.runtime import LoopContext
from jinja2.sandbox import SandboxedEnvironment

MOST_CHARACTERS = 1_000_000
"""Characters of the text that a template makes, and of each text on the way."""
MOST_MADE = 20_000_000
"""Characters of all texts that one rendering makes on the way, kept or not."""
MOST_ROUNDS = 100_000
"""Rounds of all loops together."""
MOST_SECONDS = 5.0
"""Of the processor's time."""
_LARGEST = 1e15
_LOOP = frozenset({"index", "index0", "revindex", "revindex0", "first", "last", "length"})
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
	),
	*("title", "trim", "truncate", "upper", "wordcount"),
)
"""Filters of Jinja that make nothing larger than what they are given, in linear time."""
MOST_DECIMALS = 15
"""Digits that a number is rounded to, before or behind its point; Python would first compute ten to the power of any."""


class Refused(SecurityError):
	"""What the sandbox does not allow, in words of its own: they hold names that stand in the template, and no value."""


class View:
	"""Values that a template may see, by name."""

	__slots__ = ("_values",)

	def __init__(self, values: Mapping[str, Any]) -> None:
		self._values = values

	def get(self, name: str) -> Any:
		"""The value, or None if there is none of this name."""
		return self._values.get(name)


class Bounds:
	"""What one rendering has used up."""

	def __init__(self, seconds: float | None = None) -> None:
		self.rounds = 0
		self.made = 0
		self.seconds = MOST_SECONDS if seconds is None else seconds
		self.ends = time.thread_time() + self.seconds
		self.field = ""
		"""The field that was read last; for errors, which must not show its value."""

	def look(self) -> None:
		if time.thread_time() > self.ends:
			raise Refused(f"it takes longer than {self.seconds:g} seconds")

	def looked_at(self, value: Any) -> Any:
		"""The value itself."""
		self.look()
		return value

	def count(self, value: Any) -> Any:
		"""The value itself, once its characters are counted."""
		if isinstance(value, str):
			self.made += len(_bounded(value))
			if self.made > MOST_MADE:
				raise Refused(f"its steps make more than {MOST_MADE:,} characters together")
		return value

	def counted(self, values: object) -> Iterator[Any]:
		if isinstance(values, Undefined):
			return
		if not isinstance(values, list | tuple):
			raise Refused("only a table can be gone through with “for”")
		for value in values:
			self.rounds += 1
			if self.rounds > MOST_ROUNDS:
				raise Refused(f"its loops have more than {MOST_ROUNDS:,} rounds")
			self.look()
			yield value


def _text(value: object) -> str:
	"""A value as it is shown. Lists and tables are not: their text could grow without end."""
	if value is None or isinstance(value, Undefined):
		return ""
	if isinstance(value, str | int | float):
		return str(value)
	raise Refused("a table or a list cannot be shown as a whole; go through it with “for”")


def _bounded(text: str) -> str:
	if len(text) > MOST_CHARACTERS:
		raise Refused(f"it makes more than {MOST_CHARACTERS:,} characters")
	return text


def _rounded(value: Any, precision: int = 0, method: str = "common") -> Any:
	if not isinstance(value, int | float) or not isinstance(precision, int):
		raise Refused("only a number can be rounded")
	if abs(precision) > MOST_DECIMALS:
		raise Refused(f"a number can be rounded to at most {MOST_DECIMALS} digits")
	return DEFAULT_FILTERS["round"](value, precision, method)


def _without_tags(value: object) -> str:
	"""A text without its HTML tags and comments. MarkupSafe's own takes the square of their number."""
	text = _without(_without(_text(value), "<!--", "-->"), "<", ">")
	return html.unescape(" ".join(text.split()))


def _without(text: str, opening: str, closing: str) -> str:
	pieces, here = [], 0
	while (start := text.find(opening, here)) != -1 and (end := text.find(closing, start)) != -1:
		pieces.append(text[here:start])
		here = end + len(closing)
	return "".join((*pieces, text[here:]))


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


class Environment(SandboxedEnvironment):
	"""Jinja without what a template for a text does not need."""

	intercepted_binops = frozenset({"+", "-", "*", "/", "//", "%"})
	known_tests: tuple[str, ...] = ("defined", "undefined", "none", "string", "number", "odd", "even", "in")

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
		self.bounds = Bounds()
		filters = {name: DEFAULT_FILTERS[name] for name in _KNOWN_FILTERS}
		filters |= {"join": _joined, "replace": _replaced, "round": _rounded, "striptags": _without_tags}
		self.filters = {}
		self.add_filters(filters)
		self.add_filters({"huf_concat": lambda *parts: _bounded("".join(map(_text, parts)))})
		self.filters["huf_rounds"] = lambda values: self.bounds.counted(values)
		self.filters["huf_look"] = lambda value: self.bounds.looked_at(value)

	def add_filters(self, filters: Mapping[str, Callable[..., Any]]) -> None:
		"""Let templates use these filters, each bounded like any other step."""
		self.filters |= {name: self._bounded_step(filter_) for name, filter_ in filters.items()}

	def _bounded_step(self, function: Callable[..., Any]) -> Callable[..., Any]:
		@wraps(function)  # with the mark of Jinja on it that says what it is called with
		def step(*arguments: Any, **keywords: Any) -> Any:
			self.bounds.look()
			given = [self.undefined() if argument is None else argument for argument in arguments]
			return self.bounds.count(function(*given, **keywords))

		return step

	def getattr(self, obj: Any, attribute: str) -> Any:
		self.bounds.look()
		if isinstance(obj, View):
			value = obj.get(attribute)
			return self.undefined(name=attribute) if value is None else value
		if isinstance(obj, LoopContext) and attribute in _LOOP:
			return getattr(obj, attribute)
		if isinstance(obj, Undefined):
			return self.undefined(name=attribute)
		raise Refused(f"there is no “{attribute}” here")

	def getitem(self, obj: Any, argument: Any) -> Any:
		if isinstance(obj, View) and isinstance(argument, str):
			return self.getattr(obj, argument)
		if isinstance(obj, list | tuple | str) and isinstance(argument, int):
			return obj[argument] if -len(obj) <= argument < len(obj) else self.undefined(name=str(argument))
		if isinstance(obj, Undefined):
			return self.undefined(name=str(argument))
		raise Refused("only fields of a record and rows of a table can be picked with [ ]")

	def call(self, *_args: Any, **_kwargs: Any) -> NoReturn:
		raise Refused("nothing can be called")

	def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
		self.bounds.look()
		if operator == "+" and isinstance(left, str) and isinstance(right, str):
			return self.bounds.count(left + right)
		if not all(isinstance(value, int | float) and abs(value) < _LARGEST for value in (left, right)):
			raise Refused(f"“{operator}” takes numbers; put texts together with ~")
		return super().call_binop(context, operator, left, right)
