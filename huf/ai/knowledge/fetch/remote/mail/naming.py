"""By which path a mail is known: its folder, its day, its subject, and a mark that it keeps wherever it is moved.

Servers number mails anew when a mailbox is moved or mended (another UIDVALIDITY). So the numbers say where a mail lies just now, and the
mark what it is: it is made of what its sender wrote, Message-ID, date and subject. Where several in a folder have the same, each has its
number (UIDVALIDITY and UID) besides, so that none hides another.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from email.errors import MessageError
from email.header import decode_header, make_header
from email.parser import HeaderParser
from email.utils import parsedate_to_datetime

from huf.ai.knowledge.fetch.remote.mail.client import Fetched

HEADERS = "BODY.PEEK[HEADER.FIELDS (MESSAGE-ID DATE SUBJECT)]<0.4000>"
"""What a mail is known by. No more of it: whoever sends a mail decides how long these are."""
LONGEST_SUBJECT = 80
"""Characters of a subject in a path."""
_MARK = re.compile(r"[ /]([0-9a-f]{12})(?: \d{1,10}-\d{1,10})?\.eml\Z")


@dataclass(frozen=True, slots=True)
class Mail:
	"""A mail in a folder."""

	uid: int
	size: int


def named(mails: Iterable[Fetched], validity: int) -> Mapping[str, Mail]:
	"""The mails of one folder by their names in it.

	:param mails: with :data:`HEADERS` as their data. :param validity: of the numbers in the folder (UIDVALIDITY).
	"""
	groups: dict[str, list[Mail]] = {}
	for mail in mails:
		groups.setdefault(_name_of(mail.data), []).append(Mail(mail.uid, mail.size))
	found = {}
	for name, members in groups.items():
		for member in members:
			found[f"{name}.eml" if len(members) == 1 else f"{name} {validity}-{member.uid}.eml"] = member
	return found


def mark_of(path: str) -> str:
	"""What is the same of a mail in whichever folder it lies; the whole path where it is that of no mail."""
	found = _MARK.search(path, max(len(path) - 50, 0))
	return found[1] if found else path


def _name_of(header: bytes) -> str:
	# In a mail of today letters that are no ASCII may stand as they are (RFC 6532).
	said = HeaderParser().parsestr(header.decode("utf-8", "replace"))
	values = [" ".join(str(said.get(name, "")).split()) for name in ("Message-ID", "Date", "Subject")]
	mark = hashlib.sha256("\0".join(values).encode("utf-8", "replace")).hexdigest()[:12]
	return " ".join(filter(None, (_day(values[1]), _subject(values[2]), mark)))


def _day(date: str) -> str:
	try:
		return parsedate_to_datetime(date).date().isoformat()
	except (ValueError, TypeError, OverflowError, IndexError):
		return ""


def _subject(written: str) -> str:
	try:
		subject = str(make_header(decode_header(written)))
	except (ValueError, LookupError, MessageError):
		subject = written
	shown = "".join(c if c.isprintable() and c != "/" else " " for c in subject)
	# A path whose part begins like this is a hidden file's.
	return " ".join(shown.split())[:LONGEST_SUBJECT].lstrip(".~$ ").rstrip()
