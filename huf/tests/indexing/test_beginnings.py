"""Files that are refused before they are uploaded: by whom it may be asked, and what is said."""

import base64
from unittest.mock import patch

import frappe

from huf.huf.doctype.knowledge_source.knowledge_source import check_files
from huf.tests import factories as make
from huf.tests.base import SiteTestCase


def asked(name: str, data: bytes, size: int | None = None) -> dict:
	"""What the desk sends for a file."""
	size = len(data) if size is None else size
	return {"file_name": name, "size": size, "beginning": base64.b64encode(data[:8192]).decode()}


class TestBeginnings(SiteTestCase):
	"""A manager is about to add files to a source."""

	def setUp(self) -> None:
		super().setUp()
		self.source = make.make_source().name

	def test_each_file_has_its_reason(self) -> None:
		"""In the order of the files: nothing against what is read, and a sentence against the others."""
		files = [
			asked("rules.txt", b"Trips are booked in time."),
			asked("film.mp4", b"\0\0\0\x18ftypmp42" + bytes(9000)),
			asked("empty.txt", b""),
			asked("large.txt", b"a" * 8192, 26 * 2**20),
		]
		with patch("huf.ai.knowledge.contents.beginnings.get_max_file_size", return_value=25 * 2**20):
			readable, film, empty, large = check_files(self.source, files)["reasons"]
		self.assertEqual(readable, "")
		self.assertIn("huf does not read that", film)
		self.assertIn("The file is empty", empty)
		self.assertIn("larger than this site takes (25 MB)", large)

	def test_nonsense_is_refused(self) -> None:
		"""What is no list of files gets a sentence, and never a traceback."""
		one = asked("a.txt", b"a")
		for wrong in (
			{**one, "beginning": "?"},
			{**one, "beginning": "ä"},
			{**one, "beginning": "A" * 20_000},
			{**one, "size": "many"},
			{**one, "file_name": None},
			{"file_name": "a.txt"},
		):
			with self.subTest(wrong=str(wrong)[:80]), self.assertRaises(frappe.ValidationError):
				check_files(self.source, [wrong])
		with self.assertRaisesRegex(frappe.ValidationError, "at most 100 files"):
			check_files(self.source, [one] * 101)
