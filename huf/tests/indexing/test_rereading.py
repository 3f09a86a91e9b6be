"""An app that brings an extractor, or a new version of one, has its own inputs read again and no others."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import frappe

import huf
from huf.ai.knowledge import indexer, maintenance
from huf.ai.knowledge.indexing.texts import rereading
from huf.ai.knowledge.retriever import knowledge_search
from huf.ai.site import queueing
from huf.engine.content import Content
from huf.engine.embedding.local import LocalEmbedder
from huf.engine.extractors.plain import text
from huf.engine.types import Locator, Section
from huf.tests import factories as make
from huf.tests.base import CommittingTestCase

VERSION = 1
"""Of the extractor that this module brings, as an app's does."""
HOOK = "huf_knowledge_extractors"
SBV = {"sbv": ["huf.tests.indexing.test_rereading.extract_sbv"]}
TALK = "0:00:01.000,0:00:04.500\nThe assembly point is behind hall 7.\n"
COUNTED = ("plain.text.extract_text", "pdf.extractor.extract_pdf", "plain.delimited.extract_csv")


def extract_sbv(content: Content, notes: list[str]) -> Iterator[Section]:
	"""All lines that are speech."""
	lines = content.head(content.size).decode().split("\n")
	yield Section("\n".join(line for line in lines if line[:1].isalpha()) + "\n", Locator(part="speech"))


