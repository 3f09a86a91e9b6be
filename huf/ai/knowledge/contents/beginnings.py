"""Whether files would be read, told by their beginnings before anybody waits for an upload."""

import base64
from typing import Any

import frappe
from frappe import _
from frappe.core.api.file import get_max_file_size

from huf.ai.knowledge.backends.registries import extractor_registry
from huf.engine.errors import InputError
from huf.engine.extractors.recognition.sniff import BEGINNING, refuse_by_beginning

MOST_FILES = 100
"""That one call may ask about."""


def reasons_to_refuse(files: list[dict[str, Any]]) -> list[str]:
	"""For each file why it would be refused, in words; empty if nothing speaks against it so far.

	:param files: ``file_name``, ``size`` in bytes, and ``beginning``: the first :data:`BEGINNING` bytes, as Base64.
	:raises frappe.ValidationError: something else was given.
	"""
	if len(files) > MOST_FILES:
		frappe.throw(_("Ask about at most {0} files at once.").format(MOST_FILES))
	known, largest = extractor_registry(), get_max_file_size()
	return [_reason(*_parts(file), known, largest) for file in files]


def _parts(file: dict[str, Any]) -> tuple[str, int, bytes]:
	try:
		name, size, beginning = file["file_name"], file["size"], file["beginning"]
		if (
			isinstance(name, str)
			and isinstance(size, int)
			and isinstance(beginning, str)
			and len(beginning) <= 2 * BEGINNING
		):
			return name, size, base64.b64decode(beginning, validate=True)[:BEGINNING]
	except (KeyError, ValueError):
		pass
	frappe.throw(
		_("Each file needs {0}: its name, its size in bytes, and its first {1} bytes as Base64.").format(
			"file_name, size, beginning", BEGINNING
		)
	)


def _reason(name: str, size: int, beginning: bytes, known: Any, largest: int) -> str:
	if size > largest:
		return _(
			"The file is larger than this site takes ({0}). Split it, or ask a System Manager for more."
		).format(f"{largest / 2**20:.0f} MB")
	try:
		refuse_by_beginning(name, beginning, size, known)
	except InputError as error:
		return str(error)
	return ""
