"""What triggers cost a save: of a document that none wants, one wants, and fifty want; and what the job then takes.

    cd SITES_DIR && PYTHONPATH=CHECKOUT BENCH_PYTHON CHECKOUT/benchmarks/on_site/triggers.py --site SITE

A ToDo is changed, saved and committed again and again, each time as in a request that has read nothing of triggers yet.
No worker may run on the site. At the end all that was made is deleted.
"""

import argparse
import itertools
import statistics
import time
from typing import Any
from unittest.mock import patch

import frappe

from benchmarks.measure import machine, table
from huf.ai.site import queueing
from huf.ai.site.database.remembered import Remembered
from huf.ai.triggers import events, following, notes, wanted
from huf.tests.factories import make_agent, make_user

USER = "trigger-benchmark@example.com"
CONDITION = (
	"doc.status == 'Closed' and (not before or before.status != 'Closed' or before.description == 'x')"
)
"""Never true for what is saved here, and it keeps two fields of the state before."""
MOST = 50


def make_triggers(agent: str) -> list[str]:
	"""Fifty triggers for ToDos that are saved."""
	return [
		frappe.get_doc(
			{
				"doctype": "Agent Trigger",
				"trigger_name": f"Benchmark {frappe.generate_hash(length=8)}",
				"agent": agent,
				"run_as": USER,
				"kind": "Document Event",
				"reference_doctype": "ToDo",
				"doc_event": "Save",
				"condition": CONDITION,
				"prompt": "{{ doc.description }}",
			}
		)
		.insert()
		.name
		for _ in range(MOST)
	]


def enable(triggers: list[str], count: int, doctype: str = "ToDo") -> None:
	"""Let so many of the triggers be enabled, for this DocType."""
	frappe.db.sql("update `tabAgent Trigger` set disabled = 1 where name in %s", (triggers,))
	if count:
		frappe.db.sql(
			"update `tabAgent Trigger` set disabled = 0, reference_doctype = %s where name in %s",
			(doctype, triggers[:count]),
		)
	wanted.forget()
	frappe.db.commit()  # nosemgrep: a script of its own


def remembered(found: wanted.Wanted) -> Remembered[wanted.Wanted]:
	"""What Redis holds, as it is when triggers that want this are enabled."""
	key = f"huf_benchmark_triggers_{frappe.generate_hash(length=8)}"
	one = Remembered(key, lambda: found)
	one.value()
	return one


def save(todo: Any, number: int, one: Remembered[wanted.Wanted]) -> tuple[float, float]:
	"""Milliseconds of one save with its commit, by the clock and of this processor, while ``one`` is what triggers want."""
	frappe.local.cache.pop(one._here, None)
	# Each save changes something; one that changes nothing is cheaper.
	todo.priority = ("Low", "Medium", "High")[number % 3]
	began, used = time.perf_counter(), time.process_time()
	with patch.object(wanted, "_WANTED", one):
		todo.save()
	frappe.db.commit()  # nosemgrep: what is measured
	return (time.perf_counter() - began) * 1000, (time.process_time() - used) * 1000


def measure(triggers: list[str], saves: int) -> dict[str, list[tuple[float, float]]]:
	"""Milliseconds of each save, by how it was made. The kinds take turns save by save, so that a busy machine meets all."""
	todo = frappe.get_doc({"doctype": "ToDo", "description": "A short text.", "allocated_to": USER}).insert()
	frappe.db.commit()  # nosemgrep: a script of its own
	states: dict[str, Remembered[wanted.Wanted]] = {}
	for name, count, doctype in (
		("without huf's events", 0, "ToDo"),
		("no trigger", 0, "ToDo"),
		("50 triggers, of another DocType", MOST, "Note"),
		("1 trigger", 1, "ToDo"),
		("50 triggers", MOST, "ToDo"),
	):
		enable(triggers, count, doctype)
		states[name] = remembered(wanted._read())
	times: dict[str, list[tuple[float, float]]] = {name: [] for name in states}
	counted = itertools.count()
	for number in range(-5, saves):
		names = list(states) if number % 2 == 0 else list(reversed(states))
		for name in names:
			event = _nothing if "without" in name else events.on_document
			with patch("huf.ai.triggers.events.on_document", event):
				taken = save(todo, next(counted), states[name])
			if number >= 0:
				times[name].append(taken)
	todo.delete()
	return times


def _nothing(doc: Any, method: str | None = None) -> None:
	pass


def measure_job(triggers: list[str], count: int) -> tuple[float, float]:
	"""Seconds in which the job follows so many saves, for one trigger and for fifty."""
	taken = []
	for number in (1, MOST):
		enable(triggers, number)
		clear()
		todos = []
		for _ in range(count):
			todo = frappe.get_doc({"doctype": "ToDo", "description": "x", "allocated_to": USER}).insert()
			todo.save()
			todos.append(todo.name)
		frappe.db.commit()  # nosemgrep: a script of its own
		began = time.perf_counter()
		while notes.are_waiting():
			following.follow_notes()
		taken.append(time.perf_counter() - began)
		frappe.db.delete("ToDo", {"name": ("in", todos)})
		frappe.db.commit()  # nosemgrep: a script of its own
	return taken[0], taken[1]


def difference(of: list[tuple[float, float]], to: list[tuple[float, float]]) -> str:
	"""Median of the paired differences by the clock, and its 95 % interval."""
	pairs = sorted(a[0] - b[0] for a, b in zip(of, to, strict=True))
	# Ranks of the sign test: half the number, give or take its standard deviation's double.
	spread = round(len(pairs) ** 0.5)
	low, high = pairs[max(0, len(pairs) // 2 - spread)], pairs[min(len(pairs) - 1, len(pairs) // 2 + spread)]
	return f"{statistics.median(pairs):+.2f} ({low:+.2f} to {high:+.2f})"


def clear() -> None:
	"""No note and no job of triggers is left."""
	frappe.db.sql(f"delete from `{notes.TABLE}`")
	frappe.db.commit()  # nosemgrep: a script of its own
	queueing.tear_up_ticket("triggers", queueing.TRIGGERS)


def main() -> None:
	parser = argparse.ArgumentParser(
		description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
	)
	parser.add_argument("--site", required=True)
	parser.add_argument("--saves", type=int, default=400, help="of each kind")
	parser.add_argument("--notes", type=int, default=500, help="that the job follows")
	options = parser.parse_args()
	frappe.init(options.site)
	frappe.connect()
	frappe.set_user("Administrator")
	make_user(USER, "Knowledge User")
	agent = make_agent().name
	triggers = make_triggers(agent)
	try:
		times = measure(triggers, options.saves)
		one, fifty = measure_job(triggers, options.notes)
	finally:
		frappe.db.rollback()
		clear()
		frappe.db.delete("Agent Trigger", {"name": ("in", triggers)})
		frappe.delete_doc("Agent", agent, force=True)
		frappe.delete_doc("User", USER, force=True)
		wanted.forget()
		frappe.db.commit()  # nosemgrep: a script of its own
	rows = []
	for name, of in times.items():
		clock, used = zip(*of, strict=True)
		others = [difference(of, times[other]) for other in ("no trigger", "1 trigger")]
		rows.append((name, f"{statistics.median(clock):.2f}", f"{statistics.median(used):.2f}", *others))
	head = ("a ToDo is saved, with", "median ms", "of them here", "to no trigger, ms", "to 1 trigger, ms")
	print(table(head, rows))
	print(f"\nThe job follows {options.notes} saves in {one:.1f} s for 1 trigger, {fifty:.1f} s for {MOST}.")
	print(machine())


if __name__ == "__main__":
	main()
