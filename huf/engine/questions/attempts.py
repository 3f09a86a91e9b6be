"""A question as one about the records of a DocType."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from huf.engine.questions.covering import Cover, cheapest_cover
from huf.engine.questions.lexicon import IsRecord, Meaning, Span
from huf.engine.questions.vocabulary import DocTypeWords, FoundRecord
from huf.engine.questions.words import Word


@dataclass(frozen=True, slots=True)
class Named:
	"""A record that a part of the question names, and where that part stands."""

	start: int
	end: int
	record: FoundRecord


@dataclass(frozen=True, slots=True)
class Attempt:
	"""A question read as one about the records of a DocType."""

	rank: int
	described: DocTypeWords
	words: tuple[Word, ...]
	spans: tuple[Span, ...]
	cover: Cover

	def with_records(self, records: Sequence[Named]) -> "Attempt":
		"""The same, where parts may also be names of these records."""
		links = {each.target for each in self.described.fields if each.kind == "link"}
		links |= self.described.parties.keys()
		doubtful = [word.start for word in self.doubtful]
		starts: dict[int, int] = {}
		afters: dict[int, int] = {}
		for place, word in enumerate(self.words):
			starts.setdefault(word.start, place)
			afters[word.end] = place + 1
		named = tuple(
			Span(starts[each.start], afters[each.end], (IsRecord(each.record),))
			for each in records
			if (
				each.record.doctype in links
				or (each.record.are_alike and each.record.doctype == self.described.doctype)
			)
			and each.start in starts
			and each.end in afters
			# Another reading may doubt words that are clear in this one: “products”, though there is a group of that name.
			and any(each.start <= start < each.end for start in doubtful)
		)
		spans = (*named, *self.spans)
		return replace(self, spans=spans, cover=cheapest_cover(self.words, spans))

	@property
	def doubtful(self) -> tuple[Word, ...]:
		"""Words that nothing explains, or only as misspelt ones."""
		return (*self.cover.unknown, *(word for word in self.words if word.is_guessed))

	def until(self, start: int) -> tuple[Span, ...] | None:
		"""The phrases of the words before the one that begins there in the question; None if not all of them are known."""
		after = sum(word.start < start for word in self.words)
		return self._phrases(self.words[:after], (span for span in self.spans if span.after <= after))

	def between(self, start: int, end: int | None, said: Meaning) -> tuple[Span, ...] | None:
		"""What is ``said`` of them, and the phrases of the words from the one that begins there until the other place, or until the last;
		None if not all of these are known."""
		first = sum(word.start < start for word in self.words)
		after = len(self.words) if end is None else sum(word.start < end for word in self.words)
		moved = (
			replace(span, first=span.first - first, after=span.after - first)
			for span in self.spans
			if span.first >= first and span.after <= after
		)
		known = self._phrases(self.words[first:after], moved)
		return None if known is None else (Span(0, 0, (said,)), *known)

	@staticmethod
	def _phrases(words: Sequence[Word], spans: Iterable[Span]) -> tuple[Span, ...] | None:
		cover = cheapest_cover(words, spans)
		return None if cover.unknown else cover.spans
