"""Every method of Frappe that takes a DocType, asked about documents of huf by those who may not see them.

The same questions are asked twice: while the documents are there, and once they are gone. Whoever may not see them must get the
same answers, errors and messages both times. Whoever may, must not: that proves the questions to be sensible.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any, NamedTuple
from unittest.mock import patch

import frappe
import frappe.api
from frappe.utils import add_months, nowdate
from werkzeug.test import EnvironBuilder
from werkzeug.wrappers import Request

from huf.ai.access.doctypes import requests
from huf.ai.site.database.dialect import is_postgres
from huf.tests import factories as make
from huf.tests.base import SiteTestCase
from huf.tests.frappe_calls import (
	FAILS_ON_POSTGRES,
	MARK,
	NOT_CALLED,
	OWNER,
	ROUTES,
	TAG,
	TELLS_NOTHING,
	Target,
	arguments,
)
from huf.tests.frappe_methods import methods_with_doctype

CALLERS: dict[str, tuple[str, ...]] = {
	"Guest": (),
	"website user": (),
	"Knowledge Portal User": ("Knowledge Portal User",),
	"desk user": (),
	"Knowledge User": ("Knowledge User",),
	"Knowledge User who is shared one source": ("Knowledge User",),
	"Knowledge Manager": ("Knowledge Manager",),
	"System Manager": ("System Manager",),
}
WEBSITE = ("website user", "Knowledge Portal User")
TEXTS = frozenset({"Autocomplete", "Code", "Data", "JSON", "Long Text", "Small Text", "Text"})
NUMBERS = frozenset({"Check", "Float", "Int"})
NUMBER = "47"
"""A mark for numbers; on Frappe 16 a Check holds none above 127."""
THOROUGH = ("Knowledge User", "Knowledge User who is shared one source", "System Manager")
"""Who asks every method about a Knowledge Input. Besides, each caller asks each method about one DocType, these in turn."""
CHANGING = re.compile(
	r'\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?|\b[0-9a-v]{10}\b|__frappe_exc_id[\\": ]+\w+|\d+ (?:seconds?|minutes?) ago'
)
"""What is different each time: times, random names, and what Frappe counts errors with."""


class Call(NamedTuple):
	"""One request."""

	method: str
	"""Of Frappe, or the HTTP method and the path of a route."""
	http: str
	path: str
	values: dict[str, Any]


def calls(target: Target) -> Iterator[Call]:
	"""Every request that asks for the target."""
	for method in methods_with_doctype().values():
		if method.path not in NOT_CALLED:
			http = (method.http or ("POST",))[0]
			for values in arguments(method, target):
				yield Call(method.path, http, f"/api/method/{method.path}", values)
	for name, make_calls in ROUTES.items():
		for http, path, values in make_calls(target):
			yield Call(name, http, path, values)


def user_of(caller: str) -> str:
	return (
		caller
		if caller in ("Guest", "Administrator", OWNER)
		else f"huf-roads-{frappe.scrub(caller)}@example.com"
	)


class TestFrappeRoads(SiteTestCase):
	"""A document of each DocType of huf with the mark in all of its texts, all of them OWNER's."""

	maxDiff = None

	@classmethod
	def setUpClass(cls) -> None:
		super().setUpClass()
		frappe.set_user("Administrator")
		make.make_user(OWNER, "Knowledge User")
		for caller, roles in CALLERS.items():
			if caller != "Guest":
				make.make_user(user_of(caller), *roles)
			if caller in WEBSITE:
				frappe.db.set_value("User", user_of(caller), "user_type", "Website User")
		cls.targets = [
			cls.make_document(doctype)
			for doctype in sorted(requests.own_doctypes())
			if not frappe.get_meta(doctype).istable
		]
		cls.file_input = cls.make_input_of_private_file()
		shared = make.make_source(scope="User", owner=OWNER)
		frappe.share.add_docshare(
			"Knowledge Source", shared.name, user_of("Knowledge User who is shared one source")
		)

	@classmethod
	def make_document(cls, doctype: str) -> Target:
		"""Written as it is: what a controller would check or change is not what this is about."""
		meta = frappe.get_meta(doctype)
		if meta.issingle:
			field = next(field.fieldname for field in meta.fields if field.fieldtype in TEXTS)
			frappe.db.set_single_value(doctype, field, MARK, update_modified=False)
			return Target(doctype, doctype, field)
		doc = frappe.new_doc(doctype)
		doc.name = f"hidden-{frappe.scrub(doctype)}"
		for field in meta.fields:
			if (value := _value_of(field)) is not None:
				doc.set(field.fieldname, value)
		doc.db_insert()
		# What belongs to the running month is not counted by a goal.
		kept = {"owner": OWNER, "_user_tags": f",{TAG}", "creation": add_months(nowdate(), -2)}
		frappe.db.set_value(doctype, doc.name, kept, update_modified=False)
		cls.link_to(doctype, doc.name)
		texts = [f.fieldname for f in meta.fields if f.fieldtype in TEXTS and f.permlevel == 0]
		return Target(doctype, doc.name, texts[0] if texts else "name")

	@classmethod
	def link_to(cls, doctype: str, name: str) -> None:
		"""What Frappe keeps beside a document: a comment, an assignment, a follower, a version."""
		todo = {
			"reference_type": doctype,
			"reference_name": name,
			"allocated_to": "Administrator",
			"status": "Open",
		}
		reference = {"reference_doctype": doctype, "reference_name": name, "content": f"<p>{MARK}</p>"}
		for values in (
			{"doctype": "ToDo", "description": MARK, **todo},
			{"doctype": "Comment", "comment_type": "Comment", **reference},
			{"doctype": "Communication", "subject": MARK, "communication_type": "Communication", **reference},
			{
				"doctype": "Document Follow",
				"ref_doctype": doctype,
				"ref_docname": name,
				"user": "Administrator",
			},
			{
				"doctype": "Version",
				"ref_doctype": doctype,
				"docname": name,
				"data": json.dumps({"added": [MARK]}),
			},
		):
			doc = frappe.get_doc({**values, "owner": OWNER})
			doc.name = frappe.generate_hash(length=10)
			doc.db_insert()

	@classmethod
	def make_input_of_private_file(cls) -> Target:
		"""An input of a source that every Knowledge User reads, of a file that is its uploader's alone."""
		source = make.make_source("Huf Roads Open")
		file = make.make_file(MARK)
		file.db_set("owner", OWNER)
		doc = frappe.new_doc("Knowledge Input")
		doc.update(
			{"input_type": "File", "knowledge_source": source.name, "file_record": file.name, "title": MARK}
		)
		doc.name = "hidden-input-of-file"
		doc.db_insert()
		return Target("Knowledge Input", doc.name, "title")

	# --- Asking

	def ask(self, call: Call) -> str:
		"""Everything that the request gives, as one text. It leaves nothing behind."""
		local = frappe.local
		local.request = _request(call.http, call.path)
		local.form_dict = frappe._dict(call.values)
		local.response, local.message_log, local.debug_log = frappe._dict(docs=[]), [], []
		frappe.flags.error_message = None
		frappe.db.savepoint("before_call")
		try:
			requests.check_request()
			said = frappe.api.handle(local.request).get_data(as_text=True)
		# Whatever Frappe raises is an answer to compare.
		except Exception as error:  # noqa: BLE001
			status = getattr(error, "http_status_code", 500)
			said = ["error", status, type(error).__name__, str(error), frappe.flags.error_message]
		finally:
			frappe.db.rollback(save_point="before_call")
			local.request = None
		return CHANGING.sub("*", json.dumps([said, local.message_log], default=str, sort_keys=True))

	@contextmanager
	def asking(self, caller: str) -> Iterator[None]:
		"""As this caller, and nothing gets out of the transaction."""
		rollback = frappe.db.rollback

		def undo(*, save_point: str | None = None) -> None:
			if save_point:
				rollback(save_point=save_point)

		with ExitStack() as stack:
			stack.enter_context(patch.object(frappe.db, "commit"))
			stack.enter_context(patch.object(frappe.db, "rollback", undo))
			if is_postgres():
				stack.enter_context(patch.object(frappe.db, "sql", _in_one_order(frappe.db.sql)))
			# On Frappe 16 counting links ends every later statement of the connection after a second.
			stack.enter_context(patch.object(frappe.db, "set_execution_timeout"))
			for name in ("frappe.enqueue", "frappe.sendmail", "frappe.publish_realtime"):
				stack.enter_context(patch(name))
			stack.enter_context(self.acting_as(user_of(caller)))
			yield

	def twice(
		self, caller: str, asked: list[tuple[Target, Call]], change: Callable[[], None]
	) -> dict[tuple[str, str], list[tuple[str, str]]]:
		"""For each method and DocType the answers of its calls before and after the change, which is undone."""
		with self.asking(caller):
			before = [self.ask(call) for _target, call in asked]
			frappe.db.savepoint("before_change")
			change()
			frappe.db.value_cache.clear()
			after = [self.ask(call) for _target, call in asked]
			frappe.db.rollback(save_point="before_change")
			frappe.db.value_cache.clear()
			for number, (_target, call) in enumerate(asked):
				# The first answer of all may differ for what Frappe had not kept yet.
				if before[number] != after[number]:
					before[number] = self.ask(call)
		found: dict[tuple[str, str], list[tuple[str, str]]] = {}
		for (target, call), answers in zip(asked, zip(before, after, strict=True), strict=True):
			found.setdefault((call.method, target.doctype), []).append(answers)
		return found

	# --- Tests

	def test_every_method_is_asked(self) -> None:
		"""Whoever may see a document is told something else by every method once it is gone, or there is a reason why not."""
		targets = [
			target for target in self.targets if target.doctype in ("Agent Settings", "Knowledge Input")
		]
		silent: dict[str, Any] = {call.method: None for call in calls(targets[0])}
		for caller in ("Administrator", OWNER):
			asked = [(target, call) for target in targets for call in calls(target) if call.method in silent]
			for (method, _doctype), answers in self.twice(caller, asked, lambda: _delete(targets)).items():
				if any(there != gone and not there.startswith('[["error", 500') for there, gone in answers):
					silent.pop(method, None)
				elif method in silent:
					silent[method] = silent[method] or answers[0][0][:300]
		expected = TELLS_NOTHING | (FAILS_ON_POSTGRES if is_postgres() else {})
		self.assertEqual({key: value for key, value in silent.items() if key not in expected}, {})

	def test_hidden_is_like_gone(self) -> None:
		"""By no method and no route is anybody told of a document that they may not see, not even that it is there."""
		told: list[Any] = []
		for number, caller in enumerate(CALLERS):
			hidden = self.hidden_from(caller)
			inputs = [target for target in hidden if target.doctype == "Knowledge Input"]
			self.assertEqual(len(inputs), 2, caller)
			asked = [
				(target, call)
				for place, target in enumerate(hidden)
				for index, call in enumerate(calls(target))
				if (index + number) % len(hidden) == place or (caller in THOROUGH and target == inputs[0])
			]
			for key, answers in self.twice(caller, asked, lambda hidden=hidden: _delete(hidden)).items():
				told += [
					(caller, *key, *_difference(there, gone)) for there, gone in answers if there != gone
				][:1]
		self.assertEqual(told, [])

	def hidden_from(self, caller: str) -> list[Target]:
		user = user_of(caller)
		return [
			target
			for target in (*self.targets, self.file_input)
			# Who may select a document in a link field is told its name; of its fields the next test asks.
			if not any(
				frappe.has_permission(target.doctype, right, doc=target.name, user=user)
				for right in ("read", "select")
			)
		]

	def test_a_field_above_the_level_is_no_condition(self) -> None:
		"""Nobody is told by filters, order or groups what is in a field that they may not read."""
		frappe.set_user("Administrator")
		source = make.make_source("Huf Roads Seen")
		agent = make.make_agent(source)
		told: list[Any] = []
		provider = make.make_provider("Huf Roads Provider").name
		for doctype, name, caller in (
			("Agent", agent.name, "Knowledge User"),
			("Knowledge Source", source.name, "Knowledge User"),
			("AI Provider", provider, "Knowledge Manager"),
		):
			for field in frappe.get_meta(doctype).get_high_permlevel_fields():
				if field.fieldtype not in TEXTS | NUMBERS:
					continue
				mark = MARK if field.fieldtype in TEXTS else NUMBER
				frappe.db.set_value(doctype, name, field.fieldname, mark, update_modified=False)
				target = Target(doctype, name, field.fieldname, mark)
				other = {(c.method, json.dumps(c.values)) for c in calls(target._replace(field="name"))}
				asked = [
					(target, call)
					for call in calls(target)
					if (call.method, json.dumps(call.values)) not in other
				]

				def change(target: Target = target) -> None:
					frappe.db.set_value(target.doctype, target.name, target.field, 0, update_modified=False)

				for key, answers in self.twice(caller, asked, change).items():
					told += [
						(target.field, *key, *_difference(there, gone))
						for there, gone in answers
						if there != gone
					]
				for_all = self.twice("Administrator", asked[:10], change).values()
				self.assertTrue(any(there != gone for answers in for_all for there, gone in answers), target)
		self.assertEqual(told, [])


