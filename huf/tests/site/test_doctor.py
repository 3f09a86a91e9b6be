"""Knowledge Doctor: services, work, models and the examination as a whole. Each is broken, and found with what to do about it."""

import time
from collections import Counter
from datetime import datetime, timezone
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock, patch

import frappe
from frappe.utils import add_to_date, now_datetime
from frappe.utils.background_jobs import create_job_id, get_queue
from redis.exceptions import ConnectionError as RedisAway
from rq.job import Job, JobStatus
from rq.registry import FailedJobRegistry

from huf.ai import doctor
from huf.ai.doctor import (
	endpoints,
	services,
	sources,
	work,
)
from huf.ai.doctor.findings import Action, Level
from huf.ai.knowledge import watching
from huf.ai.site.locks import held, lease_key, source_lease
from huf.engine.errors import HufError
from huf.tests import factories as make
from huf.tests.base import SiteTestCase

if TYPE_CHECKING:
	pass


def found(check: Any, source: str | None = None) -> list[Any]:
	"""What a check finds that is not good; of one source, if it is given."""
	return [
		finding
		for finding in check()
		if finding.level is not Level.GOOD and (source is None or finding.source == source)
	]


class TestServices(SiteTestCase):
	"""Redis, workers, queues, scheduler, leases."""

	def test_redis_that_is_away(self) -> None:
		"""It is said which, and the other checks are made."""
		with patch.object(frappe.cache, "ping", side_effect=RedisAway("refused")):
			[finding] = found(services.check_redis)
		self.assertEqual(finding.level, Level.FAULT)
		self.assertIn("refused", finding.words)
		self.assertIn("redis_cache", finding.words)
		away = SimpleNamespace(ping=Mock(side_effect=RedisAway("refused")))
		with patch.object(services, "get_redis_conn", return_value=away):
			[finding] = found(services.check_redis)
		self.assertIn("redis_queue", finding.words)
		self.assertEqual(found(services.check_redis), [])

	def test_a_queue_without_a_worker(self) -> None:
		"""A worker for the other queues does not help."""
		listens = SimpleNamespace(
			queue_names=lambda: [services.generate_qname("short"), services.generate_qname("default")]
		)
		with patch.object(services, "get_workers", return_value=[listens]):
			[finding] = [each for each in found(services.check_workers) if each.level is Level.FAULT]
		self.assertIn("long", finding.words)

	def test_a_job_that_waits_too_long(self) -> None:
		"""Workers listen, and are too few."""
		names = [services.generate_qname(queue) for queue in services.QUEUES]
		listens = SimpleNamespace(queue_names=lambda: names)
		job = SimpleNamespace(enqueued_at=add_to_date(_utc_now(), minutes=-30))
		waiting = SimpleNamespace(count=2, get_job_ids=lambda *_range: ["a"], fetch_job=lambda _id: job)
		with (
			patch.object(services, "get_workers", return_value=[listens]),
			patch.object(services, "get_queue", return_value=waiting),
		):
			warned = found(services.check_workers)
			self.assertEqual({each.level for each in warned}, {Level.WARNING})
			self.assertIn("30 minutes", warned[0].words)
			job.enqueued_at = _utc_now()
			self.assertEqual(found(services.check_workers), [])

	def test_a_scheduler_that_is_off(self) -> None:
		"""And one that is on, whose watchdog has not run, not lately, or just now."""
		with patch.object(services, "is_scheduler_inactive", return_value=True):
			[finding] = found(services.check_scheduler)
		self.assertIn("enable-scheduler", finding.advice)
		with patch.object(services, "is_scheduler_inactive", return_value=False):
			for ran_at, words in ((None, "since Redis"), (time.time() - 600, "10 minutes ago")):
				with patch.object(watching, "last_ran_at", return_value=ran_at):
					[finding] = found(services.check_scheduler)
				self.assertIn(words, finding.words)
				self.assertEqual(finding.action, Action.LOOK_NOW)
			with patch.object(watching, "last_ran_at", return_value=time.time() - 20):
				self.assertEqual(found(services.check_scheduler), [])

	def test_a_lease_without_an_end(self) -> None:
		"""It is found and released; one that ends by itself is neither."""
		source = make.make_source()
		key = lease_key(source.artifact_id)
		with held(source_lease(source.artifact_id)):
			self.assertEqual(found(services.check_leases, source.name), [])
			endpoints.mend(Action.RELEASE.value, source.name)
			self.assertIsNotNone(frappe.cache.execute_command("GET", key))
			frappe.cache.execute_command("PERSIST", key)
			[finding] = found(services.check_leases, source.name)
			self.assertEqual((finding.level, finding.action), (Level.FAULT, Action.RELEASE))
			endpoints.mend(Action.RELEASE.value, source.name)
			self.assertIsNone(frappe.cache.execute_command("GET", key))
		self.assertEqual(found(services.check_leases, source.name), [])


