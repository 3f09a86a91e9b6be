"""The page of a PDF with a passage marked: who is shown it, and that nobody else learns that it is there."""

import io
import re
from unittest import skipUnless
from unittest.mock import patch

import frappe
from PIL import Image
from werkzeug.wrappers import Response

from huf.ai.knowledge import pdf_page as pages
from huf.ai.knowledge.pdf_page import pdf_page
from huf.engine.pdf_pages import can_draw
from huf.tests import factories as make
from huf.tests.access.test_record_rights import MANAGER, OTHER, USER
from huf.tests.files_case import FilesCase

WORDS = "The numbat pump is lent for thirty days and no longer."
EVIL = "<img src=x onerror=alert(1)>"


def pdf(*lines: str, count: int = 2) -> bytes:
	"""A PDF of so many pages, of which the first has these lines."""
	from pypdf import PdfReader, PdfWriter
	from pypdf.generic import DictionaryObject, NameObject, StreamObject

	stream = io.BytesIO()
	Image.new("L", (60, 80), 255).save(stream, "PDF")
	writer = PdfWriter()
	for number in range(count):
		page = writer.add_page(PdfReader(stream).pages[0])
		page.mediabox.upper_right = (595, 842)
		font = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica"}
		named = DictionaryObject({NameObject(key): NameObject(value) for key, value in font.items()})
		fonts = DictionaryObject({NameObject("/F1"): named})
		page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
		shown = "".join(f"({line}) Tj 0 -14 Td " for line in (lines if number == 0 else ()))
		content = StreamObject()
		content.set_data(f"BT /F1 12 Tf 72 720 Td {shown}ET".encode())
		page[NameObject("/Contents")] = writer._add_object(content)
	out = io.BytesIO()
	writer.write(out)
	return out.getvalue()


