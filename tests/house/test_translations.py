"""The catalogues of texts: each language has every text, and says in it what the text says."""

import ast
import re
import string

import pytest

from scripts import translations

LANGUAGES = ("ar", "de", "es", "fr", "hi", "pt")
TEMPLATE = translations.read(translations.TEMPLATE)
TEXTS = {(message.id, message.context) for message in TEMPLATE if message.id}
KEPT = re.compile(
	r"</?[a-z][^>]*>|https?://\w\S*\w|`[^`]*`|\b[a-z]+(?:_[a-z]+)+\b|\bbench [a-z-]+(?: [a-z-]+)?"
)
"""Marks, addresses and what a computer reads: the same in each language."""


def test_the_languages_are_those_that_are_promised():
	assert tuple(translations.languages()) == LANGUAGES


def test_the_template_has_texts_of_each_kind():
	files = {path for message in TEMPLATE for path, _line in message.locations}
	for wanted in (
		".py",
		".js",
		"doctype/knowledge_source/knowledge_source.json",
		"workspace/knowledge/knowledge.json",
	):
		assert any(path.endswith(wanted) for path in files), wanted
	assert not any("/tests/" in path for path in files)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_has_a_translation(language):
	catalogue = translations.read(translations.LOCALE / f"{language}.po")
	translated = {(message.id, message.context) for message in catalogue if message.id and message.string}
	assert sorted(TEXTS - translated, key=str) == []
	assert sorted(translated - TEXTS, key=str) == []
	assert [message.id for message in catalogue if message.fuzzy and message.id] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_placeholders_marks_and_edges_of_its_text(language):
	wrong = []
	for message in translations.read(translations.LOCALE / f"{language}.po"):
		if message.id and message.string and _skeleton(message.id) != _skeleton(message.string):
			wrong.append((message.id, message.string))
	assert wrong == []


@pytest.mark.parametrize(
	("text", "translation"),
	[
		("{0} of {1}", "{0} von {0}"),
		("Run {0}", "Starte"),
		("Read <b>this</b>", "Lies dies"),
		(" and ", "und"),
		("Set allow_tests", "Setze erlaube_tests"),
	],
)
def test_what_a_translation_may_not_change_is_seen(text, translation):
	assert _skeleton(text) != _skeleton(translation)


def test_placeholders_may_stand_in_another_order():
	assert _skeleton("{0} of {1}") == _skeleton("{1}: {0}")


def _skeleton(text: str) -> tuple[object, ...]:
	"""What is the same in a text and its translation: placeholders and marks in any order, and white space at either end."""
	try:
		fields = sorted(
			name for _text, name, _format, _conversion in string.Formatter().parse(text) if name is not None
		)
	except ValueError:
		# Braces of an example, such as JSON: no text with placeholders.
		fields = re.findall(r"[{}]", text)
	return (
		fields,
		sorted(KEPT.findall(text)),
		text[: len(text) - len(text.lstrip())],
		text[len(text.rstrip()) :],
	)


def test_german_has_one_word_for_a_passage():
	"""*Textstelle*: whoever reads of a *Passage* beside it looks for a difference."""
	catalogue = translations.read(translations.LOCALE / "de.po")
	assert [text.string for text in catalogue if re.search(r"\bPassagen?\b", str(text.string))] == []


def test_no_text_stands_inside_an_f_string():
	"""Whoever looks for texts with Python 3.11 finds none there, so nobody would translate it."""
	inside = []
	for path in sorted((translations.CHECKOUT / "huf").rglob("*.py")):
		for text in ast.walk(ast.parse(path.read_text("utf-8"))):
			if isinstance(text, ast.JoinedStr):
				inside += [f"{path.name}:{call.lineno}" for call in ast.walk(text) if _says_a_text(call)]
	assert inside == []


def _says_a_text(node: ast.AST) -> bool:
	if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
		return False
	return ast.unparse(node.func) in ("_", "frappe._", "_lt", "sentence")