class TestJobs(SiteTestCase):
	"""Jobs that failed, and searches that wait."""

	def test_a_job_that_failed(self) -> None:
		"""Those of huf on this site, within a day; others' are theirs."""
		queue = get_queue("long")
		made = [
			self._failed(
				queue, create_job_id(f"doctor-{number}").replace(frappe.local.site, site, 1), method, hours
			)
			for number, (site, method, hours) in enumerate(
				(
					(frappe.local.site, "huf.ai.knowledge.indexer.update_source", 1),
					(frappe.local.site, "huf.ai.knowledge.indexer.rebuild_source", 30),
					(frappe.local.site, "frappe.utils.something", 1),
					("other.localhost", "huf.ai.knowledge.maintenance.watchdog", 1),
				)
			)
		]
		self.addCleanup(lambda: [job.delete() for job in made])
		[finding] = found(work.check_jobs)
		self.assertIn("update_source", finding.words)

	def test_searches_that_nobody_stores(self) -> None:
		"""They wait in Redis, which has room for some."""
		self.assertEqual(found(work.check_search_log), [])
		with patch.object(work, "MANY_WAITING", 0):
			[finding] = found(work.check_search_log)
		self.assertEqual((finding.level, finding.action), (Level.WARNING, Action.LOOK_NOW))

	def _failed(self, queue: Any, name: str, method: str, hours: int) -> Job:
		job = Job.create(
			"frappe.utils.background_jobs.execute_job",
			kwargs={"site": frappe.local.site, "job_name": method},
			id=name,
			connection=queue.connection,
			origin=queue.name,
		)
		job.ended_at = add_to_date(_utc_now(), hours=-hours)
		job.save()
		job.set_status(JobStatus.FAILED)
		FailedJobRegistry(queue=queue).add(job, ttl=3600)
		return job


class TestWork(SiteTestCase):
	"""What sources say of themselves, and what they do not say."""

	def test_sources_that_wait_for_a_person(self) -> None:
		"""Each state, with its level and what can be done."""
		for values, level, action in (
			({"status": "Error", "error_message": "It broke."}, Level.FAULT, Action.RETRY),
			({"status": "Rebuild Required", "error_message": "Changed."}, Level.WARNING, Action.REBUILD),
			({"status": "Ready", "indexing_paused": 1}, Level.NOTICE, Action.RETRY),
			({"status": "Ready", "selection_error": "No such field."}, Level.WARNING, None),
			({"status": "Ready", "held_build": "20260101T000000-0a1b2c3d"}, Level.WARNING, None),
		):
			source = make.make_source()
			frappe.db.set_value("Knowledge Source", source.name, values)
			[finding] = found(sources.check_work, source.name)
			self.assertEqual((finding.level, finding.action), (level, action), values)
			frappe.db.set_value("Knowledge Source", source.name, "disabled", 1)
			self.assertEqual(found(sources.check_work, source.name), [])

	def test_inputs_that_nobody_takes_up(self) -> None:
		"""After a while, unless a worker holds the lease or a later try is waited for."""
		source = make.make_source()
		text = make.make_text(source)
		self.assertEqual(found(sources.check_work, source.name), [])
		old = add_to_date(now_datetime(), minutes=-40)
		frappe.db.set_value("Knowledge Input", text.name, "modified", old, update_modified=False)
		[finding] = found(sources.check_work, source.name)
		self.assertEqual((finding.level, finding.action), (Level.FAULT, Action.LOOK_NOW))
		self.assertIn("40 minutes", finding.words)
		with held(source_lease(source.artifact_id)):
			self.assertEqual(found(sources.check_work, source.name), [])
		for _failure in range(4):
			make.make_build(
				source,
				kind="Update",
				state="Failed",
				error_code="Storage Full",
				started_at=now_datetime(),
				finished_at=now_datetime(),
			)
		self.assertEqual(found(sources.check_work, source.name), [])

	def test_inputs_with_errors(self) -> None:
		"""The source is Ready, and some of it is missing."""
		source = make.make_source()
		text = make.make_text(source)
		frappe.db.set_value("Knowledge Input", text.name, "status", "Error")
		[finding] = found(sources.check_work, source.name)
		self.assertEqual((finding.level, finding.action), (Level.WARNING, Action.RETRY))

	def test_a_place_that_cannot_be_listed(self) -> None:
		"""A website that its source follows does not answer."""
		source = make.make_source()
		frappe.get_doc(
			{
				"doctype": "Knowledge Listing",
				"artifact_id": source.artifact_id,
				"asked": "x",
				"problem": "Away.",
			}
		).db_insert()
		[finding] = found(sources.check_work, source.name)
		self.assertEqual((finding.level, finding.words), (Level.WARNING, "Away."))

	def test_a_system_that_is_off(self) -> None:
		"""It is said, since nothing else would work."""
		self.assertEqual(found(sources.check_switch), [])
		frappe.db.set_single_value("Agent Settings", "enable_knowledge_system", 0)
		frappe.clear_document_cache("Agent Settings", "Agent Settings")
		try:
			self.assertEqual(len(found(sources.check_switch)), 1)
		finally:
			frappe.db.set_single_value("Agent Settings", "enable_knowledge_system", 1)
			frappe.clear_document_cache("Agent Settings", "Agent Settings")


