"""How fast huf indexes plain text, against bare FTS5 inserts of the very same chunks.

huf's time is that of a whole build: read, decode, cut, write, index, verify, flush, publish. The peers are
given the finished chunks in memory and only insert them, in one transaction, without a check:

* A: a plain FTS5 table;
* B: a table of chunks with an external-content FTS5 index, kept by insert triggers.

huf's build uses two threads. On a busy machine the wall says little; the processor time of the thread that makes the
build is what it takes where both find a free core, as long as the other thread has less to do.
"""

import argparse
import shutil
import sqlite3
import tempfile
import time
from functools import partial
from pathlib import Path

from benchmarks.corpus import document
from benchmarks.measure import alternate, machine, median, table
from huf.engine.builds import BuildSettings, plan_build, run_build
from huf.engine.content import Content
from huf.engine.types import WantedInput

_SETTINGS = BuildSettings(max_chunks_per_input=0)
_TOKENIZER = "porter unicode61"


def _wanted(folder: Path, count: int, characters: int) -> list[WantedInput]:
	"""Text files, as a command line would index them."""
	wanted = []
	for number in range(count):
		file = folder / f"document-{number:05d}.txt"
		file.write_text(document(number, characters), "utf-8")
		content = Content(file.name, path=file)
		wanted.append(WantedInput(file.name, content.sha256(), file.stem, lambda content=content: content))
	return wanted


def _plain(folder: Path, chunks: list[tuple[str]]) -> None:
	connection = sqlite3.connect(folder / "plain.sqlite3", isolation_level=None)
	connection.execute(f"CREATE VIRTUAL TABLE words USING fts5 (body, tokenize='{_TOKENIZER}')")
	connection.execute("BEGIN")
	connection.executemany("INSERT INTO words (body) VALUES (?)", chunks)
	connection.execute("COMMIT")
	connection.close()


def _triggers(folder: Path, chunks: list[tuple[str]]) -> None:
	connection = sqlite3.connect(folder / "triggers.sqlite3", isolation_level=None)
	connection.execute("CREATE TABLE chunks (id INTEGER PRIMARY KEY, body TEXT)")
	connection.execute(
		f"CREATE VIRTUAL TABLE words USING fts5 (body, content='chunks', content_rowid='id', tokenize='{_TOKENIZER}')"
	)
	connection.execute(
		"CREATE TRIGGER added AFTER INSERT ON chunks BEGIN "
		"INSERT INTO words (rowid, body) VALUES (new.id, new.body); END"
	)
	connection.execute("BEGIN")
	connection.executemany("INSERT INTO chunks (body) VALUES (?)", chunks)
	connection.execute("COMMIT")
	connection.close()


def _huf(folder: Path, wanted: list[WantedInput]) -> Path:
	return run_build(folder, plan_build(wanted, None, _SETTINGS), _SETTINGS).info.path


def _read_chunks(build: Path) -> list[tuple[str]]:
	connection = sqlite3.connect(build / "index.sqlite3")
	rows = connection.execute("SELECT body FROM chunks ORDER BY id").fetchall()
	connection.close()
	return rows


def main() -> None:
	"""Measure, and print a table."""
	parser = argparse.ArgumentParser(
		description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
	)
	parser.add_argument("--documents", type=int, default=1000)
	parser.add_argument("--characters", type=int, default=20_000, help="of each document")
	parser.add_argument("--rounds", type=int, default=5)
	options = parser.parse_args()
	with tempfile.TemporaryDirectory(prefix="huf-benchmark-") as name:
		root = Path(name)
		(root / "texts").mkdir()
		wanted = _wanted(root / "texts", options.documents, options.characters)
		chunks = _read_chunks(_huf(root / "first", wanted))

		works = {
			"huf, whole build": lambda folder: _huf(folder, wanted),
			"A: plain FTS5 table": lambda folder: _plain(folder, chunks),
			"B: triggers": lambda folder: _triggers(folder, chunks),
		}
		processor: dict[str, list[tuple[float, float]]] = {name: [] for name in works}

		def fresh(name):
			folder = root / "work"
			shutil.rmtree(folder, ignore_errors=True)
			folder.mkdir()
			all_threads, this_thread = time.process_time(), time.thread_time()
			works[name](folder)
			processor[name].append((time.process_time() - all_threads, time.thread_time() - this_thread))

		times = alternate({name: partial(fresh, name) for name in works}, options.rounds)
	_report(times, chunks, options.documents)
	_report_processor(processor)


def _report(times: dict[str, list[float]], chunks: list[tuple[str]], documents: int) -> None:
	megabytes = sum(len(body.encode()) for (body,) in chunks) / 1e6
	peers = [name for name in times if not name.startswith("huf")]
	rows = []
	for name, values in times.items():
		middle = median(values)
		rows.append(
			[
				name,
				*(f"{median(times[peer]) / middle:.2f}" for peer in peers),
				f"{len(chunks) / middle:,.0f}",
				f"{megabytes / middle:.1f}",
				f"{middle:.2f}",
				f"{max(values):.2f}",
			]
		)
	print(f"{documents} documents, {len(chunks):,} chunks, {megabytes:.0f} MB. {machine()}.\n")
	print(table(["", "speed ÷ A", "speed ÷ B", "chunks/s", "MB/s", "median s", "slowest s"], rows))


def _report_processor(processor: dict[str, list[tuple[float, float]]]) -> None:
	middle = {
		name: [median(column) for column in zip(*times, strict=True)] for name, times in processor.items()
	}
	peers = [name for name in middle if not name.startswith("huf")]
	rows = [
		[name, f"{every:.2f}", f"{own:.2f}", *(f"{middle[peer][0] / own:.2f}" for peer in peers)]
		for name, (every, own) in middle.items()
	]
	print()
	print(table(["processor s", "all threads", "the thread that makes it", "A ÷ it", "B ÷ it"], rows))


if __name__ == "__main__":
	main()
