"""What the right to records costs a search: users who may read all, half, or one in 1,000 of many records, by each kind of
permission, against Administrator.

    cd SITES_DIR && PYTHONPATH=CHECKOUT BENCH_PYTHON CHECKOUT/benchmarks/on_site/rights.py --site SITE

Fills the site with records (they stay, and are used again), makes a source of them and an index without a worker, and asks
each user the same questions in turn. Every question is a new one, so that nothing is remembered from the one before. At
the end the source is deleted. The two hooks are there only while the user whom they are for asks.
"""

import argparse
import random
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import frappe

from benchmarks.on_site.index import Text, index_texts
from huf.ai.access.records.asked_ahead import ask_ahead
from huf.ai.knowledge import retriever
from huf.engine.request import Request
from huf.tests import factories as make
from huf.tests import site_records as records

TOOL, PLACE = "Huf Case Tool", "Huf Case Place"
"""What rows of cases link to, and a tree that cases link to. Names and tables of this benchmark alone."""
TOOLS = 300
RARE_REGION = "Rare Region"
PEOPLE = {
	"Administrator": "unrestricted",
	"rights-all@example.com": "all",
	"rights-half@example.com": "half",
	"rights-rare@example.com": "1 in 1,000, by a User Permission",
	"rights-row@example.com": "1 in 1,000, by a User Permission on rows",
	"rights-tree@example.com": "1 in 1,000, by a User Permission on a tree",
	"rights-shared@example.com": "1 in 1,000, by shares",
	"rights-owner@example.com": "1 in 1,000, by ownership",
	"rights-condition@example.com": "1 in 1,000, by a hook for lists",
	"rights-hook@example.com": "1 in 1,000, by a hook for documents only",
}
GOALS = {label: 2.0 if label in ("all", "half") else 3.0 for label in list(PEOPLE.values())[1:]}
"""At most so many times the unrestricted median."""
WITHOUT_ROLE = ("rights-shared@example.com", "rights-owner@example.com")
OWNER = "Huf Case Owner"
CONDITION = "permission_query_conditions"
HOOKS = {"rights-condition@example.com": CONDITION, "rights-hook@example.com": "has_permission"}


@contextmanager
def hooks_of(user: str) -> Iterator[None]:
	"""Within it the site has the hook that is for this user, if there is one."""
	kind, plain = HOOKS.get(user), frappe.get_hooks
	if kind is None:
		yield
		return
	hook = records.rare_cases if kind == CONDITION else records.is_rare
	path = f"{hook.__module__}.{hook.__name__}"

	def get_hooks(hook: str | None = None, *args: Any, **values: Any) -> Any:
		found = plain(hook, *args, **values)
		return frappe._dict({**found, records.CASE: [path]}) if hook == kind else found

	frappe.get_hooks = get_hooks
	try:
		yield
	finally:
		frappe.get_hooks = plain


def make_links(cases: int) -> None:
	"""A tool in the row of each case and a place in a tree for each case, rare for one case in 1,000."""
	if not frappe.db.exists("DocType", TOOL):
		for name, values in ((TOOL, {}), (PLACE, {"is_tree": 1})):
			field = {"fieldname": "title", "label": "Title", "fieldtype": "Data", "reqd": 1}
			roles = [{"role": role, "read": 1} for role in ("System Manager", "Knowledge User")]
			frappe.get_doc(
				{
					"doctype": "DocType",
					"name": name,
					"module": "Custom",
					"custom": 1,
					"autoname": "field:title",
				}
				| {"fields": [field], "permissions": roles, **values}
			).insert()
	for doctype, field, linked in ((records.STEP, "tool", TOOL), (records.CASE, "place", PLACE)):
		if not frappe.get_meta(doctype).has_field(field):
			# The DocType itself cannot be saved: Frappe has added a second field for amendments.
			row = {"doctype": "DocField", "parent": doctype, "parenttype": "DocType", "parentfield": "fields"}
			row |= {
				"fieldname": field,
				"label": field.title(),
				"fieldtype": "Link",
				"options": linked,
				"idx": 90,
			}
			frappe.get_doc(row).db_insert()
			frappe.clear_cache(doctype=doctype)
			frappe.db.updatedb(doctype)
	for number in range(TOOLS):
		_insert_once(TOOL, f"Tool {number}")
	for region in ("Common Region", RARE_REGION):
		_insert_once(PLACE, region, is_group=1)
		for number in range(20):
			_insert_once(PLACE, f"{region} {number}", parent_huf_case_place=region)
	for set_value, rare, common in (
		(
			f"update `tab{records.STEP}` set tool = {{}}",
			"'Tool 0'",
			f"concat('Tool ', 1 + mod(crc32(parent), {TOOLS - 1}))",
		),
		(
			f"update `tab{records.CASE}` set place = {{}}",
			f"concat('{RARE_REGION} ', mod(crc32(name), 20))",
			"concat('Common Region ', mod(crc32(name), 20))",
		),
	):
		key = "parent" if "tool" in set_value else "name"
		numbers = range(records.RARE_EVERY - 1, cases, records.RARE_EVERY)
		frappe.db.sql(set_value.format(common))
		frappe.db.sql(
			f"{set_value.format(rare)} where {key} in %s", ([records.case_name(one) for one in numbers],)
		)
	frappe.db.commit()  # nosemgrep: a script of its own


def _insert_once(doctype: str, title: str, **values: Any) -> None:
	if not frappe.db.exists(doctype, title):
		frappe.get_doc({"doctype": doctype, "title": title, **values}).insert()


