"""What is written in a source, as far as a user may read it."""

from collections.abc import Iterator, Sequence

import frappe

from huf.ai.access.records.inputs import readable_inputs
from huf.ai.knowledge.searching.reading_on import view_as
from huf.ai.knowledge.status import INDEXED
from huf.engine.errors import ContentMissing
from huf.engine.learning import Text
from huf.engine.types import Skipped

MOST_INPUTS = 1_000
"""Of a source, the newest."""
MOST_PASSAGES = 10
"""Of an input: a definition stands where a word is said first."""


def texts_of(source: str, user: str, named: Sequence[str]) -> Iterator[tuple[str, Text]]:
	"""Inputs of a source that the user may find there, each with its text: first those that are named, then the newest.

	Each passage is judged as a hit of a search is. What cannot be found is left out.

	Raises:
		BuildError: the index cannot be read.
	"""
	rows = frappe.db.sql(
		"""select name, title from `tabKnowledge Input` where knowledge_source = %s and disabled = 0 and status in %s
		order by case when name in %s then 0 else 1 end, creation desc limit %s""",
		(source, tuple(INDEXED), tuple(named) or ("",), MOST_INPUTS),
	)
	readable = readable_inputs([name for name, _title in rows], user)
	for name, title in rows:
		if name not in readable:
			continue
		try:
			view = view_as(user, source, name, 1, MOST_PASSAGES)
		except ContentMissing:
			continue
		if isinstance(view, Skipped):
			return
		yield name, Text(title or "", "\n".join(passage.text[passage.repeats :] for passage in view.passages))
