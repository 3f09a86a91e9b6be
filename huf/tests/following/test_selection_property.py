"""Whatever happens to records, in any order, with workers dying in between: the index ends with exactly what is wanted."""

import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.knowledge import indexer, maintenance
from huf.ai.knowledge.changes import noted
from huf.ai.knowledge.contents.wanted import read_wanted
from huf.ai.knowledge.following import jobs, sweep
from huf.ai.knowledge.indexing.making.builder import make_plan
from huf.ai.knowledge.indexing.recipe import recipes
from huf.ai.knowledge.retriever import search_as
from huf.ai.knowledge.searching.reading_on import read_as
from huf.ai.site import artifacts
from huf.ai.site.locks import lease_key
from huf.engine.request import Request
from huf.engine.types import Hit
from huf.tests import factories as make
from huf.tests import site_records as records
from huf.tests.following.test_selection import make_tag
from huf.tests.selection_site import SelectionTestCase

CASE = records.CASE
SEQUENCES = int(os.environ.get("HUF_PROPERTY_SEQUENCES", "4"))
RECORDS = 10
"""Records that each story begins with."""
STEPS = 50
MOST_SECONDS = 100
"""No new sequence is begun after this."""
RED, BLUE, OTHER = "huf-p-red", "huf-p-blue", "huf-p-other"


class Killed(BaseException):
	"""A worker ends at this very statement; nothing of its own is done any more."""


def delete_groups() -> None:
	"""Take away the groups that stories made. Commits."""
	frappe.db.delete(records.GROUP, {"name": ("like", "G-%")})
	frappe.db.commit()


@contextmanager
def killed_at(statement: int) -> Iterator[None]:
	"""Let the process "die" at its n-th SQL statement."""
	plain, count = frappe.db.sql, 0

	def sql(*arguments: Any, **options: Any) -> Any:
		nonlocal count
		count += 1
		if count == statement:
			raise Killed
		return plain(*arguments, **options)

	with patch.object(frappe.db, "sql", sql):
		yield