def make_people(cases: int) -> None:
	"""The users, with their User Permissions, shares and cases of their own."""
	make.make_role(OWNER)
	for user in list(PEOPLE)[1:]:
		role = "Knowledge Manager" if user in WITHOUT_ROLE else "Knowledge User"
		make.make_user(user, role, *([OWNER] if "owner" in user else []))
	# The generator lets both roles read cases: those who have nothing but shares, or cases of their own, must not.
	frappe.db.delete("DocPerm", {"parent": records.CASE, "role": ("in", ("Knowledge Manager", OWNER))})
	row = {"parent": records.CASE, "parenttype": "DocType", "parentfield": "permissions", "role": OWNER}
	frappe.get_doc({"doctype": "DocPerm", **row, "read": 1, "if_owner": 1, "idx": 90}).db_insert()
	frappe.clear_cache(doctype=records.CASE)
	for user, linked, name in (
		("rights-half@example.com", records.GROUP, records.NORTH),
		("rights-rare@example.com", records.GROUP, records.RARE),
		("rights-row@example.com", TOOL, "Tool 0"),
		("rights-tree@example.com", PLACE, RARE_REGION),
	):
		values = {"user": user, "allow": linked, "for_value": name}
		if not frappe.db.exists("User Permission", values):
			frappe.get_doc({"doctype": "User Permission", **values}).insert()
	for number in range(0, cases, records.RARE_EVERY):
		frappe.share.add_docshare(
			records.CASE, records.case_name(number), "rights-shared@example.com", read=1
		)
		frappe.db.set_value(
			records.CASE,
			records.case_name(number),
			"owner",
			"rights-owner@example.com",
			update_modified=False,
		)
	frappe.db.commit()  # nosemgrep: a script of its own


def make_index() -> Any:
	"""A source of all cases, with an index in its folder."""
	cases = frappe.db.sql(f"select name, body from `tab{records.CASE}` order by name")
	prefix = frappe.generate_hash(length=8)
	return index_texts(
		{f"{prefix}{number}": Text(records.CASE, name, body) for number, (name, body) in enumerate(cases)}
	)


def questions(rounds: int) -> list[str]:
	"""Questions that no two rounds share: a topic, the word that all texts have, and two common words."""
	words = records.WORDS
	return [
		f"{records.MARK} {records.topic_of(number)} {words[number * 7 % 150]} {words[(number * 13 + 5) % 150]}"
		for number in range(rounds)
	]


def measure(source: Any, rounds: int, top_k: int) -> dict[str, tuple[list[float], list[float], int]]:
	"""Milliseconds of each user's searches, on the clock and of this process's processor, and how many of them were not full."""
	found: dict[str, tuple[list[float], list[float], int]] = {}
	times: dict[str, list[float]] = {user: [] for user in PEOPLE}
	spent: dict[str, list[float]] = {user: [] for user in PEOPLE}
	short = dict.fromkeys(PEOPLE, 0)
	for number, question in enumerate(questions(rounds + 3)):
		# In another order each time, and with a word of their own: nobody is answered from what an index remembers of the one before.
		for user in random.Random(number).sample(list(PEOPLE), len(PEOPLE)):
			# As one request: nothing that is kept for a request is there.
			frappe.local.cache = {}
			frappe.local.role_permissions = {}
			frappe.db.rollback()
			started, began = time.perf_counter(), time.process_time()
			request = Request(f"{question} of{number} {user[:14]}", (source.name,), top_k, principal=user)
			with hooks_of(user):
				result = retriever.search_as(request)
			if number >= 3:
				times[user].append((time.perf_counter() - started) * 1000)
				spent[user].append((time.process_time() - began) * 1000)
				short[user] += len(result.hits) < top_k
	for user, label in PEOPLE.items():
		found[label] = times[user], spent[user], short[user]
	return found


def main() -> None:
	"""Measure and print."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("--site", required=True)
	parser.add_argument("--cases", type=int, default=100_000)
	parser.add_argument("--rounds", type=int, default=60)
	parser.add_argument("--top-k", type=int, default=5)
	parser.add_argument("--keep", action="store_true", help="leave the source, and print its name")
	parser.add_argument("--source", help="a source that an earlier run has kept")
	options = parser.parse_args()
	frappe.init(options.site, sites_path=".")
	frappe.connect()
	records.make_doctypes()
	there = frappe.db.count(records.CASE)
	if there < options.cases:
		records.fill_cases(options.cases - there, start=there)
	make_links(options.cases)
	make_people(options.cases)
	kept = options.source and frappe.get_doc("Knowledge Source", options.source)
	source = kept or make_index()
	# What a job does that the first such search queues: here there is no worker.
	user, began, used = "rights-hook@example.com", time.perf_counter(), time.process_time()
	with hooks_of(user):
		ask_ahead(records.CASE, user)
	seconds, spent = time.perf_counter() - began, time.process_time() - used
	print(f"the hook was asked of all records ahead in {seconds:.0f} s, {spent:.0f} s of the processor\n")
	try:
		found = measure(source, options.rounds, options.top_k)
	finally:
		if options.keep or kept:
			print(f"kept: --source {source.name!r}")
		else:
			frappe.delete_doc("Knowledge Source", source.name, force=True)
			frappe.db.commit()  # nosemgrep: a script of its own
	base = statistics.median(found["unrestricted"][0])
	print(
		"| who may read | median ms | p95 ms | median ÷ unrestricted | goal | processor, median ms | not full |"
	)
	print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
	for label, (times, spent, short) in found.items():
		median, p95 = statistics.median(times), sorted(times)[int(len(times) * 0.95)]
		goal = f"{GOALS[label]:.0f}" if label in GOALS else ""
		print(
			f"| {label} | {median:.1f} | {p95:.1f} | {median / base:.2f} | {goal}"
			f" | {statistics.median(spent):.1f} | {short} of {len(times)} |"
		)


if __name__ == "__main__":
	main()
