"""Times of day as the site's database has them."""

from datetime import datetime, timezone

from frappe.utils import convert_utc_to_system_timezone


def site_time(timestamp_s: float) -> datetime:
	"""Seconds since 1970 as the local time of the site, without a zone, as Frappe stores times."""
	moment = datetime.fromtimestamp(timestamp_s, timezone.utc)
	return convert_utc_to_system_timezone(moment).replace(tzinfo=None)
