"""What a place lists now (a website its pages, a folder its files), and which entries come, stay and leave by that.

Pure values; nothing is asked or written. An entry has a *key*, which names it in its place for good (an address, a path), and perhaps a
*version*: equal to that of before, it is the same.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta


@dataclass(slots=True)
class Listing:
	"""What a place lists."""

	entries: dict[str, str] = field(default_factory=dict)
	"""The wanted ones by their keys, in the order of the list, with their versions; an empty one where the list tells none."""
	forbidden: set[str] = field(default_factory=set)
	"""Keys of wanted ones that may not be fetched."""
	problem: str = ""
	"""Why there may be more entries than these; empty: these are all, and what is not among them is not listed any more."""
	identity: Callable[[str], str] = str
	"""What a key says of its entry wherever it lies: an entry that is missing, and listed with the same under another key, was moved."""
	pause: float = 0.0
	"""Seconds that the place asks for between two requests."""


@dataclass(frozen=True, slots=True)
class KnownEntry:
	"""An entry that is there because it was listed."""

	name: str
	key: str
	unlisted_since: datetime | None = None
	"""When a whole listing first was without it."""
	version: str = ""


@dataclass(slots=True)
class Plan:
	"""What is to be done."""

	add: list[str] = field(default_factory=list)
	"""Keys."""
	remove: list[str] = field(default_factory=list)
	"""Names of entries that leave now."""
	missed: list[str] = field(default_factory=list)
	"""Names of entries that are missing for the first time."""
	back: list[str] = field(default_factory=list)
	"""Names of entries that were missing and are listed again."""
	change: list[str] = field(default_factory=list)
	"""Names of listed entries that have another version."""
	kept: int = 0
	"""Entries whose presence does not change."""
	over_limit: int = 0
	"""Listed entries that the limit left out."""


def plan_entries(
	wants: Callable[[str], bool],
	listing: Listing | None,
	known: Sequence[KnownEntry],
	*,
	limit: int,
	now: datetime,
	grace: timedelta,
	grace_of_many: timedelta = timedelta(0),
	elsewhere: Collection[str] = (),
) -> Plan:
	"""Compare what a place lists with the entries that are there.

	What its maker no longer wants (patterns, hosts, limit) leaves at once, and so does what may not be fetched any more, or was moved and comes
	under its new key. What is only not listed leaves after ``grace``, counted from the first whole listing without it. A listing that failed (None), that found nothing, or
	that was not whole lets no entry leave and starts no grace.

	:param wants: whether an entry of this key is wanted.
	:param known: in the order in which they came; the first stay when the limit got lower.
	:param limit: how many entries there may be.
	:param grace_of_many: what counts instead, if it is longer, when more than half of the known entries are missing at once: rather
		a part of the place is away than that somebody deleted all that.
	:param elsewhere: keys that are in the same source for another reason: they are not added.
	"""
	plan = Plan()
	entries = listing.entries if listing else {}
	forbidden = listing.forbidden if listing else frozenset()
	is_whole = bool(listing and listing.entries and not listing.problem)
	moved = _moved(listing, known) if listing and is_whole else frozenset()
	missing = sum(entry.key not in entries and entry.key not in moved for entry in known)
	if 2 * missing > len(known):
		grace = max(grace, grace_of_many)
	staying: set[str] = set()
	for entry in known:
		if not wants(entry.key) or entry.key in forbidden:
			plan.remove.append(entry.name)
		elif len(staying) >= limit:
			plan.remove.append(entry.name)
			plan.over_limit += entry.key in entries
		elif entry.key in entries:
			staying.add(entry.key)
			if entries[entry.key] != entry.version:
				plan.change.append(entry.name)
			if entry.unlisted_since:
				plan.back.append(entry.name)
			else:
				plan.kept += 1
		elif entry.key in moved:
			plan.remove.append(entry.name)
		elif is_whole and now - (entry.unlisted_since or now) >= grace:
			plan.remove.append(entry.name)
		else:
			staying.add(entry.key)
			if is_whole and not entry.unlisted_since:
				plan.missed.append(entry.name)
			else:
				plan.kept += 1
	taken = {entry.key for entry in known} | set(elsewhere)
	new = [key for key in entries if key not in taken]
	room = max(limit - len(staying), 0)
	plan.add = new[:room]
	plan.over_limit += len(new[room:])
	return plan


def _moved(listing: Listing, known: Sequence[KnownEntry]) -> frozenset[str]:
	"""Keys of known entries that are not listed any more, and are under another key."""
	missing = [entry.key for entry in known if entry.key not in listing.entries]
	listed = {listing.identity(key) for key in listing.entries} if missing else set()
	return frozenset(key for key in missing if listing.identity(key) in listed)
