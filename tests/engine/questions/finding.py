"""Records that questions of the tests name."""

from collections.abc import Sequence
from dataclasses import replace

from huf.engine.questions.vocabulary import FindRecords, FoundRecord


def by_title(records: Sequence[FoundRecord]) -> FindRecords:
	"""Finds these, each by its whole title."""

	def find(doctypes: Sequence[str], texts: Sequence[str], is_exact: bool) -> list[FoundRecord]:
		return [
			replace(each, text=text)
			for each in records
			if each.doctype in doctypes
			for text in texts
			if each.title.lower() == text.lower()
		]

	return find
