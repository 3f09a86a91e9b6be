"""What one changed document costs until it is found, in an index of any size, beside tantivy's commit of the same change.

A change is read, cut, counted, written, checked, flushed and published, and searched for; then the next one. Putting segments together
is a job beside updates, as on a site, and a row of its own. In the end the build is searched beside the same as one segment, and beside tantivy, which had the
same changes. Peers get the finished passages in memory.
"""

import argparse
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from unittest.mock import patch

from benchmarks import corpus
from benchmarks.corpus import document
from benchmarks.measure import machine, median, table
from huf.engine.backends import default_registry
from huf.engine.backends.base import Backend
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.backends.hybrid.backend import hybrid_backend
from huf.engine.backends.keyword import merger
from huf.engine.builds import (
	BuildInfo,
	BuildSettings,
	is_merge_due,
	list_builds,
	plan_build,
	plan_changes,
	prepare_merge,
	read_build_info,
	remove_build,
	run_build,
)
from huf.engine.content import Content
from huf.engine.embedding import embedder_for
from huf.engine.registry import Registry
from huf.engine.request import Request
from huf.engine.search import SearchTarget, search
from huf.engine.search.opened.open_builds import remember_at_most
from huf.engine.types import WantedInput

_KEPT = 3
_TOP = 10
_PASSAGES = 20
_CHARACTERS = 37_500
"""Of a document that huf cuts into so many passages."""


def _text(number: int, version: int) -> str:
	return (
		document(number + 1_000_003 * version, _CHARACTERS)
		+ f"\n\nThe mark of this version is zq{number}v{version}."
	)


def _wanted(number: int, version: int = 0) -> WantedInput:
	"""The text is made up when it is read: all together would not fit into memory."""
	name = f"d{number}"
	return WantedInput(
		name,
		f"{number}-{version}",
		name,
		lambda: Content(f"{name}.txt", data=_text(number, version).encode()),
	)


def _changed(number: int, version: int) -> WantedInput:
	"""The same with a text that is there already: making it up is not what is measured."""
	content = _wanted(number, version).open_content()
	return replace(_wanted(number, version), open_content=lambda: content)


def _base(
	root: Path, documents: int, settings: BuildSettings, kinds: Registry[Backend], kept: Path | None
) -> tuple[BuildInfo, float]:
	"""The index before all changes, and in how many seconds it was made; 0 if it was in ``kept``."""
	if kept is None:
		began = time.perf_counter()
		plan = plan_build((_wanted(number) for number in range(documents)), None, settings, kinds=kinds)
		return run_build(root, plan, settings, kinds=kinds).info, time.perf_counter() - began
	made, took = kept / f"{settings.backend}-{documents}", 0.0
	if not list_builds(made):
		_, took = _base(made, documents, settings, kinds, None)
	(name,) = list_builds(made)
	# By links: changes come into a folder of their own.
	shutil.copytree(made / name, root / name, copy_function=os.link)
	return read_build_info(root / name, kinds=kinds), took


def _row(name: str, processor: list[float], wall: list[float]) -> list[str]:
	"""Median, 95th percentile and most of each, from seconds to milliseconds."""
	numbers = [
		value
		for times in (processor, wall)
		for value in (median(times), _percentile(times, 0.95), max(times))
	]
	return [name, *(f"{1000 * value:.0f}" for value in numbers)]


def _percentile(values: list[float], share: float) -> float:
	return sorted(values)[min(len(values) - 1, int(len(values) * share))]


@dataclass
class _Costs:
	"""Seconds of the processor and on the wall, of one piece of work after the other."""

	processor: list[float] = field(default_factory=list)
	wall: list[float] = field(default_factory=list)

	@contextmanager
	def measured(self) -> Iterator[None]:
		"""Add what the block takes."""
		began, used = time.perf_counter(), time.process_time()
		yield
		self.wall.append(time.perf_counter() - began)
		self.processor.append(time.process_time() - used)


def _huf(
	root: Path, documents: int, changes: int, backend: str, keep: Path | None
) -> tuple[list[list[str]], Path, Path]:
	"""Rows of the table, the build after all changes, and one of the same that was put together from end to end."""
	kinds = default_registry()
	kinds.register(HYBRID, hybrid_backend(embedder_for("local")))
	settings = BuildSettings(backend=backend)
	base, built = _base(root, documents, settings, kinds, keep)
	changing, merging, kept = _Costs(), _Costs(), [base.path]
	for number in range(changes):
		wanted = _changed(number * 7919 % documents, number + 1)
		with changing.measured():
			change = plan_changes([wanted], [], base.path, settings, kinds=kinds)
			assert change is not None
			base = run_build(root, change, settings, kinds=kinds, merges_young_only=True).info
			word = f"zq{number * 7919 % documents}v{number + 1}"
			found = search([SearchTarget("s", base.path)], Request(word, mode="keyword"), kinds=kinds)
			assert word in found.hits[0].text
		kept.append(base.path)
		if is_merge_due(base.path, kinds=kinds):
			with merging.measured(), prepare_merge(root, base.path, kinds=kinds) as merge:
				merged = merge and merge.apply(base.path)
			assert merged
			# As on a site: the merged build takes the place of the one before.
			remove_build(kept.pop())
			base = merged
			kept.append(base.path)
		if len(kept) > _KEPT:
			remove_build(kept.pop(0))
	size = sum(
		{file.stat().st_ino: file.stat().st_size for file in root.rglob("*") if file.is_file()}.values()
	)
	one = sum(file.stat().st_size for file in base.path.rglob("*") if file.is_file())
	print(
		f"{backend}: {base.chunks:,} passages, built in {built:.1f} s;"
		f" {sum(1 for entry in base.path.iterdir() if entry.is_dir()) + 1} segments in the end;"
		f" {_KEPT} builds take {size / one:.2f} times one; {len(merging.wall)} merges beside {changes} changes"
	)
	rows = [_row(f"huf, {backend}", changing.processor, changing.wall)]
	if merging.wall:
		rows.append(_row(f"huf, {backend}: merges, beside it", merging.processor, merging.wall))
	return rows, base.path, _put_together(root, base.path, kinds)


