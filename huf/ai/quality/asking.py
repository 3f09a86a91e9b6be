"""Asking the question of one test, as the user that it names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import frappe
from frappe import _
from frappe.utils import cstr

from huf.ai.access.impersonation import asked_as
from huf.ai.access.scopes.resolver import may_test
from huf.ai.access.words import is_enabled
from huf.ai.knowledge.backends.questions import asked_by_tests
from huf.ai.knowledge.retriever import search_as
from huf.ai.quality import FAILED, NOT_RUN, PASSED, expected
from huf.ai.words import said
from huf.engine.request import Request
from huf.engine.types import Hit
from huf.local.quality.evaluation import CUT
from huf.local.quality.expectations import Outcome, outcome_of

READ = ("name", "owner", *expected.FIELDS, "reference_doctype", "reference_name", "last_verdict")
"""Fields of a test that asking it needs."""


@dataclass(frozen=True, slots=True)
class Asked:
	"""What came of one test."""

	outcome: Outcome | None
	"""None: nothing could be searched."""
	hits: tuple[Hit, ...]
	message: str = ""
	"""Why it was not run, or what to look at; for those who may see the test."""

	@property
	def verdict(self) -> str:
		"""*Passed*, *Failed* or *Not Run*."""
		if self.outcome is None:
			return NOT_RUN
		return PASSED if self.outcome.passed else FAILED


def ask(
	test: "frappe._dict",
	builds: Mapping[str, str] | None = None,
	among: Sequence[str] | None = None,
	*,
	needs_models: bool = True,
) -> Asked:
	"""Search the source of a test with the rights that its user has now. It counts as nobody's search, and is in no log of searches.

	:param builds: by source, the build to search in place of the live one.
	:param among: sources that are searched together, as an agent does that has them; None: the test's own alone. Those that its user may
		not search are left out.
	:param needs_models: a search that had to go on without vectors or re-ranking, because a model did not answer or a cap is reached, tells nothing of
		the index: the test is not run.
	"""
	user, source = cstr(test.search_as), test.knowledge_source
	is_forbidding = test.expectation == "Must Not Find"
	if not is_enabled(user) and user != "Administrator":
		return Asked(None, (), _("Its user is gone or switched off. Choose who it is asked as."))
	with asked_as(user):
		sources = tuple(one for one in among or (source,) if may_test(one, user))
	if source not in sources:
		# Whoever may not search the source finds nothing of it.
		if is_forbidding:
			return Asked(Outcome(test.expectation, 0), ())
		return Asked(None, (), _("Its user may not search this source."))
	request = Request(test.question, sources, CUT, principal=user, may_be_cut=True, origin=None)
	# Told to the same user: no source counts as searched by it.
	with asked_by_tests():
		result = search_as(request, told_to=user, in_builds=builds)
	if own := [skip.reason for skip in result.skipped if skip.source == source]:
		return Asked(None, (), own[0])
	if needs_models and result.went_without:
		return Asked(None, (), "\n".join(dict.fromkeys(map(said, result.went_without))))
	expectation = expected.read(test)
	message = ""
	if expectation.is_lost and not is_forbidding:
		message = _("The input that it expects is gone or disabled.")
	return Asked(outcome_of(expectation, result.hits), result.hits, message)
