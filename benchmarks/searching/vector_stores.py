"""What it costs to keep vectors in a vector store: ``python -m benchmarks.searching.vector_stores --chunks 10000``.

Times of searches are the best of several, and builds are counted in seconds of processors, huf's and the engine's together:
so they mean something on a busy machine too. The same texts, vectors (of the local embedder) and questions in each kind of index, one after the other. Needs
``pip install 'huf[test-stores]'``. Milvus is its small form for one process, PostgreSQL listens on a socket of this
machine: a network adds its round trip to each search.
"""

import argparse
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.corpus import queries
from benchmarks.large_index import wanted_inputs
from benchmarks.measure import machine, median, percentile, table
from huf.engine.backends import default_registry
from huf.engine.backends.base import Backend, Mode
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.backends.hybrid.backend import hybrid_backend
from huf.engine.backends.vector_store.backend import KEY as STORED
from huf.engine.backends.vector_store.backend import vector_store_backend
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.builds import BuildResult, BuildSettings, plan_build, read_build_info, remove_root, run_build
from huf.engine.content import Content
from huf.engine.embedding import embedder_for
from huf.engine.registry import Registry
from huf.engine.search import Request, SearchTarget, search
from huf.engine.search.opened.open_builds import remember_at_most
from huf.engine.types import WantedInput
from tests.stores.vector_stores import MILVUS, POSTGRES, lacking, settings_of

_TURNS = 5
_HNSW = {"hnsw_kwargs": {"hnsw_m": 16, "hnsw_ef_construction": 64, "hnsw_ef_search": 200}}


@dataclass(frozen=True)
class Setup:
	"""One line of the table."""

	name: str
	store: StoreSettings | None

	@property
	def key(self) -> str:
		"""The kind of index."""
		return STORED if self.store else HYBRID

	def kinds(self) -> Registry[Backend]:
		"""A registry with it."""
		embedder = embedder_for("local")
		kinds = default_registry()
		kinds.register(
			self.key, vector_store_backend(embedder, self.store) if self.store else hybrid_backend(embedder)
		)
		return kinds


def setups(folder: Path) -> Iterator[Setup]:
	"""What is compared, while it runs."""
	yield Setup("`sqlite_hybrid`", None)
	for path, name in ((MILVUS, "Milvus Lite, exact (FLAT)"), (POSTGRES, "pgvector, exact")):
		if reason := lacking(path):
			print(f"{name} is left out: {reason}")
			continue
		for store in settings_of(path, folder):
			yield Setup(name, store)
			if path == POSTGRES:
				yield Setup("pgvector, HNSW", StoreSettings(path, {**store.settings, **_HNSW}))


def processor_seconds(setup: Setup) -> float:
	"""What this process and those of the engine have used so far."""
	import psutil

	mine = psutil.Process()
	engine = list(mine.children(recursive=True))
	if setup.store and setup.store.path == POSTGRES:
		folder = str(setup.store.settings["connection_string"]).partition("host=")[2]
		engine = [one for one in psutil.process_iter(["cmdline"]) if folder in (one.info["cmdline"] or ())]
		engine += [child for one in engine for child in one.children()]
	total = 0.0
	for one in {mine, *engine}:
		times = one.cpu_times()
		total += times.user + times.system
		if one is not mine:
			total += times.children_user + times.children_system
	return total


def counted(setup: Setup, work: Callable[[], BuildResult]) -> tuple[Path, str]:
	"""The build that ``work`` makes, and the seconds it took."""
	started = processor_seconds(setup)
	path = work().info.path
	return path, f"{processor_seconds(setup) - started:.1f}"


def measured(
	setup: Setup, root: Path, inputs: list[WantedInput], questions: list[str]
) -> tuple[list[str], dict[str, list[str]]]:
	"""The cells of one line, and the best ten by meaning for each question."""
	settings, kinds = BuildSettings(backend=setup.key, max_chunks_per_input=0), setup.kinds()

	def make(wanted: list[WantedInput], base: Path | None) -> BuildResult:
		return run_build(root, plan_build(wanted, base, settings, kinds=kinds), settings, kinds=kinds)

	path, built = counted(setup, lambda: make(inputs, None))
	other = Content.from_text("A new text.", "new.txt")
	changed = [replace(inputs[0], content_hash="new", open_content=lambda: other), *inputs[1:]]
	_, patched = counted(setup, lambda: make(changed, path))
	cells = [setup.name, built, patched, f"{read_build_info(path, kinds=kinds).bytes / 1e6:.0f}"]
	best: dict[str, list[str]] = {}
	modes: tuple[Mode, ...] = ("vector", "hybrid")
	for mode in modes:
		times = []
		for question in questions:
			found = [
				search([SearchTarget("s", path)], Request(question, top_k=10, mode=mode), kinds=kinds)
				for _ in range(_TURNS)
			]
			assert not any(one.skipped or one.notes for one in found), found[0]
			times.append(min(one.took_ms for one in found))
			if mode == "vector":
				best[question] = [hit.chunk_id for hit in found[0].hits]
		cells.append(f"{median(times):.1f} / {percentile(times, 95):.1f}")
	remove_root(root)
	return cells, best


def main() -> None:
	"""Measure and print a Markdown table."""
	parser = argparse.ArgumentParser(description=__doc__)
	parser.add_argument("--chunks", type=int, default=10_000)
	parser.add_argument("--questions", type=int, default=100)
	options = parser.parse_args()
	# Each question is asked several times, and the store has to answer it each time.
	remember_at_most(0)
	inputs = wanted_inputs(options.chunks)
	questions = [
		question for shape, group in queries().items() if shape != "identifier" for question in group
	]
	questions = questions[:: max(1, len(questions) // options.questions)]
	exact: dict[str, list[str]] = {}
	print(f"{machine()}\n")
	print(
		f"{options.chunks:,} chunks, 256 dimensions; {len(questions)} questions, median / 95th percentile\n"
	)
	head = ("", "build, s", "patch of one input, s", "folder, MB", "by meaning, ms", "both, ms", "recall@10")
	print(table(head, ()))
	with tempfile.TemporaryDirectory(prefix="huf-stores-") as folder:
		for setup in setups(Path(folder)):
			cells, best = measured(setup, Path(folder) / "source", inputs, questions)
			exact = exact or best
			same = sum(len(set(exact[question]) & set(hits)) for question, hits in best.items())
			cells.append(f"{same / max(1, sum(map(len, exact.values()))):.3f}")
			print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
	main()
