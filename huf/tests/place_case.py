"""The base classes of tests in which a source follows a place: a folder of the server, or files behind a Knowledge Connection."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import frappe
from frappe.utils import add_to_date, now_datetime

from huf.ai.knowledge import indexer
from huf.ai.knowledge.listings import jobs, preview, state, storing
from huf.ai.knowledge.listings.standing import places_for_form
from huf.ai.knowledge.retriever import knowledge_search
from huf.ai.site import queueing
from huf.huf.doctype.knowledge_connection.knowledge_connection import test_connection as try_connection
from huf.huf.doctype.knowledge_input.knowledge_input import reprocess_input
from huf.huf.doctype.knowledge_selector import knowledge_selector
from huf.huf.doctype.knowledge_source import knowledge_source
from huf.tests import factories as make
from huf.tests.base import CommittingTestCase

MANAGER, KEEPER = "place-manager@example.com", "place-keeper@example.com"
WORDS = ("walrus", "elephant", "hedgehog", "butterfly")


class PlaceTestCase(CommittingTestCase):
	"""``self.source`` follows the place of :meth:`row`, compared and indexed by the test itself and by no worker."""

	KIND: str
	"""Of the selector."""
	FIELD: str
	"""That names the place in it."""
	NAME: str
	"""Of the place; Secrets is another one, which managers may not use."""

	def setUp(self) -> None:
		super().setUp()
		for name in ("queue_update", "queue_listings", "queue_sync"):
			patcher = patch.object(queueing, name, lambda *args: None)
			patcher.start()
			self.addCleanup(patcher.stop)
		self.prepare()
		self.source = make.make_source(selectors=[self.row()])
		frappe.db.commit()
		self.addCleanup(self.forget)

	def prepare(self) -> None:
		"""Make the place, and let managers use it."""
		raise NotImplementedError

	def row(self, **values: Any) -> dict[str, Any]:
		return {"selector_type": self.KIND, self.FIELD: self.NAME, **values}

	def forget(self) -> None:
		frappe.set_user("Administrator")
		frappe.db.rollback()
		frappe.delete_doc("Knowledge Source", self.source.name, force=True)
		frappe.db.commit()

	@contextmanager
	def later(self, days: float) -> Iterator[None]:
		moment = add_to_date(now_datetime(), hours=days * 24)
		with (
			patch.object(jobs, "now_datetime", return_value=moment),
			patch.object(state, "now_datetime", return_value=moment),
			patch.object(storing, "now_datetime", return_value=moment),
		):
			yield

	def compare(self, days: float = 0.0, ask: bool = True) -> None:
		if ask:
			knowledge_source.sync_now(self.source.name)
		frappe.db.commit()
		with self.later(days):
			jobs.compare_source(self.source.artifact_id)
		self.index()

	def index(self) -> None:
		frappe.db.commit()
		indexer.update_source(self.source.artifact_id)
		frappe.db.rollback()

	def held(self) -> dict[str, str]:
		rows = frappe.get_all("Knowledge Input", {"knowledge_source": self.source.name}, ["path", "status"])
		return {row.path: row.status for row in rows}

	def hits(self, word: str, **values: Any) -> list[dict[str, Any]]:
		return knowledge_search(word, knowledge_source=self.source.name, mode="keyword", **values)["hits"]

	def found(self, word: str) -> int:
		return len(self.hits(word))

	def place(self) -> dict[str, Any]:
		return places_for_form(self.source.artifact_id)[0]

	def input_of(self, path: str) -> str:
		return frappe.db.get_value("Knowledge Input", {"path": path})

	def change_row(self, **values: Any) -> Any:
		"""Save the source with other words in its selector."""
		source = frappe.get_doc("Knowledge Source", self.source.name)
		source.selectors[0].update(values)
		source.save()
		return source

	def check_refusals(self) -> None:
		"""Who may not name a place learns nothing of it: not even whether there is one."""
		refusals = set()
		for user, name in ((MANAGER, "Secrets"), (MANAGER, "No Such"), (KEEPER, self.NAME)):
			with self.acting_as(user), patch.object(queueing, "enqueue") as queued:
				with self.assertRaises(frappe.PermissionError) as refused:
					knowledge_selector.preview_place(self.row(**{self.FIELD: name}))
				refusals.add(str(refused.exception))
				self.assertFalse(queued.called)
		self.assertEqual(len(refusals), 1)

	def follow_as_manager(self) -> None:
		"""The selector is a Knowledge Manager's from now on."""
		make.make_user(MANAGER, "Knowledge Manager")
		with self.acting_as(MANAGER):
			self.change_row(exclude_paths="/nothing")
		self.compare(ask=False)
		self.assertEqual(len(self.held()), 4)

	def check_by_hand(self, input_type: str) -> None:
		"""Nobody makes an input of this type by themselves."""
		by_hand = {"knowledge_source": self.source.name, "input_type": input_type, "path": "Secrets/x"}
		self.assertRaisesRegex(
			frappe.ValidationError,
			"brought by the selectors",
			frappe.get_doc({"doctype": "Knowledge Input", **by_hand}).insert,
		)

	def check_preview(self) -> None:
		"""It says what would come of the four files there, and writes nothing."""
		with patch.object(queueing, "enqueue") as queued:
			preview_id = knowledge_selector.preview_place(self.row(most_entries=3))["preview"]
		preview.run(**{name: queued.call_args.kwargs[name] for name in ("preview", "row")})
		found = knowledge_selector.read_preview(preview_id)
		self.assertEqual((found["state"], found["would_come"], found["over_limit"]), ("Done", 3, 1))
		self.assertEqual(self.held(), {})


