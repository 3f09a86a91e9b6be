"""A pack becomes a source of the site: verified first, all or nothing, with rights of the importer's choosing and nobody's else."""

import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import frappe
from click.testing import CliRunner

from huf.ai.access.scopes.resolver import searchable_among
from huf.ai.knowledge import indexer, retriever
from huf.ai.knowledge.indexing.live.restore import kept_builds
from huf.ai.knowledge.packs import desk, jobs, made, manuals
from huf.ai.knowledge.packs.installing import install_new, install_update
from huf.ai.knowledge.packs.making import pack_source
from huf.ai.knowledge.packs.sources import NewSource
from huf.ai.knowledge.versions.comparing import compared
from huf.ai.purging import job as purging
from huf.ai.purging.asking import order
from huf.ai.site import artifacts, queueing
from huf.commands import packs as commands
from huf.engine.backends import default_registry
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.backends.hybrid.backend import hybrid_backend
from huf.engine.builds import BuildSettings, plan_build, run_build
from huf.engine.content import Content
from huf.engine.embedding import embedder_for
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.errors import PackMissing, PackRefused, SignerUnknown
from huf.engine.packs import PackAs, SigningKey, make_pack, open_pack
from huf.engine.request import Request
from huf.engine.types import WantedInput
from huf.tests import factories as make
from huf.tests.base import CommittingTestCase
from huf.tests.forged_packs import forged

KEY = SigningKey(SigningKey.new_pem())
STRANGER = SigningKey(SigningKey.new_pem())
NAME = "Packed Handbook"
MANAGER = "packs-manager@example.com"
USER = "packs-user@example.com"
OUTSIDER = "packs-outsider@example.com"
ROLE = "Packs Readers"
TEXTS = {
	"travel.md": "A hotel room is paid up to ninety euros a night. Trains are booked in second class.",
	"crane.md": "The crane is inspected every March by an engineer. Its key hangs in the office.",
	"leave.md": "Leave is asked for two weeks ahead.",
}

DESCRIBED = PackAs("00112233445566aa", NAME, "What everybody asks.")


class Maker:
	"""Somebody elsewhere who makes packs of one source."""

	def __init__(
		self,
		folder: Path,
		embedder: Any = None,
		key: SigningKey = KEY,
		described: PackAs = DESCRIBED,
	) -> None:
		self._folder, self._embedder, self._key, self._described = folder, embedder, key, described
		self._base: Path | None = None
		self._number = 0

	def pack(self, texts: Mapping[str, str], since: Path | None = None, **labels: Any) -> Path:
		"""A pack of these texts by key, or of what changed since another."""
		settings = BuildSettings(backend=HYBRID) if self._embedder else BuildSettings()
		kinds = default_registry()
		kinds.register(HYBRID, hybrid_backend(self._embedder))
		wanted = [
			WantedInput(
				key,
				f"{abs(hash(text)):064d}"[:64],
				key,
				lambda text=text: Content.from_text(text),
				labels.get("url", ""),
				labels.get("metadata", {}),
			)
			for key, text in texts.items()
		]
		plan = plan_build(wanted, self._base, settings, kinds=kinds)
		self._base = run_build(
			self._folder / f"origin-{self._described.series}", plan, settings, kinds=kinds
		).info.path
		self._number += 1
		described = self._described
		target = self._folder / f"{described.series}-{self._number}.hufpack"
		if since is None:
			make_pack(self._base, target, self._key, described, kinds=kinds)
			return target
		with open_pack(since, lambda key: True, self._folder) as before:
			make_pack(self._base, target, self._key, described, since=before, kinds=kinds)
		return target


class WithoutFrappe:
	"""Frappe as it is, but for the app frappe, which is said to be removed."""

	def __getattr__(self, name: str) -> Any:
		return getattr(frappe, name)

	def get_installed_apps(self) -> list[str]:
		"""What is left."""
		return ["huf"]


@contextmanager
def hooked(folder: Path, *entries: Any) -> Iterator[None]:
	"""The app frappe, in the block, brings these packs; its folder is this one."""
	real = frappe.get_hooks

	def hooks(hook: Any = None, *args: Any, app_name: Any = None, **values: Any) -> Any:
		if hook == manuals.HOOK:
			return list(entries) if app_name == "frappe" else []
		return real(hook, *args, app_name=app_name, **values)

	with (
		patch.object(frappe, "get_hooks", hooks),
		patch.object(frappe, "get_app_path", lambda app, *parts: str(folder)),
	):
		yield


