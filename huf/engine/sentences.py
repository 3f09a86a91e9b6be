"""The engine's sentences for people, in the language of whoever reads them.

The engine speaks English: an error, a note or a reason is a `str`, and goes as one through logs, files, databases and other
processes. So a text that was stored by a job can be read in one language by one person and in another by the next. Whoever shows
it asks `Sentences` for the words of its reader, with the translations that the shell has.

A translation belongs to the sentence with its values still open: the words of `f"Row {row} cannot be read ({error})."` are
translated as "Row {row} cannot be read ({error}).". `make translations` reads these templates out of the code, from what is raised
as an error and from what stands in `sentence(…)`. Values are never read as templates.
"""

import re
from collections.abc import Mapping

_VALUE = re.compile(r"\{([a-z0-9_]+)\}")
"""A place for a value: of the engine with a name, of `_("…").format(…)` with a number. Nothing else in braces is one."""
_LEAST_LETTERS = 5
"""Letters besides its values that a template needs, to be told from others."""
_END = re.compile(r"(?<=[.!?:;,)”])\s+|\n+")
"""Where one sentence, or one part of it, may end."""
_MOST_PARTS = 24
"""The parts of a longer text are looked at one by one: a text of the engine is a few sentences."""
_LONGEST = 10_000
"""Characters. A longer text is none of the engine's."""
_EDGE = 4
"""Characters at its beginning or end by which a template is looked up."""
_DEEPEST = 3
"""Values that are sentences with values that are sentences."""


def sentence(text: str) -> str:
	"""Mark a text of the engine that people read, and that is no error, for translation. Gives it back as it is."""
	return text


class Template:
	"""A sentence with open values, such as "Row {row} is empty."."""

	def __init__(self, text: str) -> None:
		parts = _VALUE.split(text)
		self.text = text
		self.names = parts[1::2]
		self._fixed = parts[0::2]
		first, last = self._fixed[0], self._fixed[-1]
		self.edge = first[:_EDGE] if len(first) >= _EDGE else last[-_EDGE:] if len(last) >= _EDGE else ""
		"""The beginning of each of its sentences, or else the end; empty when both are too short."""
		self.letters = sum(character.isalpha() for part in self._fixed for character in part)
		"""Letters that are the same in every sentence of this template."""

	def values(self, text: str) -> dict[str, str] | None:
		"""The values with which this template says ``text``; None when it does not."""
		first, last = self._fixed[0], self._fixed[-1]
		end = len(text) - len(last)
		if end < len(first) or not text.startswith(first) or not text.endswith(last):
			return None
		found: dict[str, str] = {}
		position = len(first)
		for number, (name, part) in enumerate(zip(self.names, self._fixed[1:], strict=True), 1):
			start = end if number == len(self.names) else text.find(part, position, end)
			if start < 0 or found.setdefault(name, text[position:start]) != text[position:start]:
				return None
			position = start + len(part)
		return found

	def is_quoted(self, name: str) -> bool:
		"""A value between quotation marks is what somebody typed, the name of a file or the like."""
		return f"“{{{name}}}" in self.text


def fill(text: str, values: Mapping[str, str]) -> str:
	"""``text`` with its values. A name that is none of them stays as it is."""
	return _VALUE.sub(lambda match: values.get(match[1], match[0]), text)


class Sentences:
	"""Translations of one language: of whole texts, and of templates."""

	def __init__(self, translations: Mapping[str, str]) -> None:
		""":param translations: of each text as it stands in the code, of the engine and of others."""
		self._translations = translations
		templates = [Template(text) for text in translations if "{" in text and _VALUE.search(text)]
		self._by_edge: dict[str, list[Template]] = {}
		for template in templates:
			if template.letters >= _LEAST_LETTERS:
				self._by_edge.setdefault(template.edge, []).append(template)

	def translated(self, text: str) -> str:
		"""``text`` in this language, as far as it is known: a sentence, or several one after the other."""
		return self._text(text, _DEEPEST)

	def _text(self, text: str, depth: int) -> str:
		words = text.strip()
		if not words or depth == 0 or len(text) > _LONGEST:
			return text
		if (known := self._known(words, depth)) is not None:
			return text.replace(words, known, 1)
		pieces = _pieces(text)
		said = []
		while pieces:
			for count in range(len(pieces) if len(pieces) <= _MOST_PARTS else 1, 0, -1):
				joined = "".join(pieces[:count])
				known = self._known(joined.strip(), depth)
				if known is not None:
					said.append(joined.replace(joined.strip(), known, 1))
					break
			else:
				count = 1
				said.append(pieces[0])
			pieces = pieces[count:]
		return "".join(said)

	def _known(self, words: str, depth: int) -> str | None:
		if translation := self._translations.get(words):
			return translation
		edges = {words[:_EDGE], words[-_EDGE:], ""}
		found = [
			(template, values)
			for edge in edges
			for template in self._by_edge.get(edge, ())
			if (values := template.values(words)) is not None
		]
		if not found:
			return None
		# Who says most of it.
		template, values = max(found, key=lambda pair: (pair[0].letters, len(pair[0].text), pair[0].text))
		return fill(
			self._translations[template.text],
			{
				name: value if template.is_quoted(name) else self._value(value, depth - 1)
				for name, value in values.items()
			},
		)

	def _value(self, value: str, depth: int) -> str:
		"""A value is data, unless it has several words and is a sentence itself."""
		return self._text(value, depth) if " " in value.strip() else value


def _pieces(text: str) -> list[str]:
	"""``text`` cut where sentences may end, with the white space behind each."""
	ends = [match.end() for match in _END.finditer(text)]
	return [text[start:end] for start, end in zip([0, *ends], [*ends, len(text)], strict=True) if end > start]
