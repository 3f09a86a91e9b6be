"""What `huf.ai.site.database.dialect` says means the same on every database that a site may have."""

import re
from datetime import datetime, timedelta
from unittest.mock import patch

import frappe
from frappe.model.meta import Meta
from frappe.tests.utils import FrappeTestCase

from huf.ai.site.database import dialect
from huf.ai.site.database.transactions import own_transaction
from huf.ai.site.leftovers import own_doctypes
from huf.install import add_lost_indexes
from huf.patches import index_inputs_by_creation

SIGNS = (
	"it's",
	"a\\",
	"100 %",
	"x = 1 and y >= 22",
	"`name`",
	"from tabUser",
	"locate(a, b)",
	"Zürich 東京",
	"a\nb",
	"",
)
"""Values that Frappe's translation for PostgreSQL, or a literal, could take for SQL."""


def selected(expression: str, *values: object) -> object:
	"""The value of an expression."""
	return frappe.db.sql(f"select {expression}", values)[0][0]


def indexed(doctype: str) -> set[str]:
	"""The columns that an index of the DocType's table begins with."""
	if not dialect.is_postgres():
		rows = frappe.db.sql(f"show index from `tab{doctype}` where Seq_in_index = 1", as_dict=True)
		return {row.Column_name for row in rows}
	rows = frappe.db.sql("select indexdef from pg_indexes where tablename = %s", f"tab{doctype}")
	return {re.split("[,)]", row[0].rpartition("(")[2])[0].strip('"') for row in rows}


def listed_by(meta: Meta) -> str:
	"""The column by which lists are in order: Frappe 16 makes the index of `modified` only where a DocType asks for that order."""
	is_16 = int(frappe.__version__.split(".")[0]) >= 16
	return "creation" if is_16 and meta.sort_field != "modified" else "modified"


