"""When work that failed is tried again: counted from the build rows, so nothing has to be remembered."""

from datetime import datetime, timedelta

import frappe
from frappe.utils import now_datetime

from huf.ai.knowledge.indexing.recipe.metering import next_month, waits_for_money
from huf.ai.knowledge.status.builds import NEWEST_FIRST

WAIT_MINUTES = (0, 1, 2, 4, 8, 16, 32, 60)
"""Waits after the first, second, ... failure in a row; the last one repeats. A first failure costs no wait."""

MAX_FAILURES = 24
"""Failures in a row after which huf stops trying by itself: about 18 hours."""

MAX_LASTING_FAILURES = 3
"""The same for errors that trying again cannot mend."""

PASSING = frozenset(
	{
		"Worker Died",
		"Lease Lost",
		"Storage Full",
		"Source Busy",
		"Interrupted",
		"Embedding Failed",
		"Vector Store Failed",
		"Search Engine Failed",
	}
)
"""Codes of failures that may well not happen a second time."""

REFUSED = frozenset(
	{
		"Embedding Refused",
		"Embedder Missing",
		"Vector Store Missing",
		"Search Engine Missing",
		"Index Too New",
		"Pack Missing",
		"Pack Refused",
	}
)
"""Codes of failures that happen again until somebody mends a model, a provider, its key, the site's vector store or search engine,
installs the version of huf that made the index, or imports the pack that it was made of."""

CRASHES = frozenset({"Worker Died", "Interrupted"})
"""The worker was killed (perhaps by the input it read), or the queue's time-out struck."""

BATCH_AFTER_CRASHES = (20_000, 1000, 50, 5, 1)
"""Inputs in one build after 0, 1, 2, ... crashes in a row: an input that kills its worker is cornered."""


def failures_in_a_row(source: str) -> list["frappe._dict"]:
	"""The builds that failed since the last one that did not, the newest first."""
	rows = frappe.db.sql(
		f"""select name, kind, state, error_code, error_message, finished_at from `tabKnowledge Build`
		where knowledge_source = %s order by {NEWEST_FIRST} limit %s""",
		(source, MAX_FAILURES),
		as_dict=True,
	)
	failures = []
	for row in rows:
		if row.state != "Failed":
			break
		failures.append(row)
	return failures


def retry_due_at(source: str) -> datetime | None:
	"""From when on the source's work may be tried again; None when huf has given up."""
	failures = failures_in_a_row(source)
	if not failures:
		return next_month(now_datetime()) if waits_for_money(source) else datetime.min
	last = failures[0]
	if last.error_code in REFUSED:
		return None
	passing = last.error_code in PASSING and not (last.kind == "Rebuild" and last.error_code in CRASHES)
	if len(failures) >= (MAX_FAILURES if passing else MAX_LASTING_FAILURES):
		return None
	wait = WAIT_MINUTES[min(len(failures), len(WAIT_MINUTES)) - 1]
	return last.finished_at + timedelta(minutes=wait)


def crashes_in_a_row(source: str) -> int:
	"""How many of the last builds ended with a dead worker, counted back from now."""
	count = 0
	for row in failures_in_a_row(source):
		if row.error_code not in CRASHES:
			break
		count += 1
	return count


def batch_limit(crashes: int) -> int:
	"""At most how many inputs the next build takes."""
	return BATCH_AFTER_CRASHES[min(crashes, len(BATCH_AFTER_CRASHES) - 1)]


def is_cornered(crashes: int, inputs: int) -> bool:
	"""Whether the crashes prove that the single input that was being read is what kills the worker."""
	return inputs == 1 and crashes >= len(BATCH_AFTER_CRASHES)
