"""What holds for a group of a document in Rich Text, and for the paragraph that is open in it."""

from dataclasses import dataclass, field

from huf.engine.extractors.numerals import BULLET


@dataclass(slots=True)
class State:
	"""What a group inherits from the one around it."""

	unread: bool = False
	hidden: bool = False
	deleted: bool = False
	encoding: str = ""
	"""Of the font; empty for that of the document."""
	skips: int = 1
	"""Characters behind one in Unicode that stand for it in older programs."""
	destination: str = "page"
	shows_pictures: bool = True
	picture: bytearray | None = None
	"""What was read of the picture that the group is: hexadecimal digits, or bytes behind a mark."""
	kept: list[str] = field(default_factory=list)
	"""The text of the destination, shared by its groups; that of the page goes to its paragraphs."""


@dataclass(slots=True)
class Paragraph:
	"""Properties of the paragraph that is being read, and its text."""

	level: int | None = None
	in_table: bool = False
	mark: str = ""
	"""What stands before its text, until that comes."""
	pieces: list[str] = field(default_factory=list)

	def say(self, text: str) -> None:
		if self.mark and not text.isspace():
			if self.mark != BULLET or not (self.in_table or self.level is not None):
				self.pieces.append(self.mark)
			self.mark = ""
		self.pieces.append(text)

	def take(self) -> str:
		text, self.pieces, self.mark = "".join(self.pieces).strip(), [], ""
		return text
