"""What the folders of a mailbox are called, and which of them are wanted."""

import base64
import binascii
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from huf.ai.knowledge.fetch.websites.addresses import matches
from huf.engine.errors import SettingsError

LEFT_OUT = frozenset({b"\\trash", b"\\junk", b"\\drafts", b"\\all", b"\\flagged", b"\\important"})
"""Uses of folders (RFC 6154, RFC 8457) that a pattern does not take in: what is thrown away, not yet written, or lies in another one too."""
_NOT_THERE = frozenset({b"\\noselect", b"\\nonexistent"})
_LINE = re.compile(rb'\((?P<flags>[^)]*)\) (?P<delimiter>NIL|"\\?.") (?P<name>.*)', re.DOTALL)
_SHIFTED = re.compile(r"&([^-]*)-")


@dataclass(frozen=True, slots=True)
class MailFolder:
	"""A folder of a mailbox."""

	path: str
	"""As people see it, with slashes between a folder and those in it."""
	raw: bytes
	"""As the server has it."""
	is_left_out: bool
	"""Whether only its whole name takes it in, and no pattern."""


@dataclass(frozen=True, slots=True)
class WantedFolders:
	"""Which folders of a mailbox may be followed."""

	names: tuple[str, ...]
	"""Paths of folders, in which ``*`` stands for any characters."""

	@classmethod
	def of(cls, text: str) -> "WantedFolders":
		"""From one name or pattern in each line.

		Raises:
			SettingsError: there is none, or one that no folder has.
		"""
		names = tuple(dict.fromkeys(filter(None, (line.strip().strip("/") for line in text.splitlines()))))
		if not names or len(names) > 200 or not all(name.isprintable() for name in names):
			raise SettingsError(
				"Give the folders that may be followed, one in each line, such as INBOX or Projects/*."
			)
		return cls(names)

	def chosen(self, folders: Iterable[MailFolder]) -> Sequence[MailFolder]:
		"""Those of these folders that are wanted, by their paths."""
		return sorted(filter(self._wants, folders), key=lambda folder: folder.path)

	def missing(self, folders: Iterable[MailFolder]) -> bool:
		"""Whether a folder that is named without a pattern is not there."""
		return bool({name for name in self.names if "*" not in name} - {folder.path for folder in folders})

	def _wants(self, folder: MailFolder) -> bool:
		if folder.path in self.names:
			return True
		return not folder.is_left_out and any(matches(f"{name}$", folder.path) for name in self.names)


def read_folders(lines: Iterable[Any]) -> Iterator[MailFolder]:
	"""The folders that an answer to LIST names, as imaplib gives it. One whose name a command could not repeat is none."""
	for line in lines:
		head, name = line if isinstance(line, tuple) else (line, None)
		found = _LINE.match(head or b"")
		if not found:
			continue
		raw = name if name is not None else _unquoted(found["name"])
		flags = frozenset(found["flags"].lower().split())
		if flags & _NOT_THERE or not raw or not all(32 <= byte < 127 for byte in raw):
			continue
		delimiter = "" if found["delimiter"] == b"NIL" else _unquoted(found["delimiter"]).decode("latin-1")
		yield MailFolder(_path(raw, delimiter), raw, bool(flags & LEFT_OUT))


def _path(raw: bytes, delimiter: str) -> str:
	# The delimiter is a character of the name as it is sent, before letters that are no ASCII are written out.
	parts = [raw.decode("ascii")] if not delimiter else raw.decode("ascii").split(delimiter)
	if parts[0].upper() == "INBOX":
		parts[0] = "INBOX"
	# A slash that separates nothing must not look like one that does.
	return "/".join(_decoded(part).replace("/", "%2F") for part in parts)


def _unquoted(text: bytes) -> bytes:
	if len(text) < 2 or not text.startswith(b'"'):
		return text
	return re.sub(rb"\\(.)", rb"\1", text[1:-1])


def _decoded(name: str) -> str:
	"""From modified UTF-7 (RFC 3501 section 5.1.3); what is none stays as it is."""
	try:
		return _SHIFTED.sub(lambda found: _shifted(found[1]), name)
	except (binascii.Error, UnicodeDecodeError):
		return name


def _shifted(text: str) -> str:
	if not text:
		return "&"
	padded = text.replace(",", "/") + "=" * (-len(text) % 4)
	return base64.b64decode(padded, validate=True).decode("utf-16-be")
