"""What a monitor scrapes: the doctor's findings and a few numbers, in the text format of Prometheus (version 0.0.4).

Everything is a gauge and asked when it is scraped; nothing is counted in between, so it is the same whichever process answers. No label names a
source, a user or a question, unless the site's configuration asks for sources; personal sources and those about one record never are.
"""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import frappe
from frappe.utils import add_to_date, cint, flt, now_datetime
from frappe.utils.background_jobs import get_queue
from redis.exceptions import RedisError

from huf.ai.access.scopes.rules import PRIVATE_SCOPES, SCOPES
from huf.ai.costs.ledger import this_month
from huf.ai.doctor import examine, known_checks
from huf.ai.doctor.findings import Level
from huf.ai.doctor.machine import free_bytes
from huf.ai.doctor.services import QUEUES, listening, longest_wait_s
from huf.ai.knowledge import watching
from huf.ai.site.metrics_token import SOURCES

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


@dataclass
class Gauge:
	"""A name, what it means, and its values by their labels."""

	name: str
	help: str
	values: list[tuple[Mapping[str, str], float]] = field(default_factory=list)

	def add(self, value: float, **labels: str) -> "Gauge":
		"""One more value; gives the gauge itself."""
		self.values.append((labels, value))
		return self


def metrics() -> str:
	"""All gauges as text. Asks no service, and checks no right."""
	return written(
		[*_doctor(), *_knowledge(), *_queues(), *_use(), *(_sources() if _names_sources() else ())]
	)


def written(gauges: Iterable[Gauge]) -> str:
	"""Gauges in the text format; those without a value are left out."""
	lines = []
	for gauge in gauges:
		if not gauge.values:
			continue
		lines += [f"# HELP {gauge.name} {_escaped(gauge.help, quotes=False)}", f"# TYPE {gauge.name} gauge"]
		for labels, value in gauge.values:
			listed = ",".join(f'{name}="{_escaped(text)}"' for name, text in labels.items())
			lines.append(
				f"{gauge.name}{{{listed}}} {float(value)!r}" if listed else f"{gauge.name} {float(value)!r}"
			)
	return "\n".join(lines) + "\n"


def _escaped(text: str, *, quotes: bool = True) -> str:
	text = text.replace("\\", r"\\").replace("\n", r"\n")
	return text.replace('"', r"\"") if quotes else text


def _doctor() -> Iterator[Gauge]:
	began = time.perf_counter()
	found = Counter((finding.check, finding.level) for finding in examine())
	seconds = time.perf_counter() - began
	levels = [level for level in Level if level is not Level.GOOD]
	faults = sum(times for (_check, level), times in found.items() if level is Level.FAULT)
	yield Gauge("huf_healthy", "1: the doctor finds no fault.").add(int(not faults))
	findings = Gauge(
		"huf_findings", "What the doctor finds that is not good, by what looked and how bad it is."
	)
	# Each has a value, so that an alert about one that is gone ends.
	for check in known_checks():
		for level in levels:
			findings.add(found[check, level], check=check, level=level.value.lower())
	yield findings
	yield Gauge("huf_examination_seconds", "How long the doctor took.").add(seconds)


def _knowledge() -> Iterator[Gauge]:
	sources = Gauge("huf_sources", "Knowledge sources, by status.")
	for status, times in _by_status("Knowledge Source", "archived_at is null and disabled = 0"):
		sources.add(times, status=status)
	yield sources
	inputs = Gauge("huf_inputs", "Knowledge inputs, by status.")
	for status, times in _by_status("Knowledge Input", "disabled = 0"):
		inputs.add(times, status=status)
	yield inputs
	size = frappe.db.sql("select sum(index_size_bytes) from `tabKnowledge Source` where archived_at is null")
	yield Gauge("huf_index_bytes", "Size of the indexes that answer.").add(flt(size[0][0]))
	free = Gauge("huf_disk_free_bytes", "Free space where the indexes lie.")
	yield free if (room := free_bytes()) is None else free.add(room)