class PacksCase(CommittingTestCase):
	"""Has a folder, a maker who is trusted, and takes away what tests made."""

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		make.make_role(ROLE)
		make.make_user(MANAGER, "Knowledge Manager", ROLE)
		make.make_user(USER, "Knowledge User", ROLE)
		make.make_user(OUTSIDER, "Knowledge User")

	def setUp(self) -> None:
		super().setUp()
		folder = TemporaryDirectory()
		self.addCleanup(folder.cleanup)
		self.folder = Path(folder.name)
		self.maker = Maker(self.folder)
		frappe.get_doc(
			{"doctype": "Knowledge Pack Key", "maker": "Head Office", "public_key": KEY.public.text}
		).insert()
		frappe.db.commit()
		self.addCleanup(self.take_away)

	def take_away(self) -> None:
		"""What the test made: sources with all that belongs to them, keys, uploads."""
		frappe.set_user("Administrator")
		for name in frappe.get_all("Knowledge Source", pluck="name"):
			frappe.delete_doc("Knowledge Source", name, force=True)
		for name in frappe.get_all("Knowledge Pack Key", pluck="name"):
			frappe.delete_doc("Knowledge Pack Key", name)
		for name in frappe.get_all("File", {"file_name": ("like", "%hufpack%")}, pluck="name"):
			frappe.delete_doc("File", name)
		frappe.db.commit()

	def install(self, file: Path, user: str = MANAGER, **values: Any) -> str:
		with self.acting_as(user):
			return install_new(file, NewSource(**{"name": NAME, "scope": "Role", "roles": (ROLE,), **values}))

	def found(self, query: str, user: str = USER, source: str = NAME, **values: Any) -> list[Any]:
		"""The hits of a search as that user; none of a source that does not answer them."""
		if not searchable_among((source,), user):
			return []
		result = retriever.search_as(Request(query, (source,), principal=user, top_k=10, **values))
		return list(result.hits)

	def titles(self, query: str, user: str = USER) -> list[str]:
		return [hit.title for hit in self.found(query, user)]

	@contextmanager
	def nothing_changes(self) -> Iterator[None]:
		"""The block leaves rows and files as they were."""

		def standing() -> tuple[Any, ...]:
			frappe.db.rollback()
			files = sorted(
				str(path) for path in artifacts.knowledge_root().rglob("*") if path.name != "huf.lock"
			)
			rows = [
				frappe.get_all(doctype, fields=["*"], order_by="name")
				for doctype in ("Knowledge Source", "Knowledge Input", "Knowledge Build")
			]
			return files, rows

		before = standing()
		yield
		self.assertEqual(standing(), before)

	def upload(self, file: Path, user: str, name: str = "some.hufpack") -> str:
		with self.acting_as(user):
			url = make.make_file(file.read_bytes(), name).file_url
		frappe.db.commit()
		return url

	def followed(self, start: Callable[[], dict[str, str]], user: str) -> dict[str, Any]:
		"""What a job that ``start`` queues ends with; it runs here, as that user."""
		with self.acting_as(user), patch.object(jobs.queueing, "enqueue") as queued:
			job = start()["job"]
			values = dict(queued.call_args.kwargs)
			values.pop("queue"), values.pop("timeout")
			with patch.object(jobs, "EVERY_SECONDS", 0.0):
				frappe.get_attr(queued.call_args.args[0])(**values)
			return desk.follow_pack(job)


