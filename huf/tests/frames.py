"""Counts what lies between the entry of a road and the reader of an index: the functions of huf that a request passes."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import huf
from huf.engine.backends.base import Found, SearchRequest
from huf.engine.backends.hybrid.reader import SqliteHybridReader
from huf.engine.backends.keyword.reader import SqliteFtsReader
from huf.engine.search.opened.found_cache import MOST_CHUNKS
from huf.engine.search.opened.open_builds import remember_at_most

HUF = Path(huf.__file__).resolve().parent
NOT_COUNTED = HUF / "tests"
MOST = 10
"""Frames of a road. With more, nobody keeps in mind what becomes of a request on its way."""


def road(run: Callable[[], object], entry: str = "") -> list[str]:
	"""The longest way on which ``run`` comes to a reader: functions of huf as ``ai/runs/prompt/knowledge:inject``, in order.

	The entry counts, the reader itself does not; frames of Frappe, click and tests are left out.

	:param entry: where the road begins. Empty: with the first function of huf.
	"""
	with _ways() as ways:
		run()
	found = [way[way.index(entry) :] if entry else way for way in ways if not entry or entry in way]
	assert found, f"no reader was asked from {entry or 'there'}: {ways}"
	return max(found, key=len)


@contextmanager
def _ways() -> Iterator[list[list[str]]]:
	ways: list[list[str]] = []

	def spied(reader: Any) -> Any:
		search = reader.search

		def spy(self: Any, request: SearchRequest) -> Found:
			ways.append([*_frames()][::-1])
			return search(self, request)

		return patch.object(reader, "search", spy)

	# What is remembered is not asked of a reader again.
	remember_at_most(0)
	try:
		with spied(SqliteFtsReader), spied(SqliteHybridReader):
			yield ways
	finally:
		remember_at_most(MOST_CHUNKS)


def _frames() -> Iterator[str]:
	frame = sys._getframe(2)
	while frame is not None:
		path = Path(frame.f_code.co_filename).resolve()
		if path.is_relative_to(HUF) and not path.is_relative_to(NOT_COUNTED):
			yield f"{path.relative_to(HUF).with_suffix('')}:{frame.f_code.co_name}"
		frame = frame.f_back  # type: ignore[assignment]
