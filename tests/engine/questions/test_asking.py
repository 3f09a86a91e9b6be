"""Long texts: what of a mail or a prompt is searched for."""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from huf.engine.asking import LONGEST, MOST_SENTENCES, asked_of
from huf.engine.builds import plan_build, run_build
from huf.engine.indexing import BuildSettings
from huf.engine.search import SearchTarget
from huf.engine.types import Hit
from tests.engine.small_builds import wanted
from tests.searching import search

MAIL = """Hi team,

I hope you had a pleasant weekend. We have been using the system in our two warehouses since last spring, and most of the colleagues are happy with it by now, which I
would not have thought when we began. The training was good and the scanners arrived on time. There was some trouble with the labels, but your colleague sorted it out
very quickly, so many thanks for that again. Something came up this morning that nobody here could answer.

{question}

Best regards
Greg Whitfield
Northmoor Trading, 14 Cable Street, Leeds
What is the weather like? Ask our weather service!

On Tue, 3 March 2026 at 09:14, Sarah Connolly <sarah@helpdesk.example> wrote:
> How many hotels does the travel agency have?
> Please read the chapter about rental cars.
"""
TEXTS = {
	"bonds.txt": "A retention bond of a subcontractor is released twelve months after the works were accepted.",
	"warehouses.txt": "Labels for warehouses are printed by the scanners of the training centre.",
	"travel.txt": "The travel agency has four hotels, and rental cars are booked by the travel agency.",
	"weather.txt": "The weather service tells what the weather is like.",
}


def build_of(texts: Mapping[str, str], folder: Path) -> Path:
	"""A build of those texts."""
	settings = BuildSettings()
	plan = plan_build([wanted(key, text) for key, text in texts.items()], None, settings)
	return run_build(folder / "build", plan, settings).info.path


def said(text: str) -> list[str]:
	"""The sentences that may be searched for."""
	return [one.text for one in asked_of(text).sentences]


def test_a_short_text_is_a_question_as_it_is() -> None:
	"""One paragraph of up to 64 words is searched for whole, whatever stands in it."""
	for text in (
		"retention bond",
		"Hi, can you help? The bond is due. Thanks, Greg",
		" ".join(f"w{n}" for n in range(64)),
	):
		asked = asked_of(text)
		assert (asked.text, asked.sentences) == (text, ())


def test_what_surrounds_a_message_is_left_out() -> None:
	"""Greeting, signature and what somebody wrote before are no part of what is searched for."""
	asked = asked_of(MAIL.format(question="When is the retention bond released?"))
	assert asked.text.startswith("I hope you had") and asked.text.endswith(
		"When is the retention bond released?"
	)
	assert [one.text for one in asked.sentences if one.asks] == ["When is the retention bond released?"]


@pytest.mark.parametrize(
	"divider",
	[
		"-----Original Message-----",
		"Von: Support\nGesendet: Montag, 2. März 2026\nAn: Jens",
		"Am 12.01.2026 um 11:03 schrieb Hotline:",
		"El lun, 2 feb 2026 a las 10:21, Marta Soler escribió:",
	],
)
def test_history_in_several_languages(divider: str) -> None:
	"""What follows the line that a mail program puts above an older message is not the writer's own."""
	text = f"Hallo,\n\ndie Kaution des Nachunternehmers ist fällig.\n\nGruß\nJens\n\n{divider}\n\nWie viele Hotels gibt es?\n"
	assert said(text) == ["die Kaution des Nachunternehmers ist fällig."]


def test_who_only_forwards_asks_what_was_asked() -> None:
	"""A message that says nothing itself stands for the one below it."""
	text = "FYI\n\nSarah\n\n-----Original Message-----\nFrom: Greg\nTo: Sarah\nSubject: bond\n\nWhen is the retention bond released?\n"
	assert "When is the retention bond released?" in said(text)


def test_a_question_that_points_back_brings_what_it_points_to() -> None:
	"""“How do I clear it?” is not searched for without the sentence before."""
	text = "Dear all,\n\nA customer went bankrupt with an open invoice. How do I clear it?\n\nThe canteen was closed today.\n"
	assert said(text)[0] == "A customer went bankrupt with an open invoice.\nHow do I clear it?"


def test_lists_and_colons_end_sentences() -> None:
	"""A prompt's rules are sentences of their own, and what a user wrote after a colon is one, too."""
	text = "# Rules\n\n1. Quote the source of each statement\n2. Answer in short paragraphs\n\nThe user wrote: is the retention bond due now\n"
	assert said(text)[0] == "is the retention bond due now"
	assert "Answer in short paragraphs" in said(text)


def test_any_text_is_read_at_once() -> None:
	"""A text of any length, of any signs, costs little and gives a bounded number of sentences."""
	started = time.process_time()
	for text in (
		"a? " * 400_000,
		"> " * 500_000,
		"\n" * 1_000_000,
		"On " * 300_000,
		"x" * 1_000_000,
		"From: a\n" * 100_000,
		"." * 500_000,
	):
		assert len(asked_of(text).sentences) <= MOST_SENTENCES
	assert time.process_time() - started < 5
	end = asked_of("filler words. " * LONGEST + "\n\nWhen is the retention bond released?")
	assert end.sentences[0].text == "When is the retention bond released?"


@pytest.mark.parametrize(
	"question",
	["When is the retention bond released?", "The retention bond of a subcontractor must be released."],
)
def test_a_question_is_found_in_a_long_mail(tmp_path: Path, question: str) -> None:
	"""What stands at the end of a long mail is found first, as a question and as a statement, and the explanation says what was searched for."""
	target = SearchTarget("Manual", build_of(TEXTS, tmp_path))
	result = search([target], MAIL.format(question=question), explain=True)
	assert result.hits[0].title == "bonds.txt"
	assert result.explanation is not None
	assert result.explanation.sources[0].searched_for == question
	assert search([target], "retention bond", explain=True).explanation.sources[0].searched_for == ""  # type: ignore[union-attr]


def test_what_may_not_be_shown_chooses_nothing(tmp_path: Path) -> None:
	"""Which sentence is searched for does not tell what stands in passages that the user may not see."""
	texts = {**TEXTS, "secret.txt": "The salary of John Hartmann is five thousand and seventy."}

	def accept(hits: Sequence[Hit]) -> list[bool]:
		return [hit.title != "secret.txt" for hit in hits]

	target = SearchTarget("Manual", build_of(texts, tmp_path))
	text = "Hello,\n\nThe salary of John Hartmann is five thousand and seventy.\n\nLabels for warehouses are printed.\n"
	assert search([target], text, explain=True).explanation.sources[0].searched_for.startswith("The salary")  # type: ignore[union-attr]
	result = search([target], text, explain=True, accept=accept)
	assert result.explanation is not None
	assert result.explanation.sources[0].searched_for == "Labels for warehouses are printed."
