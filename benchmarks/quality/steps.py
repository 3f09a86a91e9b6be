"""What the steps after the ranking cost and bring: nDCG@10 with ten hits asked for, and the milliseconds."""

import time
from collections.abc import Iterator, Sequence
from statistics import fmean, median

from benchmarks.quality.collection import Collection, ndcg
from huf.engine.search import NO_STEPS, Steps

WAYS = {
	"none": NO_STEPS,
	"collapse": Steps(collapse=True),
	"at most 1": Steps(max_per_input=1),
	"at most 2": Steps(max_per_input=2),
	"MMR .7": Steps(mmr=True),
	"MMR .9": Steps(mmr=True, mmr_lambda=0.9),
}


def rows(collections: Sequence[Collection]) -> Iterator[list[str]]:
	"""A row for each collection: nDCG@10 of each way, in brackets the median of milliseconds on the wall."""
	for collection in collections:
		collection.forget()
		cells = []
		for steps in WAYS.values():
			gains, times = [], []
			for query in collection.queries:
				started = time.perf_counter()
				found = collection.asked(query.text, top_k=10, steps=steps)
				times.append((time.perf_counter() - started) * 1000)
				gains.append(ndcg(query, found))
			cells.append(f"{fmean(gains):.3f} ({median(times):.1f})")
		yield [collection.name, *cells]


def head() -> list[str]:
	"""The columns of :func:`rows`."""
	return ["collection", *WAYS]
