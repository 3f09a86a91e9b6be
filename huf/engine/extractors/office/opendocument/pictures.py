"""The pictures in an OpenDocument file: parts of the archive that its frames name."""

import base64
import binascii
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cached_property, partial
from typing import Any

from huf.engine.content import Content
from huf.engine.extractors.office.opendocument.document import DRAW, OFFICE, SHOW, TEXT
from huf.engine.extractors.pictures.inside import MOST_BYTES, PicturesInside
from huf.engine.types import Locator, Section

_IMAGE = f"{DRAW}image"
_DATA = f"{OFFICE}binary-data"
_HREF = "{http://www.w3.org/1999/xlink}href"
_NOT_SHOWN = frozenset((f"{SHOW}notes", f"{TEXT}tracked-changes", f"{DRAW}object"))
"""Notes of a speaker show the slide again."""


class OpenDocumentPictures:
	"""Those of one file."""

	def __init__(self, content: Content, body: Any) -> None:
		self._content = content
		self._open = ExitStack()
		self._pictures = PicturesInside(content, map(_name, _images(body)))

	def of(self, element: Any, place: Locator) -> Iterator[Section]:
		"""What stands on the pictures in an element that were not asked for before."""
		for image in _images(element):
			if section := self._pictures.section(_name(image), partial(self._data, image), place):
				yield section

	def notes(self) -> list[str]:
		"""What became of them, after the last."""
		self._open.close()
		return self._pictures.notes()

	@cached_property
	def _archive(self) -> zipfile.ZipFile:
		# Kept open: its list of parts is read anew each time, and has thousands.
		return self._open.enter_context(zipfile.ZipFile(self._open.enter_context(self._content.open())))

	def _data(self, image: Any) -> bytes:
		if inline := image.findtext(_DATA):
			try:
				return base64.b64decode(inline)
			except (ValueError, binascii.Error):
				return b""
		try:
			member = self._archive.getinfo(_name(image))
		except KeyError:
			return b""  # linked, or gone
		return self._archive.read(member) if member.file_size <= MOST_BYTES else b""


def _images(root: Any) -> Iterator[Any]:
	stack = [root]
	while stack:
		element = stack.pop()
		if element.tag == _IMAGE:
			yield element
		elif element.tag not in _NOT_SHOWN or element is root:
			stack.extend(reversed(element))


def _name(image: Any) -> str:
	return str(image.get(_HREF, "")).removeprefix("./") or str(hash(image.findtext(_DATA)))
