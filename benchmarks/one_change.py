"""What one changed document costs until it is found, in an index of any size, beside tantivy's commit of the same change.

A change is read, cut, counted, written, checked, flushed and published, and searched for; then the next one. So the costs of putting
segments together are in it, too. Peers get the finished passages in memory.
"""

import argparse
import tempfile
import time
from pathlib import Path

from benchmarks.corpus import document
from benchmarks.measure import machine, median, table
from huf.engine.backends import default_registry
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.backends.hybrid.backend import hybrid_backend
from huf.engine.builds import BuildSettings, plan_build, plan_changes, remove_build, run_build
from huf.engine.content import Content
from huf.engine.embedding import embedder_for
from huf.engine.request import Request
from huf.engine.search import SearchTarget, search
from huf.engine.types import WantedInput

_KEPT = 3
_CHARACTERS = 20_000


def _wanted(number: int, version: int = 0) -> WantedInput:
	text = (
		document(number + 1_000_003 * version, _CHARACTERS)
		+ f"\n\nThe mark of this version is zq{number}v{version}."
	)
	content = Content(f"d{number}.txt", data=text.encode())
	return WantedInput(f"d{number}", f"{number}-{version}", f"d{number}", lambda: content)


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


def _huf(root: Path, documents: int, changes: int, backend: str) -> list[list[str]]:
	kinds = default_registry()
	kinds.register(HYBRID, hybrid_backend(embedder_for("local")))
	settings = BuildSettings(backend=backend)
	began = time.perf_counter()
	plan = plan_build((_wanted(number) for number in range(documents)), None, settings, kinds=kinds)
	base = run_build(root, plan, settings, kinds=kinds).info
	built = time.perf_counter() - began
	processor, wall, kept = [], [], [base.path]
	for number in range(changes):
		wanted = _wanted(number * 7919 % documents, number + 1)
		began, used = time.perf_counter(), time.process_time()
		change = plan_changes([wanted], [], base.path, settings, kinds=kinds)
		assert change is not None
		base = run_build(root, change, settings, kinds=kinds).info
		word = f"zq{number * 7919 % documents}v{number + 1}"
		found = search([SearchTarget("s", base.path)], Request(word, mode="keyword"), kinds=kinds)
		assert word in found.hits[0].text
		wall.append(time.perf_counter() - began)
		processor.append(time.process_time() - used)
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
		f" {_KEPT} builds take {size / one:.2f} times one"
	)
	return [_row(f"huf, {backend}", processor, wall)]


def _tantivy(root: Path, documents: int, changes: int) -> list[list[str]]:
	try:
		import tantivy
	except ImportError:
		print("tantivy is not installed; without it there is no peer.")
		return []
	schema = (
		tantivy.SchemaBuilder()
		.add_text_field("key", tokenizer_name="raw")
		.add_text_field("body", stored=True)
		.build()
	)
	index = tantivy.Index(schema, path=str(root))
	writer = index.writer(100_000_000, 1)

	def add(number: int, version: int) -> None:
		content = _wanted(number, version).open_content()
		text = (content.data or b"").decode()
		for start in range(0, len(text), 1000):
			writer.add_document(tantivy.Document(key=f"d{number}", body=text[start : start + 1000]))

	for number in range(documents):
		add(number, 0)
	writer.commit()
	writer.wait_merging_threads()
	writer = index.writer(100_000_000, 1)
	processor, wall = [], []
	for number in range(changes):
		key = number * 7919 % documents
		began, used = time.perf_counter(), time.process_time()
		writer.delete_documents_by_term("key", f"d{key}")
		add(key, number + 1)
		writer.commit()
		index.reload()
		query = index.parse_query(f"zq{key}v{number + 1}", ["body"])
		assert index.searcher().search(query, 10).hits
		wall.append(time.perf_counter() - began)
		processor.append(time.process_time() - used)
	return [_row("tantivy, commit and reload", processor, wall)]


def main() -> None:
	"""Measure, and print a table."""
	parser = argparse.ArgumentParser(
		description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
	)
	parser.add_argument("--documents", type=int, default=5000, help="of some 20 passages each")
	parser.add_argument("--changes", type=int, default=100)
	parser.add_argument("--backends", nargs="*", default=["sqlite_fts", HYBRID])
	options = parser.parse_args()
	rows = []
	for backend in options.backends:
		with tempfile.TemporaryDirectory(prefix="huf-benchmark-") as name:
			rows += _huf(Path(name), options.documents, options.changes, backend)
	with tempfile.TemporaryDirectory(prefix="huf-benchmark-") as name:
		rows += _tantivy(Path(name), options.documents, options.changes)
	print(f"\n{options.documents:,} documents, {options.changes} changes. {machine()}. Milliseconds.\n")
	print(table(["", "processor", "p95", "most", "wall", "p95", "most"], rows))


if __name__ == "__main__":
	main()
