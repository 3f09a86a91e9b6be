"""What each part of the keyword search brings: the same search with other values of its constants."""

from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks.quality.collection import Collection
from huf.engine.analysis import query_terms
from huf.engine.backends.keyword import finalists, word_search
from huf.engine.postings import closeness

VARIANTS: dict[str, dict[tuple[Any, str], Any]] = {
	"**as it is**": {},
	"without corrected spelling": {(query_terms, "_MOST_CORRECTIONS"): 0},
	"without the language of the query": {
		(finalists, "_OWN_LANGUAGE"): 0.0,
		(query_terms, "_FOREIGN_WEIGHT"): 1.0,
	},
	"without closeness": {(closeness, "SHARE"): 0.0},
	"closeness 0.2": {(closeness, "SHARE"): 0.2},
	"closeness 0.4": {(closeness, "SHARE"): 0.4},
	"closeness 1.0": {(closeness, "SHARE"): 1.0},
	"own language 10 % more": {(finalists, "_OWN_LANGUAGE"): 0.1},
	"own language 40 % more": {(finalists, "_OWN_LANGUAGE"): 0.4},
	"50 finalists": {(finalists, "FINALISTS"): 50, (word_search, "FINALISTS"): 50},
	"forms of an identifier never completed": {(query_terms, "_MOST_COMPLETIONS"): 0},
}


def rows(collections: Sequence[Collection]) -> Iterator[list[str]]:
	"""A row for each variant, nDCG@10 of each collection."""
	for name, values in VARIANTS.items():
		found = []
		for collection in collections:
			with collection.changed(values):
				found.append(f"{collection.mean():.3f}")
		yield [name, *found]


def head(collections: Sequence[Collection]) -> list[str]:
	"""The columns of :func:`rows`."""
	return ["", *(collection.name for collection in collections)]
