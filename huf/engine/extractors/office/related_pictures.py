"""The pictures that an element of an Office file shows: their bytes, and what their authors say of them."""

from collections.abc import Container, Iterator
from typing import Any

from huf.engine.extractors.pictures.alternative import said_of_picture

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_V = "{urn:schemas-microsoft-com:vml}"
_NAMES = {f"{_A}blip": f"{_R}embed", f"{_V}imagedata": f"{_R}id"}
"""What shows a picture (ECMA-376, 20.1.8.13 and part 4, 19.1.2.11), and its attribute that names the relation to it."""


def alternative_text(properties: Any) -> str:
	"""What is said of a picture or shape for those who do not see it (ECMA-376, 20.1.2.2.8, ``descr``), on one line; may be empty.

	:param properties: the element that has its name and identity.
	"""
	return said_of_picture(properties.get("descr", ""))


def names_in(root: Any, skipped: Container[str] = ()) -> Iterator[tuple[Any, str]]:
	"""The elements below ``root`` that show a picture of the file, in order, and how each names it."""
	stack = [root]
	while stack:
		element = stack.pop()
		if element.tag in skipped:
			continue
		attribute = _NAMES.get(element.tag)
		if attribute and (name := element.get(attribute)):
			yield element, name
		stack.extend(reversed(element))


def related_picture(part: Any, name: str) -> bytes:
	"""The bytes of a picture that a part names; nothing for one that is not in the file.

	:param part: of python-docx or python-pptx.
	"""
	relation = part.rels.get(name)
	return b"" if relation is None or relation.is_external else bytes(relation.target_part.blob)