class TestRereading(CommittingTestCase):
	def setUp(self) -> None:
		super().setUp()
		frappe.set_user("Administrator")
		frappe.db.set_default(rereading.SEEN, "")
		self.source = make.make_source(knowledge_type="sqlite_hybrid")
		contract = (Path(huf.__file__).parent / "demo/handbook/supplier-contract.pdf").read_bytes()
		self.inputs = {
			name: self.add(name, content)
			for name, content in (
				("crane.txt", "The crane is inspected every March."),
				("contract.pdf", contract),
				("rates.csv", "city,rate\nOslo,150\n"),
				("talk.sbv", TALK),
			)
		}
		folder = TemporaryDirectory()
		self.addCleanup(folder.cleanup)
		self.read_log = Path(folder.name, "read")
		self.embedded: list[str] = []
		self.queued: list[str] = []
		self.stack = ExitStack()
		self.addCleanup(self.stack.close)
		for name in ("queue_update", "queue_rebuild", "queue_scans"):
			self.patch(queueing, name, lambda artifact_id, *rest, name=name: self.note(name, artifact_id))
		for path in ("huf.tests.indexing.test_rereading.extract_sbv", *COUNTED):
			module, _, function = path.rpartition(".")
			found = import_module(module if module.startswith("huf.") else f"huf.engine.extractors.{module}")
			self.patch(found, function, self.counted(getattr(found, function)))
		embed = LocalEmbedder.embed

		def counting(embedder, texts, kind="document"):
			if kind == "document":
				self.embedded += texts
			return embed(embedder, texts, kind)

		self.patch(LocalEmbedder, "embed", counting)
		frappe.db.commit()

	def tearDown(self) -> None:
		frappe.db.rollback()
		frappe.delete_doc("Knowledge Source", self.source.name, force=True)
		for name in self.files:
			frappe.delete_doc("File", name, force=True)
		frappe.db.set_default(rereading.SEEN, "")
		frappe.db.commit()
		super().tearDown()

	def add(self, name: str, content: "str | bytes") -> str:
		file = make.make_file(content, f"{frappe.generate_hash(length=6)}-{name}")
		self.files = [*getattr(self, "files", []), file.name]
		values = {"knowledge_source": self.source.name, "input_type": "File", "file": file.file_url}
		return frappe.get_doc({"doctype": "Knowledge Input", "title": name, **values}).insert().name

	def patch(self, owner: object, name: str, value: object) -> None:
		self.stack.enter_context(patch.object(owner, name, value))

	def note(self, name: str, artifact_id: str) -> None:
		if artifact_id == self.source.artifact_id:
			self.queued.append(name)

	def counted(self, extractor):
		@wraps(extractor)
		def reads(content: Content, notes: list[str]) -> Iterator[Section]:
			# In a file: it may be read by a process of its own.
			with self.read_log.open("a", encoding="utf-8") as log:
				log.write(content.name.rpartition("-")[2] + "\n")
			return extractor(content, notes)

		return reads

	@contextmanager
	def hooks(self, extractors: dict[str, list[str]]):
		"""What apps bring."""
		as_installed = frappe.get_hooks

		def get_hooks(hook=None, *args, **kwargs):
			return extractors if hook == HOOK else as_installed(hook, *args, **kwargs)

		with patch.object(frappe, "get_hooks", get_hooks):
			yield

	def index(self) -> list[str]:
		"""Work as the job does; the names of the files that were read."""
		self.read_log.write_text("")
		self.embedded.clear()
		indexer.update_source(self.source.artifact_id)
		return self.read_log.read_text("utf-8").split()

	def look(self) -> list[str]:
		"""What the watchdog queues in this minute."""
		self.queued.clear()
		frappe.db.commit()
		maintenance.watchdog()
		return self.queued

	def state(self, name: str):
		frappe.db.rollback()
		return frappe.db.get_value(
			"Knowledge Input", self.inputs[name], ["status", "error_message"], as_dict=True
		)

	def status(self) -> str:
		frappe.db.rollback()
		return frappe.db.get_value("Knowledge Source", self.source.name, "status")

	def found(self) -> list[str]:
		hits = knowledge_search("assembly point", knowledge_source=self.source.name, mode="keyword")["hits"]
		return [hit["title"] for hit in hits]

	def test_an_app_brings_an_extractor_and_improves_it(self) -> None:
		"""Only the file that nothing could read is read; then only that one again; nothing is embedded twice."""
		self.assertEqual(sorted(self.index()), ["contract.pdf", "crane.txt", "rates.csv"])
		self.assertIn("huf does not read that", self.state("talk.sbv").error_message)
		self.assertEqual((self.look(), self.status()), ([], "Ready"))
		with self.hooks(SBV):
			self.assertEqual(self.look(), ["queue_update"])
			self.assertEqual((self.status(), self.state("talk.sbv").status), ("Pending", "Pending"))
			self.assertEqual(self.state("crane.txt").status, "Indexed")
			self.assertEqual(self.index(), ["talk.sbv"])
			self.assertTrue(self.embedded and all("assembly" in text for text in self.embedded))
			self.assertEqual((self.status(), self.state("talk.sbv").status), ("Ready", "Indexed"))
			self.assertEqual(self.found(), ["talk.sbv"])
			self.assertEqual(self.look(), [])
			with patch("huf.tests.indexing.test_rereading.VERSION", 2):
				self.assertEqual(self.look(), ["queue_update"])
				self.assertEqual(self.index(), ["talk.sbv"])
				self.assertEqual(self.embedded, [])
				self.assertEqual((self.look(), self.status()), ([], "Ready"))
		builds = frappe.get_all("Knowledge Build", {"knowledge_source": self.source.name}, pluck="kind")
		self.assertEqual(set(builds), {"Update"})

	def test_an_app_is_removed(self) -> None:
		"""What its extractor read is found until its file is read again, and is then refused by name."""
		with self.hooks(SBV):
			self.index()
			self.look()
		self.assertEqual((self.look(), self.status(), self.found()), ([], "Ready", ["talk.sbv"]))
		frappe.db.set_value("Knowledge Input", self.inputs["talk.sbv"], "status", "Pending")
		frappe.db.commit()
		self.assertEqual(self.index(), [])
		self.assertIn("huf does not read that", self.state("talk.sbv").error_message)
		self.assertEqual(self.found(), [])
		with self.hooks(SBV):
			self.assertEqual((self.look(), self.index()), (["queue_update"], ["talk.sbv"]))
			self.assertEqual(self.found(), ["talk.sbv"])

	def test_a_broken_app(self) -> None:
		"""Its files say what is wrong with it and the others are indexed; two apps with one key stop no watchdog."""
		with self.hooks({"sbv": ["huf_nowhere.extract_sbv"]}):
			self.assertEqual(sorted(self.index()), ["contract.pdf", "crane.txt", "rates.csv"])
			self.assertIn("huf_nowhere", self.state("talk.sbv").error_message)
			self.assertEqual((self.look(), self.status()), ([], "Ready"))
		with self.hooks({"sbv": [*SBV["sbv"], "huf_other.extract_sbv"]}):
			self.assertEqual(self.look(), [])
		with self.hooks(SBV):
			self.assertEqual((self.look(), self.index()), (["queue_update"], ["talk.sbv"]))

	def test_a_source_that_somebody_stopped(self) -> None:
		"""It says that there is something to do, and does it once somebody asks for it."""
		self.index()
		frappe.db.set_value("Knowledge Source", self.source.name, "indexing_paused", 1)
		with self.hooks(SBV):
			self.assertEqual((self.look(), self.state("talk.sbv").status), ([], "Pending"))
			said = frappe.db.get_value("Knowledge Source", self.source.name, "error_message")
			self.assertIn("stopped with 1 inputs still to do", said)
			frappe.db.set_value("Knowledge Source", self.source.name, "indexing_paused", 0)
			self.assertEqual((self.look(), self.index()), (["queue_update"], ["talk.sbv"]))

	def test_every_night(self) -> None:
		"""An index that is older than the last comparison, such as one that was restored, is compared at night."""
		self.index()
		with self.hooks(SBV):
			with patch.object(rereading, "_stale_inputs", lambda source: []):
				self.assertEqual(self.look(), [])
			self.assertEqual((self.look(), self.state("talk.sbv").status), ([], "Error"))
			maintenance.check_files()
			self.assertEqual(self.state("talk.sbv").status, "Pending")
			self.assertEqual((self.look(), self.index()), (["queue_update"], ["talk.sbv"]))

	def test_an_input_that_is_tried_again_by_its_own_clock(self) -> None:
		"""What failed for a while, and is still found as it was, is not asked for by a new extractor each night."""
		self.index()
		self.look()
		frappe.db.set_value("Knowledge Input", self.inputs["crane.txt"], "status", "Error")
		with patch("huf.engine.extractors.plain.text.VERSION", text.VERSION + 1):
			self.assertEqual((self.look(), self.state("crane.txt").status), ([], "Error"))
			frappe.db.set_value("Knowledge Input", self.inputs["crane.txt"], "status", "Indexed")
			frappe.db.commit()
			maintenance.check_files()
			self.assertEqual((self.state("crane.txt").status, self.queued), ("Pending", ["queue_update"]))
			self.assertEqual(self.index(), ["crane.txt"])
