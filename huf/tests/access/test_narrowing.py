"""What is left out beforehand changes how long a search takes, never what it finds."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from math import inf
from typing import Any
from unittest.mock import Mock, patch

import frappe

from huf.ai.access.impersonation import asked_as
from huf.ai.access.records import asked_ahead
from huf.ai.access.records import prefilters as narrowing
from huf.ai.access.records.inputs import InputRights
from huf.ai.access.records.records import rule_of
from huf.engine.filters import NO_FILTERS
from huf.tests import factories as make
from huf.tests import records_site as records
from huf.tests.access.test_record_rights import MANAGER, READER_ROLE, USER, hooked
from huf.tests.base import SiteTestCase

FEW, MANY = 4, 240


class TestNarrowing(SiteTestCase):
	"""Few articles of one category among many of another."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		make.make_role(READER_ROLE)
		make.make_user(USER, "Knowledge User", READER_ROLE)
		make.make_user(MANAGER, "Knowledge Manager")
		records.allow("Help Article", READER_ROLE)
		cls.source = records.RecordSource()
		cls.few = [records.make_article("Huf Few") for _number in range(FEW)]
		cls.many = [records.make_article("Huf Many") for _number in range(MANY)]
		cls.inputs = {
			article.name: cls.source.add_record(article, f"{'zebra ' * weight} {article.name}")
			for weight, articles in ((1, cls.few), (9, cls.many))
			for article in articles
		}
		for article in (*cls.few, *cls.many):
			text, metadata = cls.source.texts[cls.inputs[article.name]]
			metadata |= {"reference_doctype": "Help Article", "link:Help Category": article.category}
			cls.source.texts[cls.inputs[article.name]] = text, metadata
		cls.source.index()

	def setUp(self) -> None:
		super().setUp()
		narrowing._remembered.clear()
		narrowing._allowed_names.clear()
		self.used: list[str] = []

	def tearDown(self) -> None:
		super().tearDown()
		frappe.clear_cache(doctype="Help Article")
		for user in (USER, MANAGER):
			frappe.clear_cache(user=user)

	def found(self, user: str, top_k: int = 20) -> set[str]:
		"""What the user finds; ``self.used`` has the ways of narrowing that were tried."""

		def watched(prefilter: narrowing._Prefilter) -> narrowing._Prefilter:
			def call(*args: object) -> object:
				self.used.append(prefilter.__name__)
				return prefilter(*args)

			return call

		with patch.object(narrowing, "LEVELS", tuple(map(watched, narrowing.LEVELS))):
			return self.source.found(user, top_k=top_k)

	def of(self, articles: list) -> set[str]:
		return {self.inputs[article.name] for article in articles}

	def test_by_labels(self) -> None:
		"""A User Permission that leaves few records is turned into a filter, and all of these are found."""
		records.permit(USER, "Help Category", self.few[0].category)
		self.assertEqual(self.found(USER), self.of(self.few))
		self.assertEqual(self.used, ["by_labels"])

	def test_by_names(self) -> None:
		"""Where no link tells what may be read, the records of a list are named."""
		for article in self.few:
			frappe.share.add_docshare("Help Article", article.name, MANAGER, read=1)
		self.assertEqual(self.found(MANAGER), self.of(self.few))
		self.assertEqual(self.used[-1], "by_names")

	def test_names_are_remembered_for_a_condition(self) -> None:
		"""Names are looked up once, and anew for other permissions or shares and for conditions that look elsewhere; of saved
		records alone when some were saved. What was closed meanwhile is refused at once."""
		records.permit(USER, "Help Category", self.few[0].category)
		few = {article.name for article in self.few}

		def asked() -> tuple[str, set[str]]:
			with (
				asked_as(USER),
				patch.object(narrowing, "some_readable", wraps=narrowing.some_readable) as looked,
			):
				rule = rule_of("Help Article", USER)
				names = set(narrowing._allowed("Help Article", USER, rule, False))
			kinds = ["of saved" if len(call.args) == 5 else "of all" for call in looked.call_args_list]
			return " ".join(kinds), names

		self.assertEqual([asked(), asked()], [("of all", few), ("", few)])
		shared, moved = self.many[0], self.many[1]
		frappe.share.add_docshare("Help Article", shared.name, USER, read=1)
		self.assertEqual([asked(), asked()], [("of all", few | {shared.name}), ("", few | {shared.name})])
		moved.category, before = self.few[0].category, moved.category
		moved.save()
		opened = few | {shared.name, moved.name}
		self.assertEqual([asked(), asked()], [("of saved", opened), ("", opened)])
		with patch.object(narrowing, "LEVELS", (narrowing.by_names,)):
			self.assertEqual(self.source.found(USER), self.of([*self.few, shared, moved]))
			frappe.db.set_value("Help Article", moved.name, "category", before, update_modified=False)
			self.assertEqual(self.source.found(USER), self.of([*self.few, shared]))
		moved.category = before
		with patch.object(narrowing, "REMEMBERED_SECONDS", -1):
			narrowing._allowed_names.clear()
			self.assertEqual([asked()[0], asked()[0]], ["of all", "of all"])
		with hooked("permission_query_conditions", "Help Article", from_elsewhere):
			self.assertEqual([asked()[0], asked()[0]], ["of all", "of all"])

	def test_conditions_that_go_by_rows_alone(self) -> None:
		"""A permitted name or an owner that looks like SQL does not count as some; other tables, the time and the session do."""
		permission = records.permit(USER, "Help Category", self.few[0].category)
		permission.db_set("for_value", "select now() from 'it''s' @ user()")
		with asked_as(USER):
			self.assertTrue(rule_of("Help Article", USER).is_of_rows)
		for condition in (from_elsewhere, from_time, from_session):
			with asked_as(USER), hooked("permission_query_conditions", "Help Article", condition):
				self.assertFalse(rule_of("Help Article", USER).is_of_rows, condition)

	def test_what_was_needed_is_remembered_but_no_right_is(self) -> None:
		"""The next search begins where the last one ended, and still finds what was shared and misses what was unshared since."""
		frappe.share.add_docshare("Help Article", self.few[0].name, MANAGER, read=1)
		self.assertEqual(self.found(MANAGER), self.of(self.few[:1]))
		self.used.clear()
		frappe.share.add_docshare("Help Article", self.many[0].name, MANAGER, read=1)
		frappe.share.remove("Help Article", self.few[0].name, MANAGER)
		self.assertEqual(self.found(MANAGER), self.of(self.many[:1]))
		self.assertEqual(self.used, ["by_names"])

	def test_whoever_may_read_much_is_not_narrowed(self) -> None:
		"""A search that finds enough at once looks for nothing to leave out."""
		self.found(USER, top_k=5)
		self.assertEqual(self.used, [])

	def test_too_many_names(self) -> None:
		"""When the names are too many as well, the search goes on through all that is refused."""
		for article in self.few:
			frappe.share.add_docshare("Help Article", article.name, MANAGER, read=1)
		with patch.object(narrowing, "MOST_NAMES", FEW - 1):
			self.assertEqual(self.found(MANAGER), self.of(self.few))

	def test_a_doctype_that_may_not_be_read_at_all(self) -> None:
		"""Its records are left out by the index, but for public files of theirs that a source holds on their own."""
		self.assertEqual(self.found(MANAGER), set())
		(condition,) = narrowing.by_labels(InputRights(MANAGER), [self.source.name]).conditions
		self.assertEqual((condition.field.name, condition.operator), ("reference_doctype", "not in"))
		self.assertIn("Help Article", condition.values)
		file = make.make_file(
			"zebra", private=False, attached_to_doctype="Help Article", attached_to_name=self.few[0].name
		)
		self.source.add_file(file, "zebra")
		self.assertIsNone(narrowing.by_labels(InputRights(MANAGER), [self.source.name]))

	def test_links_that_leave_too_little(self) -> None:
		"""Links narrow nothing for whoever may read records against them: shared ones, or their own."""
		records.permit(USER, "Help Category", self.few[0].category)
		self.assertTrue(narrowing.by_labels(InputRights(USER), [self.source.name]))
		frappe.share.add_docshare("Help Article", self.many[0].name, USER, read=1)
		self.assertFalse(narrowing.by_labels(InputRights(USER), [self.source.name]))
		self.assertEqual(self.found(USER), self.of([*self.few, self.many[0]]))

	def test_a_search_has_a_time_budget(self) -> None:
		"""Hooks that are asked record by record end with the search's time: a note says so, and nothing is shown unasked."""
		with hooked("has_permission", "Help Article", refuse_many):
			self.assertEqual(self.found(USER), self.of(self.few))
			self.source.refill_seconds = 0.0
			self.addCleanup(setattr, self.source, "refill_seconds", 3600.0)
			result = self.source.search(USER)
		self.assertLess({hit.input for hit in result.hits}, self.of(self.few))
		self.assertEqual(
			result.notes, ("The search ended after 0 s. Narrower words or a filter may find more.",)
		)

	@contextmanager
	def asking_ahead(self) -> Iterator[Mock]:
		"""A hook opens what ``OPENED`` names, of more records than may be named; gives what queues the job that asks."""
		OPENED.clear()
		OPENED.update(article.name for article in self.few)
		with (
			hooked("has_permission", "Help Article", is_opened),
			patch.object(narrowing, "MOST_NAMES", 3 * FEW),
			patch.object(asked_ahead, "MOST_NAMES", 3 * FEW),
			# The articles were saved just now, the hook has nothing to do with that.
			patch.object(asked_ahead, "LONGEST_TRANSACTION", timedelta(0)),
			patch.object(asked_ahead, "enqueue") as queue,
		):
			frappe.cache.delete_keys("huf_asked_ahead")
			yield queue

	def of_opened(self) -> set[str]:
		return {self.inputs[name] for name in OPENED}

	def test_code_is_asked_ahead(self) -> None:
		"""What a hook opens among very many is asked by a job; then a search asks of the best hits and of these alone."""
		with self.asking_ahead() as queue:
			self.assertEqual(self.found(USER), self.of_opened())
			(job,), values = queue.call_args
			self.assertIs(frappe.get_attr(job), asked_ahead.ask_ahead)
			self.assertEqual((values["doctype"], values["principal"]), ("Help Article", USER))
			asked_ahead.ask_ahead(values["doctype"], values["principal"])
			queue.reset_mock()
			ASKED.clear()
			self.assertEqual(self.found(USER), self.of_opened())
			self.assertLessEqual(len(ASKED), 80 + FEW)
			ASKED.clear()
			self.assertEqual(self.found(USER, top_k=5), self.of_opened())
			self.assertLessEqual(len(ASKED), 5 + FEW)
			self.assertEqual(self.used[-1], "by_names")
			queue.assert_not_called()
			OPENED.discard(self.few[0].name)
			self.assertEqual(self.found(USER), self.of_opened(), "closed at once")

	def test_what_code_opens_elsewhere(self) -> None:
		"""Nobody knows what a hook goes by: the best hits are found at once, the others when all are asked anew."""
		with self.asking_ahead():
			asked_ahead.ask_ahead("Help Article", USER)
			self.found(USER)
			ASKED.clear()
			self.found(USER)
			names = [article.name for article in self.many]
			best = next(name for name in ASKED if name in names)
			other = next(name for name in names if name not in ASKED)
			OPENED.update((best, other))
			self.assertEqual(self.found(USER), self.of_opened() - {self.inputs[other]})
			asked_ahead.ask_ahead("Help Article", USER)
			self.assertEqual(self.found(USER), self.of_opened())

	def test_what_is_saved_is_asked_again(self) -> None:
		"""A record that was saved, and one whose input is new, is among the names whatever the code said of it before."""
		saved, new = self.many[-1], self.many[-2]
		with self.asking_ahead():
			asked_ahead.ask_ahead("Help Article", USER)
			OPENED.update((saved.name, new.name))
			saved.save()
			frappe.db.set_value("Knowledge Input", self.inputs[new.name], "creation", frappe.utils.now())
			self.assertEqual(self.found(USER), self.of_opened())

	def test_names_asked_ahead_are_of_these_rights(self) -> None:
		"""Other roles, User Permissions or hooks of the user, and time, have the names asked anew; what is shared is added at once."""

		def known() -> list[str] | None:
			with asked_as(USER):
				rule = rule_of("Help Article", USER)
				names = asked_ahead.names_asked_ahead("Help Article", USER, rule)
			return None if names is None else sorted(names)

		with self.asking_ahead() as queue:
			self.assertIsNone(known())
			asked_ahead.ask_ahead("Help Article", USER)
			self.assertEqual(known(), sorted(OPENED))
			self.assertEqual(queue.call_count, 1)
			frappe.share.add_docshare("Help Article", self.many[0].name, USER, read=1)
			self.assertEqual(known(), sorted((*OPENED, self.many[0].name)))
			self.assertEqual(queue.call_count, 1, "users share, and must not have all asked anew by it")
			for change in (
				lambda: records.permit(USER, "Help Category", self.many[0].category),
				lambda: frappe.get_doc("User", USER).add_roles("Report Manager"),
			):
				change()
				self.assertIsNone(known())
				asked_ahead.ask_ahead("Help Article", USER)
				self.assertIsNotNone(known())
			with hooked("has_permission", "Help Article", refuse_many):
				self.assertIsNone(known())
			asked = queue.call_count
			with patch.object(asked_ahead.time, "time", return_value=asked_ahead.time.time() + 400):
				self.assertIsNotNone(known())
			self.assertEqual(queue.call_count, asked + 1, "in use while all are asked anew")
			frappe.db.delete("User Permission", {"user": USER})
			OPENED.update(article.name for article in self.many)
			asked_ahead.ask_ahead("Help Article", USER)
			self.assertIsNone(known())
			self.assertEqual(queue.call_count, asked + 1, "too many, until the time is over")

	def test_a_broken_condition_ends_no_search(self) -> None:
		"""Where a hook for lists raises, or gives what MariaDB cannot read, its DocType is left out, and a note says so."""
		for condition in (broken, unreadable):
			with (
				hooked("permission_query_conditions", "Help Article", condition),
				patch("huf.ai.access.records.inputs._log"),
			):
				rights = InputRights(USER)
				with asked_as(USER):
					named = narrowing.by_names(rights, [self.source.name])
				self.assertEqual([one.values for one in named.conditions], [()])
				self.assertEqual(len(rights.notes), 1)
				self.assertEqual(self.found(USER), set())

	def test_a_broken_hook_names_nothing(self) -> None:
		"""A job whose hook breaks keeps no names and does not break, and a user who was switched off is not asked for."""
		with self.asking_ahead(), hooked("has_permission", "Help Article", broken):
			with patch("huf.ai.access.records.inputs._log") as logged:
				asked_ahead.ask_ahead("Help Article", USER)
			logged.assert_called_once()
			with asked_as(USER):
				rule = rule_of("Help Article", USER)
				self.assertIsNone(asked_ahead.names_asked_ahead("Help Article", USER, rule))
		with self.asking_ahead(), patch.object(asked_ahead, "_ask") as ask:
			frappe.db.set_value("User", USER, "enabled", 0)
			asked_ahead.ask_ahead("Help Article", USER)
			ask.assert_not_called()
			frappe.db.set_value("User", USER, "enabled", 1)

	def test_the_last_search_is_the_asked_one(self) -> None:
		"""After all narrowing has failed the filters are exactly those that were asked for, and nothing is remembered."""
		steps = list(narrowing.prefiltered(NO_FILTERS, InputRights(USER), [self.source.name]))
		self.assertEqual(steps[0], (NO_FILTERS, narrowing.PATIENCE))
		self.assertEqual(steps[-1], (NO_FILTERS, inf))
		self.assertEqual(len(narrowing._remembered), 0)


def from_elsewhere(user: str | None = None, doctype: str | None = None) -> str:
	return "exists (select 1 from `tabHelp Category` other where other.name = `tabHelp Article`.category)"


def from_time(user: str | None = None, doctype: str | None = None) -> str:
	return "`tabHelp Article`.creation < NOW()"


def from_session(user: str | None = None, doctype: str | None = None) -> str:
	return "`tabHelp Article`.owner = @huf_user"


def refuse_many(doc: Any, ptype: str | None = None, user: str | None = None) -> bool:
	return frappe.db.get_value("Help Category", doc.category, "category_name", cache=True) == "Huf Few"


OPENED: set[str] = set()
ASKED: list[str] = []


def is_opened(doc: Any, ptype: str | None = None, user: str | None = None) -> bool:
	ASKED.append(doc.name)
	return doc.name in OPENED


def broken(*_arguments: Any, **_values: Any) -> bool:
	raise ValueError("a hook of an app")


def unreadable(user: str | None = None, doctype: str | None = None) -> str:
	return "`tabHelp Article`.no_such_column = 1"
