"""How well plain questions are read on a site with ERPNext: kind, list, number, and whether anything leaks.

Run it in the folder ``sites`` of a bench, with this checkout in ``PYTHONPATH``, on a site that ``benchmarks/on_site/erp.py`` has filled:
``python …/benchmarks/on_site/questions.py --site NAME``. Questions come from phrasings in several languages and from the site's own
records, and each is read as one of a user whose language it is in; the truth is SQL over the records that Frappe lets each user open, asked
one by one. ``--half tuning`` are the phrasings that the reader was built with, ``held_out`` those by the same author that it was not, ``first``,
``second`` and ``third`` those by others, and ``having`` by others too, about what records have or lack.
"""

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import frappe

from benchmarks.questions import by_others, held_out, tuning
from benchmarks.questions.truths import CASES, RECORDS, Case, Slots, filled
from huf.ai.queries.plain_questions import read
from huf.engine.questions.reading import Reading
from huf.engine.questions.record_query import RecordQuery

HALVES = {
	"tuning": tuning.PHRASINGS,
	"held_out": held_out.PHRASINGS,
	"first": by_others.FIRST,
	"second": by_others.SECOND,
	"third": by_others.THIRD,
	"having": by_others.HAVING,
}
USERS = ("anna@example.com", "sales.five@example.com", "stock@example.com")
"""Who may see everything, who may see five customers, and who may see no sales at all."""


@dataclass(frozen=True)
class Question:
	"""One question, with what it is about."""

	half: str
	case: str
	language: str
	phrasing: str
	text: str
	values: dict[str, Any]


@dataclass
class Outcome:
	"""What came of one question of one user."""

	question: Question
	user: str
	expected: str
	kind: str
	is_right: bool
	is_wrong_number: bool
	leaks: list[str]
	note: str
	milliseconds: float


def questions(rounds: int, seed: int) -> list[Question]:
	"""Each phrasing so many times, with other values each time; those without values once."""
	slots, found = Slots(seed), []
	for half, phrasings in HALVES.items():
		for case, languages in phrasings.items():
			for language, texts in languages.items():
				for text in texts:
					for _ in range(rounds if "{" in text else 1):
						values = slots.drawn()
						found.append(Question(half, case, language, text, filled(text, values), values))
	return found


class Truth:
	"""What each user may see, and what is true of it."""

	def __init__(self, user: str) -> None:
		self.user = user
		self._readable: dict[str, set[str]] = {}

	def may_read(self, doctype: str, name: str) -> bool:
		"""Whether Frappe lets the user open this record."""
		return name in self.readable(doctype)

	def readable(self, doctype: str) -> set[str]:
		"""The records that the user may open, each asked for by itself."""
		if doctype not in self._readable:
			may = frappe.has_permission(doctype, "read", user=self.user)
			names = [row[0] for row in frappe.db.sql(f"select name from `tab{doctype}`")] if may else []
			self._readable[doctype] = {
				name for name in names if frappe.has_permission(doctype, "read", doc=name, user=self.user)
			}
		return self._readable[doctype]

	def names(self, case: Case, values: dict[str, Any]) -> set[str]:
		"""The records that are meant and may be seen."""
		rows = frappe.db.sql(f"select t.name from `tab{case.doctype}` t where {case.where}", values)
		return {row[0] for row in rows} & self.readable(case.doctype)

	def numbers(self, case: Case, names: set[str]) -> dict[str, float]:
		"""The number over these records, by group; the key of a number without groups is empty."""
		return numbers(case.doctype, case.number or ("count", "name"), case.group, names)


def numbers(doctype: str, number: tuple[str, str], group: str, names: set[str]) -> dict[str, float]:
	"""A number over these records, by group."""
	if not names:
		return {}
	key = f"ifnull(`{group}`, '')" if group else "''"
	rows = frappe.db.sql(
		f"select {key}, {number[0]}(`{number[1]}`) from `tab{doctype}` where name in %(names)s group by 1",
		{"names": tuple(names)},
	)
	return {row[0]: float(row[1] or 0) for row in rows}


def answered_names(query: RecordQuery) -> set[str]:
	"""The records that a query is about, for the session's user."""
	filters = [_filter(query.doctype, each) for each in query.conditions]
	found = set(frappe.get_list(query.doctype, filters=filters, pluck="name", limit=0, distinct=True))
	for each in query.related:
		conditions = [_filter(each.doctype, one) for one in each.conditions]
		table, _, column = each.field.rpartition(".")
		link = f"`tab{frappe.get_meta(each.doctype).get_field(table).options}`.{column}" if table else column
		rows = frappe.get_list(
			each.doctype,
			filters=conditions,
			fields=["name", f"{link} as holder"],
			limit=0,
			distinct=True,
		)
		held = Counter(row.holder for row in rows)
		most = len(rows) if each.at_most is None else each.at_most
		found = {name for name in found if each.at_least <= held[name] <= most}
	return found


