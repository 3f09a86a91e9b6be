"""Which of the builds that have answered keep their files, besides the last ones: where the site wants it, the one that answered at the end of
each of the last days, so that *as of* has an answer for these days."""

from bisect import bisect_right
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from frappe.utils import now_datetime

from huf.ai.knowledge import status
from huf.ai.site.settings import get_settings


def daily_builds(source: str) -> set[str]:
	"""Names of the builds of a source that are kept for their days, as Agent Settings want it now."""
	days = get_settings().daily_build_days
	return at_ends_of_days(status.answered(source), now_datetime().date(), days) if days else set()


def at_ends_of_days(answered: Sequence[tuple[datetime, str]], today: date, days: int) -> set[str]:
	"""The builds that answered when each of the last ``days`` days before ``today`` ended.

	:param answered: when builds came to answer, and their names, the oldest first.
	"""
	moments = [when for when, _ in answered]
	ends = (datetime.combine(today - timedelta(days=back), time.max) for back in range(1, days + 1))
	places = {bisect_right(moments, end) for end in ends}
	return {answered[place - 1][1] for place in places if place}