class TestDialect(FrappeTestCase):
	"""Each function, by what a statement with it gives."""

	def test_quoted_values_stay_what_they_are(self) -> None:
		for value in SIGNS:
			with self.subTest(value):
				self.assertEqual(frappe.db.sql(f"select {dialect.quoted(value)}")[0][0], value)

	def test_a_moment_as_text_has_all_its_digits(self) -> None:
		todo = frappe.get_doc({"doctype": "ToDo", "description": "time"}).insert()
		frappe.db.set_value(
			"ToDo", todo.name, "modified", "2026-01-02 03:04:05.100000", update_modified=False
		)
		found = frappe.db.sql(
			f"select {dialect.moment_as_text('modified')} from `tabToDo` where name = %s", todo.name
		)
		self.assertEqual(found[0][0], "2026-01-02 03:04:05.100000")

	def test_texts_are_equal_in_any_case(self) -> None:
		for one, other, expected in (("Sales Order", "sales ORDER", 1), ("Sales Order", "Sales Orders", 0)):
			with self.subTest(other):
				equal = dialect.equals("%s", "%s")
				self.assertEqual(selected(f"case when {equal} then 1 else 0 end", one, other), expected)

	def test_times(self) -> None:
		moment = datetime(2026, 1, 2, 3, 4, 5)
		self.assertEqual(
			frappe.utils.get_datetime(selected(dialect.minutes_from("%s", "2 + 3"), moment)),
			moment + timedelta(minutes=5),
		)
		begun = "cast(%s as datetime)" if not dialect.is_postgres() else "cast(%s as timestamp)"
		seconds = selected(dialect.seconds_since(begun, "%s"), moment, moment + timedelta(seconds=1.5))
		if dialect.is_postgres():
			seconds = selected(dialect.seconds_since(begun, "%s"), moment + timedelta(seconds=1.5), moment)
		self.assertEqual(float(seconds), 1.5)

	def test_nothing_is_the_same_as_nothing(self) -> None:
		for one, other, expected in (
			(None, None, True),
			("a", None, False),
			("a", "a", True),
			(None, "a", False),
		):
			self.assertEqual(bool(selected(dialect.same("%s", "%s"), one, other)), expected, (one, other))

	def test_exact_text_heeds_case_and_accents(self) -> None:
		for other in ("ANNA", "ánna"):
			self.assertFalse(selected(f"{dialect.as_exact_text('%s')} = {dialect.quoted('anna')}", other))
		self.assertTrue(selected(f"{dialect.as_exact_text('%s')} = {dialect.quoted('anna')}", "anna"))

	def test_like_heeds_no_case(self) -> None:
		self.assertTrue(selected(f"%s {dialect.like()} %s", "Annual Leave", "annual%"))

	def test_a_literal_pattern_means_itself(self) -> None:
		for text in (*SIGNS, "a_b@example.com", "\\_", '"a\\u00fc"'):
			pattern = dialect.literal_pattern(text)
			self.assertTrue(selected(f"%s {dialect.like()} %s", text, pattern), text)
			if "_" in text:
				other = text.replace("_", "x")
				self.assertFalse(selected(f"%s {dialect.like()} %s", other, pattern), text)

	def test_each_row_gets_its_own_value(self) -> None:
		names = [frappe.get_doc({"doctype": "ToDo", "description": "x"}).insert().name for _ in range(3)]
		numbers, words = (dialect.own_values(3, number=number) for number in (True, False))
		frappe.db.sql(
			f"update `tabToDo` set idx = {numbers}, color = {words} where name in %s",
			(
				*dialect.bound_own_values(names, [7, 8, 9]),
				*dialect.bound_own_values(names, ["a", None, "c"]),
				names,
			),
		)
		self.assertEqual(dialect.rows_changed(), 3)
		rows = {
			row.name: (row.idx, row.color) for row in frappe.get_all("ToDo", {"name": ("in", names)}, ["*"])
		}
		self.assertEqual([rows[name] for name in names], [(7, "a"), (8, None), (9, "c")])

	def test_what_fails_alone_leaves_the_rest(self) -> None:
		todo = frappe.get_doc({"doctype": "ToDo", "description": "stays"}).insert()
		with self.assertRaises((frappe.db.ProgrammingError, frappe.db.OperationalError)):
			dialect.alone(lambda: frappe.db.sql("select no_such_column from `tabToDo`"))
		self.assertTrue(frappe.db.exists("ToDo", todo.name))

	def test_what_takes_too_long_is_ended_and_leaves_the_rest(self) -> None:
		sleep = "pg_sleep(20)" if dialect.is_postgres() else "sleep(20)"
		slow = f"select {sleep} from `tabDocType` limit 20"
		with self.assertRaises((frappe.db.OperationalError, frappe.QueryTimeoutError)) as caught:
			dialect.rows_within(0.2, slow, {})
		self.assertTrue(dialect.is_statement_timeout(caught.exception))
		self.assertEqual(dialect.rows_within(5, "select %(one)s", {"one": "a"})[0][0], "a")

	def test_a_deleted_document_as_json(self) -> None:
		todo = frappe.get_doc({"doctype": "ToDo", "description": 'says "no" = 1'}).insert()
		document = dialect.document_as_json("tabToDo", "%s", ["name", "description"])
		text = frappe.db.sql(f"select {document} from `tabToDo` where name = %s", ("ToDo", todo.name))[0][0]
		found = frappe.parse_json(text)
		self.assertEqual(
			(found.doctype, found.name, found.description), ("ToDo", todo.name, todo.description)
		)

	def test_tables(self) -> None:
		self.assertTrue(dialect.has_table("tabDocType"))
		self.assertFalse(dialect.has_table("tabNo Such DocType"))

	def test_a_connection_that_only_reads(self) -> None:
		from huf.ai.site.database.transactions import second_connection

		with second_connection() as own:
			dialect.only_read(own, 10)
			for _ in range(2):
				own.sql("select 1")
				with self.assertRaises(Exception) as caught:
					own.sql("update `tabToDo` set idx = 0")
				self.assertTrue(
					isinstance(caught.exception, frappe.InReadOnlyMode)
					or own.is_read_only_mode_error(caught.exception)
				)
				own.rollback()

	def test_own_transactions_see_what_others_committed(self) -> None:
		with own_transaction():
			level = "transaction_isolation" if dialect.is_postgres() else "tx_isolation"
			show = f"show {level}" if dialect.is_postgres() else f"select @@{level}"
			# MariaDB's changes and locking reads see it at any level.
			expected = "read committed" if dialect.is_postgres() else "REPEATABLE-READ"
			self.assertEqual(frappe.db.sql(show)[0][0], expected)

	def test_every_index_is_there(self) -> None:
		"""What huf's fields ask for, what belongs to rows of a table, and nothing twice when it is asked for again."""
		add_lost_indexes()
		for doctype in own_doctypes():
			meta = frappe.get_meta(doctype)
			if meta.issingle:
				continue
			wanted = {field.fieldname for field in meta.fields if field.search_index or field.unique}
			wanted.add("parent" if meta.istable else listed_by(meta))
			with self.subTest(doctype):
				self.assertEqual(wanted - indexed(doctype), set())

	def test_an_index_that_is_named_is_there(self) -> None:
		"""MariaDB refuses a statement that names another. A table that Frappe 15 has just made has none by its creation."""
		for index in ("reference", "creation"):
			frappe.db.sql(f"select name from {dialect.by_index('Knowledge Input', index)} limit 1")
		if dialect.is_postgres():
			return
		frappe.db.sql_ddl("alter table `tabKnowledge Input` drop index creation")
		with patch.dict(frappe.flags, in_migrate=True):
			index_inputs_by_creation.execute()
			index_inputs_by_creation.execute()
		self.assertTrue(frappe.db.has_index("tabKnowledge Input", "creation"))
