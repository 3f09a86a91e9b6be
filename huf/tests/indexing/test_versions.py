"""The kept builds of a source: compared, and searched as of a day, with the rights of now."""

from unittest.mock import patch

import frappe
from frappe.utils import add_days, add_to_date, get_datetime, nowdate

from huf.ai.knowledge import indexer, maintenance, retriever
from huf.ai.knowledge.indexing.live import publish
from huf.ai.knowledge.indexing.live.held import publish_held
from huf.ai.knowledge.indexing.live.retention import daily_builds
from huf.ai.site import artifacts, queueing
from huf.ai.site.settings import get_settings
from huf.engine.builds import remove_build
from huf.huf.doctype.knowledge_build import knowledge_build as methods
from huf.huf.doctype.knowledge_source import knowledge_source as source_methods
from huf.tests import factories as make
from huf.tests.base import CommittingTestCase

MANAGER = "huf-v-manager@example.com"
READER = "huf-v-reader@example.com"


class TestVersions(CommittingTestCase):
	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		make.make_user(MANAGER, "Knowledge Manager")
		make.make_user(READER, "Knowledge User")
		frappe.db.commit()

	def setUp(self) -> None:
		super().setUp()
		for name in ("request_update", "request_rebuild"):
			patcher = patch.object(queueing, name)
			self.addCleanup(patcher.stop)
			patcher.start()
		self.source = make.make_source()
		self.addCleanup(self.remove)
		self.stays = make.make_text(self.source, "Otters are fed at noon.", title="Feeding")
		self.changes = make.make_text(self.source, "An otter eats three fish.", title="Diet")
		self.goes = make.make_text(self.source, "Otters sleep in a holt.", title="Sleep")

	def remove(self) -> None:
		frappe.delete_doc("Knowledge Source", self.source.name)
		frappe.db.commit()

	def index(self) -> str:
		frappe.db.commit()
		indexer.update_source(self.source.artifact_id)
		return frappe.db.get_value("Knowledge Source", self.source.name, "live_build")

	def two_builds(self) -> tuple[str, str]:
		before = self.index()
		self.changes.text = "An otter eats four fish."
		self.changes.save()
		self.goes.delete()
		self.comes = make.make_text(self.source, "Otters play with stones.", title="Play")
		return before, self.index()

	def compared(self, before: str, after: str, user: str = MANAGER) -> dict:
		with self.acting_as(user):
			return methods.compare_builds(self.source.name, before, after)

	def found(self, as_of: str, query: str = "otters", user: str = MANAGER) -> dict:
		with self.acting_as(user):
			return source_methods.test_search(self.source.name, query, 20, as_of=as_of)

	def test_compared(self) -> None:
		"""What came, went and changed is named; how the text of one changed is told word by word, of a deleted one it is told to nobody."""
		before, after = self.two_builds()
		told = self.compared(before, after)
		names = {key: [row["input"] for row in told[key]] for key in ("added", "removed", "changed")}
		self.assertEqual(
			names, {"added": [self.comes.name], "removed": [self.goes.name], "changed": [self.changes.name]}
		)
		self.assertEqual((told["unchanged"], told["hidden"], told["is_made_alike"]), (1, 0, True))
		self.assertEqual([told["removed"][0]["is_there"], told["added"][0]["is_there"]], [False, True])
		with self.acting_as(MANAGER):
			(change,) = methods.compare_input(self.source.name, before, after, self.changes.name)["changes"]
			said = [(part["kind"], part["text"]) for part in change["parts"]]
			self.assertIn(("removed", "three"), said)
			self.assertIn(("added", "four"), said)
			for name in (self.goes.name, "no-such-input"):
				with self.assertRaisesRegex(
					frappe.ValidationError, "any text of this input that you may read"
				):
					methods.compare_input(self.source.name, before, after, name)

	def test_only_who_may_write_the_source(self) -> None:
		"""Who may only read the source, or names a build of another source, compares nothing and goes back to no day."""
		before, after = self.two_builds()
		with self.acting_as(READER):
			for ask in (
				lambda: methods.compare_builds(self.source.name, before, after),
				lambda: methods.compare_input(self.source.name, before, after, self.changes.name),
				lambda: source_methods.test_search(self.source.name, "otters", as_of=before),
			):
				self.assertRaises(frappe.PermissionError, ask)
		for wrong in ("20200101T000000-00000000", "../../x", ""):
			with self.assertRaises(frappe.ValidationError):
				self.compared(wrong, after)

	def test_only_what_may_be_read_now(self) -> None:
		"""A file that the manager may not read is neither named, nor compared, nor found; nor is what an input said while it had another file."""
		secret = make.make_file("Otters cost a fortune.")
		payroll = make.make_file_input(self.source, secret, title="Payroll")
		public = make.make_file("Otters are nice.", private=False)
		swapped = make.make_file_input(self.source, make.make_file("Otter wages are secret."), title="Wages")
		frappe.db.commit()
		self.addCleanup(lambda: [frappe.delete_doc("File", each.name) for each in (secret, public)])
		before = self.index()
		swapped.file = public.file_url
		swapped.save()
		# Not the input's own any more, as if somebody had attached it elsewhere: its owner alone may read it.
		frappe.db.set_value("File", secret.name, {"attached_to_doctype": None, "attached_to_name": None})
		after = self.index()
		told = self.compared(before, after)
		listed = {row["input"] for key in ("added", "removed", "changed") for row in told[key]}
		self.assertEqual((listed, told["hidden"]), (set(), 1))
		self.assertEqual(
			{row["input"] for row in self.compared(before, after, "Administrator")["changed"]}, set()
		)
		with self.acting_as(MANAGER):
			for name in (payroll.name, swapped.name):
				with self.assertRaises(frappe.ValidationError):
					methods.compare_input(self.source.name, before, after, name)
		inputs = {hit["input"] for hit in self.found(before)["hits"]}
		self.assertEqual(inputs, {self.stays.name, self.changes.name, self.goes.name})
		self.assertIn(
			payroll.name, {hit["input"] for hit in self.found(before, user="Administrator")["hits"]}
		)

	def test_as_of_a_build(self) -> None:
		"""The old text is found, what came later is not, and what was deleted since is shown to nobody; the note says of when it is."""
		before, after = self.two_builds()
		told = self.found(before)
		texts = {hit["input"]: hit["text"] for hit in told["hits"]}
		self.assertEqual(texts.keys(), {self.stays.name, self.changes.name})
		self.assertIn("three fish", texts[self.changes.name])
		self.assertEqual({hit["build"] for hit in told["hits"]}, {before})
		self.assertIn("As of", told["notes"][0])
		self.assertIn("four fish", str(self.found(after)["hits"]))
		self.assertFalse(self.found(before, "stones")["hits"])
		gaps = frappe.db.count("Knowledge Gap", {"knowledge_source": self.source.name})
		self.assertEqual(gaps, 0)
		self.changes.disabled = 1
		self.changes.save()
		self.assertEqual({hit["input"] for hit in self.found(before)["hits"]}, {self.stays.name})

	def test_as_of_a_day(self) -> None:
		"""Of a day the build that answered at its end, of a moment the one that answered then; before the first there is none."""
		before, after = self.two_builds()
		made = get_datetime(frappe.db.get_value("Knowledge Build", after, "finished_at"))
		frappe.db.set_value(
			"Knowledge Build",
			before,
			{"started_at": add_to_date(made, days=-3), "finished_at": add_to_date(made, days=-3)},
		)
		frappe.db.commit()
		for said, build in (
			(nowdate(), after),
			(add_days(nowdate(), -1), before),
			(str(add_to_date(made, minutes=-1))[:19], before),
			(str(add_to_date(made, minutes=1))[:16], after),
		):
			self.assertEqual({hit["build"] for hit in self.found(said)["hits"]}, {build}, said)
		for wrong in (add_days(nowdate(), -9), "yesterday", "2026-13-01", "12"):
			with self.assertRaises(frappe.ValidationError):
				self.found(wrong)
		with self.acting_as(MANAGER):
			source_methods.restore_build(self.source.name, before)
		self.assertEqual({hit["build"] for hit in self.found(nowdate())["hits"]}, {before})

	def test_as_of_what_was_held(self) -> None:
		"""A build that waited for a person answers from when it was published: until then it was the one before, which keeps those days."""
		before, after = self.two_builds()
		for build, ago, state in ((before, 9, "Live"), (after, 5, "Held")):
			when = add_to_date(get_datetime(nowdate()), days=-ago)
			values = {"state": state, "started_at": when, "finished_at": when}
			frappe.db.set_value("Knowledge Build", build, values)
		pointers = {"live_build": before, "held_build": after}
		frappe.db.set_value("Knowledge Source", self.source.name, pointers)
		frappe.db.commit()
		with patch.object(queueing, "queue_update"):
			publish_held(self.source.name, after)
		frappe.db.commit()
		for said, build in ((add_days(nowdate(), -1), before), (nowdate(), after)):
			self.assertEqual({hit["build"] for hit in self.found(said)["hits"]}, {build}, said)
		self.keep_days(7)
		self.addCleanup(self.keep_days, 0)
		self.assertEqual(daily_builds(self.source.name), {before})

	def builds_of_days(self, days: dict[int, int]) -> dict[int, list[str]]:
		"""So many builds, by how many days ago each was made; each has a text of its own. They are made while builds of each day are kept."""
		found: dict[int, list[str]] = {}
		for ago in sorted(days, reverse=True):
			for number in range(days[ago]):
				self.changes.reload()
				self.changes.text = f"Otters, {ago} days ago, for the time {number}."
				self.changes.save()
				build = self.index()
				# Before noon of that day, one minute after the other.
				when = add_to_date(get_datetime(add_days(nowdate(), -ago)), hours=9, minutes=number)
				frappe.db.set_value("Knowledge Build", build, {"started_at": when, "finished_at": when})
				frappe.db.commit()
				found.setdefault(ago, []).append(build)
		return found

	def keep_days(self, days: int) -> None:
		frappe.db.set_single_value("Agent Settings", "daily_build_days", days)
		frappe.db.commit()

	def kept(self) -> set[str]:
		return {build["name"] for build in source_methods.list_builds(self.source.name)}

	def test_builds_of_each_day(self) -> None:
		"""With the setting the last build of each day is kept besides the last three, as of any moment of these days is answered or refused with
		what is near, and the night takes away what is too old."""
		self.addCleanup(self.keep_days, 0)
		self.keep_days(366)
		made = self.builds_of_days({9: 1, 6: 2, 5: 3, 1: 1, 0: 3})
		self.keep_days(7)
		publish.remove_old_builds(self.source.artifact_id)
		# That of nine days ago answered at the ends of the days before the sixth.
		wanted = {made[9][0], made[6][-1], made[5][-1], made[1][0], *made[0]}
		self.assertEqual(self.kept(), wanted)

		def as_of(ago: int, clock: str = "") -> dict:
			return self.found(f"{add_days(nowdate(), -ago)}{clock}")

		for ago, clock, build in (
			(7, "", made[9][0]),
			(6, "", made[6][-1]),
			(5, "", made[5][-1]),
			(3, "", made[5][-1]),
			(1, " 08:00", made[5][-1]),
			(1, "", made[1][0]),
			(0, "", made[0][-1]),
		):
			found = as_of(ago, clock)
			self.assertEqual({hit["build"] for hit in found["hits"]}, {build}, (ago, clock))
			self.assertIn("This index", found["notes"][1])
		self.assertIn("answered from", as_of(3)["notes"][1])
		self.assertIn("has answered since", as_of(0)["notes"][1])
		for ago, clock in ((6, " 09:00:30"), (5, " 09:01:30")):
			with self.assertRaisesRegex(frappe.ValidationError, "is not kept any more. Nearest"):
				as_of(ago, clock)
		with self.assertRaisesRegex(frappe.ValidationError, "the oldest is of"):
			as_of(20)

		self.keep_days(3)
		maintenance.clean_orphans()
		self.assertEqual(self.kept(), {made[5][-1], made[1][0], *made[0]})
		self.keep_days(0)
		maintenance.clean_orphans()
		self.assertEqual(self.kept(), set(made[0]))
		for ago in (6, 3):
			with self.assertRaisesRegex(frappe.ValidationError, "is not kept any more"):
				as_of(ago)
		builds = source_methods.list_builds(self.source.name)
		self.assertTrue(all(build["added_bytes"] > 0 for build in builds))
		self.assertEqual(builds[-1]["added_bytes"], builds[-1]["bytes"])

	def test_rows_after_a_restored_build_stay(self) -> None:
		"""What answered after an older build that was restored is remembered for as long as that is kept, however long ago: as of its days nothing else
		is passed off for it."""
		before, after = self.two_builds()
		for build, ago in ((before, 60), (after, 50)):
			when = add_to_date(get_datetime(nowdate()), days=-ago)
			frappe.db.set_value("Knowledge Build", build, {"started_at": when, "finished_at": when})
		frappe.db.commit()
		with self.acting_as(MANAGER):
			source_methods.restore_build(self.source.name, before)
		frappe.db.commit()
		remove_build(artifacts.build_folder(self.source.artifact_id, after))
		maintenance.clean_orphans()
		with self.assertRaisesRegex(frappe.ValidationError, "is not kept any more. Nearest"):
			self.found(add_days(nowdate(), -45))
		for ago in (55, 0):
			self.assertEqual(
				{hit["build"] for hit in self.found(add_days(nowdate(), -ago))["hits"]}, {before}
			)
		remove_build(artifacts.build_folder(self.source.artifact_id, before))
		frappe.db.set_value("Knowledge Source", self.source.name, "live_build", None)
		frappe.db.set_value("Knowledge Build", before, "state", "Retired")
		frappe.db.commit()
		maintenance.clean_orphans()
		self.assertEqual(frappe.db.count("Knowledge Build", {"name": ("in", [before, after])}), 0)

	def test_who_says_how_long(self) -> None:
		"""A System Manager alone, up to a year."""
		doc = frappe.get_doc("Agent Settings")
		doc.daily_build_days = 367
		self.assertRaises(frappe.ValidationError, doc.save)
		with self.acting_as(MANAGER):
			doc = frappe.get_doc("Agent Settings")
			doc.daily_build_days = 30
			doc.save()
		self.assertEqual(get_settings().daily_build_days, 0)

	def test_the_live_search_is_what_it_was(self) -> None:
		"""Only a search of an older build asks what its input stemmed from then."""
		self.index()
		with self.acting_as(READER):
			found = retriever.knowledge_search("otters", self.source.name)
		self.assertEqual(len(found["hits"]), 3)