def _put_together(root: Path, path: Path, kinds: Registry[Backend]) -> Path:
	"""The same build as one segment."""
	with (
		patch.object(merger, "due", lambda parts, *_: slice(0, len(parts))),
		prepare_merge(root, path, kinds=kinds, thoroughly=True) as merge,
	):
		merged = merge and merge.apply(path)
	return merged.path if merged else path


def _tantivy(
	root: Path, documents: int, changes: int
) -> tuple[list[list[str]], Callable[[str], object] | None]:
	try:
		import tantivy
	except ImportError:
		print("tantivy is not installed; without it there is no peer.")
		return [], None
	schema = (
		tantivy.SchemaBuilder()
		.add_text_field("key", tokenizer_name="raw")
		.add_text_field("body", stored=True, tokenizer_name="en_stem")
		.build()
	)
	index = tantivy.Index(schema, path=str(root))
	writer = index.writer(100_000_000, 1)

	def add(number: int, version: int) -> None:
		cut_and_add(number, _text(number, version))

	def cut_and_add(number: int, text: str) -> None:
		size = _CHARACTERS // _PASSAGES
		for start in range(0, len(text), size):
			writer.add_document(tantivy.Document(key=f"d{number}", body=text[start : start + size]))

	for number in range(documents):
		add(number, 0)
	writer.commit()
	writer.wait_merging_threads()
	writer = index.writer(100_000_000, 1)
	costs = _Costs()
	for number in range(changes):
		key = number * 7919 % documents
		text = _text(key, number + 1)
		with costs.measured():
			writer.delete_documents_by_term("key", f"d{key}")
			cut_and_add(key, text)
			writer.commit()
			index.reload()
			query = index.parse_query(f"zq{key}v{number + 1}", ["body"])
			assert index.searcher().search(query, 10).hits

	def ask(question: str) -> object:
		searcher = index.searcher()
		found = searcher.search(index.parse_query(question.replace("?", ""), ["body"]), _TOP).hits
		return [searcher.doc(address)["body"] for _, address in found]

	return [_row("tantivy, commit and reload", costs.processor, costs.wall)], ask


def _searches(asked: dict[str, Callable[[str], object]], rounds: int) -> str:
	"""Milliseconds of the processor of each question, asked in turn of each; of each question its quickest."""
	questions = [question for shape in corpus.queries().values() for question in shape]
	best: dict[str, list[float]] = {name: [float("inf")] * len(questions) for name in asked}
	for _ in range(rounds):
		for number, question in enumerate(questions):
			for name, ask in asked.items():
				used = time.process_time()
				ask(question)
				best[name][number] = min(best[name][number], 1000 * (time.process_time() - used))
	merged = median(best["huf, put together"])
	rows = [
		[name, f"{median(times):.2f}", f"{_percentile(times, 0.95):.2f}", f"{median(times) / merged:.2f}"]
		for name, times in best.items()
	]
	return table(["keyword search", "median", "p95", "median ÷ put together"], rows)


def main() -> None:
	"""Measure, and print the tables."""
	parser = argparse.ArgumentParser(
		description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
	)
	parser.add_argument("--documents", type=int, default=5000, help=f"of {_PASSAGES} passages each")
	parser.add_argument("--changes", type=int, default=100)
	parser.add_argument("--backends", nargs="*", default=["sqlite_fts", HYBRID])
	parser.add_argument("--keep", type=Path, help="a folder for indexes, which are made once and stay")
	parser.add_argument("--rounds", type=int, default=3, help="of searches after all changes")
	options = parser.parse_args()
	# Every question is asked several times, and each time the index is to do its work.
	remember_at_most(0)
	rows, asked = [], dict[str, Callable[[str], object]]()
	# Beside what is kept, so that it can be shared by links.
	with tempfile.TemporaryDirectory(prefix="huf-benchmark-", dir=options.keep) as name:
		for backend in options.backends:
			root = Path(name, backend)
			root.mkdir()
			costs, changed, merged = _huf(root, options.documents, options.changes, backend, options.keep)
			rows += costs
			if backend == "sqlite_fts":
				asked = {"huf, after the changes": _asker(changed), "huf, put together": _asker(merged)}
		peer = Path(name, "tantivy")
		peer.mkdir()
		costs, ask = _tantivy(peer, options.documents, options.changes)
		rows += costs
		if ask:
			asked["tantivy, after the changes"] = ask
		searched = _searches(asked, options.rounds) if "huf, put together" in asked else ""
	print(f"\n{options.documents:,} documents, {options.changes} changes. {machine()}. Milliseconds.\n")
	print(table(["", "processor", "p95", "most", "wall", "p95", "most"], rows))
	print(f"\n{searched}")


def _asker(path: Path) -> Callable[[str], object]:
	targets = [SearchTarget("s", path)]
	return lambda question: search(targets, Request(question, top_k=_TOP, mode="keyword")).hits


if __name__ == "__main__":
	main()
