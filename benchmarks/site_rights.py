"""What the right to records costs a search: users who may read all, half, or one in 1,000 of many records, against Administrator.

    cd SITES_DIR && PYTHONPATH=CHECKOUT BENCH_PYTHON CHECKOUT/benchmarks/site_rights.py --site SITE

Fills the site with records (they stay, and are used again), makes a source of them and an index without a worker, and asks
each user the same questions in turn. Every question is a new one, so that nothing is remembered from the one before. At
the end the source is deleted.
"""

import argparse
import statistics
import time
from dataclasses import replace
from typing import Any

import frappe

from huf.ai.knowledge import retriever
from huf.ai.knowledge.backends import registries
from huf.ai.knowledge.indexing.wanted import read_wanted
from huf.ai.site import artifacts
from huf.engine.builds import BuildSettings, plan_build, run_build
from huf.engine.content import Content
from huf.engine.request import Request
from huf.tests import factories as make
from huf.tests import site_records as records

PEOPLE = {
	"Administrator": "unrestricted",
	"rights-all@example.com": "all",
	"rights-half@example.com": "half",
	"rights-rare@example.com": "1 in 1,000, by a User Permission",
	"rights-shared@example.com": "1 in 1,000, by shares",
}
GOALS = {"all": 2.0, "half": 2.0, "1 in 1,000, by a User Permission": 5.0, "1 in 1,000, by shares": 5.0}
"""At most so many times the unrestricted median."""
READER = "Huf Case Reader"


def make_people(cases: int) -> None:
	"""The users, with their User Permissions and shares."""
	make.make_role(READER)
	for user in list(PEOPLE)[1:]:
		make.make_user(user, "Knowledge Manager" if "shared" in user else "Knowledge User")
	# The generator lets both roles read cases: the one who has nothing but shares must not.
	frappe.db.delete("DocPerm", {"parent": records.CASE, "role": "Knowledge Manager"})
	frappe.clear_cache(doctype=records.CASE)
	for user, group in (
		("rights-half@example.com", records.NORTH),
		("rights-rare@example.com", records.RARE),
	):
		values = {"user": user, "allow": records.GROUP, "for_value": group}
		if not frappe.db.exists("User Permission", values):
			frappe.get_doc({"doctype": "User Permission", **values}).insert()
	for number in range(0, cases, records.RARE_EVERY):
		frappe.share.add_docshare(
			records.CASE, records.case_name(number), "rights-shared@example.com", read=1
		)
	frappe.db.commit()  # nosemgrep: a script of its own


def make_index(cases: int) -> Any:
	"""A source of all cases, with an index in its folder."""
	source = make.make_source()
	fields = [
		"name",
		"knowledge_source",
		"input_type",
		"title",
		"status",
		"reference_doctype",
		"reference_name",
	]
	fields += ["creation", "modified", "owner", "modified_by", "docstatus", "selected_key"]
	now = frappe.utils.now()
	rows = (
		[
			f"{source.artifact_id[:8]}{number}",
			source.name,
			"DocType Records",
			f"Case {number}",
			"Indexed",
			records.CASE,
			records.case_name(number),
			now,
			now,
			"Administrator",
			"Administrator",
			0,
			f"{source.artifact_id}{number}",
		]
		for number in range(cases)
	)
	frappe.db.bulk_insert("Knowledge Input", fields, list(rows))
	frappe.db.commit()  # nosemgrep: read_wanted ends the transaction
	state = read_wanted(source.artifact_id)
	texts = dict(frappe.db.sql(f"select name, body from `tab{records.CASE}`"))
	wanted = [
		replace(
			one,
			content_hash=f"{number:064d}",
			force=False,
			open_content=lambda name=one.metadata["reference_name"]: Content.from_text(texts[name]),
		)
		for number, one in enumerate(state.inputs)
	]
	kinds = registries.backend_registry()
	plan = plan_build(wanted, None, BuildSettings(), kinds=kinds)
	build = run_build(artifacts.source_folder(source.artifact_id), plan, BuildSettings(), kinds=kinds).info
	make.make_build(source, state="Live").db_set("name", build.path.name)
	frappe.db.set_value("Knowledge Source", source.name, "live_build", build.path.name)
	frappe.db.commit()  # nosemgrep: a script of its own
	return source


def questions(rounds: int) -> list[str]:
	"""Questions that no two rounds share: a topic, the word that all texts have, and two common words."""
	words = records.WORDS
	return [
		f"{records.MARK} {records.topic_of(number)} {words[number * 7 % 150]} {words[(number * 13 + 5) % 150]}"
		for number in range(rounds)
	]


def measure(source: Any, rounds: int, top_k: int) -> dict[str, tuple[list[float], int]]:
	"""Milliseconds of each user's searches, and how many of them were not full."""
	found: dict[str, tuple[list[float], int]] = {}
	times: dict[str, list[float]] = {user: [] for user in PEOPLE}
	short = dict.fromkeys(PEOPLE, 0)
	for number, question in enumerate(questions(rounds + 3)):
		for user in PEOPLE:
			# As one request: nothing that is kept for a request is there.
			frappe.local.cache = {}
			frappe.local.role_permissions = {}
			frappe.db.rollback()
			started = time.perf_counter()
			request = Request(f"{question} round{number}", (source.name,), top_k, principal=user)
			result = retriever.search_as(request)
			if number >= 3:
				times[user].append((time.perf_counter() - started) * 1000)
				short[user] += len(result.hits) < top_k
	for user, label in PEOPLE.items():
		found[label] = times[user], short[user]
	return found


def main() -> None:
	"""Measure and print."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("--site", required=True)
	parser.add_argument("--cases", type=int, default=100_000)
	parser.add_argument("--rounds", type=int, default=60)
	parser.add_argument("--top-k", type=int, default=5)
	parser.add_argument("--keep", action="store_true", help="leave the source")
	options = parser.parse_args()
	frappe.init(options.site, sites_path=".")
	frappe.connect()
	records.make_doctypes()
	there = frappe.db.count(records.CASE)
	if there < options.cases:
		records.fill_cases(options.cases - there, start=there)
	make_people(options.cases)
	source = make_index(options.cases)
	try:
		found = measure(source, options.rounds, options.top_k)
	finally:
		if not options.keep:
			frappe.delete_doc("Knowledge Source", source.name, force=True)
			frappe.db.commit()  # nosemgrep: a script of its own
	base = statistics.median(found["unrestricted"][0])
	print("| who may read | median ms | p95 ms | median ÷ unrestricted | goal | not full |")
	print("| --- | ---: | ---: | ---: | ---: | ---: |")
	for label, (times, short) in found.items():
		median, p95 = statistics.median(times), sorted(times)[int(len(times) * 0.95)]
		goal = f"{GOALS[label]:.0f}" if label in GOALS else ""
		print(
			f"| {label} | {median:.1f} | {p95:.1f} | {median / base:.2f} | {goal} | {short} of {len(times)} |"
		)


if __name__ == "__main__":
	main()
