"""A text leaves for good: its bytes are in no file of the site, in no table, and in nothing that Redis has."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import frappe
from frappe.utils import now_datetime

from huf.ai.knowledge import indexer, retriever
from huf.ai.knowledge.packs import making as packing
from huf.ai.purging import asking, indexes, job, needles
from huf.ai.site import artifacts, queueing
from huf.ai.site.database import dialect
from huf.ai.site.locks import held, source_lease
from huf.engine.backends.search_engine.qdrant import QdrantEngine, close_clients
from huf.engine.builds import Served
from huf.engine.errors import SearchEngineFailed, SourceBusy
from huf.huf.doctype.knowledge_purge import knowledge_purge as methods
from huf.huf.doctype.knowledge_source import knowledge_source as source_methods
from huf.tests import factories as make
from huf.tests.base import CommittingTestCase

MANAGER = "huf-purge-manager@example.com"
USER = "huf-purge-user@example.com"
SECRET = "Xylophagous qwokkazz embezzled 48151623 dukkatoons from the municipal aquarium."
WORDS = ("ylophag", "qwokkazz", "48151623", "dukkatoons")


def files_with_words(folder: Path) -> list[str]:
	"""Files of a folder that hold any of the words."""
	return [
		str(file.relative_to(folder))
		for file in folder.rglob("*")
		if file.is_file()
		and not file.is_symlink()
		and any(word.encode() in file.read_bytes() for word in WORDS)
	]


def columns_with_words() -> list[str]:
	"""Columns of the whole database that hold any of the words: what a dump of it would show."""
	columns = frappe.db.sql(
		f"""select table_name, column_name from information_schema.columns
		where table_schema = {"current_schema()" if dialect.is_postgres() else "database()"}
		and data_type in ('varchar', 'character varying', 'text', 'mediumtext', 'longtext', 'json', 'char')"""
	)
	by_table: dict[str, list[str]] = {}
	for table, column in columns:
		by_table.setdefault(table, []).append(column)
	found = []
	for table, names in by_table.items():
		whole = "concat_ws(' ', {})".format(", ".join(f"`{name}`" for name in names))
		asked = " or ".join([f"{whole} like %s"] * len(WORDS))
		if frappe.db.sql(f"select 1 from `{table}` where {asked} limit 1", [f"%{word}%" for word in WORDS]):
			found.append(table)
	return found


def keys_with_words() -> list[str]:
	"""Keys of Redis, of the cache and of the queues, that hold any of the words."""
	found = []
	for redis in (frappe.cache, frappe.utils.background_jobs.get_redis_conn()):
		for key in redis.execute_command("KEYS", "*"):
			dumped = redis.execute_command("DUMP", key) or b""
			if any(word.encode() in dumped + bytes(key) for word in WORDS):
				found.append(key.decode(errors="replace"))
	return found


class TestPurging(CommittingTestCase):
	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		make.make_user(MANAGER, "Knowledge Manager")
		make.make_user(USER, "Knowledge User")
		frappe.db.commit()

	def setUp(self) -> None:
		super().setUp()
		for target, name in ((queueing, "request_update"), (queueing, "request_rebuild"), (job, "queue")):
			patcher = patch.object(target, name)
			self.addCleanup(patcher.stop)
			setattr(self, name, patcher.start())
		self.source = make.make_source()
		self.addCleanup(self.remove)
		self.plain = make.make_text(self.source, "Otters eat fish in the river.", title="Otters")
		self.secret = make.make_text(self.source, SECRET, title="Quokka dukkatoons")
		self.index()

	def remove(self) -> None:
		frappe.db.rollback()
		for doctype in ("Knowledge Gap", "Knowledge Test"):
			for name in frappe.get_all(doctype, {"knowledge_source": self.source.name}, pluck="name"):
				frappe.delete_doc(doctype, name, force=True)
		frappe.db.delete("Knowledge Purge Place")
		frappe.db.delete("Knowledge Purge")
		frappe.delete_doc("Knowledge Source", self.source.name)
		frappe.db.commit()

	def take_away(self, doctype: str, name: str) -> None:
		frappe.db.rollback()
		frappe.delete_doc(doctype, name, force=True)
		frappe.db.commit()

	def index(self) -> str:
		frappe.db.commit()
		indexer.update_source(self.source.artifact_id)
		return frappe.db.get_value("Knowledge Source", self.source.name, "live_build")

	def ordered(self, **values: object) -> str:
		name = methods.order_purge(**{"knowledge_input": self.secret.name, "reason": "Asked to.", **values})[
			"purge"
		]
		frappe.db.commit()
		return name

	def places(self, purge: str, outcome: str = "Removed") -> dict[str, int]:
		rows = frappe.get_all(
			"Knowledge Purge Place", {"parent": purge, "outcome": outcome}, ["place", "things"]
		)
		return {row.place: row.things for row in rows}

	def quoted(self) -> None:
		"""Whatever people and agents made of the secret before."""
		before = self.source.name
		self.secret.title = "Quokkas again"
		self.secret.save()
		self.index()
		run = make.make_run(USER, prompt="What of the aquarium?", response=f"It says: {SECRET}")
		chunk = {
			"parent": run.name,
			"parenttype": "Agent Run",
			"parentfield": "chunks",
			"knowledge_input": self.secret.name,
			"title": "Quokka dukkatoons",
			"excerpt": SECRET,
		}
		frappe.get_doc({"doctype": "Agent Run Chunk", **chunk}).db_insert()
		other = make.make_run(USER, prompt=f"Is it true that {SECRET}", response="No.")
		for each in (run, other):
			self.addCleanup(self.take_away, "Agent Run", each.name)
		make.make_gap(f"Why: {SECRET}", knowledge_source=before)
		make.make_test(self.source, question="Who ate?", value="48151623 dukkatoons")
		make.make_search(USER, self.source, question=f"find {SECRET}")
		self.access = frappe.get_doc(
			{
				"doctype": "Knowledge Access Log",
				"user": "Administrator",
				"searched_as": USER,
				"searched_at": now_datetime(),
				"query": SECRET,
			}
		).insert()
		# The log refuses to be deleted by its documents.
		self.addCleanup(frappe.db.delete, "Knowledge Access Log", self.access.name)
		self.secret.add_comment("Comment", f"Look at this: {SECRET}")
		frappe.log_error(title="Broken", message=f"ValueError: {SECRET}")
		make.make_text(self.source, f"{SECRET} Twice.", title="To be deleted").delete()
		frappe.db.commit()
		self.index()

	def test_a_server_that_is_away(self) -> None:
		"""What a server has of the source is named and waited for, and stands in the certificate as left no longer than that."""
		purge = self.ordered()
		left = [Served("qdrant", "huf_ours_1", is_own=True), Served("qdrant", "huf_theirs_2", is_own=False)]
		with patch("huf.engine.builds.clear_served", return_value=left):
			job.purge(purge)
		row = frappe.db.get_value("Knowledge Purge", purge, ["status", "error_message"], as_dict=True)
		self.assertEqual(row.status, "Waiting")
		self.assertIn("does not answer", row.error_message)
		self.assertLessEqual({"qdrant huf_ours_1", "qdrant huf_theirs_2"}, self.places(purge, "Left").keys())
		self.assertTrue(needles.kept(purge))
		ours, theirs = Served("qdrant", "huf_ours_1", True, 12), Served("PGVectorStore", "huf_theirs_2", True)
		known = [{"huf_ours_1": ours, "huf_theirs_2": theirs}, {"huf_ours_1": replace(ours, rows=9)}]
		with patch("huf.engine.builds.served_of", side_effect=known):
			job.purge(purge)
		self.assertEqual(frappe.db.get_value("Knowledge Purge", purge, "status"), "Done")
		self.assertNotIn("qdrant huf_ours_1", self.places(purge, "Left"))
		removed = self.places(purge)
		self.assertEqual((removed["qdrant huf_ours_1"], removed["PGVectorStore huf_theirs_2"]), (3, 1))

	def test_in_a_search_engine(self) -> None:
		"""The kept builds are written anew where they lie and nothing is made from its documents again; while the engine is away the purge waits."""
		with TemporaryDirectory() as folder:
			place = {"path": "qdrant", "settings": {"path": folder}}
			with patch.dict(frappe.local.conf, {"huf_search_engine": place}):
				self.purge_in_a_search_engine(folder)

	def purge_in_a_search_engine(self, folder: str) -> None:
		source = make.make_source(knowledge_type="search_engine")
		self.addCleanup(self.take_away, "Knowledge Source", source.name)
		plain = make.make_text(source, "Otters eat fish in the river.")
		secret = make.make_text(source, SECRET)
		for text in ("Otters sleep.", "Otters play."):
			make.make_text(source, text)
			frappe.db.commit()
			indexer.update_source(source.artifact_id)
		self.addCleanup(close_clients)
		before = [build["name"] for build in source_methods.list_builds(source.name)]
		purge = self.ordered(knowledge_input=secret.name)
		with patch.object(QdrantEngine, "rows", side_effect=SearchEngineFailed("It does not answer.")):
			job.purge(purge)
		row = frappe.db.get_value("Knowledge Purge", purge, ["status", "error_message"], as_dict=True)
		self.assertEqual(row.status, "Waiting")
		self.assertIn("does not answer", row.error_message)
		job.purge(purge)
		row = frappe.db.get_value("Knowledge Purge", purge, ["status", "error_message"], as_dict=True)
		self.assertEqual((row.status, row.error_message), ("Done", None))
		self.request_rebuild.assert_not_called()
		after = [build["name"] for build in source_methods.list_builds(source.name)]
		self.assertEqual((len(after), after[1:]), (len(before), before[1:]))
		found = retriever.knowledge_search("otters fish", source.name)["hits"]
		self.assertEqual(found[0]["input"], plain.name)
		self.assertNotIn(secret.name, {hit["input"] for hit in found})
		close_clients()
		self.assertEqual(files_with_words(Path(folder)), [])
		self.assertEqual(files_with_words(artifacts.source_folder(source.artifact_id)), [])

	def test_no_byte_is_left(self) -> None:
		"""All builds, runs, logs and what Frappe keeps are without it; the rest answers as before, and the certificate has no word of it."""
		self.quoted()
		with TemporaryDirectory() as folder:
			pack = Path(folder, "handed-out.hufpack")
			packing.pack_source(self.source.name, pack, "Administrator")
			other = make.make_file("Somebody's.", file_name=pack.name, is_private=1)
			self.addCleanup(self.take_away, "File", other.name)
			frappe.db.commit()
			site = Path(frappe.get_site_path()).absolute()
			self.assertTrue(files_with_words(site / "private" / "knowledge"))
			purge = self.ordered(words="qwokkazz\n48151623\n")
			self.assertTrue(needles.kept(purge))
			job.purge(purge)
			row = frappe.db.get_value("Knowledge Purge", purge, ["status", "error_message"], as_dict=True)
			self.assertEqual((row.status, row.error_message), ("Done", None))
			self.assertFalse(pack.exists())
			self.assertTrue(
				frappe.db.exists("File", other.name), "it has the name of the pack and is another file"
			)
		self.assertEqual(files_with_words(site / "private" / "knowledge"), [])
		self.assertEqual(
			[name for name in files_with_words(site) if not name.startswith(("private/backups", "logs"))], []
		)
		self.assertEqual(columns_with_words(), [])
		self.assertEqual(keys_with_words(), [])
		self.assertEqual(needles.kept(purge), [])
		places = self.places(purge)
		self.assertEqual(places["Knowledge Input"], 1)
		# Who searched as whom is still known; what for is not.
		searched_as = frappe.db.get_value("Knowledge Access Log", self.access.name, "searched_as")
		self.assertEqual((searched_as, places["Knowledge Access Log"]), (USER, 1))
		self.assertGreaterEqual(sum(place.startswith("Build ") for place in places), 2)
		(handed_out,) = self.places(purge, "Handed Out")
		self.assertEqual(places[handed_out], 1)
		found = retriever.knowledge_search("otters fish", self.source.name)["hits"]
		self.assertEqual([hit["input"] for hit in found], [self.plain.name])
		older = [
			build["name"] for build in source_methods.list_builds(self.source.name) if build["restorable"]
		]
		self.assertTrue(older)
		hits = source_methods.test_search(self.source.name, "otters fish", as_of=older[0])["hits"]
		self.assertEqual([hit["input"] for hit in hits], [self.plain.name])
		self.index()
		self.assertEqual(files_with_words(site / "private" / "knowledge"), [])

	def test_who_may(self) -> None:
		"""System Managers alone order one, for a reason, and a certificate is theirs to read and nobody's to change."""
		for user in (MANAGER, USER, "Guest"):
			with self.acting_as(user), self.assertRaises(frappe.PermissionError):
				self.ordered()
		for wrong in (
			{"reason": " "},
			{"knowledge_input": "none"},
			{"words": "abc"},
			{"words": "\n".join(f"phrase {number}" for number in range(30))},
		):
			with self.assertRaises(frappe.ValidationError):
				self.ordered(**wrong)
		self.assertEqual(frappe.db.count("Knowledge Purge", {"knowledge_input": self.secret.name}), 0)
		purge = self.ordered()
		self.assertEqual(self.ordered(), purge)
		with self.acting_as(MANAGER):
			self.assertFalse(frappe.has_permission("Knowledge Purge", "read", doc=purge))
		self.assertFalse(frappe.has_permission("Knowledge Purge", "write", doc=purge, user=MANAGER))

	def test_killed_at_any_step(self) -> None:
		"""A run that ended in the middle is finished by the next, and the certificate counts nothing twice."""
		purge = self.ordered()
		for place in ("huf.ai.purging.indexes._purge_build", "huf.ai.purging.documents.purge_quotations"):
			with patch(place, side_effect=KeyboardInterrupt), self.assertRaises(KeyboardInterrupt):
				job.purge(purge)
			frappe.db.rollback()
			self.assertEqual(frappe.db.get_value("Knowledge Purge", purge, "status"), "Running")
		self.queue.reset_mock()
		job.resume()
		self.queue.assert_called_once_with(purge)
		job.purge(purge)
		self.assertEqual(frappe.db.get_value("Knowledge Purge", purge, "status"), "Done")
		self.assertEqual(self.places(purge)["Knowledge Input"], 1)
		self.assertEqual(files_with_words(artifacts.source_folder(self.source.artifact_id)), [])

	def test_busy(self) -> None:
		"""While somebody else writes the source it waits, without an error; from then on nobody finds the text all the same."""
		purge = self.ordered()
		with patch.object(indexes, "LEASE_WAIT_SECONDS", 0), held(source_lease(self.source.artifact_id)):
			job.purge(purge)
		self.assertEqual(frappe.db.get_value("Knowledge Purge", purge, "status"), "Waiting")
		self.assertFalse(retriever.knowledge_search("qwokkazz", self.source.name)["hits"])
		job.purge(purge)
		self.assertEqual(frappe.db.get_value("Knowledge Purge", purge, "status"), "Done")
		with self.assertRaises(SourceBusy), held(source_lease(self.source.artifact_id)):
			with held(source_lease(self.source.artifact_id)):
				pass

	def test_deleted_before(self) -> None:
		"""What was deleted lies in the builds still, and leaves them by its name and source."""
		self.secret.delete()
		self.index()
		root = artifacts.source_folder(self.source.artifact_id)
		self.assertTrue(files_with_words(root))
		with self.assertRaises(frappe.ValidationError):
			self.ordered()
		purge = self.ordered(knowledge_source=self.source.name)
		job.purge(purge)
		self.assertEqual(frappe.db.get_value("Knowledge Purge", purge, "status"), "Done")
		self.assertEqual(files_with_words(root), [])
		self.assertEqual(frappe.db.count("Deleted Document", {"data": ("like", f"%{self.secret.name}%")}), 0)

	def test_a_name_is_no_pattern(self) -> None:
		"""Of an input that is gone whoever orders says the name, and nothing of others goes for it."""
		self.plain.delete()
		purge = self.ordered(knowledge_input="%", knowledge_source=self.source.name)
		job.purge(purge)
		self.assertTrue(frappe.db.exists("Deleted Document", {"deleted_name": self.plain.name}))

	def test_another_input_says_the_same(self) -> None:
		"""What two inputs of a source say leaves with the one, is found in the other, and the certificate names that."""
		other = make.make_text(self.source, f"{SECRET} Otters did not.", title="A newer version")
		self.index()
		purge = self.ordered()
		job.purge(purge)
		row = frappe.db.get_value("Knowledge Purge", purge, ["status", "error_message"], as_dict=True)
		self.assertEqual((row.status, row.error_message), ("Done", None))
		left = self.places(purge, "Left")
		self.assertTrue(any(other.name in place for place in left), left)
		found = retriever.knowledge_search("qwokkazz", self.source.name)["hits"]
		self.assertEqual([hit["input"] for hit in found], [other.name])

	def test_what_is_left_is_no_success(self) -> None:
		"""Files that hold the text and belong to no other input: the purge failed, and can be tried again."""
		left = artifacts.source_folder(self.source.artifact_id) / "left.txt"
		left.write_text(SECRET)
		self.addCleanup(left.unlink, missing_ok=True)
		purge = self.ordered()
		job.purge(purge)
		status, words = frappe.db.get_value("Knowledge Purge", purge, ["status", "error_message"])
		self.assertEqual(status, "Failed")
		self.assertIn("left.txt", words)
		self.assertTrue(needles.kept(purge))
		left.unlink()
		methods.retry_purge(purge)
		job.purge(purge)
		self.assertEqual(frappe.db.get_value("Knowledge Purge", purge, "status"), "Done")

	def test_what_stays_is_named(self) -> None:
		"""A twin in another source, a glossary that quotes it, and a file of the ERP stand in the certificate as left."""
		twin = make.make_source()
		self.addCleanup(self.take_away, "Knowledge Source", twin.name)
		copy = make.make_text(twin, SECRET, title="The same")
		purge = self.ordered()
		job.purge(purge)
		self.assertEqual(frappe.db.get_value("Knowledge Purge", purge, "status"), "Done")
		left = self.places(purge, "Left")
		self.assertTrue(any(copy.name in place for place in left), left)

	def test_sentences(self) -> None:
		"""A text is known by its sentences, a short one by the whole of it."""
		self.assertEqual(needles.sentences_of(["Short one."]), ["Short one."])
		self.assertEqual(needles.sentences_of([f"Yes. {SECRET}"]), [SECRET])
		many = needles.sentences_of(
			[f"This is sentence number {number} of a long text.\n" for number in range(900)]
		)
		self.assertLessEqual(len(many), needles.MOST)
		self.assertEqual(asking._phrases("  one phrase \n\none phrase\n"), ["one phrase"])
