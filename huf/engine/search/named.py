"""Which documents of the same indexes the passages of a search name or link to: where somebody who reads them would read on."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from huf.engine.backends.base import Backend, TellsTitles
from huf.engine.errors import BuildError
from huf.engine.registry import Registry
from huf.engine.search.asked_and_found import Accept
from huf.engine.search.hits.partly_read import bare_hit
from huf.engine.search.opened.open_builds import open_reader
from huf.engine.types import Hit, NamedDocument

MOST_NAMED = 60
"""Documents of one source whose rights are asked; those that more of the passages name come first."""
_LONGEST = 6
"""Words of a title that is found by its words alone."""
_MOST_CHARACTERS = 120
"""Of a title."""
_MOST_CANDIDATES = 2_000
"""Runs of words of all passages that are looked up."""
_LINK = re.compile(r"\[\[([^\[\]|\n]{2,120})(?:\|[^\[\]\n]*)?\]\]|\[([^\[\]\n]{2,120})\]\([^()\s]*\)")
_RUN = re.compile(r"[^\s.,;:!?()\[\]{}|<>*\"“”„«»]+(?:[.\-/_][^\s.,;:!?()\[\]{}|<>*\"“”„«»]+)*")
_WHITE = re.compile(r"[^\S\n]+")


def documents_named_in(
	hits: Sequence[Hit],
	builds: Mapping[str, Path],
	*,
	kinds: Registry[Backend] | None = None,
	may_name: Accept | None = None,
) -> tuple[NamedDocument, ...]:
	"""The documents that the passages name, each with the passages that do.

	A document is named by its whole title: by two words or more with a capital or a digit first, by a word that has a digit or a dot in
	it, or by any title as the text of a link (``[[Title]]``, ``[Title](address)``).

	:param builds: by source, the build that was searched. An index that cannot look up titles names nothing.
	:param may_name: says of inputs, given as hits without text, whether the caller may know of them.
	"""
	found: list[NamedDocument] = []
	for source, build in builds.items():
		own = [hit for hit in hits if hit.source == source]
		naming: dict[str, set[str]] = {}
		for hit in own:
			for name in _names_in(hit.text):
				naming.setdefault(name, set()).add(hit.citation_id)
		try:
			reader = open_reader(build, kinds)
			items = reader.titled(list(naming)[:_MOST_CANDIDATES]) if isinstance(reader, TellsTitles) else []
		except BuildError:
			# What was found stands, though the files were taken away since.
			continue
		order = {name: place for place, name in enumerate(naming)}
		named = [
			(bare_hit(source, reader.meta["build_id"], item), _folded(item.title))
			for item in items
			if len(item.title) <= _MOST_CHARACTERS and _folded(item.title) in naming
		]
		named.sort(key=lambda one: (-len(naming[one[1]]), order[one[1]]))
		asked = [bare for bare, _ in named[:MOST_NAMED]]
		allowed = may_name(asked) if may_name and asked else [True] * len(asked)
		found += [
			NamedDocument(source, bare.input, bare.title, frozenset(naming[name]))
			for (bare, name), is_allowed in zip(named, allowed, strict=False)
			if is_allowed
		]
	return tuple(found)


def _names_in(text: str) -> Iterator[str]:
	"""What may be a title in ``text``, folded."""
	for link in _LINK.finditer(text):
		yield _folded(link[1] or link[2])
	for line in text.splitlines():
		run: list[str] = []
		end = -1
		for word in _RUN.finditer(line):
			if not _WHITE.fullmatch(line, end, word.start()):
				yield from _titles_of(run)
				run = []
			run.append(word.group())
			end = word.end()
		yield from _titles_of(run)


def _titles_of(run: Sequence[str]) -> Iterator[str]:
	"""The sequences of words of a run without punctuation that may be a title."""
	for first, word in enumerate(run):
		if any(sign.isdigit() or sign == "." for sign in word):
			yield _folded(word)
		if not (word[0].isupper() or word[0].isdigit()):
			continue
		for length in range(2, min(_LONGEST, len(run) - first) + 1):
			yield _folded(" ".join(run[first : first + length]))


def _folded(title: str) -> str:
	return " ".join(title.casefold().split())
