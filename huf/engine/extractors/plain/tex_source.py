"""The text of a LaTeX file, gone through from its beginning to its end: arguments, options and what ends where, in linear time."""

import re

LONGEST_ARGUMENT = 5_000
"""Characters of a heading, or of an argument that is no text. A longer one is read as text."""
_MOST_UNENDED = 200
"""Arguments without an end after which no more are looked for: the file is damaged."""
OPTION = re.compile(r"\s{0,100}\[[^\[\]]{0,500}\]")
_BRACE = re.compile(r"[{}]|\\.", re.DOTALL)
OPENED = re.compile(r"\s{0,100}\{")


class TexSource:
	"""A text and the place in it up to which it was read."""

	def __init__(self, text: str) -> None:
		self.text = text
		self.place = 0
		self.unended = 0
		self.absent: set[str] = set()
		"""Ends that do not come any more, so that no end is looked for twice in vain."""

	def up_to(self, end: str) -> str | None:
		"""What stands before ``end``, and go behind that; None if it does not come."""
		at = -1 if end in self.absent else self.text.find(end, self.place)
		if at < 0:
			self.absent.add(end)
			return None
		inner = self.text[self.place : at]
		self.place = at + len(end)
		return inner

	def skip_options(self) -> None:
		"""Go behind what stands in square brackets here."""
		if found := OPTION.match(self.text, self.place):
			self.place = found.end()

	def skip_arguments(self, count: int) -> None:
		"""Options, and so many arguments in braces."""
		self.skip_options()
		for _ in range(count):
			self.argument()
			self.skip_options()

	def argument(self) -> str | None:
		"""What stands in the next braces, and go behind them; None, without a move, if none follow or they do not end."""
		opened = OPENED.match(self.text, self.place)
		if not opened or self.unended == _MOST_UNENDED:
			return None
		depth = 1
		for brace in _BRACE.finditer(self.text, opened.end(), opened.end() + LONGEST_ARGUMENT):
			depth += {"{": 1, "}": -1}.get(brace[0], 0)
			if not depth:
				self.place = brace.end()
				return self.text[opened.end() : brace.start()]
		self.unended += 1
		return None