class Story:
	"""Records of one source, what is done to them, and what must be found in the end."""

	def __init__(self, case: "TestAnyOrder", seed: int, quiet: bool) -> None:
		self.case = case
		self.chance = random.Random(seed)
		self.number = seed * 1000
		self.told: list[str] = []
		for tag in (RED, BLUE, OTHER):
			make_tag(tag)
		self.groups = [self.group() for _ in range(3)]
		self.source = case.source(
			{"filters": [["status", "=", "Open"], ["case_group", "!=", records.SOUTH]]},
			{"selector_type": "Tag", "tag": RED, "document_type": CASE},
			{"selector_type": "Tag", "tag": BLUE, "when_inactive": "Marked Superseded"},
		)
		self.actions: list[Callable[[], None]] = [
			*[
				self.create,
				self.create,
				self.edit,
				self.edit,
				self.tag,
				self.tag,
				self.untag,
				self.rename,
				self.swap,
				self.merge,
			],
			*[self.submit, self.cancel, self.amend, self.delete, self.restore, self.attach, self.detach],
			*[self.set_status, self.set_status, self.imported, self.rename_group, self.merge_groups],
			*[
				self.undone,
				self.take_out,
				self.bring_back,
				self.sync,
				self.index,
				self.die_syncing,
				self.die_indexing,
			],
		]
		if not quiet:
			self.actions += [self.change_by_sql, self.untag_by_code, self.set_status_by_sql]
			self.actions += [self.set_status_by_sql, self.set_docstatus_by_sql]

	# --- What there is

	def pick(self, **filters: Any) -> str | None:
		names = frappe.get_all(CASE, filters=filters, pluck="name", order_by="name")
		return self.chance.choice(names) if names else None

	def word(self) -> str:
		self.number += 1
		return f"w{self.number}x"

	# --- What is done

	def create(self) -> None:
		word = self.word()
		records.make_case(
			self.number,
			title=f"Title {word}",
			body=f"<p>{word} body</p>",
			status=self.chance.choice(("Open", "Open", "Closed")),
			case_group=self.chance.choice((records.group_of(self.number), *self.groups)),
		)

	def group(self) -> str:
		"""A group that is renamed and merged; what links to it says its name."""
		doc = frappe.get_doc({"doctype": records.GROUP, "group_name": f"G-{self.word()}"})
		return doc.insert(ignore_permissions=True).name

	def rename_group(self) -> None:
		old, new = self.chance.choice(self.groups), f"G-{self.word()}"
		frappe.rename_doc(records.GROUP, old, new, force=True, show_alert=False)
		self.groups[self.groups.index(old)] = new

	def merge_groups(self) -> None:
		if len(self.groups) > 1:
			old, into = self.chance.sample(self.groups, 2)
			frappe.rename_doc(records.GROUP, old, into, merge=True, force=True, show_alert=False)
			self.groups.remove(old)

	def set_status(self) -> None:
		"""As ERPNext often does it: no new ``modified``."""
		if name := self.pick():
			status = self.chance.choice(("Open", "Open", "Closed"))
			frappe.get_doc(CASE, name).db_set("status", status, update_modified=False)

	def set_status_by_sql(self) -> None:
		"""As ERPNext does it at night."""
		if name := self.pick():
			status = self.chance.choice(("Open", "Open", "Closed"))
			frappe.db.sql(f"update `tab{CASE}` set status = %s where name = %s", (status, name))

	def set_docstatus_by_sql(self) -> None:
		if name := self.pick(docstatus=("!=", 2)):
			docstatus = self.chance.choice((1, 1, 2))
			frappe.db.sql(f"update `tab{CASE}` set docstatus = %s where name = %s", (docstatus, name))

	def imported(self) -> None:
		"""A Data Import of a few rows."""
		frappe.flags.in_import = True
		try:
			for action in (self.create, self.edit, self.create):
				action()
				frappe.db.commit()
		finally:
			frappe.flags.in_import = False
		noted.end_import()
		frappe.db.commit()

	def edit(self) -> None:
		if name := self.pick(docstatus=0):
			word, doc = self.word(), frappe.get_doc(CASE, name)
			doc.update({"title": f"Title {word}", "body": f"<p>{word} body</p>"})
			doc.update(
				{self.chance.choice(("status", "status_same")): self.chance.choice(("Open", "Closed"))}
			)
			doc.disabled = self.chance.choice((0, 0, 0, 1))
			doc.save()

	def tag(self) -> None:
		if name := self.pick():
			tag = self.chance.choice((RED, BLUE, OTHER))
			frappe.call("frappe.desk.doctype.tag.tag.add_tag", tag=tag, dt=CASE, dn=name)

	def untag(self) -> None:
		if name := self.pick():
			tag = self.chance.choice((RED, BLUE, OTHER))
			frappe.call("frappe.desk.doctype.tag.tag.remove_tag", tag=tag, dt=CASE, dn=name)
			sweep.compare_tags()

	def rename(self) -> None:
		if name := self.pick():
			frappe.rename_doc(CASE, name, f"R-{self.word()}", show_alert=False)

	def swap(self) -> None:
		first, second = self.pick(), self.pick()
		if first and second and first != second:
			for old, new in ((first, "R-MEANWHILE"), (second, first), ("R-MEANWHILE", second)):
				frappe.rename_doc(CASE, old, new, show_alert=False)

	def merge(self) -> None:
		first, second = self.pick(docstatus=0), self.pick()
		if first and second and first != second:
			frappe.rename_doc(CASE, first, second, merge=True, show_alert=False)

	def submit(self) -> None:
		if name := self.pick(docstatus=0):
			frappe.get_doc(CASE, name).submit()

	def cancel(self) -> None:
		if name := self.pick(docstatus=1):
			frappe.get_doc(CASE, name).cancel()

	def amend(self) -> None:
		if name := self.pick(docstatus=2):
			doc = frappe.copy_doc(frappe.get_doc(CASE, name))
			doc.update({"amended_from": name, "docstatus": 0, "name": None, "title": f"Title {self.word()}"})
			if not frappe.db.exists(CASE, {"amended_from": name}):
				doc.insert()

	def delete(self) -> None:
		if name := self.pick(docstatus=("!=", 1)):
			frappe.delete_doc(CASE, name, force=True)

	def restore(self) -> None:
		from frappe.core.doctype.deleted_document.deleted_document import restore

		found = frappe.get_all(
			"Deleted Document",
			{"deleted_doctype": CASE, "restored": 0},
			["name", "deleted_name"],
			order_by="creation desc, name",
			limit=5,
		)
		found = [row for row in found if not frappe.db.exists(CASE, row.deleted_name)]
		if found:
			# Its group may have another name now, and then Frappe does not take it back.
			with suppress(frappe.LinkValidationError):
				restore(self.chance.choice(found).name, alert=False)

	def attach(self) -> None:
		if name := self.pick():
			word = self.word()
			make.make_file(f"{word} leaflet", f"{word}.txt", attached_to_doctype=CASE, attached_to_name=name)

	def detach(self) -> None:
		files = frappe.get_all("File", {"attached_to_doctype": CASE}, pluck="name", order_by="name")
		if files:
			frappe.delete_doc("File", self.chance.choice(files))

	def undone(self) -> None:
		"""A request that fails after it changed something."""
		self.chance.choice((self.edit, self.delete, self.rename))()
		frappe.db.rollback()

	def take_out(self) -> None:
		rows = frappe.get_all(
			"Knowledge Input", {"knowledge_source": self.source.name}, pluck="name", order_by="title, name"
		)
		if rows and self.chance.random() < 0.5:
			frappe.delete_doc("Knowledge Input", self.chance.choice(rows))

	def bring_back(self) -> None:
		rows = frappe.get_all("Knowledge Tombstone", {"knowledge_source": self.source.name}, pluck="name")
		if rows:
			frappe.delete_doc("Knowledge Tombstone", rows[0])

	def change_by_sql(self) -> None:
		if name := self.pick():
			word = self.word()
			frappe.db.set_value(CASE, name, {"title": f"Title {word}", "body": f"<p>{word} body</p>"})

	def untag_by_code(self) -> None:
		from frappe.desk.doctype.tag.tag import DocTags

		if name := self.pick():
			DocTags(CASE).remove(name, self.chance.choice((RED, BLUE)))

	# --- Jobs

	def sync(self) -> None:
		frappe.db.commit()
		jobs.sync_source(self.source.artifact_id)

	def index(self) -> None:
		frappe.db.commit()
		indexer.update_source(self.source.artifact_id)

	def die_syncing(self) -> None:
		self._die(jobs.sync_source, self.chance.randint(1, 40), selection=True)

	def die_indexing(self) -> None:
		self._die(indexer.update_source, self.chance.randint(1, 40), selection=False)

	def _die(self, job: Callable[[str], None], statement: int, *, selection: bool) -> None:
		frappe.db.commit()
		try:
			with killed_at(statement):
				job(self.source.artifact_id)
		except Killed:
			frappe.db.rollback()
		# What a dead worker leaves: its lease runs out, and the watchdog cleans up.
		frappe.cache.delete(lease_key(self.source.artifact_id, selection=selection))
		frappe.set_user("Administrator")
		maintenance.watchdog()
		frappe.db.rollback()

	# --- The end

	def go(self) -> None:
		for step in range(STEPS):
			action = self.create if step < RECORDS else self.chance.choice(self.actions)
			self.told.append(action.__name__)
			action()
			frappe.db.commit()

	def settle(self, nightly: bool) -> None:
		"""Let everything that is queued happen."""
		if nightly:
			sweep.compare_all()
		self.sync()
		for _attempt in range(10):
			self.index()
			row = frappe.db.get_value(
				"Knowledge Source", self.source.name, ["wanted_generation", "built_generation"]
			)
			pending = frappe.db.count(
				"Knowledge Input",
				{
					"knowledge_source": self.source.name,
					"disabled": 0,
					"status": ("in", ("Pending", "Processing")),
				},
			)
			if row[0] == row[1] and not pending:
				return

	def expected(self) -> dict[tuple[str, str], str]:
		"""What belongs to the source by the plain words of its selectors: the title of each record and file."""
		out = {
			(row.reference_name or "", row.file_record or "")
			for row in frappe.get_all(
				"Knowledge Tombstone",
				{"knowledge_source": self.source.name},
				["reference_name", "file_record"],
			)
		}
		found = {}
		for row in frappe.db.sql(f"select * from `tab{CASE}`", as_dict=True):
			active = row.docstatus != 2 and not row.disabled
			carried = set(
				frappe.db.sql_list(
					"select tag from `tabTag Link` where document_type = %s and document_name = %s",
					(CASE, row.name),
				)
			)
			# A merge moves the links and leaves what the form shows; anybody may insert a link.
			carried &= set((row._user_tags or "").split(","))
			chosen = active and row.status == "Open" and row.case_group != records.SOUTH
			if chosen or (active and RED in carried) or BLUE in carried:
				found[row.name, ""] = row.title
				for file in frappe.get_all(
					"File", {"attached_to_doctype": CASE, "attached_to_name": row.name}, ["name", "file_name"]
				):
					found[row.name, file.name] = file.file_name
		files_out = {file for _name, file in out if file}
		return {key: title for key, title in found.items() if key not in out and key[1] not in files_out}