def _difference(there: str, gone: str) -> tuple[str, str]:
	"""The two answers from shortly before they part."""
	same = next((at for at, (one, other) in enumerate(zip(there, gone, strict=False)) if one != other), 0)
	return there[max(0, same - 80) :][:400], gone[max(0, same - 80) :][:400]


def _in_one_order(sql: Callable[..., Any]) -> Callable[..., Any]:
	"""Rows that a statement asks for in no order come as they lie in PostgreSQL's table, where each change of a row moves it."""

	def sorted_rows(query: Any, *arguments: Any, **options: Any) -> Any:
		rows = sql(query, *arguments, **options)
		if not isinstance(rows, list | tuple) or "order by" in str(query).lower():
			return rows
		return type(rows)(sorted(rows, key=repr))

	return sorted_rows


def _value_of(field: Any) -> Any:
	if field.fieldtype == "Link" and field.options in requests.own_doctypes():
		return f"hidden-{frappe.scrub(field.options)}"
	if field.fieldtype == "Link" and field.options == "User":
		return OWNER
	if field.fieldname in ("scope", "input_type"):
		return {"scope": "User", "input_type": "Text"}[field.fieldname]
	if field.fieldtype == "JSON":
		return json.dumps({"text": MARK})
	return f"{MARK} of {field.fieldname}"[: field.length or 140] if field.fieldtype in TEXTS else None


def _delete(targets: list[Target]) -> None:
	for target in targets:
		if target.name == target.doctype:
			frappe.db.set_single_value(target.doctype, target.field, "", update_modified=False)
			frappe.clear_document_cache(target.doctype, target.doctype)
		else:
			frappe.db.delete(target.doctype, {"name": target.name})


@cache
def _request(http: str, path: str) -> Request:
	return Request(EnvironBuilder(path=path, method=http).get_environ())
