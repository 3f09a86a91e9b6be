"""The bytes behind an input, whether they lie in a file or in memory."""

import hashlib
import io
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from huf.engine.scans import ReadsScans

_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Content:
	"""Bytes with the name they came under. Exactly one of ``path``, ``data`` and ``opener`` is set."""

	name: str
	"""File name with its extension; the extractor registry looks at it."""
	path: Path | None = None
	data: bytes | None = None
	media_type: str = ""
	"""As declared by whoever sent it (an HTTP header); empty when nobody said."""
	fetched_from: str = ""
	"""The address on the web that answered with it; empty for what somebody uploaded, typed or sent. What surrounds the text
	of such a page is left out."""
	scans: ReadsScans | None = field(default=None, compare=False)
	"""Reads pages that are only pictures; None when nobody does."""
	opener: Callable[[], BinaryIO] | None = None
	"""Opens a file anew each time, for who must not open it by its path alone."""
	read_inside: Callable[["Content"], Any] | None = field(default=None, compare=False, repr=False)
	"""Begins to read a file that lies in this one, as ``extractors.extract`` does, with the extractors at hand."""
	loading: Callable[[Callable[[], Any]], Any] | None = field(default=None, compare=False, repr=False)
	"""Runs what loads a library, without costing the input any of its limits; None where there are none."""
	properties: dict[str, Any] | None = field(default=None, compare=False, repr=False)
	"""Gets what the file says of itself (``extractors.properties``) while it is read; None when nobody asks for it."""

	def __post_init__(self) -> None:
		if sum(given is not None for given in (self.path, self.data, self.opener)) != 1:
			raise ValueError("Content needs exactly one of a path, data and an opener.")

	@classmethod
	def from_text(cls, text: str, name: str = "text.txt") -> "Content":
		"""Pasted text."""
		return cls(name=name, data=text.encode("utf-8", "replace"), media_type="text/plain")

	def open(self) -> BinaryIO:
		"""A fresh binary stream from the beginning; the caller closes it."""
		if self.opener is not None:
			return self.opener()
		if self.path is not None:
			return self.path.open("rb")
		return io.BytesIO(self.data or b"")

	@property
	def size(self) -> int:
		"""Length in bytes."""
		if self.data is not None:
			return len(self.data)
		with self.open() as stream:
			return stream.seek(0, os.SEEK_END)

	@property
	def extension(self) -> str:
		"""Lower case, without the dot; empty when the name has none."""
		# As ``Path(name).suffix`` has it, in a tenth of the time: every file of a folder is asked for it each time.
		name = self.name.rstrip("/").rpartition("/")[2]
		dot = name.rfind(".")
		return name[dot + 1 :].lower() if dot > 0 else ""

	def head(self, length: int = 4096) -> bytes:
		"""The first ``length`` bytes."""
		with self.open() as stream:
			return stream.read(length)

	def sha256(self) -> str:
		"""SHA-256 of the bytes, in hex, read in blocks."""
		digest = hashlib.sha256()
		with self.open() as stream:
			while block := stream.read(_BLOCK):
				digest.update(block)
		return digest.hexdigest()
