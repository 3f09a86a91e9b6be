"""The catalogues of huf's texts: `make translations`.

`huf/locale/main.pot` holds every text that can be translated: of Python (`_`), JavaScript (`__`), DocTypes and workspaces, as
Frappe's own extractors read them, and the sentences of the engine, which imports no Frappe (`engine_texts.py`). Each
`huf/locale/<language>.po` holds the same texts with their translation. The command reads the texts anew, keeps what is translated,
lets go what is no longer said, and names how many are missing for each language.
It needs a bench, since the extractors are Frappe's; a site is not needed.
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from scripts import engine_texts

if TYPE_CHECKING:
	from babel.messages.catalog import Catalog

CHECKOUT = Path(__file__).resolve().parents[1]
LOCALE = CHECKOUT / "huf" / "locale"
TEMPLATE = LOCALE / "main.pot"
LEFT_OUT = ("/tests/", "/dist/", "/patches/")
"""Nobody reads these in a language of their own."""
CARDS = "huf/huf/number_card/*/*.json"
"""Frappe translates the label of a number card, and has no extractor for it."""


def languages() -> list[str]:
	"""The codes of the languages that there are, as Frappe writes them."""
	return sorted(path.stem for path in LOCALE.glob("*.po"))


def main(words: list[str]) -> int:
	"""Bring the catalogues up to date; with `--check` say only whether the template is."""
	parser = argparse.ArgumentParser(prog="make translations", description=__doc__)
	parser.add_argument(
		"--check", action="store_true", help="write nothing; fail when the texts have changed"
	)
	options = parser.parse_args(words)
	try:
		import frappe  # noqa: F401
	except ImportError:
		return _in_environment_of_bench(words)
	texts = template()
	if options.check:
		is_current = {_key(message) for message in texts} == {_key(message) for message in read(TEMPLATE)}
		print(
			"The catalogues have every text." if is_current else "Texts have changed: run make translations."
		)
		return 0 if is_current else 1
	write(texts, TEMPLATE)
	for language in languages():
		path = LOCALE / f"{language}.po"
		catalogue = read(path)
		catalogue.update(texts, no_fuzzy_matching=True)
		write(catalogue, path)
		missing = sum(1 for message in catalogue if message.id and not message.string)
		print(f"{language}: {len(catalogue)} texts, {missing} without a translation")
	return 0


def _in_environment_of_bench(words: list[str]) -> int:
	"""The same command by the Python of the site ring, which sees Frappe."""
	from scripts.site_ring.bench import find_bench
	from scripts.site_ring.environment import make_environment

	if (bench := find_bench()) is None:
		print(
			"There is no bench in $HUF_BENCH or ~/frappe-bench: its Frappe reads the texts.", file=sys.stderr
		)
		return 1
	command = [make_environment(CHECKOUT, bench), "-m", "scripts.translations", *words]
	return subprocess.run(command, cwd=CHECKOUT, check=False).returncode


def template() -> "Catalog":
	"""Every text of the checkout, without translations, with the files that say it."""
	from babel.messages.catalog import Catalog

	catalogue = Catalog(
		domain="messages",
		project="Huf",
		version="1",
		copyright_holder="huf contributors",
		msgid_bugs_address="",
		# What moves by itself would make each run a change.
		creation_date=datetime(2026, 11, 23, tzinfo=timezone.utc),
		fuzzy=False,
	)
	for path, message, comments, context in _texts():
		catalogue.add(message, locations=[(path, None)], auto_comments=comments, context=context)
	return catalogue


def read(path: Path) -> "Catalog":
	"""The catalogue of one file. Raises OSError, or ValueError for a file that is none."""
	from babel.messages.pofile import PoFileError, read_po

	with path.open("rb") as file:
		try:
			return read_po(file, abort_invalid=True)
		except PoFileError as error:
			raise ValueError(f"{path.name}: {error}") from error


def write(catalogue: "Catalog", path: Path) -> None:
	"""One catalogue as a file, in the order of its texts and without lines of code, so that a change is as small as it is."""
	from babel.messages.pofile import write_po

	with path.open("wb") as file:
		write_po(
			file,
			catalogue,
			width=None,
			sort_output=True,
			ignore_obsolete=True,
			include_previous=False,
			include_lineno=False,
		)


def _texts() -> Iterator[tuple[str, str, list[str], str | None]]:
	"""Each text with its file, the comments for translators and its context."""
	for found in engine_texts.texts():
		yield found.path, found.text, [engine_texts.COMMENT], None
	import frappe
	from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_file
	from babel.util import pathmatch

	with (Path(frappe.__file__).parents[1] / "babel_extractors.csv").open() as file:
		# Frappe's reader of hooks wants the app inside a bench, and huf adds nothing to the bar.
		methods = [(pattern, method) for pattern, method in csv.reader(file) if ".navbar." not in method]
	with _frappe():
		for path in sorted((CHECKOUT / "huf").rglob("*")):
			name = path.relative_to(CHECKOUT).as_posix()
			if any(part in f"/{name}" for part in LEFT_OUT) or not path.is_file():
				continue
			if pathmatch(CARDS, name):
				yield (
					name,
					json.loads(path.read_text(encoding="utf-8"))["label"],
					["Label of a number card"],
					None,
				)
			method = next((method for pattern, method in methods if pathmatch(pattern, name)), None)
			if method is None:
				continue
			for _line, message, comments, context in extract_from_file(
				method, str(path), keywords={**DEFAULT_KEYWORDS, "_lt": None}
			):
				if message:
					yield name, message if isinstance(message, str) else message[0], comments, context


class _frappe:
	"""Frappe without a site, for its extractors."""

	def __enter__(self) -> None:
		import frappe

		self.folder = tempfile.TemporaryDirectory()
		sites = Path(self.folder.name)
		(sites / "apps.txt").write_text("frappe\nhuf\n")
		(sites / "common_site_config.json").write_text("{}")
		frappe.init("", sites_path=os.fspath(sites))

	def __exit__(self, *_reason: object) -> None:
		import frappe

		frappe.destroy()
		self.folder.cleanup()


def _key(message: object) -> tuple[str, str]:
	return (message.id, message.context or "")  # type: ignore[attr-defined]


if __name__ == "__main__":
	sys.exit(main(sys.argv[1:]))
