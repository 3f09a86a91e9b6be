"""Signed files (``contract.pdf.p7m``), each read as the file that was signed."""

from collections.abc import Iterator

from huf.engine.content import Content
from huf.engine.errors import InputTooLarge
from huf.engine.extractors.containers.cms import signed_content
from huf.engine.sentences import sentence
from huf.engine.types import Section

VERSION = 1

MAX_BYTES = 64 << 20
_ENDINGS = (".p7m", ".p7s")


def extract_p7m(content: Content, notes: list[str]) -> Iterator[Section]:
	"""What was signed, under its own name, with its own places. The signature is not verified, which is noted."""
	from huf.engine.extractors import extract

	if content.size > MAX_BYTES:
		raise InputTooLarge(
			f"The file has {content.size / 1e6:.0f} MB; at most {MAX_BYTES / 1e6:.0f} MB of this type are read. Split it."
		)
	with content.open() as stream:
		data = signed_content(stream.read())
	name = content.name
	if name.lower().endswith(_ENDINGS):
		name = name[: -len(_ENDINGS[0])] or name
	inner = (content.read_inside or extract)(Content(name, data=data, properties=content.properties))
	yield from inner.sections
	notes.extend(inner.notes)
	notes.append(sentence("The file is signed. Its signature was not verified."))
