"""Who may name what reads files: apps by their hooks, and whoever writes the site's files."""

from unittest.mock import patch

import frappe

from huf.ai.knowledge.backends.registries import extractor_registry
from huf.engine.errors import SettingsError
from huf.engine.extractors.llama_readers import FromReader
from huf.tests.base import SiteTestCase

READER = "llama_index.readers.file.HWPReader"


class TestExtractorPaths(SiteTestCase):
	def test_site_config_names_a_reader(self) -> None:
		"""A reader that site_config.json names is an extractor of the site, and is not imported to be one."""
		with patch.dict(frappe.local.conf, {"huf_knowledge_extractors": {"hwp": READER}}):
			self.assertEqual(extractor_registry().get("hwp"), FromReader(READER))
		self.assertNotIn("hwp", extractor_registry())

	def test_nobody_replaces_what_huf_has_always_read(self) -> None:
		"""A line in site_config.json for PDF files is refused, as one of an app is."""
		with (
			patch.dict(frappe.local.conf, {"huf_knowledge_extractors": {"pdf": READER}}),
			self.assertRaises(SettingsError),
		):
			extractor_registry()

	def test_what_is_no_dictionary_is_refused(self) -> None:
		"""A list of paths in site_config.json is an error that says what is to stand there."""
		with (
			patch.dict(frappe.local.conf, {"huf_knowledge_extractors": [READER]}),
			self.assertRaisesRegex(SettingsError, "from the ending of a file"),
		):
			extractor_registry()
