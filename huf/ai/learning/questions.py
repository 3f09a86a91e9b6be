"""What was asked of a source, as far as a user may know of it: tests, gaps, and the search log by its own rules."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any

import frappe
from frappe.utils import add_days, cstr, nowdate

from huf.ai.access.impersonation import asked_as
from huf.ai.access.roles import is_manager
from huf.ai.access.words import is_same_user
from huf.ai.gaps import IS_KNOWLEDGE, OPEN
from huf.ai.quality import TEST, expected
from huf.ai.quality.running import tests_of
from huf.ai.quality.shown import seen_tests
from huf.ai.search_log.reading import visible
from huf.ai.search_log.storing import LOG, LOG_SOURCE, NOBODYS
from huf.engine.learning import Question, Rewording

GAP = "Knowledge Gap"
WITHIN = timedelta(minutes=10)
"""In which a search that found something goes on where one ended that had found nothing."""
DAYS = 90
MOST_SEARCHES = 2_000
MOST_GAPS = 500


def key_of(doctype: str, name: str) -> str:
	"""Names a question for :func:`words_of_questions`."""
	return f"{doctype}:{name}"


def of_tests(source: str, user: str) -> Iterator[Question]:
	"""Tests that the user sees, of inputs that are there. What must not be found counts where it is asked as this user."""
	tests = {test.name: test for test in tests_of(source)}
	for test in seen_tests(tests, user):
		is_forbidding = test.expectation == "Must Not Find"
		answers = expected.read(test).inputs
		if answers and (not is_forbidding or is_same_user(user, test.search_as)):
			yield Question(key_of(TEST, test.name), test.question, frozenset(answers), is_forbidding)


def of_gaps(source: str, user: str) -> Iterator[Question]:
	"""Gaps, for those who look after them: verified ones with the answer that is in this source, open ones without."""
	if not is_manager(user):
		return
	rows = frappe.db.sql(
		f"""select name, question, knowledge_input from `tab{GAP}`
		where (status in %s and knowledge_source = %s) or (status = %s and coalesce(knowledge_input, '') = '')
		order by last_asked_at desc limit %s""",
		(IS_KNOWLEDGE, source, OPEN, MOST_GAPS),
		as_dict=True,
	)
	for row in rows:
		answers = frozenset({row.knowledge_input} - {None, ""})
		yield Question(key_of(GAP, row.name), row.question, answers)


class Searches:
	"""The searches of a source that the user may see, oldest first. Those that are kept as hashes have no words and are not among them."""

	def __init__(self, source: str, user: str) -> None:
		with asked_as(user):
			rows = frappe.db.sql(
				f"""select log.name, log.question, log.fingerprint, log.found, log.opened, log.asked_at,
				coalesce(log.user_hash, log.user) as who from `tab{LOG}` log
				where {visible(LOG, "log")} and coalesce(log.question, '') != '' and log.filtered = 0 and log.not_searched = 0
				and log.road not in %(nobodys)s and log.asked_at >= %(since)s
				and exists (select 1 from `tab{LOG_SOURCE}` its where its.parent = log.name
					and its.knowledge_source = %(source)s)
				order by log.asked_at desc limit {MOST_SEARCHES}""",
				{"nobodys": NOBODYS, "since": add_days(nowdate(), -DAYS), "source": source},
				as_dict=True,
			)
		self._rows: list[Any] = rows[::-1]

	def questions(self) -> Iterator[Question]:
		"""Each question once: those that found nothing near, and those of which a result was opened, which are to stay as they are."""
		seen: set[str] = set()
		for row in reversed(self._rows):
			asked = row.fingerprint or row.name
			if asked not in seen and (row.opened or not row.found):
				seen.add(asked)
				yield Question(key_of(LOG, row.name), row.question)

	def reworded(self) -> Iterator[tuple[str, Rewording]]:
		"""By the name of the search that found nothing: it, and what the same person found and opened within minutes."""
		waiting: dict[str, list[Any]] = {}
		for row in self._rows:
			before = waiting.setdefault(cstr(row.who), [])
			if not row.found:
				before.append(row)
			elif row.opened:
				for one in before:
					if row.who and row.asked_at - one.asked_at <= WITHIN:
						yield one.name, Rewording(one.question, row.question)
				before.clear()


def words_of_questions(keys: Iterable[str], user: str) -> dict[str, str]:
	"""By key what was asked, of those that are there and that the user may see now."""
	names: dict[str, list[str]] = {}
	for key in keys:
		doctype, _colon, name = key.partition(":")
		names.setdefault(doctype, []).append(name)
	found = {key_of(TEST, test.name): test.question for test in seen_tests(names.get(TEST, ()), user)}
	for doctype in (GAP, LOG):
		if wanted := names.get(doctype):
			with asked_as(user):
				rule = visible(doctype, "asked")
				rows = frappe.db.sql(
					f"select name, question from `tab{doctype}` asked where name in %(names)s and {rule}",
					{"names": tuple(wanted)},
				)
			found.update({key_of(doctype, name): question for name, question in rows if question})
	return found