class TestAnyOrder(SelectionTestCase):
	"""Seeded random stories; a failure tells its seed and its steps."""

	def tearDown(self) -> None:
		frappe.db.rollback()
		for file in frappe.get_all("File", {"attached_to_doctype": CASE}, pluck="name"):
			frappe.delete_doc("File", file, force=True)
		# Committed, or the next run on this site meets Files whose bytes are gone.
		delete_groups()
		super().tearDown()

	def check(self, story: Story, seed: int) -> None:
		from huf.engine.builds import read_inputs, verify_build

		told = f"seed {seed}: {' '.join(story.told)}"
		expected = story.expected()
		rows = self.inputs(story.source)
		files = {row.name: row.file_record if row.input_type == "File" else "" for row in rows}
		present = {(row.reference_name, files[row.name]): row.title for row in rows}
		self.assertEqual(present, expected, told)
		self.assertEqual(len(rows), len(present), f"two inputs of one record; {told}")
		troubled = [(row.title, row.status, row.error_message) for row in rows if row.status != "Indexed"]
		self.assertEqual(troubled, [], told)
		self.assertEqual(noted.read_notes(story.source.artifact_id), [], told)
		live = frappe.db.get_value("Knowledge Source", story.source.name, "live_build")
		if not live:
			self.assertEqual(expected, {}, told)
			return
		folder = artifacts.build_folder(story.source.artifact_id, live)
		verify_build(folder)
		# Each change said what it was about.
		state = read_wanted(story.source.artifact_id)
		plan = make_plan(state, folder, recipes.recipe_of_live(state.source))
		self.assertTrue(plan.is_empty, f"{plan}; {told}")
		# The index calls a record by its heading, and a file by its name.
		indexed = {
			key: str(item.metadata.get("heading_title") or item.title)
			for key, item in read_inputs(folder).items()
		}
		self.assertEqual(indexed, {row.name: row.title for row in rows}, told)
		for row in rows:
			word = row.title.removeprefix("Title ").removesuffix(".txt")
			found = search_as(Request(word, (story.source.name,), principal="Administrator")).hits
			mine = [hit for hit in found if hit.input == row.name]
			self.assertTrue(mine, f"{word} is not found; {told}")
			if row.input_type == "DocType Records":
				self.check_text(mine[0], row.reference_name, told)

	def check_text(self, hit: Hit, name: str, told: str) -> None:
		"""What is found says what the record says: its text, its state, its values of now, and that nothing changed since."""
		case = frappe.get_doc(CASE, name)
		text = read_as("Administrator", hit.citation_id).text
		body = frappe.utils.strip_html(case.body)
		for said in (f"Case Group: {case.case_group}", body):
			self.assertIn(said, text, f"{name}; {told}")
		self.assertEqual(hit.metadata["now"]["Status"], case.status, told)
		self.assertIn(case.status, str(hit.metadata["heading_state"]), told)
		self.assertFalse(hit.metadata["stale"], f"{name}; {told}")

	def tell(self, seeds: range, *, quiet: bool) -> None:
		began = time.monotonic()
		for seed in seeds:
			if time.monotonic() - began > MOST_SECONDS and seed > seeds[0]:
				break
			records.delete_cases()
			frappe.db.delete("Deleted Document", {"deleted_doctype": CASE})
			delete_groups()
			story = Story(self, seed, quiet)
			story.go()
			story.settle(nightly=not quiet)
			self.check(story, seed)
			frappe.delete_doc("Knowledge Source", story.source.name, force=True)
			frappe.db.commit()

	def test_one_set_of_chunks(self) -> None:
		"""A record that is renamed, submitted, merged or amended has exactly one set of chunks after each of these."""
		source = self.source({})

		def chunks() -> dict[str, int]:
			"""How many passages of each record a search gives for a word that all of them have."""
			self.sync(source)
			indexer.update_source(source.artifact_id)
			hits = search_as(Request(records.MARK, (source.name,), 20, principal="Administrator")).hits
			self.assertEqual(len(hits), len({(hit.input, hit.start) for hit in hits}))
			names = dict(frappe.get_all("Knowledge Input", fields=["name", "reference_name"], as_list=True))
			found: dict[str, int] = {}
			for hit in hits:
				found[names[hit.input]] = found.get(names[hit.input], 0) + 1
			return found

		for number in (1, 2):
			records.make_case(number)
		first, second = records.case_name(1), records.case_name(2)
		self.assertEqual(chunks(), {first: 1, second: 1})
		frappe.rename_doc(CASE, first, "CASE-A", show_alert=False)
		self.assertEqual(chunks(), {"CASE-A": 1, second: 1})
		frappe.get_doc(CASE, "CASE-A").submit()
		self.assertEqual(chunks(), {"CASE-A": 1, second: 1})
		frappe.rename_doc(CASE, second, "CASE-A", merge=True, show_alert=False)
		self.assertEqual(chunks(), {"CASE-A": 1})
		doc = frappe.get_doc(CASE, "CASE-A")
		doc.cancel()
		amended = frappe.copy_doc(doc)
		amended.update({"amended_from": doc.name, "docstatus": 0})
		amended.insert()
		self.assertEqual(chunks(), {"CASE-A-1": 1})

	def test_events_alone(self) -> None:
		"""Of what has events, nothing is missed: no nightly comparison is needed."""
		self.tell(range(1, 1 + SEQUENCES), quiet=True)

	def test_with_the_nightly_comparison(self) -> None:
		"""What has no event either is in order after the next comparison."""
		self.tell(range(101, 101 + SEQUENCES), quiet=False)
