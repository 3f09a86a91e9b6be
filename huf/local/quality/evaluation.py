"""Measures retrieval on a collection of documents, queries and judgements.

A collection is a folder with ``corpus.jsonl`` (``id``, ``title``, ``text``), ``queries.jsonl`` (``id``, ``text`` and any
other field to group by) and ``qrels.tsv`` (query id, document id, gain; tab separated).
"""

import hashlib
import json
import math
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from huf.engine.backends.base import Backend, Mode
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.builds import plan_build, remove_root, run_build
from huf.engine.content import Content
from huf.engine.embedding import embedder_for
from huf.engine.errors import SettingsError
from huf.engine.indexing import BuildSettings
from huf.engine.registry import Registry
from huf.engine.search import Request, SearchTarget, search
from huf.engine.types import Progress, WantedInput
from huf.local.kinds import kind_for, kinds_with

CUT, DEPTH = 10, 100
"""Places that nDCG, MRR and recall look at, and the larger depth of recall."""
_CHUNKS_PER_DOCUMENT = 4
"""Chunks asked for, for each document wanted: several chunks of one document may rank high."""
CORPUS = "corpus.jsonl"
METRICS = ("nDCG@10", "R@10", "R@100", "MRR@10")
KIND = "kind"
"""The field of queries that they are grouped by when nobody says by which."""


@dataclass(frozen=True, slots=True)
class EvaluationQuery:
	"""A query with what it is grouped by, and the gain of each relevant document."""

	id: str
	text: str
	fields: Mapping[str, Any]
	gains: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Evaluation:
	"""The measures of one collection, whole and by group, and the milliseconds of its queries."""

	name: str
	whole: Mapping[str, float]
	"""The means of ``METRICS`` and the number of ``queries``."""
	groups: Mapping[str, Mapping[str, float]]
	"""The same for each value of the field ``by``; empty when queries are not grouped."""
	by: str
	p50_ms: float
	p95_ms: float
	by_query: Mapping[str, tuple[float, ...]]
	"""``METRICS`` of each query."""
	members: Mapping[str, Sequence[str]]
	"""The queries of each group."""
	asked: str
	"""Names the questions with what answers them: two evaluations of the same can be compared."""

	def to_dict(self) -> dict[str, Any]:
		"""One object: the measures of all queries, the times, and under ``by_FIELD`` the groups when there are any."""
		values: dict[str, Any] = {
			**self.whole,
			"p50_ms": round(self.p50_ms, 3),
			"p95_ms": round(self.p95_ms, 3),
		}
		if self.groups:
			values[f"by_{self.by}"] = {name: dict(row) for name, row in self.groups.items()}
		return values


def evaluate(
	folder: Path,
	workspace: Path,
	settings: BuildSettings,
	*,
	by: str | None = None,
	progress: Callable[[Progress], None] | None = None,
	kinds: Registry[Backend] | None = None,
	mode: Mode | None = None,
	synonyms: bool = True,
) -> Evaluation:
	"""Index the collection in ``folder`` into ``workspace`` and ask all its queries.

	Each document is one input; it ranks where the best of its chunks does. ``kinds``, ``mode`` and ``synonyms`` are those
	of :func:`~huf.engine.search.search`. ``by`` is the field of queries to group by; without it they are grouped
	by their kind, if they have one.

	Raises:
		SettingsError: the folder is not a collection, or no query of it has the field ``by``.
	"""
	queries = read_queries(folder)
	if by is None:
		by = KIND if any(KIND in query.fields for query in queries) else ""
	elif by and not any(by in query.fields for query in queries):
		raise SettingsError(f"No query of {folder} has the field {by} to group by.")
	plan = plan_build(read_documents(folder), None, settings, kinds=kinds)
	build = run_build(workspace, plan, settings, progress=progress, kinds=kinds).info.path
	target = [SearchTarget(source=folder.name, build=build)]
	rows: dict[str, tuple[float, ...]] = {}
	groups: dict[str, list[str]] = defaultdict(list)
	times = []
	for query in queries:
		request = Request(query.text, top_k=CUT, mode=mode, synonyms=synonyms, may_be_cut=True)
		times.append(search(target, request, kinds=kinds).took_ms)
		deep = search(target, replace(request, top_k=DEPTH * _CHUNKS_PER_DOCUMENT), kinds=kinds)
		ranking = list(dict.fromkeys(hit.input for hit in deep.hits))[:DEPTH]
		rows[query.id] = measures(query.gains, ranking)
		if by:
			groups[str(query.fields.get(by))].append(query.id)
	times.sort()
	return Evaluation(
		name=folder.name,
		whole=_means(list(rows.values())),
		groups={name: _means([rows[query] for query in group]) for name, group in groups.items()},
		by=by,
		p50_ms=statistics.median(times),
		p95_ms=times[min(len(times) - 1, int(len(times) * 0.95))],
		by_query=rows,
		members=groups,
		asked=_fingerprint(queries),
	)


