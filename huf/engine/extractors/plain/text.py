"""Plain text and logs, streamed: the place of a passage is its lines."""

from collections.abc import Iterator

from huf.engine.content import Content
from huf.engine.extractors.encoding import find_format, open_text, repair_mojibake
from huf.engine.extractors.sections import SECTION_CHARACTERS
from huf.engine.types import Locator, Section

VERSION = 3


def extract_text(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Sections of whole lines. A line longer than a section is cut (at a space if there is one), each part
	ended by a line end and located at the same line number.
	"""
	how = find_format(content, notes)
	line = 1
	rest = ""
	with open_text(content, how) as stream:
		more = True
		while more:
			block = stream.read(SECTION_CHARACTERS)
			more = len(block) == SECTION_CHARACTERS
			block = rest + block
			text, rest = _cut(block) if more else (block, "")
			if not text:
				continue
			whole = text.endswith("\n")
			text = text if whole else text + "\n"
			last = line + text.count("\n") - 1
			yield Section(repair_mojibake(text) if how.repair else text, Locator(lines=(line, last)))
			# The rest of a line that had to be cut stands at the same line.
			line = last + 1 if whole else last


def _cut(block: str) -> tuple[str, str]:
	"""``block`` divided after its last line end; without one, after a space in its second half, or at its end."""
	cut = block.rfind("\n") + 1 or block.rfind(" ", len(block) // 2) + 1 or len(block)
	return block[:cut], block[cut:]
