"""Any file reader of LlamaIndex as an extractor, named by the dotted path of its class.

A path that begins with ``llama_index.`` is that of a reader by its name alone; before any other stands ``reader:``. Nothing is imported
before a file is read by it, and then in the process that reads: what LlamaIndex imports takes seconds and some hundred megabytes, which
are none of the file's. What a reader says of a document's place by the usual keys of its metadata becomes the place of the section.
"""

import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from huf.engine.content import Content
from huf.engine.errors import SettingsError, UnsupportedType
from huf.engine.extractors.properties import tell
from huf.engine.extractors.sections import one_line
from huf.engine.types import Locator, Section

VERSION = 1
"""Of what this module makes of a reader's documents; part of :attr:`FromReader.version`."""

PREFIX = "reader:"
_OWN = "llama_index."
FILES = "llama_index.readers.file."
"""The package ``llama-index-readers-file``."""
_PATH = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
_ENDING = re.compile(r"[a-z0-9]{1,16}")
_PAGE_KEYS = ("page_label", "page_number", "page", "source")
"""What readers call a page: LlamaIndex's PDF readers, Unstructured's elements, and PyMuPDF's."""
_SLIDE_KEYS = ("slide", "slide_number")
_SHEET_KEYS = ("sheet_name", "sheet", "page_name")


@dataclass(frozen=True)
class FromReader:
	"""An extractor that lets a reader of LlamaIndex read. Two of one path are equal."""

	path: str
	"""Dotted path of the class."""

	@classmethod
	def named(cls, text: str) -> "FromReader":
		"""The extractor for ``llama_index.readers.file.HWPReader`` or ``reader:my_app.readers.MyReader``.

		Raises:
			SettingsError: it is no dotted path.
		"""
		path = text.removeprefix(PREFIX)
		if not _PATH.fullmatch(path):
			raise SettingsError(f"“{path}” is no dotted path of a class, such as {FILES}HWPReader.")
		return cls(path)

	@property
	def version(self) -> int:
		"""Changes with the class, the release of its package, and what huf makes of its documents. 48 bits.

		Raises:
			SettingsError: the package is not installed; the message says what to do.
		"""
		name, release = _package(self.path)
		words = f"{VERSION} {self.path} {name} {release}"
		return int.from_bytes(sha256(words.encode()).digest()[:6], "big")

	def __call__(self, content: Content, notes: list[str]) -> Iterator[Section]:
		"""The documents of the reader, each a section. Blank ones are passed over by whoever asks.

		Raises:
			UnsupportedType: the class cannot be loaded or made, or is no reader; the message says what to do.
			CorruptFile: it fails on this file.
		"""
		load = content.loading or _at_once
		reader = load(self._made)
		with tempfile.TemporaryDirectory(prefix="huf-reader-") as folder:
			# Readers ask for a path, and some look at its ending. Nothing else of the name is theirs.
			ending = content.extension if _ENDING.fullmatch(content.extension) else "bin"
			file = Path(folder) / f"file.{ending}"
			_copy(content, file)
			for document in self._documents(reader, file):
				yield from _sections(document, content)

	def _made(self) -> Any:
		module, _, name = self.path.rpartition(".")
		# The seam to a library that is not huf's: its import may fail in any way, and that is no fault of the file.
		try:
			made = getattr(import_module(module), name)()
		except Exception as error:
			raise self._unusable(error) from error
		if not callable(getattr(made, "load_data", None)):
			raise UnsupportedType(
				f"{self.path} is no file reader of LlamaIndex: it has no method load_data. Name a class that has one."
			)
		return made

	def _documents(self, reader: Any, file: Path) -> Iterator[Any]:
		try:
			yield from reader.load_data(file)
		except ImportError as error:
			# Many readers import the library that they need only when they read.
			raise self._unusable(error) from error

	def _unusable(self, error: Exception) -> UnsupportedType:
		reason = " ".join(str(error).split())[:160] or type(error).__name__
		return UnsupportedType(
			f"The reader {self.path} cannot be used: {reason}. Install what it needs where huf indexes, then read the file "
			"again."
		)


def entry_of(path: str) -> "FromReader | str":
	"""What is to be registered for a path that somebody named: an extractor that uses a reader, or the path of an extractor.

	Raises:
		SettingsError: it names a reader, and is no dotted path.
	"""
	return FromReader.named(path) if path.startswith((_OWN, PREFIX)) else path


def _at_once(load: Callable[[], Any]) -> Any:
	return load()


def _copy(content: Content, file: Path) -> None:
	with content.open() as stream, file.open("xb") as copy:
		while block := stream.read(1 << 20):
			copy.write(block)


@lru_cache
def _package(path: str) -> tuple[str, str]:
	"""Name and release of the package that a class comes in, without importing it.

	Packages of LlamaIndex are called after their modules, as most others are: the longest beginning of the path that is one.
	"""
	parts = path.split(".")[:-1]
	for length in range(len(parts), 0, -1):
		name = "-".join(parts[:length]).replace("_", "-")
		try:
			return name, metadata.version(name)
		except metadata.PackageNotFoundError:
			continue
	for name in metadata.packages_distributions().get(parts[0], []) if parts[0] != "llama_index" else []:
		return name, metadata.version(name)
	if path.startswith(FILES):
		raise SettingsError(
			f"The reader {path} is not installed. Install it where huf indexes: pip install 'huf[readers]'."
		)
	raise SettingsError(
		f"No package with {path} is installed. Install the one that has it where huf indexes."
	)


def _sections(document: Any, content: Content) -> Iterator[Section]:
	text = getattr(document, "text", None)
	if not isinstance(text, str):
		return
	told = getattr(document, "metadata", None)
	facts: Mapping[str, Any] = told if isinstance(told, Mapping) else {}
	tell(
		content,
		author=facts.get("author"),
		date=facts.get("date") if isinstance(facts.get("date"), str) else None,
		title=facts.get("title"),
	)
	yield Section(text.rstrip("\n") + "\n", place_of(facts))


def place_of(facts: Mapping[str, Any]) -> Locator:
	"""The place that the metadata of a document tells: page, slide, sheet, heading path, or none.

	A page by a label that is no number, such as ``iv``, is a ``part``. Counts begin at 1; others are no place.
	"""
	page, label = None, None
	for key in _PAGE_KEYS:
		page = page or _count(facts.get(key))
		if key == "page_label" and page is None and facts.get(key):
			label = "page " + one_line(str(facts[key]))[:40]
	slide = next((found for key in _SLIDE_KEYS if (found := _count(facts.get(key)))), None)
	sheet = next((str(facts[key]) for key in _SHEET_KEYS if isinstance(facts.get(key), str)), None)
	# LlamaIndex's parser of Markdown writes the headings around a part as a path, or by their levels.
	path = facts.get("header_path") or facts.get("Header_Path")
	heading = tuple(filter(None, map(one_line, path.split("/")))) if isinstance(path, str) else ()
	return Locator(
		page=None if label else page,
		slide=slide,
		sheet=sheet and one_line(sheet),
		heading=heading,
		part=label,
	)


def _count(value: Any) -> int | None:
	if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 9:
		value = int(value)
	return value if isinstance(value, int) and not isinstance(value, bool) and 1 <= value < 10**9 else None
