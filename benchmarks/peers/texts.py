"""A prepared corpus. Imports nothing heavy at the top: what a system imports is a part of what is measured."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
	from huf.engine.builds import BuildSettings
	from huf.engine.types import WantedInput


QUERY_WORDS = (2, 5, 15)
"""Lengths of the questions, which come in turn."""


def settings(backend: str = "sqlite_fts") -> "BuildSettings":
	"""Chunks of about 500 characters."""
	from huf.engine.builds import BuildSettings
	from huf.engine.chunkers import ChunkSettings

	chunking = ChunkSettings(size=600, overlap=0, unit="characters")
	return BuildSettings(chunking=chunking, max_chunks_per_input=0, backend=backend)


@dataclass(frozen=True)
class Texts:
	"""A prepared corpus in a folder."""

	folder: Path

	@property
	def chunks_file(self) -> Path:
		"""One JSON string a line, in the order of the chunks' numbers, which begin at 0."""
		return self.folder / "chunks.jsonl"

	def chunks(self) -> Iterator[str]:
		"""Every chunk in order."""
		with self.chunks_file.open(encoding="utf-8") as file:
			yield from map(json.loads, file)

	def inputs(self, changed: int | None = None) -> "list[WantedInput]":
		"""The documents that the chunks come from; the key of each is the number of its first chunk.

		Document ``changed`` has been changed since the last build.
		"""
		from huf.engine.content import Content
		from huf.engine.types import WantedInput

		file = self.folder / "documents.jsonl"
		places = json.loads((self.folder / "places.json").read_text())
		wanted = []
		for number, (first, offset) in enumerate(places):

			def content(offset: int = offset) -> Content:
				with file.open("rb") as lines:
					lines.seek(offset)
					return Content.from_text(json.loads(lines.readline()), "document.txt")

			wanted.append(WantedInput(str(first), f"{offset} {number == changed}", "", content))
		return wanted

	def queries(self) -> list[str]:
		"""The questions, those of two, of five and of fifteen words in turn."""
		questions: list[str] = json.loads((self.folder / "queries.json").read_text())
		return questions

	@property
	def count(self) -> int:
		"""How many chunks there are."""
		return int((self.folder / "count").read_text())
