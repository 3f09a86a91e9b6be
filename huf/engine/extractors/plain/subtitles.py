"""Subtitles (SubRip, WebVTT): what is said, located by its time in the recording."""

import html
import re
from collections.abc import Iterator

from huf.engine.content import Content
from huf.engine.errors import CorruptFile
from huf.engine.extractors.encoding import read_lines
from huf.engine.extractors.sections import one_line
from huf.engine.types import Locator, Section

VERSION = 2

_TIMES = re.compile(r"\s*((?:\d+:)?\d\d:\d\d)[.,]\d{1,3}\s+-->\s+((?:\d+:)?\d\d:\d\d)[.,]\d{1,3}")
_MARKS = re.compile(r"<[^<>]*>|\{\\[^{}]*\}")
_MAX_LINE = 100_000
_SECTION = 1500
"""Characters after which a passage ends with its cue: one to two minutes of speech, so that its time leads to the place."""


def extract_srt(content: Content, notes: list[str]) -> Iterator[Section]:
	"""Cues joined to passages; a line that is repeated from cue to cue, as those made live are, is read once."""
	said: list[str] = []
	begin = end = last = ""
	size, is_cue, found = 0, False, False
	for line in read_lines(content, notes, _MAX_LINE):
		if times := _TIMES.match(line):
			if size >= _SECTION:
				yield _section(said, begin, end)
				said, size = [], 0
			begin = begin if said else times[1]
			end = times[2]
			is_cue = found = True
		elif not line.strip():
			is_cue = False
		elif is_cue and (text := one_line(html.unescape(_MARKS.sub("", line)))) and text != last:
			said.append(text)
			size += len(text) + 1
			last = text
	if not found:
		raise CorruptFile(
			f"This is no .{content.extension} file: there is no line such as 00:01:02,000 --> 00:01:05,000 in it."
		)
	if said:
		yield _section(said, begin, end)


def _section(said: list[str], begin: str, end: str) -> Section:
	return Section("\n".join(said) + "\n", Locator(part=f"{begin} to {end}"))
