"""Asks the model of a source about its passages and long documents while a build is made: several at once, paid like all calls of models.

What is answered is kept beside the builds, so nothing is asked twice. Where the model stops answering or a cap is reached the passages are
indexed without, the source says so, and they are asked about once that may have passed.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import frappe
from frappe.utils import add_to_date, now_datetime

from huf.agent.completion import Completion, CostCapReached, RunInterrupted
from huf.agent.models.client import cost_of
from huf.agent.models.errors import EmptyAnswer, ModelError, ModelMisconfigured, ModelRequestRefused
from huf.agent.models.refused import ProcessMemory
from huf.ai.costs.caps import caps_of
from huf.ai.costs.holds import can_go_on, close, settle
from huf.ai.costs.ledger import Payer, Taken
from huf.ai.costs.purse import RunPurse
from huf.ai.knowledge import status
from huf.ai.knowledge.backends.enrichment_models import EnrichmentModel
from huf.ai.knowledge.indexing.recipe import recipes
from huf.ai.knowledge.indexing.recipe.metering import payer_of_source
from huf.ai.knowledge.indexing.recipe.relay import Relay
from huf.ai.knowledge.indexing.state.progress import ProgressReport
from huf.ai.knowledge.indexing.state.source_status import derive_source_status
from huf.ai.site import artifacts, queueing
from huf.ai.site.database import transactions
from huf.engine.enrichment import Asked, Enricher
from huf.engine.enrichment.cache import EnrichmentCache
from huf.engine.errors import BuildCancelled, EnrichmentPaused, HufError, IndexCorrupt, StorageFull
from huf.engine.services import RetryPolicy, load_litellm

if TYPE_CHECKING:
	from huf.agent.models.client import ModelConfig
	from huf.ai.knowledge.contents.wanted import WantedState
	from huf.ai.knowledge.indexing.recipe.recipes import Recipe
	from huf.engine.enrichment.prompts import Messages

AT_ONCE = 5
"""Requests that are made together."""
TIMEOUT_S = 60.0
RETRIES = RetryPolicy(base_s=1.0, certain_share=0.5, total_s=90.0)
"""Longer than for a chat: nobody waits, and what fails is only tried an hour later."""
RETRY_MINUTES = {"Cost Cap": 10, EnrichmentPaused.code: 0}
"""After which passages that lack something are asked about again, by why they do."""
OTHERWISE_MINUTES = 60
MOST_INPUTS = 200
"""Inputs that are indexed again at once, since passages of them lack something."""


def enricher_of(recipe: "Recipe", artifact_id: str, build: str, report: ProgressReport) -> Enricher | None:
	"""What asks the model of a recipe for one build; None if the source has none."""
	if recipe.enrichment is None:
		return None

	def check() -> None:
		report.check()
		if report.cancelled():
			raise BuildCancelled("Indexing was cancelled. What was searchable before still is.")

	return Enricher(
		recipe.enrichment.string,
		artifacts.source_folder(artifact_id),
		BuildAsker(build, recipe.enrichment),
		lines=recipe.enrichment.lines,
		summaries=recipe.enrichment.summaries,
		at_once=AT_ONCE,
		check=check,
	)


class BuildAsker:
	"""Asks a model for one build (:data:`~huf.engine.enrichment.Ask`)."""

	def __init__(self, build: str, model: EnrichmentModel) -> None:
		self._build, self._model = build, model

	def __call__(self, requests: "Sequence[Messages]", answer_tokens: int) -> Asked:
		"""One request for each, made together. What each costs is set aside before, and written down when it is answered."""
		try:
			config = self._model.config()
		except ModelMisconfigured as error:
			return Asked([None] * len(requests), error)
		# Renamed or deleted, perhaps, since the requests before.
		source = frappe.db.get_value("Knowledge Build", self._build, "knowledge_source") or ""
		payer = payer_of_source(source, self._model.record)
		known = config.memory.get(config.key_of_memory)
		# What models refuse is known to Redis, which threads without a site cannot ask.
		memory = ProcessMemory()
		memory.put(config.key_of_memory, known)
		load_litellm()
		relay = Relay()
		pool = ThreadPoolExecutor(max_workers=len(requests))
		try:
			calls = [
				_Call(f"{self._build}-{number}", self._build, payer, relay, answer_tokens)
				for number in range(len(requests))
			]
			asked = [
				pool.submit(call.ask, replace(config, memory=memory), messages)
				for call, messages in zip(calls, requests, strict=True)
			]
			relay.serve(asked)
		finally:
			# Of a job that ends here nobody waits for the answers.
			pool.shutdown(wait=False, cancel_futures=True)
		if (learnt := memory.get(config.key_of_memory)) != known:
			config.memory.put(config.key_of_memory, learnt)
		return _told(asked)


@dataclass(frozen=True, slots=True)
class _Call:
	"""One request: asked in a thread, paid by the thread of the job."""

	hold: str
	build: str
	payer: Payer
	relay: Relay
	answer_tokens: int

	def ask(self, config: "ModelConfig", messages: "Messages") -> Completion:
		from huf.agent.models.client import complete

		purse = self.relay.do(lambda: RunPurse(self.hold, self.payer))
		spent: Completion | None = None
		try:
			spent = complete(
				config,
				messages,
				timeout_s=TIMEOUT_S,
				retry=RETRIES,
				max_tokens=self.answer_tokens,
				purse=_RelayedPurse(purse, self.relay),
			)
			return spent
		except ModelError as error:
			spent = error.spent
			raise
		except RunInterrupted as error:
			spent = error.partial
			raise
		finally:
			self.relay.do(partial(self._pay, spent, purse.is_capped))

	def _pay(self, spent: Completion | None, is_held: bool) -> None:
		"""Write down what the request took, or free what was set aside for it."""
		if spent is not None:
			transactions.retry_deadlocks(partial(self._write, spent))
		elif is_held:
			transactions.retried_transaction(partial(close, self.hold))

	def _write(self, spent: Completion) -> None:
		usage = spent.usage
		tokens = usage.prompt_tokens + usage.completion_tokens
		status.add_build_usage(self.build, tokens, spent.cost)
		settle(self.hold, self.payer, Taken(usage.prompt_tokens, usage.completion_tokens, spent.cost))


class _RelayedPurse:
	"""A purse that a thread may use."""

	def __init__(self, purse: RunPurse, relay: Relay) -> None:
		self._purse, self._relay = purse, relay
		self.is_capped = purse.is_capped

	def reserve(self, most: float | None) -> None:
		"""See :class:`~huf.agent.completion.Purse`."""
		self._relay.do(lambda: self._purse.reserve(most))

	def pay(self, cost: float | None) -> None:
		"""See :class:`~huf.agent.completion.Purse`."""
		if self.is_capped:
			self._relay.do(lambda: self._purse.pay(cost))


def _told(asked: Sequence[Future[Completion]]) -> Asked:
	"""The answers, and why no more is to be asked for."""
	answers: list[str | None] = []
	refused: list[int] = []
	stopped: HufError | None = None
	for number, one in enumerate(asked):
		try:
			answers.append(one.result().text)
		except (ModelRequestRefused, EmptyAnswer) as error:
			answers.append(None)
			refused.append(number)
			stopped = stopped or error
		except (ModelError, CostCapReached) as error:
			answers.append(None)
			stopped = error
	if refused and len(refused) == answers.count(None) < len(answers):
		# The model answers, and will have nothing to do with these passages: they stay without for good.
		for number in refused:
			answers[number] = ""
		stopped = None
	return Asked(answers, stopped)


def note_stop(artifact_id: str, enricher: Enricher | None) -> None:
	"""After a build: why passages of it lack something, and when they are asked about again. Where the model answered, that is at once."""
	if enricher is None or not (enricher.stopped or enricher.has_asked):
		return
	stopped = enricher.stopped
	minutes = RETRY_MINUTES.get(stopped.code, OTHERWISE_MINUTES) if stopped else 0
	retry_at = add_to_date(now_datetime(), minutes=minutes)
	transactions.retry_deadlocks(
		lambda: status.set_enrichment_stop(artifact_id, str(stopped or ""), retry_at)
	)


def forget_removed(state: "WantedState", removed: Sequence[str]) -> None:
	"""After an update: forget what was said of inputs that left the index because they were deleted. One that is only disabled may return."""
	if removed:
		there = frappe.get_all("Knowledge Input", {"name": ("in", removed)}, pluck="name")
		gone = set(removed) - set(there)
		_forget(state, lambda cache: cache.forget(gone))


def forget_unused(state: "WantedState", used_since: float) -> None:
	"""After a rebuild that began then (Unix time, seconds): forget what was said of inputs that are gone, and what it did not use."""
	inputs = frappe.get_all(
		"Knowledge Input", {"knowledge_source": state.source.name}, pluck="name", limit_page_length=0
	)
	_forget(state, lambda cache: cache.keep_only(inputs, used_since))


def _forget(state: "WantedState", work: Callable[[EnrichmentCache], object]) -> None:
	try:
		work(EnrichmentCache(artifacts.source_folder(state.source.artifact_id)))
	except (StorageFull, IndexCorrupt):
		# The build is made and answers; the next rebuild forgets them.
		frappe.logger("huf").warning("What was said of inputs that left could not be deleted", exc_info=True)


def ask_for_missing() -> None:
	"""Every minute: have inputs indexed again whose passages lack what the model adds, where it may answer by now."""
	for source in frappe.db.sql(
		"""select s.name, s.artifact_id, s.live_build, s.enrichment_model from `tabKnowledge Source` s
		where coalesce(s.enrichment_model, '') != '' and s.enrichment_retry_at <= %s and s.archived_at is null
		and s.rebuild_wanted = 0 and s.indexing_paused = 0 and s.disabled = 0 order by s.name""",
		now_datetime(),
		as_dict=True,
	):
		payer = payer_of_source(source.name, source.enrichment_model)
		recipe = recipes.recipe_of_live(source)
		if recipe is None or recipe.enrichment is None or not _may_pay(recipe.enrichment, payer):
			continue
		lacking = frappe.get_all(
			"Knowledge Input",
			{
				"knowledge_source": source.name,
				"disabled": 0,
				"unenriched_passages": (">", 0),
				"status": ("in", status.INDEXED),
			},
			pluck="name",
			order_by="name",
			limit_page_length=MOST_INPUTS,
		)
		transactions.retry_deadlocks(partial(_ask_again, source.artifact_id, lacking))


def _may_pay(model: EnrichmentModel, payer: Payer) -> bool:
	try:
		most = cost_of(model.config(), model.largest_request)
	except ModelMisconfigured:
		return False
	return most == 0 or can_go_on(caps_of(payer), most or 0.0)


def _ask_again(artifact_id: str, inputs: list[str]) -> None:
	# Whatever becomes of the job: not before another hour.
	later = add_to_date(now_datetime(), minutes=OTHERWISE_MINUTES) if inputs else None
	status.set_enrichment_retry(artifact_id, later)
	at_rest = [
		name
		for name, row in status.lock_inputs(inputs).items()
		if not row.disabled and row.status in status.INDEXED
	]
	if at_rest:
		status.set_inputs_pending(at_rest)
		derive_source_status(artifact_id)
		queueing.request_update(artifact_id)