def _by_status(doctype: str, condition: str) -> list[tuple[str, int]]:
	"""
	:param condition: SQL.
	"""
	counted = dict(
		frappe.db.sql(f"select status, count(*) from `tab{doctype}` where {condition} group by status")
	)
	known = frappe.get_meta(doctype).get_field("status").options.split("\n")
	return [(status, int(counted.get(status, 0))) for status in known if status]


def _queues() -> Iterator[Gauge]:
	"""Nothing while Redis is away: the findings say that, and are told all the same."""
	jobs = Gauge("huf_queue_jobs", "Jobs that wait in a queue, of all sites of the bench.")
	wait = Gauge("huf_queue_wait_seconds", "How long the first of them has waited.")
	workers = Gauge("huf_queue_workers", "Workers that take jobs from a queue.")
	silent = Gauge("huf_watchdog_silent_seconds", "Since the watchdog last ran, which is each minute.")
	try:
		heard = listening()
		for name in QUEUES:
			queue = get_queue(name)
			jobs.add(queue.count, queue=name)
			wait.add(longest_wait_s(queue), queue=name)
			workers.add(heard[name], queue=name)
		ran_at = watching.last_ran_at()
	except RedisError:
		return
	if ran_at is not None:
		silent.add(max(0.0, time.time() - ran_at))
	yield from (jobs, wait, workers, silent)


def _use() -> Iterator[Gauge]:
	since = add_to_date(now_datetime(), hours=-1)
	found = dict(
		frappe.db.sql(
			"select found, count(*) from `tabKnowledge Search Log` where asked_at >= %s group by found", since
		)
	)
	searches = Gauge(
		"huf_searches_last_hour",
		"Searches of the last hour that are stored, by whether they found something.",
	)
	yield searches.add(found.get(1, 0), found="yes").add(found.get(0, 0), found="no")
	runs = Gauge("huf_agent_runs_last_hour", "Runs of agents that began in the last hour, by status.")
	for status, times in _by_status("Agent Run", f"creation >= {frappe.db.escape(str(since))}"):
		runs.add(times, status=status)
	yield runs
	costs = Gauge("huf_month_cost_dollars", "What models cost in this month, as far as it is known, by kind.")
	for kind, cost in frappe.db.sql(
		"select kind, sum(cost) from `tabKnowledge Cost` where month = %s group by kind order by kind",
		this_month(),
	):
		costs.add(flt(cost), kind=kind)
	yield costs
	gaps = frappe.db.count("Knowledge Gap", {"status": "Open"})
	yield Gauge("huf_gaps_open", "Questions without an answer that nobody has dealt with.").add(gaps)


def _names_sources() -> bool:
	return bool(cint(frappe.conf.get(SOURCES)))


def _sources() -> Iterator[Gauge]:
	rows = frappe.get_all(
		"Knowledge Source",
		filters={
			"archived_at": ("is", "not set"),
			"disabled": 0,
			"scope": ("in", [scope for scope in SCOPES if scope not in PRIVATE_SCOPES]),
		},
		fields=["name", "status", "total_inputs", "total_chunks", "index_size_bytes"],
		order_by="name",
	)
	ready = Gauge("huf_source_ready", "1: the index of the source is what its inputs and settings say.")
	inputs = Gauge("huf_source_inputs", "Inputs of the source.")
	passages = Gauge("huf_source_passages", "Passages in its index.")
	size = Gauge("huf_source_bytes", "Size of its index.")
	for row in rows:
		ready.add(int(row.status == "Ready"), source=row.name)
		inputs.add(cint(row.total_inputs), source=row.name)
		passages.add(cint(row.total_chunks), source=row.name)
		size.add(flt(row.index_size_bytes), source=row.name)
	yield from (ready, inputs, passages, size)