def evaluate_with(
	embedder: str,
	store: StoreSettings | None,
	folder: Path,
	*,
	mode: Mode,
	by: str | None = None,
	progress: Callable[[Progress], None] | None = None,
	synonyms: bool = True,
) -> Evaluation:
	"""Evaluate a collection with the defaults, in an index that is thrown away; vectors only where ``mode`` needs them.

	``embedder`` is a name for :func:`~huf.engine.embedding.embedder_for`; ``store`` holds the vectors or all, if not files.

	Raises:
		SettingsError: the folder is not a collection.
		EmbedderMissing: there is no such embedder.
	"""
	settings, kinds = BuildSettings(max_chunks_per_input=0), kinds_with()
	has_vectors = mode != "keyword"
	if kind := kind_for(has_vectors, store):
		settings = replace(settings, backend=kind)
		kinds = kinds_with(embedder_for(embedder) if has_vectors else None, store)
	with tempfile.TemporaryDirectory(prefix="huf-evaluate-") as workspace:
		root = Path(workspace) / "evaluate"
		try:
			return evaluate(
				folder,
				root,
				settings,
				by=by,
				progress=progress,
				kinds=kinds,
				mode=mode,
				synonyms=synonyms,
			)
		finally:
			remove_root(root)


def collections_in(folders: Sequence[Path]) -> list[Path]:
	"""The collections that ``folders`` name: each folder itself, or, where it only holds collections, all of these."""
	found: list[Path] = []
	for folder in folders:
		within = [] if (folder / CORPUS).exists() else sorted(folder.glob(f"*/{CORPUS}"))
		found += [corpus.parent for corpus in within] or [folder]
	return found


def measures(gains: Mapping[str, float], ranking: Sequence[str]) -> tuple[float, float, float, float]:
	"""``METRICS`` of one query. nDCG has linear gains (Järvelin and Kekäläinen 2002, with log2(rank + 1))."""
	won = sum(gains.get(document, 0.0) / math.log2(place + 2) for place, document in enumerate(ranking[:CUT]))
	best = sorted(gains.values(), reverse=True)[:CUT]
	ideal = sum(gain / math.log2(place + 2) for place, gain in enumerate(best))
	first = next((place for place, document in enumerate(ranking[:CUT], 1) if document in gains), None)
	near, deep = (
		sum(document in gains for document in ranking[:depth]) / len(gains) for depth in (CUT, DEPTH)
	)
	return won / ideal, near, deep, 1 / first if first else 0.0


def read_documents(folder: Path) -> Iterator[WantedInput]:
	"""The documents of a collection as inputs; one without text is its title."""
	for number, (key, title, text) in enumerate(read_texts(folder)):
		yield WantedInput(
			key=key,
			content_hash=str(number),
			title=title,
			open_content=lambda text=text or title: Content.from_text(text),  # type: ignore[misc]
		)


def read_texts(folder: Path) -> Iterator[tuple[str, str, str]]:
	"""Id, title and text of each document of a collection."""
	for line in _lines(folder, CORPUS):
		document = json.loads(line)
		yield document["id"], document["title"], document["text"]


def read_queries(folder: Path) -> list[EvaluationQuery]:
	"""The queries of a collection that have at least one relevant document."""
	gains: dict[str, dict[str, float]] = defaultdict(dict)
	for line in _lines(folder, "qrels.tsv"):
		query, document, gain = line.split("\t")
		if float(gain) > 0:
			gains[query][document] = float(gain)
	found = [json.loads(line) for line in _lines(folder, "queries.jsonl")]
	queries = [EvaluationQuery(q["id"], q["text"], q, gains[q["id"]]) for q in found if q["id"] in gains]
	if not queries:
		raise SettingsError(f"No query of {folder} has a relevant document. Check qrels.tsv.")
	return queries


def _fingerprint(queries: Sequence[EvaluationQuery]) -> str:
	told = sorted((query.id, query.text, sorted(query.gains.items())) for query in queries)
	return hashlib.blake2b(json.dumps(told).encode(), digest_size=16).hexdigest()


def _lines(folder: Path, name: str) -> Iterator[str]:
	try:
		with (folder / name).open(encoding="utf-8") as file:
			yield from (line.rstrip("\n") for line in file if line.strip())
	except (FileNotFoundError, NotADirectoryError):
		raise SettingsError(
			f"{folder} is not a collection: it has no {name}. It needs corpus.jsonl, queries.jsonl and qrels.tsv."
		) from None


def _means(rows: Sequence[tuple[float, ...]]) -> dict[str, float]:
	means = {
		name: round(sum(column) / len(rows), 4)
		for name, column in zip(METRICS, zip(*rows, strict=True), strict=True)
	}
	return {**means, "queries": len(rows)}
