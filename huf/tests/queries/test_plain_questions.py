"""Plain questions on a site: by its own DocTypes and translations, and never by what the user may not read."""

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Any
from unittest.mock import patch

import frappe
from frappe.translate import get_all_translations

from huf.ai.queries import plain_questions
from huf.ai.queries.as_user.running import run_query
from huf.ai.queries.plain_questions import (
	ask,
	ask_plainly,
	computed_states,
	named_records,
	read,
	vocabulary,
)
from huf.ai.queries.plain_questions.known_doctypes import Known
from huf.ai.queries.plain_questions.understood import in_words
from huf.ai.queries.plain_questions.vocabulary import vocabulary_of
from huf.engine.questions.languages import LANGUAGES
from huf.engine.questions.reading import Part
from huf.engine.questions.record_query import Measure, RecordCondition, RecordQuery
from huf.engine.questions.vocabulary import OTHER as OTHER_RANK
from huf.engine.questions.vocabulary import PREFERRED, Total
from huf.tests import factories as make
from huf.tests.base import CommittingTestCase

READER = "huf-plain-reader@example.com"
OTHER = "huf-plain-other@example.com"
NOBODY = "huf-plain-nobody@example.com"
CLERK, CLERK_ROLE = "huf-plain-clerk@example.com", "Huf Plain Clerk"
CASE, PLACE, TYPE = "Huf Plain Lawsuit", "Huf Plain Court", "Huf Plain Lawsuit Type"
ROLE = "Huf Plain Lawyer"
TRANSLATIONS = (
	("de", CASE, "Gerichtsverfahren"),
	("de", "Won", "Gewonnen"),
	("fr", CASE, "Procès plaidable"),
	("fr", "Won", "Gagné"),
)
EVIL = "Court <img src=x onerror=alert(1)> & Co"


@dataclass
class Counted:
	"""An answer of the runner below."""

	names: list[str]

	def to_dict(self) -> dict[str, Any]:
		return {"rows": [{"name": name} for name in self.names], "records": len(self.names)}


def run(query: RecordQuery, user: str) -> Counted:
	"""Answers a query by Frappe's own list."""
	filters = [
		[each.field, each.operator, list(each.value) if isinstance(each.value, tuple) else each.value]
		for each in query.conditions
	]
	frappe.set_user(user)
	return Counted(frappe.get_list(query.doctype, filters=filters, pluck="name", limit=0))


