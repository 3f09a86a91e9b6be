"""What the engine says, in the language of whoever asks."""

import frappe

from huf.ai.words import joined_by_and, joined_by_or, said, told
from huf.engine.errors import CorruptFile
from huf.engine.types import PartlyRead, SearchResult, Skipped
from huf.tests.base import FrappeSiteTestCase

ENGLISH = "The host “intra.example” cannot be found. Check the address."
TEMPLATE = "The host “{host}” cannot be found. Check the address."


class TestSaid(FrappeSiteTestCase):
	def setUp(self) -> None:
		self.addCleanup(setattr, frappe.local, "lang", frappe.local.lang)
		self._forget()
		translation = {
			"language": "de",
			"source_text": TEMPLATE,
			"translated_text": "Den Rechner „{host}“ gibt es nicht.",
		}
		frappe.get_doc({"doctype": "Translation", **translation}).insert()
		self.addCleanup(self._forget)

	def _forget(self) -> None:
		frappe.local.huf_sentences = None

	def test_each_reader_has_their_language(self) -> None:
		"""The same error, read in two languages in one request, as when mails are sent to several people."""
		error = CorruptFile(ENGLISH)
		frappe.local.lang = "de"
		self.assertEqual(said(error), "Den Rechner „intra.example“ gibt es nicht.")
		frappe.local.lang = "en"
		self.assertEqual(said(error), ENGLISH)

	def test_names_are_joined_in_each_language(self) -> None:
		"""By the words of the language, with the spaces between, however many there are."""
		frappe.local.lang = "de"
		self.assertEqual(joined_by_and(["Status", "Kunde"]), "Status und Kunde")
		self.assertEqual(joined_by_or(["A", "B", "{0}"]), "A, B oder {0}")
		frappe.local.lang = "en"
		self.assertEqual(
			[joined_by_and(["A", "B", "C"]), joined_by_or(["A"]), joined_by_or([])], ["A, B and C", "A", ""]
		)

	def test_words_of_others_stay(self) -> None:
		"""An error of another app or of a service is said as it came."""
		frappe.local.lang = "de"
		self.assertEqual(said(ValueError("Bad gateway at {host}")), "Bad gateway at {host}")

	def test_the_result_of_a_search(self) -> None:
		"""Reasons and notes are translated; what was found is not, whatever its text."""
		frappe.local.lang = "de"
		result = SearchResult(
			"host",
			(),
			skipped=(Skipped("Web", "Fetch Failed", ENGLISH),),
			notes=(ENGLISH,),
			partly_read=(PartlyRead("Web", "KI-1", ENGLISH, ENGLISH),),
		)
		answer = told(result)
		german = "Den Rechner „intra.example“ gibt es nicht."
		self.assertEqual(answer["notes"], [german])
		self.assertEqual(answer["skipped"], [{"source": "Web", "code": "Fetch Failed", "reason": german}])
		self.assertEqual(
			(answer["partly_read"][0]["title"], answer["partly_read"][0]["reason"]), (ENGLISH, german)
		)
