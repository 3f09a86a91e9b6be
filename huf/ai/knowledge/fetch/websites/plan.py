"""Which pages of a website come, stay and leave, given what it lists now. Pure values; nothing is asked or written."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from huf.ai.knowledge.fetch.websites.addresses import WantedPages
from huf.ai.knowledge.fetch.websites.listing import Listing


@dataclass(frozen=True, slots=True)
class KnownPage:
	"""A page that is there because of the website."""

	name: str
	address: str
	unlisted_since: datetime | None = None
	"""When a whole listing first was without it."""


@dataclass(slots=True)
class Plan:
	"""What is to be done."""

	add: list[str] = field(default_factory=list)
	"""Addresses."""
	remove: list[str] = field(default_factory=list)
	"""Names of pages that leave now."""
	missed: list[str] = field(default_factory=list)
	"""Names of pages that are missing for the first time."""
	back: list[str] = field(default_factory=list)
	"""Names of pages that were missing and are listed again."""
	kept: int = 0
	"""Pages of which nothing changes."""
	over_limit: int = 0
	"""Listed pages that the limit left out."""


def plan_pages(
	wanted: WantedPages,
	listing: Listing | None,
	known: Sequence[KnownPage],
	*,
	limit: int,
	now: datetime,
	grace: timedelta,
	elsewhere: Collection[str] = (),
) -> Plan:
	"""Compare what a website lists with the pages that are there.

	What its maker no longer wants (patterns, hosts, limit) leaves at once, and so does what robots.txt now forbids. What is only not listed
	leaves after ``grace``, counted from the first whole listing without it. A listing that failed (None), that found nothing, or that
	was not whole lets no page leave and starts no grace.

	:param known: in the order in which they came; the first stay when the limit got lower.
	:param limit: how many pages there may be.
	:param elsewhere: addresses that are in the same source for another reason: they are not added.
	"""
	plan = Plan()
	pages = listing.pages if listing else {}
	forbidden = listing.forbidden if listing else frozenset()
	is_whole = bool(listing and listing.pages and not listing.problem)
	staying: set[str] = set()
	for page in known:
		if not wanted.wants(page.address) or page.address in forbidden or len(staying) >= limit:
			plan.remove.append(page.name)
		elif page.address in pages:
			staying.add(page.address)
			if page.unlisted_since:
				plan.back.append(page.name)
			else:
				plan.kept += 1
		elif is_whole and page.unlisted_since and now - page.unlisted_since >= grace:
			plan.remove.append(page.name)
		else:
			staying.add(page.address)
			if is_whole and not page.unlisted_since:
				plan.missed.append(page.name)
			else:
				plan.kept += 1
	taken = {page.address for page in known} | set(elsewhere)
	new = [address for address in pages if address not in taken]
	room = max(limit - len(staying), 0)
	plan.add, plan.over_limit = new[:room], len(new[room:])
	return plan
