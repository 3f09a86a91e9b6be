"""What a reader's process asks about scanned pages, answered by whoever reads them for the process that asked it."""

import base64
import hashlib
from dataclasses import astuple
from typing import Any

from huf.engine.errors import InputError
from huf.engine.reading import child
from huf.engine.reading.wire import Message, Nonsense
from huf.engine.scans import ReadsScans, Region


class AskedScans:
	"""Answers the questions of a process about scanned pages of one file, and of files in it."""

	def __init__(self, scans: ReadsScans) -> None:
		self._scans = scans
		self._inside: tuple[str, ReadsScans] | None = None
		"""The file in it that was asked about last, by its SHA-256."""

	def answer(self, message: Message) -> Message:
		"""What is said to one question.

		Raises:
			Nonsense: it is none.
		"""
		what = message["scan"]
		if what == "why_not":
			return {"why_not": self._scans.why_not}
		try:
			page, region = int(message["page"]), _region(message.get("region"))
			scans = self._of(message)
		except (KeyError, TypeError, ValueError) as error:
			raise Nonsense(str(error)) from error
		if what == "leave":
			self._scans.leave(page)
			return {}
		if scans is None:
			return {"wanted": "data"}
		try:
			return {"page": astuple(scans.read(page, region))}
		except InputError as error:
			return child.error_to_wire(error)

	def _of(self, message: Message) -> ReadsScans | None:
		"""Who reads the file that is meant; None if its bytes are needed for that."""
		digest = message.get("inside")
		if digest is None:
			return self._scans
		if "data" in message:
			data = base64.b64decode(message["data"], validate=True)
			# Pages are kept under the hash, so it is not taken on trust.
			if hashlib.sha256(data).hexdigest() != digest:
				raise ValueError("other bytes than were asked about")
			self._inside = (digest, self._scans.inside(data))
		return self._inside[1] if self._inside and self._inside[0] == digest else None


def _region(value: Any) -> Region | None:
	if value is None:
		return None
	left, top, right, bottom = map(float, value)
	if not (0 <= left < right <= 1 and 0 <= top < bottom <= 1):
		raise ValueError("no part of a page")
	return left, top, right, bottom