class TestPlainQuestions(CommittingTestCase):
	"""Two DocTypes of the site itself, a user who may read them, and one who may not."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		# What a run that was interrupted left behind.
		_drop()
		make.make_role(ROLE)
		make.make_user(READER, "Knowledge User", ROLE)
		make.make_user(OTHER, "Knowledge User")
		make.make_user(NOBODY)
		rights = [
			{"role": role, "read": 1, "write": 1, "create": 1, "delete": 1}
			for role in ("System Manager", ROLE)
		]
		_make(PLACE, [_field("court_name", "Data")], rights, autoname="prompt", title_field="court_name")
		_make(TYPE, [_field("remark", "Data")], rights, autoname="prompt")
		_make(
			CASE,
			[
				_field("kind", "Link", options=TYPE),
				_field("status", "Select", options="Pending Review\nWon\nLost"),
				_field("court", "Link", options=PLACE),
				_field("filed_on", "Date"),
				_field("value_in_dispute", "Currency"),
				_field("bribe", "Currency", permlevel=1),
				_field("amended_from", "Link", options=CASE, read_only=1),
			],
			rights,
			autoname="prompt",
		)
		for name, title in (("CRT-1", "Court of Nowhere"), ("CRT-2", EVIL)):
			if not frappe.db.exists(PLACE, name):
				frappe.get_doc({"doctype": PLACE, "__newname": name}).insert()
				# As an import writes it: a form cleans it.
				frappe.db.set_value(PLACE, name, "court_name", title)
		for name, status, court, value in (
			("LAW-001", "Won", "CRT-1", 100),
			("LAW-002", "Won", "CRT-2", 5000),
			("LAW-003", "Lost", "CRT-1", 7000),
		):
			if not frappe.db.exists(CASE, name):
				values = {
					"status": status,
					"court": court,
					"value_in_dispute": value,
					"filed_on": "2026-10-05",
				}
				frappe.get_doc({"doctype": CASE, "__newname": name, **values}).insert()
		for language, source, text in TRANSLATIONS:
			values = {"doctype": "Translation", "language": language, "source_text": source}
			if not frappe.db.exists(values):
				frappe.get_doc({**values, "translated_text": text}).insert()
		frappe.db.commit()

	@classmethod
	def tearDownClass(cls) -> None:
		frappe.set_user("Administrator")
		for language, source, _text in TRANSLATIONS:
			frappe.db.delete("Translation", {"source_text": source, "language": language})
		_drop()
		frappe.db.commit()
		frappe.clear_cache()
		super().tearDownClass()

	def names(self, question: str, user: str = READER) -> set[str]:
		"""The records of a question that is a list."""
		answer = ask(question, user, run)
		self.assertEqual(answer["kind"], "list", question)
		return {row["name"] for row in answer["answer"]["rows"]}

	def test_a_doctype_of_the_site(self) -> None:
		"""Its names, options, links, dates and amounts are understood without any table, in English and by translations."""
		self.assertEqual(self.names("How many huf plain lawsuits are won?"), {"LAW-001", "LAW-002"})
		self.assertEqual(self.names("Welche Gerichtsverfahren sind gewonnen?"), {"LAW-001", "LAW-002"})
		self.assertEqual(self.names("show lawsuits of Court of Nowhere"), {"LAW-001", "LAW-003"})
		self.assertEqual(
			self.names("Gerichtsverfahren mit Value In Dispute über 1.000"), {"LAW-002", "LAW-003"}
		)
		self.assertEqual(self.names("huf plain lawsuits that are not won"), {"LAW-003"})
		self.assertEqual(
			self.names("huf plain lawsuits filed on in October 2026"), {"LAW-001", "LAW-002", "LAW-003"}
		)

	def test_who_speaks_french(self) -> None:
		"""Is read in French, besides English and German: by the first word of a name too, and by participles in their own forms alone."""
		self.assertEqual(read("combien de procès ont été gagnés ?", READER).kind, "passage")
		self.addCleanup(setattr, frappe.local, "lang", frappe.local.lang)
		frappe.local.lang = "fr"
		for question in (
			"Combien de procès plaidables ont été gagnés ?",
			"combien de procès ont été gagnés ?",
			"How many huf plain lawsuits are won?",
			"Welche Gerichtsverfahren sind gewonnen?",
		):
			self.assertEqual(self.names(question), {"LAW-001", "LAW-002"}, question)
		self.assertEqual(read("gagner un procès plaidable", READER).kind, "passage")
		# What a name ends with says which ones, not what.
		self.assertEqual(read("combien de plaidables ont été gagnés ?", READER).kind, "passage")

	def test_another_app_adds_words(self) -> None:
		"""The hook names a function that says what a DocType is called, and what words for states and numbers mean of it."""
		hooks = frappe.get_hooks
		with patch.object(
			frappe,
			"get_hooks",
			lambda *keys: [f"{__name__}.words"] if keys == (vocabulary.HOOK,) else hooks(*keys),
		):
			vocabulary._kept.clear()
			self.assertEqual(self.names("how many quarrels are closed?"), {"LAW-001", "LAW-002", "LAW-003"})
			reading = read("total sales in October 2026", READER)
		vocabulary._kept.clear()
		assert reading.query is not None
		self.assertEqual(reading.query.measures, (Measure("sum", "value_in_dispute"),))
		self.assertEqual(read("how many quarrels are closed?", READER).kind, "passage")

	def test_a_word_that_names_a_type(self) -> None:
		"""Where some records are of a type that is called like all of them, the word means these; by who may read the types."""
		hooks = frappe.get_hooks
		query = RecordQuery(CASE, (RecordCondition("kind", "=", "Quarrel"),))
		with patch.object(
			frappe,
			"get_hooks",
			lambda *keys: [f"{__name__}.words"] if keys == (vocabulary.HOOK,) else hooks(*keys),
		):
			vocabulary._kept.clear()
			self.assertEqual(read("list all quarrels", READER).query, RecordQuery(CASE))
			frappe.get_doc({"doctype": TYPE, "__newname": "Quarrel"}).insert()
			self.addCleanup(frappe.db.delete, TYPE, {"name": "Quarrel"})
			vocabulary._kept.clear()
			self.assertEqual(read("list all quarrels", READER).query, query)
			permission = frappe.get_doc(
				{"doctype": "User Permission", "user": READER, "allow": TYPE, "for_value": "Other"}
			)
			permission.flags.ignore_links = True
			permission.insert()
			try:
				vocabulary._kept.clear()
				self.assertEqual(read("list all quarrels", READER).query, RecordQuery(CASE))
			finally:
				permission.delete()
				vocabulary._kept.clear()

	def test_doctypes_of_frappe(self) -> None:
		"""Sites without any other app ask about their own to-dos, events and notes."""
		reading = read("how many open to-dos have high priority?", READER)
		self.assertEqual(reading.kind, "list")
		assert reading.query is not None
		self.assertEqual(reading.query.doctype, "ToDo")
		self.assertEqual(reading.query.measures, (Measure("count"),))
		self.assertIn(RecordCondition("priority", "=", "High"), reading.query.conditions)
		self.assertEqual(read("appointments this week", READER).query.doctype, "Event")  # type: ignore[union-attr]
		self.assertEqual(read("How do I write a note?", READER).kind, "passage")

	def test_an_app_goes_before_what_frappe_calls_so(self) -> None:
		"""In German a ToDo is an “Aufgabe”; where an app has something that people call so, that is meant, and nothing by who may not read it."""
		if get_all_translations("de").get("ToDo") != "Aufgabe":
			self.skipTest("this Frappe calls a ToDo otherwise")
		german = replace(LANGUAGES["de"], doctypes={CASE: ("aufgabe",), "ToDo": ("zuweisung",)})
		self.assertEqual(read("Aufgaben mit hoher Priorität", READER).query.doctype, "ToDo")  # type: ignore[union-attr]
		vocabulary._kept.clear()
		try:
			with patch.object(vocabulary, "LANGUAGES", {**LANGUAGES, "de": german}):
				names = {
					(name.doctype, name.rank)
					for name in vocabulary_of(READER).names
					if name.text.lower() == "aufgabe"
				}
				self.assertEqual(names, {(CASE, PREFERRED), ("ToDo", OTHER_RANK)})
				self.assertNotIn("aufgabe", {name.text.lower() for name in vocabulary_of(OTHER).names})
		finally:
			vocabulary._kept.clear()

	def test_by_what_they_have(self) -> None:
		"""Courts with and without lawsuits, and how many of them: answered, and told, by what the user may see."""
		won = "huf plain courts without huf plain lawsuits that are won"
		for question, courts in (
			("huf plain courts without huf plain lawsuits", set()),
			("huf plain courts with more than one huf plain lawsuit", {"CRT-1"}),
			("huf plain courts with exactly one huf plain lawsuit", {"CRT-2"}),
			("huf plain courts with at least 2 huf plain lawsuits", {"CRT-1"}),
			("huf plain courts with no lost huf plain lawsuits", {"CRT-2"}),
			(won, set()),
		):
			answer = ask(question, READER, run_query)
			self.assertEqual({row["name"] for row in answer["answer"]["rows"]}, courts, question)
		counted = ask("how many huf plain courts have lost huf plain lawsuits", READER, run_query)
		self.assertEqual((counted["shape"], counted["answer"]["records"]), ("number", 1))
		self.assertEqual(
			[part["text"] for part in counted["understood"]],
			[PLACE, "Number of records", f"with {CASE}", "Status: Lost"],
		)
		one = ask("huf plain courts with exactly one huf plain lawsuit", READER, run_query)
		self.assertEqual([part["text"] for part in one["understood"]], [PLACE, f"with exactly 1 × {CASE}"])
		self.assertIn("with exactly 1 ×", one["answer"]["words"])
		permission = frappe.get_doc(
			{"doctype": "User Permission", "user": READER, "allow": CASE, "for_value": "LAW-002"}
		).insert()
		try:
			answer = ask("huf plain courts without huf plain lawsuits", READER, run_query)
			self.assertEqual({row["name"] for row in answer["answer"]["rows"]}, {"CRT-1"})
			self.assertIn(
				f"Of the records of {CASE} only those count that you may see.", answer["answer"]["notes"]
			)
		finally:
			frappe.set_user("Administrator")
			permission.delete()
		self.assertEqual(ask(won, OTHER, run_query), {"kind": "passage"})

	def test_days_of_every_year_in_words(self) -> None:
		"""As they are written in the language of whoever asks; in one that nobody knows, in English."""
		days = Part("condition", "Birth", "day_of_year(birth)", "between", ("12-28", "02-29"))
		language = frappe.local.lang
		try:
			for lang, text in (
				("en", "Birth (in any year): December 28 – February 29"),
				("de", "Birth (in jedem Jahr): 28. Dezember – 29. Februar"),
				("xx", "Birth (in any year): December 28 – February 29"),
			):
				frappe.local.lang = lang
				self.assertEqual(in_words([days]), [{"text": text, "assumed": False}])
		finally:
			frappe.local.lang = language

	def test_values_of_links_that_lead_to_what_may_not_be_read(self) -> None:
		"""Who may read lawsuits and no courts sees on each of them where it is, and may ask by it: of what they may see, and by no title."""
		make.make_role(CLERK_ROLE)
		make.make_user(CLERK, "Knowledge User", CLERK_ROLE)
		lawsuits = frappe.get_doc("DocType", CASE)
		lawsuits.append("permissions", {"role": CLERK_ROLE, "read": 1})
		lawsuits.save()
		question = "huf plain lawsuits with court CRT-1"
		self.assertEqual(self.names(question, CLERK), {"LAW-001", "LAW-003"})
		self.assertEqual(ask("huf plain lawsuits of Court of Nowhere", CLERK, run), {"kind": "passage"})
		frappe.set_user("Administrator")
		permission = frappe.get_doc(
			{"doctype": "User Permission", "user": CLERK, "allow": CASE, "for_value": "LAW-002"}
		).insert()
		vocabulary._kept.clear()
		try:
			self.assertEqual(ask(question, CLERK, run), {"kind": "passage"})
			self.assertEqual(self.names("huf plain lawsuits with court CRT-2", CLERK), {"LAW-002"})
		finally:
			frappe.set_user("Administrator")
			permission.delete()

	def test_names_in_the_language_of_the_user(self) -> None:
		"""Records whose English name is that of a country, or a text of the site, are found by what that is called; a country also by those who live there."""
		for name in ("Germany", "Won"):
			frappe.get_doc({"doctype": PLACE, "__newname": name, "court_name": name}).insert()
			self.addCleanup(frappe.db.delete, PLACE, {"name": name})
		named_records._english_names.clear_cache()
		self.addCleanup(setattr, frappe.local, "lang", frappe.local.lang)
		for language, text, name in (
			("de", "Deutschland", "Germany"),
			("fr", "Allemagne", "Germany"),
			("fr", "gagné", "Won"),
			("en", "german", "Germany"),
			("de", "deutschen", "Germany"),
			("fr", "allemandes", "Germany"),
			("es", "alemanas", "Germany"),
		):
			frappe.local.lang = language
			# Links lead to DocTypes of apps that are not installed, too.
			found = named_records.find_records(
				["Huf Plain Court That Went", PLACE], [text, "Nirgendwo"], True
			)
			self.assertEqual([(each.name, each.text) for each in found], [(name, text)])
			frappe.set_user(OTHER)
			self.assertEqual(named_records.find_records([PLACE], [text], True), [])
			frappe.set_user("Administrator")
		self.assertEqual(named_records.find_records([PLACE], ["Deutschland"], False), [])

	def test_of_whoever_asks(self) -> None:
		"""Records that they made, and those that they are assigned: as the database counts them, and of nobody else."""
		frappe.set_user("Administrator")
		frappe.db.set_value(CASE, "LAW-001", "owner", READER)
		frappe.db.set_value(CASE, "LAW-002", "_assign", frappe.as_json([NOBODY, READER]))
		frappe.db.set_value(CASE, "LAW-003", "_assign", frappe.as_json([f"x{READER}"]))
		try:
			for question, name in (
				("huf plain lawsuits created by me", "LAW-001"),
				("Gerichtsverfahren, die ich erstellt habe", "LAW-001"),
				("huf plain lawsuits assigned to me", "LAW-002"),
				("mir zugewiesene Gerichtsverfahren", "LAW-002"),
			):
				answer = ask(question, READER, run_query)
				self.assertEqual([row["name"] for row in answer["answer"]["rows"]], [name], question)
				if name == "LAW-002":
					self.assertRegex(answer["answer"]["words"], f" is {READER}$")
			frappe.db.set_value(CASE, "LAW-003", "_assign", "[]")
			answer = ask("unassigned huf plain lawsuits", READER, run_query)
			# Whoever was taken off last leaves an empty list.
			found = {row["name"] for row in answer["answer"]["rows"]}
			self.assertTrue({"LAW-001", "LAW-003"} <= found and "LAW-002" not in found, found)
			self.assertIn(
				{"text": f"Created By: {READER}", "assumed": False},
				ask("huf plain lawsuits created by me", READER, run)["understood"],
			)
			self.assertEqual(read("my huf plain lawsuits", READER).kind, "passage")
			self.assertEqual(
				read("my open to-dos", READER).query.conditions[0],
				RecordCondition("allocated_to", "=", READER),
			)  # type: ignore[union-attr]
		finally:
			frappe.set_user("Administrator")
			for name in ("LAW-001", "LAW-002", "LAW-003"):
				frappe.db.set_value(CASE, name, {"owner": "Administrator", "_assign": None})
			frappe.db.commit()

	def test_more_records_in_a_state_than_are_asked_about(self) -> None:
		"""A number of some of them would be a wrong one: there is none, and the reason is told."""
		hooks = frappe.get_hooks
		state = "out of stock"
		with (
			patch.object(
				frappe,
				"get_hooks",
				lambda *keys: (
					[f"{__name__}.words_for_states"] if keys == (vocabulary.HOOK,) else hooks(*keys)
				),
			),
			patch.object(vocabulary, "_kept", OrderedDict()),
			patch.dict(computed_states.DEPENDS_ON, {state: (CASE,)}),
			patch.dict(computed_states._STATES, {state: lambda: {"LAW-001", "LAW-002", "LAW-003"}}),
		):
			answer = ask("huf plain lawsuits out of stock", READER, run)
			self.assertEqual(answer["answer"]["records"], 3)
			with patch.object(computed_states, "MOST_NAMES", 2):
				refused = ask("huf plain lawsuits out of stock", READER, run)
		self.assertNotIn("answer", refused)
		self.assertIn("More than 2 records", refused["problem"])

	def test_who_may_not_read_a_doctype(self) -> None:
		"""Its name, its options and its records are unknown words: the same answer as to words that mean nothing."""
		nothing = ask("How many huf plain unicorns are won?", OTHER, run)
		for question in (
			"How many huf plain lawsuits are won?",
			"Welche Gerichtsverfahren sind gewonnen?",
			"list all huf plain lawsuits",
			"LAW-001",
			"todos of Court of Nowhere",
			"tell me about Court of Nowhere",
		):
			self.assertEqual(ask(question, OTHER, run), nothing)
		self.assertNotIn(CASE, {name.doctype for name in vocabulary_of(OTHER).names})
		self.assertIsNone(vocabulary_of(OTHER).describe(CASE))

	def test_hidden_fields_are_unknown_words(self) -> None:
		"""A field above permlevel 0 is none of the vocabulary, even for who may read it."""
		self.assertEqual(read("sum of bribe of huf plain lawsuits", READER).kind, "passage")
		described = vocabulary_of("Administrator").describe(CASE)
		assert described is not None
		self.assertNotIn("bribe", {field.name for field in described.fields})

	def test_records_that_may_not_be_read_are_unknown_words(self) -> None:
		"""A User Permission makes one court all that there is."""
		permission = frappe.get_doc(
			{"doctype": "User Permission", "user": READER, "allow": PLACE, "for_value": "CRT-2"}
		).insert()
		try:
			self.assertEqual(ask("show lawsuits of Court of Nowhere", READER, run), {"kind": "passage"})
			self.assertEqual(self.names("show huf plain lawsuits that are won"), {"LAW-002"})
		finally:
			frappe.set_user("Administrator")
			permission.delete()

	def test_as_many_questions_to_the_database_for_what_is_not_there(self) -> None:
		"""A name that exists and may not be read costs the same statements as one that does not exist."""
		counts = []
		permission = frappe.get_doc(
			{"doctype": "User Permission", "user": READER, "allow": PLACE, "for_value": "CRT-2"}
		).insert()
		try:
			for name in ("Court of Nowhere", "Court of Elsewhere"):
				read(f"show lawsuits of {name}", READER)
				with patch.object(frappe.db, "sql", wraps=frappe.db.sql) as asked:
					read(f"show lawsuits of {name}", READER)
				counts.append(asked.call_count)
		finally:
			frappe.set_user("Administrator")
			permission.delete()
		self.assertEqual(*counts)

	def test_changes_are_seen(self) -> None:
		"""A right that is taken away, and a field that is made, change the vocabulary at once."""
		self.assertEqual(self.names("How many huf plain lawsuits are won?"), {"LAW-001", "LAW-002"})
		frappe.set_user("Administrator")
		user = frappe.get_doc("User", READER)
		user.remove_roles(ROLE)
		try:
			self.assertEqual(ask("How many huf plain lawsuits are won?", READER, run), {"kind": "passage"})
		finally:
			frappe.set_user("Administrator")
			user.add_roles(ROLE)
		doctype = frappe.get_doc("DocType", CASE)
		doctype.append("fields", _field("judge", "Data"))
		doctype.save()
		self.assertEqual(read("huf plain lawsuits without a judge", READER).kind, "list")

	def test_names_are_text(self) -> None:
		"""What stands in the answer is what the record is called, not HTML: the desk shows it as text."""
		answer = ask(f"show lawsuits of {EVIL}", READER, run)
		self.assertEqual({row["name"] for row in answer["answer"]["rows"]}, {"LAW-002"})
		self.assertIn({"text": f"Court: {EVIL}", "assumed": False}, answer["understood"])

	def test_patterns_mean_themselves(self) -> None:
		"""Signs of LIKE in a question are letters of a name."""
		frappe.set_user(READER)
		for text in ("%", "Court%", "_ourt", "Court of No_here", "\\", "'; drop table x; --", "\ud800"):
			self.assertEqual(named_records.find_records([PLACE], [text], False), [])
		found = named_records.find_records([PLACE], ["Court of"], False)
		self.assertEqual([each.name for each in found], ["CRT-1"])

	def test_things_of_a_kind(self) -> None:
		"""Who names a kind may mean the things of that kind: as far as both may be read, and not if they are too many."""
		frappe.set_user(READER)

		def found() -> list[tuple[str, tuple[str, ...]]]:
			records = named_records.find_records([PLACE], ["Court of Nowhere"], True)
			return [(each.doctype, each.names) for each in records]

		with patch.object(named_records, "KINDS", {PLACE: CASE}):
			self.assertEqual(found(), [(PLACE, ()), (CASE, ("LAW-001", "LAW-003"))])
			with patch.object(named_records, "_MOST_BELOW", 1):
				self.assertEqual(found(), [(PLACE, ())])
			frappe.set_user(CLERK)
			self.assertEqual(found(), [])
			frappe.set_user(OTHER)
			self.assertEqual(found(), [])

	def test_names_that_begin_alike(self) -> None:
		"""Of what is a part of many things, several records that are called so are one find, as far as they may be read; a bench is no juror."""
		for number, title in enumerate(("Juror 3", "Juror 4-b", "Juror bench", "Bailiff 1"), start=3):
			frappe.get_doc({"doctype": PLACE, "__newname": f"CRT-{number}", "court_name": title}).insert()
			self.addCleanup(frappe.db.delete, PLACE, {"name": f"CRT-{number}"})

		def alike(text: str) -> list[tuple[str, tuple[str, ...]]]:
			with patch.object(named_records, "PARTS", {PLACE}):
				found = named_records.find_records([PLACE], [text], False)
			return [(each.title, each.names) for each in found if each.are_alike]

		for text, shown in (("Juror", "Juror …"), ("jurors", "juror …"), ("JUROR", "JUROR …")):
			self.assertEqual(alike(text), [(shown, ("CRT-3", "CRT-4"))])
		for text in ("bailiff", "bailiffs", "juror b", "jur", "juror%"):
			self.assertEqual(alike(text), [])
		with patch.object(named_records, "_MOST_BELOW", 1):
			self.assertEqual(alike("jurors"), [])
		frappe.set_user(OTHER)
		self.assertEqual(alike("jurors"), [])

	def test_either_apostrophe(self) -> None:
		"""A name is found whichever of the two was typed, and whichever is stored."""
		for name, title in (("CRT-1", "L’Aube d'Or"), ("CRT-2", "L'Aube d’Or")):
			before = frappe.db.get_value(PLACE, name, "court_name")
			self.addCleanup(frappe.db.set_value, PLACE, name, "court_name", before)
			frappe.db.set_value(PLACE, name, "court_name", title)
		frappe.set_user(READER)
		for text in ("L'Aube", "L’Aube", "l’aube"):
			found = named_records.find_records([PLACE], [text], False)
			self.assertEqual({each.name for each in found}, {"CRT-1", "CRT-2"}, text)
		frappe.db.set_value(PLACE, "CRT-1", "court_name", "L’Aube")
		frappe.db.set_value(PLACE, "CRT-2", "court_name", "L'Aube")
		for text in ("L'Aube", "L’Aube"):
			found = named_records.find_records([PLACE], [text], True)
			self.assertEqual({(each.name, each.text) for each in found}, {("CRT-1", text), ("CRT-2", text)})

	def test_the_door(self) -> None:
		"""Only who may use knowledge is answered; a long question is refused in a sentence."""
		for user in ("Guest", NOBODY):
			with self.acting_as(user), self.assertRaises(frappe.PermissionError):
				ask_plainly("How many huf plain lawsuits are won?")
		with self.acting_as(OTHER):
			self.assertEqual(ask_plainly("How many huf plain lawsuits are won?"), {"kind": "passage"})
			self.assertEqual(ask_plainly("x " * 4999), {"kind": "passage"})
			with self.assertRaises(frappe.ValidationError):
				ask_plainly("x" * 10_001)
		with self.acting_as(READER), patch.object(plain_questions, "run_query", run):
			self.assertEqual(ask_plainly("How many huf plain lawsuits are won?")["answer"]["records"], 2)

	def test_vocabularies_are_kept_within_bounds(self) -> None:
		"""The same user gets the same one; a process keeps so many."""
		self.assertIs(vocabulary_of(READER), vocabulary_of(READER))
		vocabulary._kept.clear()
		with patch.object(vocabulary, "MOST_KEPT", 1):
			vocabulary_of(READER)
			vocabulary_of(OTHER)
			self.assertEqual(len(vocabulary._kept), 1)


def words() -> dict[str, Known]:
	"""What an app would say of the lawsuits."""
	return {
		CASE: Known(
			words=("quarrel",),
			states={"closed": (RecordCondition("status", "in", ("Won", "Lost")),)},
			totals={"sales": Total("value_in_dispute")},
		)
	}


def words_for_states() -> dict[str, Known]:
	"""The same, with a state whose records are found first."""
	return {CASE: replace(words()[CASE], computed=("out of stock",))}


def _drop() -> None:
	for name in (CASE, PLACE, TYPE):
		if frappe.db.exists("DocType", name):
			frappe.delete_doc("DocType", name, force=True)
		frappe.db.sql_ddl(f"drop table if exists `tab{name}`")


def _field(fieldname: str, fieldtype: str, **values: Any) -> dict[str, Any]:
	label = fieldname.replace("_", " ").title()
	return {"fieldname": fieldname, "fieldtype": fieldtype, "label": label, **values}


def _make(name: str, fields: list[dict[str, Any]], rights: list[dict[str, Any]], **values: Any) -> None:
	if not frappe.db.exists("DocType", name):
		frappe.get_doc(
			{
				**{"doctype": "DocType", "name": name, "module": "Huf", "custom": 1},
				**{"fields": fields, "permissions": rights, **values},
			}
		).insert()
