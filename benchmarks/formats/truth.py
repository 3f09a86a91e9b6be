"""Files whose text is known: tables written for this, files of docling's tests, and what files of a folder are known to show."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from benchmarks.formats.words import words_of
from benchmarks.tables.files import FORMATS, TYPED, laid_out, latin, value_of
from benchmarks.tables.questions import pick

_SHAPE = "titled"
_ENDINGS = {"htm": "html", "docm": "docx", "dotx": "docx", "xlsm": "xlsx"}


@dataclass(frozen=True, slots=True)
class Known:
	"""A file and the words that a reader of it sees, in their order."""

	path: Path
	words: tuple[str, ...]

	@property
	def format(self) -> str:
		"""Its ending, or that of its family; a mail needs none."""
		ending = self.path.suffix.lstrip(".").lower() or "eml"
		return _ENDINGS.get(ending, ending)


def tables(folders: list[Path], count: int, target: Path) -> Iterator[Known]:
	"""So many real tables, each written in every format with title lines above its column names. Cells with dates do not count: a person sees
	them in another form than huf writes."""
	for number, table in enumerate(islice(pick(folders, count, 1), count)):
		rows = laid_out(table, _SHAPE).rows
		for kind, write in FORMATS.items():
			path = target / f"table-{number}.{kind}"
			path.write_bytes(write(table, _SHAPE))
			cells = [_seen(cell, kind) for row in rows for cell in row]
			yield Known(path, tuple(words_of(" ".join(cells))))


def _seen(cell: str, kind: str) -> str:
	value = value_of(cell)
	if hasattr(value.value, "year"):
		return ""
	return value.shown if kind in TYPED else latin(cell) if kind == "pdf" else cell


def docling_tests(checkout: Path) -> Iterator[Known]:
	"""The files of docling's tests beside which stands what docling is to make of them."""
	for source in sorted(checkout.glob("tests/data/*/sources/*")):
		truth = source.parents[1] / "groundtruth"
		# Of a PDF the truth has no ending of the file.
		found = [truth / f"{name}.md" for name in (source.name, source.stem)]
		file = next((one for one in found if one.is_file()), None)
		if file and (words := words_of(file.read_text("utf-8"))):
			yield Known(source, tuple(words))


def shown_in(folder: Path) -> Iterator[Known]:
	"""The files of a folder that ``shown.json`` beside this module tells about: phrases that people see in them."""
	known: dict[str, list[str]] = json.loads(Path(__file__).with_name("shown.json").read_text("utf-8"))
	for name, phrases in known.items():
		if (folder / name).is_file():
			yield Known(folder / name, tuple(words_of(" ".join(phrases))))
