"""Which version of a page an answer was: what its server is asked with whether there is a newer one (RFC 9110 section 13)."""

import json
import re
from dataclasses import asdict, dataclass
from email.message import Message

from huf.engine.content import Content

_ETAG = re.compile(r'(?:W/)?"[\x21\x23-\x7e]{0,200}"')
_DATE = re.compile(r"[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT")


@dataclass(frozen=True, slots=True)
class PageVersion:
	"""What a server said of the bytes that it gave. Both marks may be empty: then it cannot be asked by them."""

	address: str = ""
	"""Where they were, after all redirects. A mark says nothing about other addresses, and is sent to no other."""
	etag: str = ""
	last_modified: str = ""

	@classmethod
	def of(cls, address: str, headers: Message) -> "PageVersion":
		"""From the headers of an answer. A mark that is not as the standard has it is none: it goes back into a request."""
		etag, date = str(headers.get("ETag", "")).strip(), str(headers.get("Last-Modified", "")).strip()
		return cls(address, etag if _ETAG.fullmatch(etag) else "", date if _DATE.fullmatch(date) else "")

	def conditions(self, address: str) -> dict[str, str]:
		"""Headers of a request for ``address`` that ask for the page only if it is another version."""
		if address != self.address:
			return {}
		found = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
		return {name: value for name, value in found.items() if value}


@dataclass(frozen=True, slots=True)
class Answer:
	"""What a server answered; ``content`` is None if the page is still the version that was asked about."""

	content: Content | None
	version: PageVersion


@dataclass(frozen=True, slots=True)
class ReadPage:
	"""A page as it was read for the index."""

	version: PageVersion
	sha256: str
	"""Of its bytes."""
	text: str = ""
	"""A digest of what was read of it; empty where the bytes alone tell. Many pages hold something that is new each time."""

	def to_json(self) -> str:
		"""For the row of its input."""
		return json.dumps(asdict(self))

	@classmethod
	def from_json(cls, written: str) -> "ReadPage | None":
		"""The same again; None where nothing is written."""
		if not written:
			return None
		values = json.loads(written)
		return cls(PageVersion(**values["version"]), values["sha256"], values["text"])