def _filter(doctype: str, condition: Any) -> list[Any]:
	table, _, column = condition.field.rpartition(".")
	if table:
		doctype = frappe.get_meta(doctype).get_field(table).options
	value = list(condition.value) if isinstance(condition.value, tuple) else condition.value
	return [doctype, column, condition.operator, value]


def judge(question: Question, user: str, truth: Truth, reading: Reading, took: float) -> Outcome:
	"""Compare a reading with the truth."""
	case = CASES.get(question.case)
	right, note = False, ""
	if case:
		doctypes = filter(None, (case.doctype, case.needs))
		is_told = all(truth.may_read(doctype, name) for doctype, name in _named(question))
		is_readable = all(frappe.has_permission(doctype, "read", user=user) for doctype in doctypes)
		expected = "list" if is_told and is_readable else "no list"
		if reading.kind == "list" and reading.query:
			right, note = _compare(question, case, truth, reading)
			if expected != "list":
				right, note = False, f"list of {reading.query.doctype}"
	elif question.case == "record":
		doctype, name = _record_of(question)
		expected = "record" if truth.may_read(doctype, name) else "passage"
		right = reading.kind == "record" and (reading.records[0].doctype, reading.records[0].name) == (
			doctype,
			name,
		)
		if reading.kind == "list" and reading.query and _are_of(reading.query, doctype, name):
			# “Who is our contact at Acme”: the contacts are as good an answer as Acme, of which they are told.
			expected, right = "list", True
	else:
		expected = "passage"
	if expected == "passage":
		right = reading.kind == "passage"
	elif expected == "no list":
		# What cannot be answered is searched for; a record that is named and may be read may be shown.
		right = reading.kind in ("passage", "record")
	wrong = reading.kind == "list" and not right
	kind = expected if expected == "no list" and right else reading.kind
	told = note or _told(reading)
	return Outcome(question, user, expected, kind, right, wrong, _leaks(reading, truth), told, took)


NAMED = {
	"customer": ("Customer", "customer"),
	"supplier": ("Supplier", "supplier"),
	"item": ("Item", "item_code"),
	"project": ("Project", "project_id"),
	"group": ("Item Group", "group"),
	"brand": ("Brand", "brand"),
	"territory": ("Territory", "territory"),
	"warehouse": ("Warehouse", "warehouse"),
}
"""The records that words in braces stand for."""


def _named(question: Question) -> list[tuple[str, str]]:
	"""The records that the question names."""
	return [
		(doctype, str(question.values[key]))
		for word, (doctype, key) in NAMED.items()
		if f"{{{word}}}" in question.phrasing
	]


def _record_of(question: Question) -> tuple[str, str]:
	for word, doctype in RECORDS.items():
		text = str(question.values.get(f"{word}_text", question.values[word]))
		if text in question.text:
			return doctype, str(question.values[word])
	raise KeyError(question.text)


def _are_of(query: RecordQuery, doctype: str, name: str) -> bool:
	"""Whether all that is asked for are the contacts or addresses of a record."""
	said = {(each.field, each.operator, each.value) for each in query.conditions}
	return said == {("links.link_name", "=", name), ("links.link_doctype", "=", doctype)}


def _compare(question: Question, case: Case, truth: Truth, reading: Reading) -> tuple[bool, str]:
	query = reading.query
	assert query is not None
	if query.doctype != case.doctype:
		return False, f"{query.doctype} instead of {case.doctype}"
	wanted = truth.names(case, question.values)
	found = answered_names(query) & (
		set(reading_names(reading)) if reading.computed else truth.readable(case.doctype)
	)
	if found != wanted and not (case.number and not case.group):
		# Records that add nothing to a number have no part in whether it is right.
		return False, f"{len(found)} records instead of {len(wanted)}: {query.conditions}"
	if case.order and not case.group:
		if not query.order_by or query.order_by[0].by != case.order or not query.order_by[0].descending:
			return False, f"ordered by {query.order_by}"
		# Where no number is named, how many are shown is up to the reader.
		digits = [word for word in question.text.split() if word.isdigit()]
		return not digits or str(query.limit) in digits, f"limit {query.limit}"
	if bool(case.group) != bool(query.group_by):
		return False, f"groups {query.group_by}"
	if not case.number:
		return not query.measures or query.measures[0].function == "count", f"measures {query.measures}"
	if not query.measures:
		return False, "no number"
	measure = query.measures[0]
	group = query.group_by[0] if query.group_by else ""
	said = numbers(query.doctype, (measure.function, measure.field or "name"), group, found)
	true = truth.numbers(case, wanted)
	is_same = said.keys() == true.keys() and all(abs(said[key] - true[key]) < 0.01 for key in true)
	return is_same, "" if is_same else f"{measure} {group} instead of {case.number} {case.group}"


def reading_names(reading: Reading) -> list[str]:
	"""The records of a state that has to be computed."""
	from huf.ai.queries.plain_questions.computed_states import names_of

	return names_of(reading.computed)


