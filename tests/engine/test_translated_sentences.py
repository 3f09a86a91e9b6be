"""What the engine says can be translated: every sentence is in the catalogues, and found again by its words."""

import json
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputError
from huf.engine.extractors import extract
from huf.engine.sentences import Sentences, Template, fill
from scripts import engine_texts, translations

ROOT = Path(__file__).parents[2]
HANDED_ON = {
	"AddressRefused",
	"ContentMissing(reason_switched_off())",
	"CostCapReached(str(error))",
	"EmbeddingCapped(str(error))",
	"EmbeddingCapped(str(error), needed=error.most)",
	"EmbedderMissing(str(error))",
	"EmbeddingRefused(str(error))",
	"FetchFailed(str(error))",
	"InvalidFilter(unescape(strip_html(str(error))))",
	"ModelRefused(told['refused'])",
	"OverCap(cap, spent + paid, held, most or 0.0)",
	"PackRefused(str(error))",
	"QueryRefused(_failed(doc, error))",
	"RerankCapped(str(error))",
	"RerankFailed(self.reason)",
	"TriggerFailed(str(error))",
	"Unread(note)",
	"Unread(str(error))",
	"Unread(text)",
	"VectorStoreFailed(said)",
}
"""Words that were written elsewhere, by huf as a sentence or by Frappe."""
JOINED = "NoText(' '.join(["
"""Whole sentences one after the other."""

GERMAN = {
	"Row {row} cannot be read ({error}).": "Zeile {row} ist nicht lesbar ({error}).",
	"The file “{name}” was not read: {error}": "Die Datei „{name}“ wurde nicht gelesen: {error}",
	"Pages {pages} are left out.": "Die Seiten {pages} fehlen.",
	"Mend the file.": "Bessern Sie die Datei aus.",
	"a PNG image": "ein PNG-Bild",
	"This is {words}. huf reads: {kinds}.": "Das ist {words}. huf liest: {kinds}.",
	"Without the tool {0}: {1}": "Ohne das Werkzeug {0}: {1}",
	"{name} of {name} again": "{name} von {name} wieder",
	"{one} plus {two} plus": "plus {one} {two}",
	"Table": "Tabelle",
	'Call again with {"query": "…"}': 'Noch einmal mit {"query": "…"}',
	"{0}: {1}": "{1} ist {0}",
}


@pytest.fixture(scope="module")
def templates() -> list[str]:
	return sorted({found.text for found in engine_texts.texts()})


def test_every_sentence_is_written_where_it_is_raised() -> None:
	"""An error of the engine, and what stands in `sentence(…)`, is a text with values; nothing computes its words."""
	unknown = [
		found
		for found in engine_texts.unreadable()
		if found.code not in HANDED_ON and not found.code.startswith(JOINED)
	]
	assert unknown == []


def test_every_sentence_is_in_the_catalogues(templates: list[str]) -> None:
	"""`make translations` was run after the last change."""
	assert len(templates) > 400
	known = {message.id for message in translations.read(translations.TEMPLATE)}
	assert [text for text in templates if text not in known] == []


def test_every_sentence_is_found_by_its_words(templates: list[str]) -> None:
	"""No template is taken for another of huf's, whichever values it has."""
	texts = [str(message.id) for message in translations.read(translations.TEMPLATE) if message.id]
	catalogue = Sentences({text: f"<{text}>" for text in texts})
	wrong = {}
	for text in templates:
		values = {name: f"v{number}" for number, name in enumerate(Template(text).names)}
		found = catalogue.translated(fill(text, values))
		if found != fill(f"<{text}>", values):
			wrong[text] = found
	assert wrong == {}


