"""The job that learns: candidates of all roads, tried on the questions of a source, for one user."""

import hashlib
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

import frappe
from frappe.utils import add_days, nowdate
from redis.exceptions import RedisError

from huf.ai.access.roles import is_manager
from huf.ai.access.scopes.rules import PRIVATE_SCOPES
from huf.ai.access.scopes.sources import can_write_source
from huf.ai.access.words import is_administrator, is_enabled
from huf.ai.knowledge.backends.questions import asked_by_tests
from huf.ai.knowledge.retriever import search_as
from huf.ai.learning import labels, proposals
from huf.ai.learning.questions import Searches, key_of, of_gaps, of_tests
from huf.ai.learning.texts import texts_of
from huf.ai.search_log.storing import LOG
from huf.ai.site.database import transactions
from huf.ai.site.queueing import enqueue
from huf.ai.site.settings import get_settings, is_switched_off
from huf.engine.analysis.glossary import NO_GLOSSARY, Glossary
from huf.engine.learning import (
	Candidate,
	Found,
	Proposal,
	Question,
	Rewording,
	candidates,
	replay,
)
from huf.engine.request import Request
from huf.local.quality.evaluation import CUT

EVENT = "huf_glossary_learnt"
TIMEOUT = 3600
SECONDS = 900
"""After which no further candidate is tried; those that were are proposed."""
SECONDS_OF_NIGHT = 1800
"""The same for all jobs of a night together, which must not keep a worker from building indexes for longer."""
EVERY_SECONDS = 1.0
MOST_REWORDED = 100
"""Questions whose answer is looked up by what was asked after them."""
ANSWERING = 3
"""First hits of such a question that count as its answers."""
MOST_USERS = 10
"""Managers who are proposed something by themselves at night; others press the button."""
MOST_SOURCES = 20
"""Sources that are learnt from by themselves at night, those that were searched last."""
SEARCHED_DAYS = 30
"""At night only sources are learnt from that somebody has searched so lately."""


def request_learning(source: str, user: str, seconds: int = SECONDS) -> bool:
	"""Queue the job, which tries candidates for so many ``seconds``; gives False if it waits or runs already."""
	artifact = frappe.db.get_value("Knowledge Source", source, "artifact_id")
	job = enqueue(
		"huf.ai.learning.job.learn",
		queue="long",
		timeout=TIMEOUT,
		job_id=f"huf_learn_{artifact}_{hashlib.sha256(user.encode()).hexdigest()[:12]}",
		deduplicate=True,
		source=source,
		user=user,
		seconds=seconds,
	)
	return job is not None


def learn_at_night() -> None:
	"""Every night: learn from each source that is searched, for each Knowledge Manager who may write it."""
	if is_switched_off() or not get_settings().learn_glossary:
		return
	managers = frappe.db.sql_list(
		"""select distinct account.name from `tabUser` account join `tabHas Role` role on role.parent = account.name
		where role.parenttype = 'User' and role.role = 'Knowledge Manager' and account.enabled = 1
		and account.name not in ('Administrator', 'Guest') order by account.name limit %s""",
		MOST_USERS,
	)
	since = add_days(nowdate(), -SEARCHED_DAYS)
	sources = frappe.get_all(
		"Knowledge Source",
		{
			"disabled": 0,
			"live_build": ("is", "set"),
			"last_searched_at": (">=", since),
			# What is one person's, or about one record, is asked too little to learn from.
			"scope": ("not in", PRIVATE_SCOPES),
		},
		pluck="name",
		order_by="last_searched_at desc",
		limit=MOST_SOURCES,
	)
	pairs = [(source, user) for source in sources for user in managers if can_write_source(source, user)]
	# Without Redis tomorrow is early enough.
	with suppress(RedisError):
		for source, user in pairs:
			request_learning(source, user, min(SECONDS, SECONDS_OF_NIGHT // len(pairs)))


def may_learn(source: str, user: str) -> bool:
	"""Whether the user may be proposed words for a source: who looks after knowledge and may write it."""
	is_there = is_enabled(user) or is_administrator(user)
	return is_there and is_manager(user) and can_write_source(source, user)


def learn(source: str, user: str, seconds: int = SECONDS) -> None:
	"""Job: propose words for the glossary of a source to a user, by what this user may read."""
	frappe.set_user(user)
	number = 0
	try:
		if is_switched_off() or not may_learn(source, user):
			return
		found = Learner(source, user, seconds).proposals()
		number = transactions.retry_deadlocks(lambda: proposals.replace_open(source, user, found))
		frappe.db.commit()  # nosemgrep: frappe-manual-commit (who is told of the end must find the rows)
	finally:
		_tell(user, source, step="end", number=number)


class Learner:
	"""What one user can learn from a source."""

	def __init__(self, source: str, user: str, seconds: int) -> None:
		self._source, self._user = source, user
		self._deadline = time.monotonic() + seconds
		self._told = 0.0

	def proposals(self) -> Sequence[Proposal]:
		"""The candidates that help. They are in no glossary yet."""
		searches = Searches(self._source, self._user)
		reworded = list(searches.reworded())
		answers = self._answers_of(reworded)
		questions = [
			*of_tests(self._source, self._user),
			*of_gaps(self._source, self._user),
			*(Question(one.key, one.text, answers.get(one.key, frozenset())) for one in searches.questions()),
		]
		if not questions:
			return []
		texts = dict(texts_of(self._source, self._user, sorted(set().union(*(q.answers for q in questions)))))
		known = proposals.decided(self._source)
		found = candidates(
			questions, texts, labels.names(self._user), [rewording for _name, rewording in reworded]
		)
		new = [one for one in found if proposals.pair_of(one) not in known]
		return replay(
			self._in_time(new),
			questions,
			self._find,
			lambda done: self._progress(100 * done // len(new)),
		)

	def _answers_of(self, reworded: Iterable[tuple[str, Rewording]]) -> dict[str, frozenset[str]]:
		"""What a search that found nothing should have found: what the one after it finds first."""
		found: dict[str, frozenset[str]] = {}
		for name, rewording in reworded:
			if len(found) >= MOST_REWORDED:
				break
			hits = self._find(rewording.after, NO_GLOSSARY)
			if hits.is_near:
				found[key_of(LOG, name)] = frozenset(hits.inputs[:ANSWERING])
		return found

	def _find(self, text: str, glossary: Glossary) -> Found:
		request = Request(
			text, (self._source,), CUT, principal=self._user, may_be_cut=True, origin=None, glossary=glossary
		)
		# Told to the same user: no source counts as searched by it.
		with asked_by_tests():
			result = search_as(request, told_to=self._user)
		inputs = dict.fromkeys(hit.input for hit in result.hits if hit.is_matched)
		return Found(tuple(inputs), result.has_near)

	def _in_time(self, candidates: Iterable[Candidate]) -> Iterator[Candidate]:
		for candidate in candidates:
			if time.monotonic() > self._deadline:
				return
			yield candidate

	def _progress(self, percent: int) -> None:
		if time.monotonic() - self._told >= EVERY_SECONDS:
			self._told = time.monotonic()
			_tell(self._user, self._source, step="try", percent=percent)


def _tell(user: str, source: str, **message: object) -> None:
	# Best effort: who misses it sees the list.
	with suppress(RedisError):
		frappe.publish_realtime(EVENT, {"knowledge_source": source, **message}, user=user)