def _told(reading: Reading) -> str:
	if reading.kind == "passage":
		return f"unknown: {', '.join(reading.unknown)}"
	if reading.kind == "ask":
		return f"ask: {[each.name for each in reading.records]} {[each.query.doctype for each in reading.choices if each.query]}"
	return ", ".join(f"{record.doctype} {record.name}" for record in reading.records) or str(reading.query)


def _leaks(reading: Reading, truth: Truth) -> list[str]:
	"""What a reading tells that the user may not read."""
	leaks = [
		f"{record.doctype} {record.name}"
		for record in reading.records
		if not truth.may_read(record.doctype, record.name)
	]
	for each in (reading, *reading.choices):
		if not each.query:
			continue
		if not frappe.has_permission(each.query.doctype, "read", user=truth.user):
			leaks.append(each.query.doctype)
		meta = frappe.get_meta(each.query.doctype)
		for condition in each.query.conditions:
			field = meta.get_field(condition.field)
			# That a field has a value, and which kind of party is asked about, are the words of who asks.
			if (
				field
				and field.fieldtype == "Link"
				and condition.operator != "is"
				and field.options != "DocType"
			):
				values = condition.value if isinstance(condition.value, tuple) else (condition.value,)
				leaks += [
					f"{field.options} {value}"
					for value in values
					if not truth.may_read(field.options, str(value))
				]
	return leaks


def main() -> None:
	"""Ask everything as each user, and print the shares and what went wrong."""
	parser = argparse.ArgumentParser(description=__doc__)
	parser.add_argument("--site", required=True)
	parser.add_argument("--half", choices=(*HALVES, "all"), default="all")
	parser.add_argument("--languages", nargs="*", default=(), help="of the questions; all of them otherwise")
	parser.add_argument("--rounds", type=int, default=2, help="how often a phrasing with values is asked")
	parser.add_argument("--seed", type=int, default=20260401)
	parser.add_argument("--users", nargs="*", default=USERS)
	parser.add_argument("--failures", type=int, default=0, help="how many of each half are printed")
	options = parser.parse_args()
	frappe.init(site=options.site, sites_path=".")
	frappe.connect()
	try:
		asked = [
			question
			for question in questions(options.rounds, options.seed)
			if options.half in (question.half, "all")
			and (not options.languages or question.language in options.languages)
		]
		outcomes = [outcome for user in options.users for outcome in ask_as(user, asked)]
		for half in HALVES if options.half == "all" else (options.half,):
			report(half, [each for each in outcomes if each.question.half == half], options.failures)
	finally:
		frappe.destroy()


def ask_as(user: str, asked: list[Question]) -> list[Outcome]:
	"""Read all questions as a user."""
	frappe.set_user(user)
	truth, outcomes = Truth(user), []
	for question in asked:
		frappe.local.lang = question.language
		began = time.perf_counter()
		reading = read(question.text, user)
		took = 1000 * (time.perf_counter() - began)
		outcomes.append(judge(question, user, truth, reading, took))
	return outcomes


def report(half: str, outcomes: list[Outcome], failures: int) -> None:
	"""Print what came out."""
	if not outcomes:
		return
	texts = {each.question.text for each in outcomes}
	kinds = sum(each.kind == each.expected for each in outcomes)
	lists = [each for each in outcomes if each.expected == "list"]
	wrong = sum(each.is_wrong_number for each in outcomes)
	times = sorted(each.milliseconds for each in outcomes)
	print(f"\n{half}: {len(texts)} questions, {len(outcomes)} with users")
	print(f"  kind right    {_share(kinds, len(outcomes))}")
	for kind, count in Counter(each.expected for each in outcomes).items():
		hit = sum(each.kind == kind for each in outcomes if each.expected == kind)
		print(f"    {kind:<10}  {_share(hit, count)}")
	print(f"  list right    {_share(sum(each.is_right for each in lists), len(lists))}")
	print(f"  wrong number  {_share(wrong, len(outcomes))}")
	print(f"  leaks         {sum(len(each.leaks) for each in outcomes)}")
	for language in sorted({each.question.language for each in outcomes}):
		print(f"    {language}          {_of_language(language, outcomes)}")
	print(
		f"  reading       median {times[len(times) // 2]:.1f} ms, p95 {times[len(times) * 95 // 100]:.1f} ms"
	)
	shown = 0
	for each in outcomes:
		if (not each.is_right or each.leaks) and shown < failures:
			shown += 1
			print(
				f"  - [{each.question.case}] {each.user.partition('@')[0]}: {each.question.text!r} {each.kind}, not"
				f" {each.expected}; {each.note} {each.leaks or ''}"
			)


def _of_language(language: str, outcomes: list[Outcome]) -> str:
	own = [each for each in outcomes if each.question.language == language]
	lists = [each for each in own if each.expected == "list"]
	return (
		f"kind right {_share(sum(each.kind == each.expected for each in own), len(own))}, list right"
		f" {_share(sum(each.is_right for each in lists), len(lists))}, wrong {sum(each.is_wrong_number for each in own)}"
	)


def _share(part: int, whole: int) -> str:
	return f"{part} of {whole} = {100 * part / whole:.1f} %" if whole else "none"


if __name__ == "__main__":
	main()