@pytest.mark.parametrize(
	("said", "read"),
	[
		("Row 7 cannot be read (a bare quote).", "Zeile 7 ist nicht lesbar (a bare quote)."),
		("Mend the file.", "Bessern Sie die Datei aus."),
		("Nobody knows this.", "Nobody knows this."),
		("", ""),
		("  Mend the file.\n", "  Bessern Sie die Datei aus.\n"),
		("This is a PNG image. huf reads: csv, txt.", "Das ist ein PNG-Bild. huf liest: csv, txt."),
		(
			"The file “a.csv” was not read: Row 7 cannot be read (open quote).",
			"Die Datei „a.csv“ wurde nicht gelesen: Zeile 7 ist nicht lesbar (open quote).",
		),
		(
			"Pages 1, 4–6 are left out. A word of others. Mend the file.",
			"Die Seiten 1, 4–6 fehlen. A word of others. Bessern Sie die Datei aus.",
		),
		("Mend the file.\nMend the file.", "Bessern Sie die Datei aus.\nBessern Sie die Datei aus."),
		("Without the tool x: Mend the file.", "Ohne das Werkzeug x: Bessern Sie die Datei aus."),
		("a of a again", "a von a wieder"),
		("a of b again", "a of b again"),
		("1 plus 2 plus", "plus 1 2"),
		('Call again with {"query": "…"}', 'Noch einmal mit {"query": "…"}'),
		("one: two", "one: two"),
	],
)
def test_a_sentence_is_read_in_the_language_of_its_reader(said: str, read: str) -> None:
	"""Whole, inside of another, one of several, with what is not known left as it is; white space stays."""
	assert Sentences(GERMAN).translated(said) == read


@pytest.mark.parametrize(
	"name",
	[
		"{0.__class__}",
		"{row}",
		"{name}",
		"Table",
		"{error.__init__.__globals__}",
		"\\1 $& {}",
		"Mend the file.",
	],
)
def test_a_value_is_never_a_template(name: str) -> None:
	"""What somebody called a file is shown as it is, whatever it looks like; nor is it translated."""
	said = f"The file “{name}” was not read: {name}"
	if name != "Mend the file.":
		assert Sentences(GERMAN).translated(said) == f"Die Datei „{name}“ wurde nicht gelesen: {name}"
	assert f"„{name}“" in Sentences(GERMAN).translated(said)


def test_a_translation_asks_nothing_of_a_value() -> None:
	"""A translator who writes more than names gets what they wrote."""
	mean = {"Row {row} cannot be read.": "{row.__class__} {row!r} {0} {row}"}
	assert Sentences(mean).translated("Row 7 cannot be read.") == "{row.__class__} {row!r} {0} 7"


def test_a_long_text_costs_little() -> None:
	"""What a model or a file says at length is looked through once."""
	german = Sentences(GERMAN)
	for count in (20, 100, 2_000):
		text = "Row is are left out. cannot be read (" * count
		began = time.process_time()
		assert german.translated(text) == text
		assert time.process_time() - began < 10


def test_what_a_broken_file_says_is_translated(templates: list[str]) -> None:
	"""The reason that an extractor gives, as it is stored, is found in the catalogues with all its values."""
	upper = Sentences({text: f"«{text}»" for text in templates})
	with pytest.raises(CorruptFile) as broken:
		list(extract(Content("a.json", data=b'{"a": ', media_type="application/json")).sections)
	assert upper.translated(str(broken.value)).startswith("«This is not valid JSON: ")
	with pytest.raises(InputError) as archive:
		extract(Content("a.rar", data=b"Rar!\x1a\x07" + b"\0" * 64))
	assert upper.translated(str(archive.value)).startswith("«This is «a RAR archive». huf does not read that")


SCRIPT = """
const { readFileSync } = require("node:fs");
globalThis.frappe = { provide: (name) => (globalThis[name] = globalThis[name] || {}) };
globalThis.cstr = (value) => (value === null || value === undefined ? "" : String(value));
(0, eval)(readFileSync(process.argv[1], "utf-8"));
const { translations, texts } = JSON.parse(readFileSync(0, "utf-8"));
const sentences = new huf.Sentences(translations);
process.stdout.write(JSON.stringify(texts.map((text) => sentences.translated(text))));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="no Node on this machine")
def test_the_desk_says_the_same(templates: list[str]) -> None:
	"""The script of the desk and the module of the server read each sentence in the same way."""
	dictionary = GERMAN | {text: f"«{text}»" for text in templates}
	texts = [fill(text, {name: "two words" for name in Template(text).names}) for text in templates]
	texts += [f"{one} {other}" for one, other in zip(texts, texts[7:], strict=False)]
	texts += [
		"",
		" ",
		"Mend the file.\n",
		"The file “{0.x} $&” was not read: $& {name} $1",
		"constructor",
		"1 plus 2 plus",
		"a of b again",
	]
	answer = subprocess.run(
		["node", "-e", SCRIPT, str(ROOT / "huf/public/js/sentences.js")],
		input=json.dumps({"translations": dictionary, "texts": texts}),
		capture_output=True,
		text=True,
		check=True,
	)
	german = Sentences(dictionary)
	assert json.loads(answer.stdout) == [german.translated(text) for text in texts]
