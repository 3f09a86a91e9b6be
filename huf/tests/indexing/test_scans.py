"""A scan goes from Pending over Reading Scan to Indexed, and is found with its page."""

import io
from contextlib import contextmanager
from unittest import skipIf
from unittest.mock import patch

import frappe
from PIL import Image, ImageDraw, ImageFont

from huf.ai.knowledge import indexer, maintenance, status
from huf.ai.knowledge.indexing.texts import scans
from huf.ai.knowledge.retriever import knowledge_search
from huf.ai.site import queueing
from huf.ai.site.artifacts import source_folder
from huf.engine.ocr import FILE_NAME, reason_against
from huf.engine.scans import PageText
from huf.huf.doctype.knowledge_input.knowledge_input import reprocess_input
from huf.tests.base import CommittingTestCase
from huf.tests.factories import make_source

NOTE = ["Delivery note 4711 for pump SKU-00347", "The diaphragm was damaged on arrival."]


class FakeTesseract:
	"""Stands for the program."""

	def __init__(self):
		self.asked = []
		self.answer = PageText("The diaphragm was damaged on arrival.\n", 93.0)
		self.languages = frozenset({"eng", "osd"})

	def mark(self, languages):
		return f"fake 1 {languages}"

	def read(self, file, page, languages, *how):
		self.asked.append(page)
		return self.answer


def scanned_pdf(pages=1):
	"""A PDF of pictures."""
	made = []
	for number in range(pages):
		page = Image.new("L", (1240, 800), 255)
		draw = ImageDraw.Draw(page)
		for line, text in enumerate([*NOTE, f"Sheet {number + 1}"]):
			draw.text((100, 100 + line * 60), text, 10, font=ImageFont.load_default(size=32))
		made.append(page)
	stream = io.BytesIO()
	made[0].save(stream, "PDF", resolution=150, save_all=True, append_images=made[1:])
	return stream.getvalue()