class TestPacks(PacksCase):
	def test_a_pack_becomes_a_source(self) -> None:
		"""Its inputs are listed and found, by those whom the importer chose; nothing is queued, and no reader or model is asked."""
		file = self.maker.pack(TEXTS, metadata={"project": "Alpha", "kind": "policy"})
		self.assertEqual(self.install(file), NAME)
		source = frappe.get_doc("Knowledge Source", NAME)
		self.assertEqual((source.status, source.owner, source.scope), ("Ready", MANAGER, "Role"))
		self.assertEqual((source.total_inputs, source.pack_maker), (3, "Head Office"))
		rows = frappe.get_all("Knowledge Input", {"knowledge_source": NAME}, ["*"], order_by="title")
		self.assertEqual([row.title for row in rows], sorted(TEXTS))
		self.assertEqual({(row.input_type, row.status) for row in rows}, {("Pack", "Indexed")})
		self.assertEqual({(row.document_kind, row.metadata) for row in rows}, {("policy", "project = Alpha")})
		self.assertEqual(self.titles("hotel night"), ["travel.md"])
		self.assertEqual(self.titles("hotel night", OUTSIDER), [])
		self.assertEqual(self.titles("crane", MANAGER), ["crane.md"])

	def test_the_same_hits_by_meaning(self) -> None:
		"""With the vectors that it brings: the same passages with the same scores as where it was made."""
		embedder = embedder_for("local")
		file = Maker(self.folder, embedder).pack(TEXTS)
		with patch.object(type(embedder), "embed", autospec=True, side_effect=type(embedder).embed) as asked:
			self.install(file)
			self.assertEqual(asked.call_count, 0)
		self.assertEqual(self.titles("overnight accommodation")[0], "travel.md")
		self.assertEqual(frappe.db.get_value("Knowledge Source", NAME, "status"), "Ready")

	def test_records_named_in_a_pack_grant_and_leak_nothing(self) -> None:
		"""Metadata that names a record of this site is not taken over, neither into the index nor into the input, and neither is what rights,
		live values and ages go by; an address that runs something is none."""
		todo = frappe.get_doc({"doctype": "ToDo", "description": "secret"}).insert()
		labels = {
			"reference_doctype": "ToDo",
			"reference_name": todo.name,
			"input_type": "DocType Records",
			"record_state": "x",
			"superseded": True,
			"owner": USER,
			"status": "Open",
			"link:Company": "Somebody",
			"note": "<img src=x onerror=alert(1)>",
			"project": "Alpha",
		}
		file = self.maker.pack(TEXTS)
		bad = forged(
			file,
			"passages.jsonl",
			lambda data: re.sub(
				rb'"metadata":\{[^}]*\}', b'"metadata":' + json.dumps(labels).encode(), data
			).replace(b'"url":""', b'"url":"javascript:alert(1)"'),
			KEY,
		)
		self.install(bad)
		for hit in self.found("hotel"):
			self.assertEqual(dict(hit.metadata), {"input_type": "Pack", "project": "Alpha"})
			self.assertEqual(hit.url, "")
		for row in frappe.get_all("Knowledge Input", {"knowledge_source": NAME}, ["*"]):
			self.assertFalse(row.reference_doctype or row.reference_name or row.url or row.record_state)
			self.assertEqual((row.metadata, row.superseded), ("project = Alpha", 0))
		todo.delete()

	def test_what_is_refused_changes_nothing(self) -> None:
		"""Unknown makers, changed bytes, newer versions, other models, foreign paths, too much: a sentence, no row and no file."""
		file = self.maker.pack(TEXTS)
		whole = file.read_bytes()
		cut, changed = self.folder / "cut", self.folder / "changed"
		cut.write_bytes(whole[: len(whole) // 2])
		changed.write_bytes(whole.replace(b"pack.json", b"pack.jsom"))
		slip = self.folder / "slip"
		slip.write_bytes(whole)
		with zipfile.ZipFile(slip, "a") as packed:
			packed.writestr("../../evil", b"")
		other = Maker(self.folder / "other", FakeEmbedder()).pack(TEXTS)
		with self.nothing_changes():
			for bad, words in (
				(forged(file, "", bytes, STRANGER), "not trusted"),
				(cut, "Get it again"),
				(changed, "no pack has"),
				(slip, "no pack has"),
				(forged(file, "", bytes, KEY, format=2), "newer version"),
				(other, "no AI Model of this site"),
			):
				with self.subTest(words), self.assertRaisesRegex(PackRefused, words):
					self.install(bad)
			with self.assertRaisesRegex(PackRefused, "at most"), self.acting_as(MANAGER):
				install_new(file, NewSource(NAME), most_bytes=100)
			with self.assertRaises(frappe.PermissionError):
				self.install(file, user=OUTSIDER)
		self.install(file, user=OUTSIDER, scope="User", roles=())
		self.assertEqual(self.titles("hotel", OUTSIDER), ["travel.md"])
		self.assertEqual(self.titles("hotel", MANAGER), [])

	def test_killed_while_it_is_written(self) -> None:
		"""Whatever ends it, nothing of it is there afterwards."""
		file = self.maker.pack(TEXTS)
		with (
			self.nothing_changes(),
			self.assertRaises(KeyboardInterrupt),
			patch("huf.ai.knowledge.packs.switching.write_rows", side_effect=KeyboardInterrupt),
		):
			self.install(file)

	def test_newer_packs_keep_name_rights_and_what_is_disabled(self) -> None:
		"""A whole one, and one of changes: inputs come, change and leave; the source stays what its people made of it."""
		first = self.maker.pack(TEXTS)
		self.install(first)
		frappe.rename_doc("Knowledge Source", NAME, "Our Rules", force=True)
		names = dict(
			frappe.get_all(
				"Knowledge Input", {"knowledge_source": "Our Rules"}, ["title", "name"], as_list=True
			)
		)
		doc = frappe.get_doc("Knowledge Input", names["leave.md"])
		doc.disabled = 1
		doc.save()
		frappe.db.commit()
		later = {**TEXTS, "travel.md": "A hotel costs a hundred.", "phones.md": "Phones are paid."}
		del later["crane.md"]
		changes = self.maker.pack(later, since=first)
		install_update(changes, "Our Rules")
		rows = frappe.get_all(
			"Knowledge Input", {"knowledge_source": "Our Rules"}, ["title", "name", "disabled"]
		)
		self.assertEqual(
			{(row.title, row.disabled) for row in rows}, {("travel.md", 0), ("leave.md", 1), ("phones.md", 0)}
		)
		self.assertEqual(next(row.name for row in rows if row.title == "travel.md"), names["travel.md"])
		hits = {
			query: self.found(query, source="Our Rules")
			for query in ("hotel", "crane", "leave weeks", "phones")
		}
		self.assertIn("hundred", hits["hotel"][0].text)
		self.assertEqual([len(hits[query]) for query in ("crane", "leave weeks", "phones")], [0, 0, 1])
		with self.nothing_changes():
			for bad, words in ((first, "older"), (changes, "only what changed")):
				with self.assertRaisesRegex(PackRefused, words):
					install_update(bad, "Our Rules")
		before, after = (build["name"] for build in kept_builds("Our Rules")[1::-1])
		removed = compared("Our Rules", before, after, MANAGER)["removed"]
		self.assertEqual([row["title"] for row in removed], ["crane.md"])
		install_update(first, "Our Rules", older=True)
		self.assertIn("ninety", self.found("hotel", source="Our Rules")[0].text)
		self.assertEqual(len(self.found("crane", source="Our Rules")), 1)

	def test_its_index_is_made_again_of_what_is_kept(self) -> None:
		"""Lost files, and an update or a rebuild that somebody asks for: the packs are installed once more, without their maker being
		trusted still; where they are lost too, the source says so."""
		first = self.maker.pack(TEXTS)
		self.install(first)
		install_update(self.maker.pack({**TEXTS, "phones.md": "Phones are paid."}, since=first), NAME)
		frappe.delete_doc("Knowledge Pack Key", KEY.public.fingerprint)
		row = frappe.db.get_value("Knowledge Source", NAME, ["artifact_id", "live_build"], as_dict=True)
		from huf.engine.builds import remove_build

		remove_build(artifacts.build_folder(row.artifact_id, row.live_build))
		frappe.db.sql("update `tabKnowledge Source` set rebuild_wanted = 1 where name = %s", NAME)
		frappe.db.commit()
		indexer.rebuild_source(row.artifact_id)
		self.assertEqual([self.titles("phones"), self.titles("hotel")], [["phones.md"], ["travel.md"]])
		self.assertEqual(
			frappe.db.get_value("Knowledge Source", NAME, ["status", "rebuild_wanted"]), ("Ready", 0)
		)
		# What is asked for again is as it was, and costs no new index.
		live = frappe.db.get_value("Knowledge Source", NAME, "live_build")
		doc = frappe.get_doc("Knowledge Input", {"knowledge_source": NAME, "title": "leave.md"})
		for disabled in (1, 0):
			doc.disabled = disabled
			doc.save()
			frappe.db.commit()
			indexer.update_source(row.artifact_id)
			doc.reload()
			self.assertEqual(self.titles("leave weeks"), [] if disabled else ["leave.md"])
		self.assertEqual(
			(doc.status, frappe.db.get_value("Knowledge Source", NAME, "live_build")), ("Indexed", live)
		)
		for kept in (artifacts.source_folder(row.artifact_id) / "packs").iterdir():
			kept.unlink()
		frappe.db.sql("update `tabKnowledge Source` set rebuild_wanted = 1 where name = %s", NAME)
		frappe.db.commit()
		with self.assertRaises(PackMissing):
			indexer.rebuild_source(row.artifact_id)
		status, words = frappe.db.get_value("Knowledge Source", NAME, ["status", "error_message"])
		self.assertEqual(status, "Error")
		self.assertIn("Import it", words)
		self.assertEqual(self.titles("hotel"), ["travel.md"])

	def test_an_input_is_purged(self) -> None:
		"""The packs that are kept bring nothing back; the source answers on, and takes newer packs."""
		first = self.maker.pack(TEXTS)
		self.install(first)
		name = frappe.db.get_value("Knowledge Input", {"knowledge_source": NAME, "title": "crane.md"})
		with patch.object(purging, "queue"):
			purge = order(name, "Asked to.", None, "")
			frappe.db.commit()
		purging.purge(purge)
		self.assertEqual(frappe.db.get_value("Knowledge Purge", purge, "status"), "Done")
		self.addCleanup(frappe.delete_doc, "Knowledge Purge", purge)
		outcomes = frappe.get_all("Knowledge Purge Place", {"parent": purge, "what": "Pack"}, pluck="outcome")
		self.assertEqual(sorted(outcomes), ["Left", "Removed"])
		artifact_id = frappe.db.get_value("Knowledge Source", NAME, "artifact_id")
		kept = artifacts.source_folder(artifact_id) / "packs"
		self.assertEqual(list(kept.iterdir()), [])
		frappe.db.sql("update `tabKnowledge Source` set rebuild_wanted = 1 where name = %s", NAME)
		frappe.db.commit()
		with self.assertRaises(PackMissing):
			indexer.rebuild_source(artifact_id)
		self.assertEqual([self.titles("crane"), self.titles("hotel")], [[], ["travel.md"]])
		later = {key: text for key, text in TEXTS.items() if key != "crane.md"}
		changes = self.maker.pack({**later, "phones.md": "Phones are paid."}, since=first)
		install_update(changes, NAME)
		self.assertEqual([self.titles("phones"), len(list(kept.iterdir()))], [["phones.md"], 1])
		install_update(self.maker.pack({**later, "phones.md": "Phones are yours."}), NAME)
		self.assertEqual([self.titles("crane"), self.titles("phones")], [[], ["phones.md"]])

	def test_a_packed_source_has_what_the_pack_has(self) -> None:
		"""No input is added, moved in, edited or deleted by itself, no selector and no other setting of the index is taken."""
		self.install(self.maker.pack(TEXTS))
		row = frappe.db.get_value("Knowledge Input", {"knowledge_source": NAME, "title": "leave.md"}, "name")
		with self.assertRaisesRegex(frappe.ValidationError, "another source"):
			make.make_text(NAME, "Mine.")
		elsewhere = make.make_source()
		with self.assertRaisesRegex(frappe.ValidationError, "another source"):
			make.make_text(elsewhere, "Mine.", input_type="Pack")
		doc = make.make_text(elsewhere, "Mine, too.")
		doc.knowledge_source = NAME
		self.assertRaises(frappe.ValidationError, doc.save)
		for values in ({"title": "x"}, {"document_kind": "x"}, {"input_type": "Text", "text": "x"}):
			doc = frappe.get_doc("Knowledge Input", row)
			doc.update(values)
			self.assertRaises(frappe.ValidationError, doc.save)
		with self.assertRaisesRegex(frappe.ValidationError, "Disable"):
			frappe.delete_doc("Knowledge Input", row)
		source = frappe.get_doc("Knowledge Source", NAME)
		source.chunk_size = 300
		self.assertRaisesRegex(frappe.ValidationError, "came from a pack", source.save)
		source.reload()
		source.append("selectors", {"selector_type": "Folder", "folder": "Home"})
		self.assertRaisesRegex(frappe.ValidationError, "came from a pack", source.save)
		source.reload()
		source.update({"pack_id": "", "pack_manifest": "{}", "description": "Ours."})
		source.save()
		self.assertTrue(frappe.db.get_value("Knowledge Source", NAME, "pack_id"))

	def test_on_the_server(self) -> None:
		"""By ``bench huf-unpack``: as somebody's source, for roles, and then what changed; a refusal ends it with the words."""

		def unpacked(*arguments: str) -> Any:
			with (
				patch.object(commands, "site", lambda context: nullcontext()),
				self.acting_as("Administrator"),
			):
				return CliRunner().invoke(commands.huf_unpack, arguments, obj=frappe._dict(profile=False))

		first = self.maker.pack(TEXTS)
		done = unpacked(str(first), "--role", ROLE, "--user", MANAGER)
		self.assertEqual(done.exit_code, 0, done.output)
		self.assertIn(f"{NAME}: Ready, 3 inputs, 3 passages. Made by Head Office.", done.output)
		self.assertEqual(frappe.db.get_value("Knowledge Source", NAME, ["owner", "scope"]), (MANAGER, "Role"))
		changes = self.maker.pack({"travel.md": "No hotel."}, since=first)
		done = unpacked(str(changes), "--source", NAME)
		self.assertIn("1 inputs, 1 passages", done.output)
		done = unpacked(str(forged(first, "", bytes, STRANGER)), "--name", "Other")
		self.assertEqual(done.exit_code, 1)
		self.assertIn(STRANGER.public.fingerprint, done.output)


class TestPackKeys(PacksCase):
	def test_only_system_managers_have_keys(self) -> None:
		"""Nobody else reads, adds or takes one away; a key that is none is refused; one is not exchanged for another."""
		with self.acting_as(MANAGER):
			for ptype in ("read", "write", "create", "delete"):
				self.assertFalse(frappe.has_permission("Knowledge Pack Key", ptype))
		doc = frappe.get_doc("Knowledge Pack Key", KEY.public.fingerprint)
		self.assertEqual(doc.fingerprint, KEY.public.fingerprint)
		doc.public_key = STRANGER.public.text
		self.assertRaises(frappe.ValidationError, doc.save)
		with self.assertRaises(frappe.ValidationError):
			frappe.get_doc(
				{"doctype": "Knowledge Pack Key", "maker": "x", "public_key": "ed25519:AAAA"}
			).insert()
		swapped = KEY.public.text.swapcase().replace("ED25519:", "ed25519:")
		frappe.db.set_value("Knowledge Pack Key", doc.name, "public_key", swapped)
		with self.assertRaises(SignerUnknown):
			self.install(self.maker.pack(TEXTS))


class TestPackJobs(PacksCase):
	def test_an_import_from_the_desk(self) -> None:
		"""Upload, look, import, follow; the upload goes, and nobody else follows the job or reads the upload."""
		url = self.upload(self.maker.pack(TEXTS), MANAGER)
		with self.acting_as(MANAGER):
			told = desk.look_into_pack(url)
		self.assertEqual((told["title"], told["maker"], told["passages"]), (NAME, "Head Office", 3))
		self.assertNotIn("problem", told)
		with self.acting_as(OUTSIDER), self.assertRaises(frappe.PermissionError):
			desk.look_into_pack(url)
		done = self.followed(lambda: desk.import_pack(url, NAME, [ROLE]), MANAGER)
		self.assertEqual((done["state"], done["source"]), ("Done", NAME))
		self.assertEqual(self.titles("hotel"), ["travel.md"])
		self.assertFalse(frappe.db.exists("File", {"file_url": url}))
		newer = self.upload(self.maker.pack({"travel.md": "No hotel."}), MANAGER)
		with self.acting_as(MANAGER):
			self.assertEqual([row["name"] for row in desk.look_into_pack(newer)["sources"]], [NAME])
			with self.assertRaises(frappe.DuplicateEntryError):
				desk.import_pack(newer, NAME, [ROLE])
		with self.acting_as(USER), self.assertRaises(frappe.PermissionError):
			desk.import_pack(self.upload(self.maker.pack(TEXTS), USER), knowledge_source=NAME)
		done = self.followed(lambda: desk.import_pack(newer, knowledge_source=NAME), MANAGER)
		self.assertEqual(done["state"], "Done", done)
		self.assertIn("No hotel", self.found("hotel")[0].text)
		with self.acting_as(MANAGER), self.assertRaises(frappe.PermissionError):
			desk.follow_pack("0" * 32)

	def test_refusals_are_told(self) -> None:
		"""An unknown maker is named with the fingerprint, to a System Manager with the way to trust; a job that is refused says why."""
		url = self.upload(forged(self.maker.pack(TEXTS), "", bytes, STRANGER), MANAGER)
		with self.acting_as(MANAGER):
			told = desk.look_into_pack(url)
		self.assertEqual((told["is_unknown"], told["may_trust"]), (True, False))
		self.assertEqual((told["fingerprint"], told["sources"]), (STRANGER.public.fingerprint, []))
		done = self.followed(lambda: desk.import_pack(url, NAME), MANAGER)
		self.assertEqual(done["state"], "Failed")
		self.assertIn(STRANGER.public.fingerprint, done["problem"])
		self.assertTrue(frappe.db.exists("File", {"file_url": url}))
		with self.acting_as(MANAGER):
			self.assertIn("no pack", desk.look_into_pack(self.upload(Path(__file__), MANAGER))["problem"])

	def test_making_one(self) -> None:
		"""Its file is its maker's alone, and what it has is what its maker finds. The site signs for managers who may write the source, and for
		nobody who only reads it, or writes one of their own."""
		self.install(self.maker.pack(TEXTS))
		with self.acting_as(USER), self.assertRaises(frappe.PermissionError):
			desk.make_pack(NAME)
		mine = self.install(self.maker.pack(TEXTS), OUTSIDER, name="Mine", scope="User", roles=())
		with self.acting_as(OUTSIDER), self.assertRaises(frappe.PermissionError):
			desk.make_pack(mine)
		done = self.followed(lambda: desk.make_pack(NAME), MANAGER)
		self.assertEqual((done["state"], done["inputs"]), ("Done", 3))
		file = frappe.get_doc("File", {"file_url": done["file_url"]})
		self.assertEqual((file.is_private, file.owner), (1, MANAGER))
		for user in (USER, OUTSIDER):
			with self.acting_as(user):
				self.assertFalse(frappe.has_permission("File", "read", doc=file))
		# Signed by the site, it is trusted here.
		self.assertEqual(self.install(Path(file.get_full_path()), name="Copy"), "Copy")
		self.assertEqual(len(self.found("hotel", source="Copy")), 1)
		path = Path(file.get_full_path())
		file.delete()
		self.assertFalse(path.exists())

	def changed(self, name: str, text: str) -> None:
		"""Another text in a source of this site, and an index of it."""
		doc = frappe.get_doc("Knowledge Input", {"knowledge_source": name, "title": "Leave"})
		doc.text = text
		doc.save()
		self.indexed(name)

	def indexed(self, name: str) -> None:
		frappe.db.commit()
		indexer.update_source(frappe.db.get_value("Knowledge Source", name, "artifact_id"))

	def test_making_changes(self) -> None:
		"""Since a pack that was made before, though its file is gone, or one that is uploaded: only what is new is in it, it goes upon that pack
		alone, and whoever lacks that is told so before and while importing."""
		with patch.object(queueing, "request_update"):
			source = make.make_source(scope="Site", owner=MANAGER).name
			for title, text in (("Leave", "Leave is two weeks."), ("Hotel", "A hotel costs ninety.")):
				make.make_text(source, text, title=title)
			self.indexed(source)
			with self.acting_as(MANAGER):
				self.assertEqual(desk.packs_made(source), [])
			whole = self.followed(lambda: desk.make_pack(source), MANAGER)
			self.assertFalse(whole["is_changes"])
			file = frappe.get_doc("File", {"file_url": whole["file_url"]})
			data = Path(file.get_full_path()).read_bytes()
			copy = self.install(Path(file.get_full_path()), name="Copy")
			file.delete()
			with self.acting_as(MANAGER):
				(base,) = desk.packs_made(source)
			self.assertEqual((base["inputs"], base["user"]), (2, MANAGER.split("@")[0]))
			self.changed(source, "Leave is three weeks.")
			done = self.followed(lambda: desk.make_pack(source, since=base["pack_id"]), MANAGER)
			told = [done[key] for key in ("state", "is_changes", "inputs", "all_inputs", "passages")]
			self.assertEqual(told, ["Done", True, 1, 2, 1])
			before = self.folder / "before.hufpack"
			before.write_bytes(data)
			url = self.upload(before, MANAGER)
			again = self.followed(lambda: desk.make_pack(source, since_file=url), MANAGER)
			self.assertEqual((again["state"], again["inputs"]), ("Done", 1))
			self.assertFalse(frappe.db.exists("File", {"file_url": url}), "what was uploaded for it is kept")
			self.followed(lambda: desk.make_pack(source, since_file=again["file_url"]), MANAGER)
			self.assertTrue(frappe.db.exists("File", {"file_url": again["file_url"]}), "a pack is no upload")

			other = self.install(self.maker.pack(TEXTS), name="Other")
			self.changed(source, "Leave is four weeks.")
			with self.acting_as(MANAGER):
				newest = desk.packs_made(source)[0]["pack_id"]
			third = self.followed(lambda: desk.make_pack(source, since=newest), MANAGER)
		with self.acting_as(MANAGER):
			found = {
				row["name"]: row["lacks_base"] for row in desk.look_into_pack(third["file_url"])["sources"]
			}
			self.assertEqual(found, {copy: True})
			found = desk.look_into_pack(done["file_url"])["sources"]
			self.assertEqual([(row["name"], row["lacks_base"]) for row in found], [(copy, False)])
		for target, words in ((copy, "in their order"), (other, "another source")):
			lacking = self.followed(
				lambda target=target: desk.import_pack(third["file_url"], knowledge_source=target), MANAGER
			)
			self.assertEqual(lacking["state"], "Failed")
			self.assertIn(words, lacking["problem"])
		self.followed(lambda: desk.import_pack(done["file_url"], knowledge_source=copy), MANAGER)
		self.assertIn("three weeks", self.found("leave", source=copy)[0].text)
		self.assertEqual(len(self.found("hotel", source=copy)), 1)

	def test_changes_since_what_is_no_pack_of_here(self) -> None:
		"""A pack that nobody made here, another maker's, what is none, and a file that is not the caller's: refused with words."""
		self.install(self.maker.pack(TEXTS))
		self.followed(lambda: desk.make_pack(NAME), MANAGER)
		strange = self.upload(self.maker.pack(TEXTS), MANAGER)
		for values, words in (
			({"since": "../../../site_config.json"}, "not known here"),
			({"since": "0" * 16}, "not known here"),
			({"since_file": strange}, "another maker"),
			({"since_file": self.upload(Path(__file__), MANAGER, "none.hufpack")}, "no pack"),
		):
			done = self.followed(lambda values=values: desk.make_pack(NAME, **values), MANAGER)
			self.assertEqual(done["state"], "Failed", values)
			self.assertIn(words, done["problem"])
		theirs = self.upload(self.maker.pack(TEXTS), OUTSIDER)
		with self.acting_as(MANAGER):
			self.assertEqual(len(desk.packs_made(NAME)), 1)
			with self.assertRaises(frappe.PermissionError):
				desk.make_pack(NAME, since_file=theirs)
			with self.assertRaises(frappe.ValidationError):
				desk.make_pack(NAME, since="0" * 16, since_file=strange)
		with self.acting_as(USER), self.assertRaises(frappe.PermissionError):
			desk.packs_made(NAME)

	def test_what_is_known_of_packs_that_are_gone(self) -> None:
		"""A purge names a pack that was moved away if it had the input, and no other; what it listed is kept of the last ones, and goes with it."""
		self.install(self.maker.pack(TEXTS))
		artifact_id = frappe.db.get_value("Knowledge Source", NAME, "artifact_id")
		inputs = dict(
			frappe.get_all("Knowledge Input", {"knowledge_source": NAME}, ["title", "name"], as_list=True)
		)
		kept = artifacts.pack_listings(artifact_id)
		file = self.folder / "gone.hufpack"
		pack_source(NAME, file, "Administrator")
		file.unlink()
		(pack,) = made.packs_with(artifact_id, inputs["crane.md"])
		self.assertFalse(pack["is_there"])
		self.assertEqual(made.packs_with(artifact_id, "never-there"), [])
		with patch.object(made, "MOST_LISTINGS", 1):
			second = pack_source(NAME, file, "Administrator")
		self.assertEqual([each.name for each in kept.iterdir()], [second.pack_id])
		# Of the first nobody knows any more what it held.
		self.assertEqual(
			[row["pack_id"] for row in made.packs_with(artifact_id, "never-there")], [pack["pack_id"]]
		)
		for each in (pack["pack_id"], second.pack_id):
			made.forget_pack(artifact_id, each)
		self.assertEqual((list(kept.iterdir()), made.packs_with(artifact_id, inputs["crane.md"])), ([], []))


class TestManuals(PacksCase):
	def test_an_apps_manual(self) -> None:
		"""Installed with the app without a key, for the roles that it names; updated by a newer pack, whoever signed it; taken along."""
		stranger = Maker(self.folder, key=STRANGER)
		file = stranger.pack(TEXTS)
		line = {"file": file.name, "name": "Manual", "roles": [ROLE]}
		with hooked(self.folder, line):
			manuals.after_app_install("frappe")
			manuals.bring_manuals()
		self.assertEqual(len(self.found("hotel", source="Manual")), 1)
		self.assertEqual(self.found("hotel", OUTSIDER, source="Manual"), [])
		source = frappe.get_doc("Knowledge Source", "Manual")
		self.assertEqual((source.pack_manual, source.scope), (f"frappe/{file.name}", "Role"))
		with self.assertRaisesRegex(PackRefused, "brought by an app"):
			install_update(file, "Manual")
		stranger.pack({"travel.md": "Another hotel."}).replace(file)
		with hooked(self.folder, line):
			manuals.bring_manuals()
		self.assertIn("Another", self.found("hotel", source="Manual")[0].text)
		# A dry run of the removal removes nothing.
		manuals.after_app_uninstall("frappe")
		self.assertTrue(frappe.db.exists("Knowledge Source", "Manual"))
		with patch.object(manuals, "frappe", WithoutFrappe()):
			manuals.after_app_uninstall("frappe")
		self.assertFalse(frappe.db.exists("Knowledge Source", "Manual"))

	def test_a_wrong_line_ends_nothing(self) -> None:
		"""A path out of the app, a file that is no pack or not there, another key: logged, and the migration goes on."""
		good = self.maker.pack(TEXTS)
		(self.folder / "none.hufpack").write_text("no pack")
		for line in (
			{"file": "../../etc/passwd"},
			{"file": good.name, "scope": "Global"},
			"none.hufpack",
			"gone",
			5,
		):
			with self.subTest(line=line), hooked(self.folder, line):
				logged = frappe.db.count("Error Log")
				manuals.bring_manuals()
				self.assertEqual(frappe.db.count("Error Log"), logged + 1)
		self.assertEqual(frappe.db.count("Knowledge Source", {"pack_id": ("is", "set")}), 0)
		frappe.db.delete("Error Log", {"method": "An app's pack was not installed"})
		frappe.db.commit()
