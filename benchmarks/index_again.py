"""How long does it take to index a folder again in which nothing changed, and how much of it is reading the files?"""

import argparse
import tempfile
import time
from pathlib import Path

from benchmarks.corpus import document
from benchmarks.measure import alternate, machine, median, table
from huf.engine.indexing import BuildSettings
from huf.local.index import LocalIndex
from huf.local.known_hashes import GRAIN_NS, NAME


def make_files(folder: Path, files: int, size: int) -> None:
	"""So many text files of about ``size`` characters, a hundred in a subfolder."""
	for number in range(files):
		place = folder / f"{number // 100:04d}"
		place.mkdir(parents=True, exist_ok=True)
		(place / f"note-{number}.txt").write_text(document(number, size), "utf-8")


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

		def reading() -> None:
			(index.directory / NAME).unlink(missing_ok=True)
			again()

		took = alternate({"every file is read": reading, "by what is known of them": again}, options.rounds)
	print(machine())
	rows = [[name, f"{median(seconds):.2f}"] for name, seconds in took.items()]
	print(table([f"{options.files:,} unchanged files of {options.characters:,} characters", "s"], rows))


if __name__ == "__main__":
	main()
