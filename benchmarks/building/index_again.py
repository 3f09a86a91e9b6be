"""How long does it take to index a folder again in which nothing changed, and how much of it is reading the files?"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.corpus import document
from benchmarks.measure import machine, median, table
from huf.engine.indexing import BuildSettings
from huf.local.index import LocalIndex
from huf.local.known_hashes import GRAIN_NS, NAME


def make_files(folder: Path, files: int, size: int) -> None:
	"""So many text files of about ``size`` characters, a hundred in a subfolder."""
	for number in range(files):
		place = folder / f"{number // 100:04d}"
		place.mkdir(parents=True, exist_ok=True)
		(place / f"note-{number}.txt").write_text(document(number, size), "utf-8")


def processor_seconds() -> float:
	"""Of this process, and of all that it has waited for."""
	whose = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
	return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, whose))


def in_turn(works: dict[str, Callable[[], object]], rounds: int) -> list[list[str]]:
	"""A row for each piece of work: the median of its seconds of the processor, and by the clock on the wall."""
	times: dict[str, list[tuple[float, float]]] = {name: [] for name in works}
	for _ in range(rounds):
		for name, work in works.items():
			used, began = processor_seconds(), time.perf_counter()
			work()
			times[name].append((processor_seconds() - used, time.perf_counter() - began))
	return [
		[name, *(f"{median(each):.2f}" for each in zip(*taken, strict=True))] for name, taken in times.items()
	]


def main() -> None:
	"""Print the table."""
	parser = argparse.ArgumentParser(description=__doc__)
	parser.add_argument("--files", type=int, default=20_000)
	parser.add_argument("--characters", type=int, default=20_000, help="of each file")
	parser.add_argument("--rounds", type=int, default=5)
	options = parser.parse_args()
	with tempfile.TemporaryDirectory() as root:
		folder, index = Path(root) / "files", LocalIndex(Path(root) / "index")
		make_files(folder, options.files, options.characters)
		index.update(folder, BuildSettings())
		time.sleep(GRAIN_NS / 1e9 + 1)
		index.update(folder, BuildSettings())

		def again() -> None:
			index.update(folder, BuildSettings())

		def command() -> None:
			words = ["-m", "huf.cli", "index", str(folder), "--to", str(index.directory), "--quiet"]
			subprocess.run([sys.executable, *words], check=True)

		def reading() -> None:
			(index.directory / NAME).unlink(missing_ok=True)
			again()

		works = {
			"every file is read": reading,
			"by what is known of them": again,
			"the whole command, with the start of Python": command,
		}
		rows = in_turn(works, options.rounds)
	print(machine())
	head = [
		f"{options.files:,} unchanged files of {options.characters:,} characters",
		"processor s",
		"wall s",
	]
	print(table(head, rows))


if __name__ == "__main__":
	main()
