"""A right that was just used changes: by every road the next answer is what Frappe says of the record now."""

from collections.abc import Callable
from typing import Any

import frappe
import frappe.share

from huf.ai.knowledge import retriever
from huf.ai.knowledge.ask_record import ask_record
from huf.ai.knowledge.input_view import view_input
from huf.ai.queries import query_records
from huf.ai.records import follow_links, get_record
from huf.huf.doctype.knowledge_source import knowledge_source
from huf.tests import factories as make
from huf.tests import records_site as records
from huf.tests.access.test_record_rights import MANAGER, OTHER, READER_ROLE, USER, RecordRightsCase

ARTICLE = "Help Article"
ASKING = (USER, OTHER, MANAGER)


class TestChanges(RecordRightsCase):
	"""One article, asked for by three users before and after each change."""

	# --- Roads

	def search(self) -> bool:
		return self.is_hit(retriever.knowledge_search("zebra", self.source.name, top_k=20))

	def trying_out(self) -> bool:
		return self.is_hit(knowledge_source.test_search(self.source.name, "zebra", top_k=20, explain=1))

	def is_hit(self, found: dict[str, Any]) -> bool:
		return self.inputs["north"] in {hit["input"] for hit in found["hits"]}

	def view(self) -> bool:
		return bool(view_input(self.inputs["north"])["passages"])

	def list(self) -> bool:
		return bool(frappe.get_list("Knowledge Input", {"name": self.inputs["north"]}))

	def about_the_record(self) -> bool:
		ask_record(ARTICLE, self.article.name, "zebra")
		return True

	def whole_record(self) -> bool:
		return "ask_back" not in get_record(ARTICLE, self.article.name)

	def links(self) -> bool:
		return "ask_back" not in follow_links(ARTICLE, self.article.name)

	def rows(self) -> bool:
		return bool(query_records(ARTICLE, filters={"name": self.article.name}).get("rows"))

	ROADS = (search, trying_out, view, list, about_the_record, whole_record, links, rows)

	def answers(self, road: Callable[["TestChanges"], bool], user: str) -> bool:
		"""Whether the road tells the user of the article; a refusal is a no."""
		with self.acting_as(user), self.source.answering():
			try:
				return road(self)
			except (frappe.ValidationError, frappe.PermissionError):
				return False

	def number(self, user: str) -> int:
		"""How many articles the user is told that there are."""
		with self.acting_as(user):
			try:
				return int(query_records(ARTICLE)["records"] or 0)
			except (frappe.ValidationError, frappe.PermissionError):
				return 0

	# --- Changes

	def role_rights(self, **values: Any) -> None:
		frappe.db.set_value("Custom DocPerm", {"parent": ARTICLE, "role": READER_ROLE}, values)
		frappe.clear_cache(doctype=ARTICLE)

	def unshare(self) -> None:
		for share in frappe.get_all("DocShare", {"share_name": self.article.name}, pluck="name"):
			frappe.delete_doc("DocShare", share, ignore_permissions=True)

	def changes(self) -> tuple[tuple[str, Callable[[], Any], set[str]], ...]:
		"""What is changed one after the other, and who may read the article after it."""
		name, south = self.article.name, frappe.db.get_value("Help Category", {"category_name": "Huf South"})
		both = {USER, OTHER}
		return (
			("nothing yet", lambda: None, both),
			("a User Permission", lambda: records.permit(USER, "Help Category", south), {OTHER}),
			("it is for another DocType", lambda: self.permission(applicable_for="Help Category"), both),
			("it is for all again", lambda: self.permission(applicable_for=None), {OTHER}),
			("it is taken away", self.permission, both),
			("a share", lambda: frappe.share.add_docshare(ARTICLE, name, MANAGER, read=1), set(ASKING)),
			("without reading", lambda: frappe.share.set_permission(ARTICLE, name, MANAGER, "read", 0), both),
			("with all", lambda: frappe.share.add_docshare(ARTICLE, name, everyone=1, read=1), set(ASKING)),
			("no share", self.unshare, both),
			("own ones alone", lambda: self.role_rights(if_owner=1), set()),
			("another owner", lambda: self.article.db_set("owner", OTHER, update_modified=False), {OTHER}),
			("choosing is not reading", lambda: self.role_rights(if_owner=0, read=0, select=1), set()),
			("reading", lambda: self.role_rights(read=1), both),
			("a role by SQL", lambda: frappe.db.delete("Has Role", self.role_of(USER)), {OTHER}),
			("a role again", lambda: make.make_user(USER, "Knowledge User", READER_ROLE), both),
			("the record is gone", lambda: frappe.db.delete(ARTICLE, {"name": name}), set()),
		)

	@staticmethod
	def role_of(user: str) -> dict[str, str]:
		return {"parent": user, "parenttype": "User", "role": READER_ROLE}

	@staticmethod
	def permission(**changed: Any) -> None:
		"""The User Permission is another one, or gone."""
		doc = frappe.get_doc("User Permission", {"user": USER, "allow": "Help Category"})
		if not changed:
			doc.delete(ignore_permissions=True)
			return
		doc.update({**changed, "apply_to_all_doctypes": int(not changed["applicable_for"])})
		doc.save(ignore_permissions=True)

	def test_every_road_after_every_change(self) -> None:
		"""Each road answers those alone who may read the article by now, and counts what they may read."""
		for label, change, readers in self.changes():
			frappe.set_user("Administrator")
			change()
			for user in ASKING:
				with self.subTest(change=label, user=user):
					told = {road.__name__ for road in self.ROADS if self.answers(road, user)}
					self.assertEqual(
						told, {road.__name__ for road in self.ROADS} if user in readers else set()
					)
					counted = self.number(user)
					# What Frappe kept for this user may be older than what it is asked about here.
					frappe.clear_cache(user=user)
					self.assertEqual(counted, len(self.readable(user)))
					self.assertEqual(self.article.name in self.readable(user), user in readers)

	def readable(self, user: str) -> set[str]:
		"""The articles that Frappe, asked for each, lets the user read."""
		with self.acting_as(user):
			names = frappe.get_all(ARTICLE, pluck="name")
			return {name for name in names if frappe.has_permission(ARTICLE, "read", doc=name)}