class TestScans(CommittingTestCase):
	def setUp(self):
		super().setUp()
		self.source = make_source()
		self.queued = []
		for name in ("queue_update", "queue_rebuild", "queue_scans"):
			patcher = patch.object(queueing, name, self.note(name))
			patcher.start()
			self.addCleanup(patcher.stop)

	def tearDown(self):
		frappe.db.rollback()
		frappe.delete_doc("Knowledge Source", self.source.name, force=True)
		for name in frappe.get_all("File", filters={"file_name": ("like", "%scan%")}, pluck="name"):
			frappe.delete_doc("File", name, force=True)
		frappe.db.commit()
		super().tearDown()

	def note(self, name):
		def queue(artifact_id, *rest):
			# The watchdog looks after the sources that other tests left, too.
			if artifact_id == self.source.artifact_id:
				self.queued.append(name)

		return queue

	@contextmanager
	def fake(self):
		program = FakeTesseract()
		with (
			patch("huf.engine.ocr.reading.find_tesseract", lambda: program),
			patch("huf.engine.ocr.reading.reason_against", lambda languages: ""),
		):
			yield program

	def add(self, data, name="scan.pdf"):
		file = frappe.get_doc(
			{"doctype": "File", "file_name": name, "content": data, "is_private": 1}
		).insert()
		return frappe.get_doc(
			{
				"doctype": "Knowledge Input",
				"knowledge_source": self.source.name,
				"input_type": "File",
				"file": file.file_url,
			}
		).insert()

	def state(self, doc):
		frappe.db.rollback()
		return frappe.db.get_value("Knowledge Input", doc.name, ["status", "error_message"], as_dict=True)

	def index(self):
		frappe.db.commit()
		indexer.update_source(self.source.artifact_id)

	def read(self):
		scans.read_scans(self.source.artifact_id)

	def found(self, query="diaphragm"):
		hits = knowledge_search(query, knowledge_source=self.source.name)["hits"]
		return [(hit["title"], hit["locator"].get("page")) for hit in hits]

	def test_a_scan_is_read_then_indexed(self):
		"""The first pass leaves it waiting, the reading gives it back, and the next pass finds its pages kept."""
		with self.fake() as program:
			doc = self.add(scanned_pdf(2))
			frappe.db.commit()
			self.assertEqual(self.state(doc).status, "Pending")
			self.index()
			self.assertEqual(self.state(doc).status, "Reading Scan")
			self.assertEqual((program.asked, self.queued[-1]), ([], "queue_scans"))
			source = frappe.db.get_value("Knowledge Source", self.source.name, ["status", "error_message"])
			self.assertEqual(source, ("Pending", "Inputs whose scanned pages are being read: 1."))
			self.assertEqual(self.found(), [])
			self.queued.clear()
			self.read()
			self.assertEqual(
				(self.state(doc).status, program.asked, self.queued), ("Pending", [1, 2], ["queue_update"])
			)
			self.index()
			self.assertEqual(self.state(doc).status, "Indexed")
			self.assertIn(
				"Pages 1–2 were read from a scan (confidence 93 of 100).", self.state(doc).error_message
			)
			self.assertEqual(sorted(self.found()), [("scan.pdf", 1), ("scan.pdf", 2)])
			self.assertEqual(frappe.db.get_value("Knowledge Source", self.source.name, "status"), "Ready")
			status.ask_for_rebuild(self.source.name)
			frappe.db.commit()
			indexer.rebuild_source(self.source.artifact_id)
			self.assertEqual((self.state(doc).status, program.asked), ("Indexed", [1, 2]))

	@skipIf(reason_against("eng"), "needs Tesseract: apt install tesseract-ocr")
	def test_with_the_real_program(self):
		"""The words on the picture are found, at their page."""
		doc = self.add(scanned_pdf(1))
		self.index()
		self.read()
		self.index()
		self.assertEqual(
			(self.state(doc).status, self.found("diaphragm SKU-00347")), ("Indexed", [("scan.pdf", 1)])
		)

	def test_without_tesseract(self):
		"""Without it a scan is No Text and says how to get it; once it is there, the input is read by itself."""
		with patch.dict("os.environ", {"PATH": "/nowhere"}):
			scans.notice_change()
			doc = self.add(scanned_pdf(1))
			self.index()
			self.assertEqual(self.state(doc).status, "No Text")
			self.assertIn("apt install tesseract-ocr", self.state(doc).error_message)
		with self.fake() as program:
			scans.notice_change()
			frappe.db.commit()
			for work in (self.index, self.read, self.index):
				work()
			self.assertEqual((self.state(doc).status, program.asked), ("Indexed", [1]))
			before = frappe.db.get_value("Knowledge Source", self.source.name, "wanted_generation")
			scans.notice_change()
			after = frappe.db.get_value("Knowledge Source", self.source.name, "wanted_generation")
			self.assertEqual(before, after)

	def test_switched_off(self):
		"""Agent Settings can leave scans alone; the languages are checked and brought into one form."""
		settings = frappe.get_single("Agent Settings")
		settings.update({"ocr_languages": "eng, deu", "enable_ocr": 0})
		settings.save()
		self.addCleanup(
			lambda: (
				frappe.get_single("Agent Settings").update({"ocr_languages": "eng", "enable_ocr": 1}).save()
			)
		)
		self.assertEqual(settings.ocr_languages, "eng+deu")
		with self.fake() as program:
			doc = self.add(scanned_pdf(1))
			self.index()
			self.assertEqual((self.state(doc).status, program.asked), ("No Text", []))
			self.assertIn("switched off in Agent Settings", self.state(doc).error_message)
		settings.ocr_languages = "eng;rm -rf"
		self.assertRaises(frappe.ValidationError, settings.save)

	def test_the_slice_and_a_stop(self):
		"""A job that is over its time hands over, with every page kept; a stopped source is left alone."""
		with self.fake() as program:
			doc = self.add(scanned_pdf(3))
			self.index()
			real = program.read
			slow = patch.object(scans, "SLICE_SECONDS", 0.0)
			with slow:
				self.queued.clear()
				self.read()
			self.assertEqual(
				(self.state(doc).status, program.asked, self.queued), ("Reading Scan", [], ["queue_scans"])
			)

			def stop_at_two(file, page, languages, *how):
				if page == 2:
					status.pause(self.source.name)
					frappe.db.commit()
				return real(file, page, languages)

			program.read = stop_at_two
			self.queued.clear()
			self.read()
			self.assertEqual(
				(self.state(doc).status, program.asked, self.queued), ("Reading Scan", [1, 2], [])
			)
			status.ask_for_update(self.source.name)
			self.index()
			self.read()
			self.index()
			self.assertEqual((self.state(doc).status, program.asked), ("Indexed", [1, 2, 3]))

	def test_the_watchdog_picks_up_what_a_dead_worker_left(self):
		"""An input that waits while nobody reads is queued again within a minute; not while somebody does."""
		from huf.ai.site.locks import held, scans_lease

		with self.fake():
			# It notices what is new on the site, as this program; on a new site that is an update of every source.
			maintenance.watchdog()
			self.add(scanned_pdf(1))
			self.index()
			self.queued.clear()
			with held(scans_lease(self.source.artifact_id)):
				maintenance.watchdog()
				self.assertEqual(self.queued, [])
			maintenance.watchdog()
			self.assertEqual(self.queued, ["queue_scans"])

	def test_an_edit_while_it_is_read(self):
		"""An input that changed while its old file was read is not taken for read."""
		with self.fake() as program:
			doc = self.add(scanned_pdf(1))
			self.index()
			real = program.read

			def edit(file, page, languages, *how):
				other = frappe.get_doc(
					{"doctype": "File", "file_name": "b.txt", "content": "plain", "is_private": 1}
				).insert()
				changed = frappe.get_doc("Knowledge Input", doc.name)
				changed.file = other.file_url
				changed.save()
				frappe.db.commit()
				return real(file, page, languages)

			program.read = edit
			self.read()
			self.index()
			self.assertEqual((self.state(doc).status, self.found("plain")), ("Indexed", [("scan.pdf", None)]))

	def test_a_file_that_is_another_each_time(self):
		"""A page of the web whose bytes change with every fetch ends as an error, not in a circle."""
		with self.fake():
			doc = self.add(scanned_pdf(1))
			self.index()
			frappe.db.set_value("Knowledge Input", doc.name, "retries", scans.MOST_ROUNDS)
			frappe.db.commit()
			self.read()
			self.assertEqual(self.state(doc).status, "Error")
			self.assertIn(
				"another each", self.state(doc).error_message.replace("had become another", "another each")
			)

	def test_trouble_is_tried_again_on_request(self):
		"""A page that could not be read is named; Reprocess reads it again."""
		with self.fake() as program:
			program.answer = PageText(trouble="it took too long")
			doc = self.add(scanned_pdf(1))
			for work in (self.index, self.read, self.index):
				work()
			self.assertEqual(self.state(doc).status, "No Text")
			self.assertIn("could not be read from the scan: it took too long", self.state(doc).error_message)
			program.answer = PageText("The diaphragm was damaged.\n", 93.0)
			reprocess_input(doc.name)
			for work in (self.index, self.read, self.index):
				work()
			self.assertEqual((self.state(doc).status, program.asked), ("Indexed", [1, 1]))

	def test_a_cache_that_cannot_be_cleaned_harms_no_build(self):
		"""A build that is published stays, with its files, whatever the cleaning of the cache meets afterwards."""
		from huf.ai.site.artifacts import build_folder
		from huf.engine.errors import IndexCorrupt
		from huf.engine.ocr import ScanCache

		with self.fake(), patch.object(ScanCache, "keep_only", side_effect=IndexCorrupt("locked")):
			doc = self.add(scanned_pdf(1))
			for work in (self.index, self.read, self.index):
				work()
			self.assertEqual(self.state(doc).status, "Indexed")
		live = frappe.db.get_value("Knowledge Source", self.source.name, "live_build")
		self.assertTrue(build_folder(self.source.artifact_id, live).is_dir())

	def test_pages_of_a_deleted_input_are_forgotten(self):
		"""What was recognised on a file leaves the server with the input."""
		with self.fake():
			doc = self.add(scanned_pdf(1))
			for work in (self.index, self.read, self.index):
				work()
			kept = source_folder(self.source.artifact_id) / FILE_NAME
			self.assertIn(b"diaphragm", kept.read_bytes())
			frappe.delete_doc("Knowledge Input", doc.name)
			self.index()
			self.assertNotIn(b"diaphragm", kept.read_bytes())