@skipUnless(can_draw(), "needs pypdfium2 and Pillow: pip install 'huf[ocr]'")
class TestPdfPage(FilesCase):
	"""PDFs of one source: everybody's, one that is attached to somebody's note, and somebody's own."""

	def setUp(self) -> None:
		super().setUp()
		self.add_files(lambda key: pdf(WORDS, key), lambda key: WORDS, "pdf")
		self.source.index()

	def shown(self, reference: str, user: str, page: int = 0) -> Response | None:
		"""The answer, or None for a refusal, which must say the same of everything."""
		with self.source.answering(), self.acting_as(user):
			try:
				return pdf_page(reference, page)
			except frappe.PermissionError as error:
				self.assertEqual(str(error), "There is no such passage of a file that you may read.")
				return None

	def who(self, key: str) -> set[str]:
		reference = f"{self.inputs[key]}#0"
		return {user for user in (USER, OTHER, MANAGER, "Administrator") if self.shown(reference, user)}

	def test_who_sees_it(self) -> None:
		"""Exactly those who may read the file, and find it."""
		self.assertEqual(self.who("public"), {USER, OTHER, MANAGER, "Administrator"})
		self.assertEqual(self.who("private"), {USER, "Administrator"})
		self.assertEqual(self.who("loose"), {OTHER, "Administrator"})

	def test_who_may_not_be_answered_from_the_source(self) -> None:
		"""A public file is not shown by a source that is not one's own, that is disabled, or when knowledge is off."""
		frappe.db.set_value("Knowledge Source", self.source.name, "scope", "Role")
		self.assertEqual(self.who("public") & {USER, OTHER}, set())
		frappe.db.set_value("Knowledge Source", self.source.name, "scope", "Site")
		self.assertIn(USER, self.who("public"))
		frappe.db.set_value("Knowledge Input", self.inputs["public"], "disabled", 1)
		self.assertEqual(self.who("public"), set())
		frappe.db.set_value("Knowledge Input", self.inputs["public"], "disabled", 0)
		with patch.object(pages, "is_switched_off", return_value=True):
			self.assertEqual(self.who("public"), set())

	def test_what_is_not_there_is_refused_in_the_same_words(self) -> None:
		"""No id, another's, one of a text, hostile ones: shown() compares the words."""
		text = self.source.insert_row(input_type="Text", title="Text")
		for wrong in (
			"",
			"#",
			"none#0",
			"none",
			f"{text}#0",
			"cited:none",
			"cited:",
			"a#9999999999",
			"\0#1",
			"%#1",
		):
			self.assertIsNone(self.shown(wrong, USER), wrong)

	def test_a_deleted_file(self) -> None:
		"""Nobody is shown a file that is gone from the site; one that is gone from the disk leads to its address."""
		self.files["public"].delete()
		self.assertEqual(self.who("public"), set())

	def test_the_page(self) -> None:
		"""A picture with the passage marked, its words for who cannot see it, and ways to the other pages and to the file."""
		frappe.db.set_value("Knowledge Input", self.inputs["public"], "title", f"Terms {EVIL}")
		reference = f"{self.inputs['public']}#0"
		answer = self.shown(reference, USER)
		assert answer is not None
		html = answer.get_data(as_text=True)
		self.assertEqual((answer.status_code, answer.mimetype), (200, "text/html"))
		self.assertEqual(answer.headers["Cache-Control"], "private, no-store")
		self.assertIn("default-src 'none'", answer.headers["Content-Security-Policy"])
		self.assertNotIn(EVIL, html)
		self.assertIn("&lt;img src=x", html)
		self.assertIn('src="data:image/png;base64,', html)
		self.assertRegex(html, r'alt="Page 1 of 2: The numbat pump is lent')
		self.assertEqual(html.count('class="mark"'), 1)
		self.assertNotIn('rel="prev"', html)
		self.assertRegex(html, r'rel="next" href="/api/method/huf\.page\?passage=[\w%]+&amp;page=2#passage"')
		self.assertIn(f'href="{self.files["public"].file_url.replace(" ", "%20")}#page=1"', html)
		second = self.shown(reference, USER, 2)
		assert second is not None
		self.assertIn('rel="prev"', second.get_data(as_text=True))
		self.assertNotIn('rel="next"', second.get_data(as_text=True))
		self.assertNotIn('class="mark"', second.get_data(as_text=True))

	def test_a_passage_that_a_run_has_cited(self) -> None:
		"""By the run that cited it: for whoever may read the run and still the file, also when the index has other words now."""
		agent = make.make_agent()
		row = {
			"citation_number": 1,
			"excerpt": WORDS,
			"origin": "Injected",
			"knowledge_input": self.inputs["private"],
			"knowledge_source": self.source.name,
			"page": 1,
		}
		run = frappe.get_doc(
			{"doctype": "Agent Run", "agent": agent.name, "user": USER, "prompt": "?", "chunks": [row]}
		)
		run.insert(ignore_permissions=True)
		run.db_set("owner", USER)
		reference = f"cited:{run.chunks[0].name}"
		frappe.db.set_value("Knowledge Source", self.source.name, "live_build", None)
		answer = self.shown(reference, USER)
		assert answer is not None
		self.assertEqual(answer.get_data(as_text=True).count('class="mark"'), 1)
		self.assertIsNone(self.shown(reference, OTHER))
		self.assertIsNone(self.shown(reference, MANAGER))
		self.note.db_set({"owner": OTHER, "public": 0})
		self.assertIsNone(self.shown(reference, USER))

	def test_where_no_page_can_be_drawn(self) -> None:
		"""Without the library, for a damaged file, or while another page takes long: the file at its page, for its readers only."""
		reference = f"{self.inputs['private']}#0"
		with patch.object(pages, "draw_page", return_value=None):
			answer, refused = self.shown(reference, USER, 2), self.shown(reference, OTHER, 2)
		assert answer is not None
		self.assertIsNone(refused)
		self.assertEqual(answer.status_code, 302)
		url = self.files["private"].file_url.replace(" ", "%20")
		self.assertEqual(answer.headers["Location"], f"{url}#page=2")
		self.assertEqual(answer.headers["Cache-Control"], "private, no-store")
		with patch.object(pages, "can_draw", return_value=False):
			self.assertEqual(re.sub(r"#.*", "", self.shown(reference, USER).headers["Location"]), url)

	def test_one_page_at_a_time(self) -> None:
		"""Somebody who asks for many pages at once waits, and is sent to the file when it takes too long."""
		reference = f"{self.inputs['public']}#0"
		lease = pages.Lease(frappe.cache, frappe.cache.make_key(f"huf_knowledge_page:{USER}"))
		self.assertTrue(lease.acquire())
		try:
			with patch.object(pages, "WAIT_SECONDS", 0.1):
				answer, others = self.shown(reference, USER), self.shown(reference, OTHER)
		finally:
			lease.release()
		self.assertEqual((answer.status_code, others.status_code), (302, 200))
		self.assertEqual(self.shown(reference, USER).status_code, 200)
