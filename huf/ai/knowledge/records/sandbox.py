"""The sandbox of templates: what they can see, what they can do with it, and how much of it.

There are no globals and no calls; of an object only the values in its :class:`View` can be asked for. Loops count
their rounds, texts that are put together their characters, and all looks at the clock.
"""

import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NoReturn

from jinja2 import Undefined
from jinja2.defaults import DEFAULT_FILTERS
from jinja2.runtime import LoopContext
from jinja2.sandbox import SandboxedEnvironment, SecurityError

MOST_CHARACTERS = 1_000_000
"""Characters of the text that a template makes, and of each text on the way."""
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


class Bounds:
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


class Environment(SandboxedEnvironment):
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
		self.bounds = Bounds()
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
