"""What is left out beforehand changes how long a search takes, never what it finds."""

from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.access.impersonation import asked_as
from huf.ai.access.records import prefilters as narrowing
from huf.engine.filters import NO_FILTERS
from huf.tests import factories as make
from huf.tests import records_site as records
from huf.tests.base import SiteTestCase
from huf.tests.test_record_rights import MANAGER, READER_ROLE, USER, hooked

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
				names = set(narrowing._allowed("Help Article", USER))
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
			self.assertTrue(narrowing.rule_of("Help Article", USER).is_of_rows)
		for condition in (from_elsewhere, from_time, from_session):
			with asked_as(USER), hooked("permission_query_conditions", "Help Article", condition):
				self.assertFalse(narrowing.rule_of("Help Article", USER).is_of_rows, condition)

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
		(condition,) = narrowing.by_labels(MANAGER, [self.source.name])
		self.assertEqual((condition.field.name, condition.operator), ("reference_doctype", "not in"))
		self.assertIn("Help Article", condition.values)
		file = make.make_file(
			"zebra", private=False, attached_to_doctype="Help Article", attached_to_name=self.few[0].name
		)
		self.source.add_file(file, "zebra")
		self.assertIsNone(narrowing.by_labels(MANAGER, [self.source.name]))

	def test_links_that_leave_too_little(self) -> None:
		"""Links narrow nothing for whoever may read records against them: shared ones, or their own."""
		records.permit(USER, "Help Category", self.few[0].category)
		self.assertTrue(narrowing.by_labels(USER, [self.source.name]))
		frappe.share.add_docshare("Help Article", self.many[0].name, USER, read=1)
		self.assertFalse(narrowing.by_labels(USER, [self.source.name]))
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

	def test_the_last_search_is_the_asked_one(self) -> None:
		"""After all narrowing has failed the filters are exactly those that were asked for, and nothing is remembered."""
		steps = list(narrowing.prefiltered(NO_FILTERS, USER, [self.source.name]))
		self.assertEqual(steps[0], (NO_FILTERS, False))
		self.assertEqual(steps[-1], (NO_FILTERS, True))
		self.assertEqual(len(narrowing._remembered), 0)


def from_elsewhere(user: str | None = None, doctype: str | None = None) -> str:
	return "exists (select 1 from `tabHelp Category` other where other.name = `tabHelp Article`.category)"


def from_time(user: str | None = None, doctype: str | None = None) -> str:
	return "`tabHelp Article`.creation < NOW()"


def from_session(user: str | None = None, doctype: str | None = None) -> str:
	return "`tabHelp Article`.owner = @huf_user"


def refuse_many(doc: Any, ptype: str | None = None, user: str | None = None) -> bool:
	return frappe.db.get_value("Help Category", doc.category, "category_name", cache=True) == "Huf Few"