class ConnectionTestCase(PlaceTestCase):
	"""The place is a Knowledge Connection to a server of the test on this machine."""

	KIND = "Connection"
	FIELD = "connection"

	def account(self) -> dict[str, Any]:
		"""Fields that lead to the server of the test."""
		raise NotImplementedError

	def allow(self, servers: str) -> None:
		frappe.db.set_single_value("Agent Settings", "local_file_servers", servers)
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		frappe.db.commit()

	def connect(self, name: str, *roles: str, **values: Any) -> Any:
		fields = {"connection_name": name, "roles": [{"role": role} for role in roles]}
		doc = frappe.get_doc(
			{"doctype": "Knowledge Connection", **self.account(), **fields, **values}
		).insert()
		frappe.db.commit()
		return doc

	def change(self, **values: Any) -> None:
		doc = frappe.get_doc("Knowledge Connection", self.NAME)
		doc.update(values)
		# Frappe keeps no versions in tests unless it is told to.
		doc.save(ignore_version=False)
		frappe.db.commit()

	def read_again(self) -> None:
		"""Every file of the source, by the update that follows."""
		for path in self.held():
			reprocess_input(self.input_of(path))
		self.index()

	def check_wrong_password(self, said: str, *secrets: str) -> None:
		"""It is said, without a secret, and nothing is deleted."""
		self.compare()
		self.change(password="wrong-word")
		self.compare(days=30)
		self.assertIn(said, self.place()["problem"])
		self.read_again()
		self.assertEqual((len(self.held()), self.found("walrus")), (4, 1))
		told = json.dumps(self.place(), default=str) + str(self.held()) + str(try_connection(self.NAME))
		for secret in ("wrong-word", "127.0.0.1", *secrets):
			self.assertNotIn(secret, told)

	def check_away(self, server: Any) -> None:
		"""What a server had that is not there any more stays."""
		server.close()
		self.compare(days=120)
		self.assertIn("could not be reached", self.place()["problem"])
		self.assertEqual((len(self.held()), self.found("butterfly")), (4, 1))

	def forget(self) -> None:
		super().forget()
		for name in (self.NAME, "Secrets"):
			frappe.delete_doc("Knowledge Connection", name, force=True)
		self.allow("")
