"""Subtitles of YouTube (``.sbv``): the words of a recording, each passage with the time at which it is said."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from huf.engine.content import Content
from huf.engine.errors import CorruptFile
from huf.engine.extractors.encoding import read_lines
from huf.engine.types import Locator, Section

VERSION = 1
"""Raise it when the same file gives other sections: subtitles are then read again, and nothing else."""

SECTION_SECONDS = 60
"""Cues of about a minute go together. One cue alone is half a sentence and answers nothing."""
_MAX_LINE = 10_000
_TIMES = re.compile(r"(\d+):(\d\d):(\d\d)\.\d+,(\d+):(\d\d):(\d\d)\.\d+")
_TAG = re.compile(r"</?[a-zA-Z][^>]*>|\{\\[^}]*\}")


@dataclass
class _Passage:
	"""Cues that were read and not yet given away. Times are in seconds."""

	start: int = 0
	end: int = 0
	lines: list[str] = field(default_factory=list)

	def section(self) -> Section:
		place = f"{_clock(self.start)}–{_clock(self.end)}"
		return Section("\n".join(self.lines) + "\n", Locator(part=place))


def extract_sbv(content: Content, notes: list[str]) -> Iterator[Section]:
	"""About a minute of speech for each section; its ``part`` is the time span, such as ``00:01:02–00:01:58``.

	Raises:
		CorruptFile: there is no time code in the file.
	"""
	passage: _Passage | None = None
	for line in read_lines(content, notes, _MAX_LINE):
		if times := _TIMES.search(line):
			start, end = _seconds(times, 1), _seconds(times, 4)
			if passage and passage.lines and end - passage.start > SECTION_SECONDS:
				yield passage.section()
				passage = None
			passage = passage or _Passage(start)
			passage.end = end
		elif passage and (text := _TAG.sub("", line).strip()):
			passage.lines.append(text)
	if passage is None:
		raise CorruptFile(
			"There is no time code in this file, so these are not subtitles. Download it again as .sbv."
		)
	if passage.lines:
		yield passage.section()


def _seconds(times: re.Match[str], first: int) -> int:
	hours, minutes, seconds = (int(times[number]) for number in range(first, first + 3))
	return hours * 3600 + minutes * 60 + seconds


def _clock(seconds: int) -> str:
	return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
