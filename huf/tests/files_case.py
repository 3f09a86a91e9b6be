"""What tests of Files share: three of them in one source, and who may read each."""

from collections.abc import Callable

import frappe

from huf.tests import factories as make
from huf.tests import records_site as records
from huf.tests.access.test_record_rights import MANAGER, OTHER, USER, RecordRightsCase
from huf.tests.base import SiteTestCase


class FilesCase(SiteTestCase):
	"""A source of Files: ``public`` is everybody's, ``private`` is attached to a note of USER, and ``loose`` is OTHER's own."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		make.make_user(USER, "Knowledge User")
		make.make_user(OTHER, "Knowledge User")
		make.make_user(MANAGER, "Knowledge Manager")
		cls.source = records.RecordSource()

	def add_files(
		self,
		data: Callable[[str], bytes | str],
		words: Callable[[str], str],
		ending: str = "txt",
		*,
		is_public_attached: bool = False,
	) -> None:
		"""Make the Files and their inputs, and the note; nothing is indexed yet.

		:param data: the bytes of each, by its key. :param words: what was read of it. :param is_public_attached: whether that one is attached to
			the note as well.
		"""
		self.note = RecordRightsCase.note(USER)
		attached = {"attached_to_doctype": "Note", "attached_to_name": self.note.name}
		self.files = {
			key: make.make_file(
				data(key),
				f"{key} {frappe.generate_hash(length=6)}.{ending}",
				private=key != "public",
				**(attached if key == "private" or (key == "public" and is_public_attached) else {}),
			)
			for key in ("public", "private", "loose")
		}
		self.files["loose"].db_set("owner", OTHER)
		self.source.texts = {}
		self.inputs = {key: self.source.add_file(file, words(key)) for key, file in self.files.items()}