class TestModels(SiteTestCase):
	"""Models are asked when that is wanted."""

	def test_models_that_do_not_answer(self) -> None:
		"""A chat model at an address where nobody is, and an embedding model that fails."""
		make.allow_local_models()
		provider = make.make_provider("Nobody There", api_base="http://127.0.0.1:9/v1")
		model = make.make_model("Silent", provider=provider.name)
		make.make_agent(model=model.name)
		make.make_source(knowledge_type="sqlite_hybrid")
		faults = found(doctor.models.check_chat_models)
		self.assertTrue([each for each in faults if "Silent" in each.words], faults)
		with patch.object(doctor.models, "chosen_model", side_effect=HufError("It is not installed.")):
			self.assertIn("not installed", found(doctor.models.check_embedding_models)[0].words)
		self.assertEqual(found(doctor.models.check_embedding_models), [])

	def test_a_store_that_is_away(self) -> None:
		"""The source is named, with what its store said."""
		source = make.make_source()
		values = {"knowledge_type": "vector_store", "live_build": "20260101T000000-0a1b2c3d"}
		frappe.db.set_value("Knowledge Source", source.name, values)
		self.assertEqual(found(doctor.models.check_stores, source.name), [])
		noted = SimpleNamespace(note=None)
		with (
			patch.object(doctor.models, "noted", return_value=[noted]),
			patch.object(doctor.models, "Collection") as collection,
		):
			collection.return_value.count.side_effect = HufError("It is away.")
			[finding] = found(doctor.models.check_stores, source.name)
			self.assertEqual((finding.level, finding.words), (Level.FAULT, "It is away."))
			collection.return_value.close.assert_called_once()
		with (
			patch.object(doctor.models, "noted_places", return_value=[("place", True)]),
			patch.object(doctor.models, "open_place") as opened,
		):
			opened.return_value.count.side_effect = HufError("The engine is away.")
			[finding] = found(doctor.models.check_stores, source.name)
			self.assertEqual((finding.level, finding.words), (Level.FAULT, "The engine is away."))

	def test_nobody_is_asked_unasked(self) -> None:
		"""An examination as the page makes it sends nothing to a service."""
		with patch("huf.ai.doctor.models.ask_once") as asked:
			doctor.examine()
		asked.assert_not_called()


class TestExamination(SiteTestCase):
	"""All checks together."""

	def test_a_check_that_fails_hides_no_other(self) -> None:
		"""It is a finding, with its name, and the Error Log has the rest."""

		def broken() -> Any:
			raise RuntimeError("a secret")
			yield

		with patch.object(doctor, "CHECKS", (broken, services.check_redis)):
			findings = doctor.examine()
		self.assertEqual([finding.level for finding in findings], [Level.FAULT, Level.GOOD, Level.GOOD])
		self.assertIn("broken", findings[0].words)
		self.assertEqual([finding.check for finding in findings], ["broken", "redis", "redis"])
		self.assertNotIn("secret", findings[0].words)
		self.assertTrue(frappe.db.exists("Error Log", {"method": "huf doctor: broken"}))

	def test_the_worst_comes_first(self) -> None:
		"""In the order of the levels."""
		order = [finding.level for finding in doctor.examine()]
		self.assertEqual(order, sorted(order, key=list(Level).index))

	def test_who_may(self) -> None:
		"""System Managers. A Knowledge Manager sees sources on their own forms."""
		who = make.make_user("doctor-manager@example.com", "Knowledge Manager")
		with self.acting_as(who):
			self.assertRaises(frappe.PermissionError, endpoints.examine)
			self.assertRaises(frappe.PermissionError, endpoints.mend, Action.CLEAN_UP.value)
		self.assertRaises(frappe.ValidationError, endpoints.mend, "Delete Everything")
		self.assertRaises(frappe.ValidationError, endpoints.mend, Action.RELEASE.value, "No such source")

	def test_what_is_mended_is_queued(self) -> None:
		"""Both actions lead to jobs that there are."""
		queued: Counter[str] = Counter()
		with patch.object(endpoints.queueing, "enqueue", lambda method, **_job: queued.update([method])):
			endpoints.mend(Action.LOOK_NOW.value)
			endpoints.mend(Action.CLEAN_UP.value)
		self.assertEqual(len(queued), 2)
		for method in queued:
			self.assertTrue(callable(frappe.get_attr(method)))


def _utc_now() -> datetime:
	"""As RQ writes it."""
	return datetime.now(timezone.utc).replace(tzinfo=None)
