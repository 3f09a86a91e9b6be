"""Answers that are nothing but a value: the question says what it is of."""

import pytest

from huf.engine.answers.verification import (
	GivenPassage,
	Verification,
	result_of,
	strictly,
	verdict,
	verify_answer,
)

LEAVE = GivenPassage(
	"Employees have 30 days of annual leave. Trainees have 28 days of annual leave. "
	"Notice of termination is given 14 days before the end of a month.",
	"Staff handbook",
)
HOTELS = GivenPassage("Hotels are paid up to 120 EUR per night in Germany and 150 EUR per night in France.")
PUMP = GivenPassage(
	"# Pump P-200\nThe pump works at 5 bar. It weighs 14 kg.\n# Valve V-300\nThe valve opens at 8 bar. It weighs 2 kg."
)
RATES = GivenPassage(
	"| Contract | Monthly fee | Setup fee |\n|---|---|---|\n| Gold | 250 EUR | 900 EUR |\n| Silver | 120 EUR | 400 EUR |"
)
INVOICE = GivenPassage(
	"Posting date: 12.03.2026\nDue date: 11.04.2026\nGrand total: 1,234.50 EUR\nOutstanding amount: 400.00 EUR",
	"Sales Invoice SINV-2026-00012, Acme Ltd",
)
URLAUB = GivenPassage(
	"Der Jahresurlaub beträgt 30 Arbeitstage. Die Kündigungsfrist beträgt 14 Arbeitstage in der Probezeit."
)


def verified(question: str, answer: str, *passages: GivenPassage) -> Verification:
	"""The verification of an answer to a question, which cites the first passage."""
	return verify_answer(f"{answer} [1]", dict(enumerate(passages, 1)), question=question)


@pytest.mark.parametrize(
	("question", "answer", "passage"),
	[
		("How many days of annual leave do trainees have?", "28 days", LEAVE),
		("How many days of annual leave do employees have?", "30 days.", LEAVE),
		("When must notice of termination be given?", "14 days", LEAVE),
		("What is paid for a hotel in Germany?", "Up to 120 EUR", HOTELS),
		("What is paid for a hotel in France?", "€150", HOTELS),
		("At which pressure does the pump work?", "5 bar", PUMP),
		("How heavy is the valve V-300?", "It is 2 kg.", PUMP),
		("What is the monthly fee of the Gold contract?", "250 EUR", RATES),
		("What does the setup of Silver cost?", "400 EUR", RATES),
		("When is invoice SINV-2026-00012 due?", "11 April 2026", INVOICE),
		("What is the outstanding amount of Acme?", "400 EUR", INVOICE),
		("Wie hoch ist der Jahresurlaub?", "30 Arbeitstage", URLAUB),
		("And how many?", "28 days", LEAVE),
	],
)
def test_what_was_asked_is_confirmed(question: str, answer: str, passage: GivenPassage) -> None:
	"""A value that the passage says of what was asked is confirmed, in whatever writing and with whatever words that say nothing."""
	found = verified(question, answer, passage)
	assert result_of(found) == "Confirmed", found
	assert verdict(found, "block").action == "show"


@pytest.mark.parametrize(
	("question", "answer", "passage", "instead"),
	[
		("How many days of annual leave do trainees have?", "14 days", LEAVE, "28 days"),
		(
			"How many days before the end of a month is notice of termination given?",
			"28 days",
			LEAVE,
			"14 days",
		),
		("What is paid for a hotel in France?", "120 EUR", HOTELS, "150 EUR per night"),
		("At which pressure does the pump P-200 work?", "8 bar", PUMP, "5 bar"),
		("What is the monthly fee of the Gold contract?", "120 EUR", RATES, "250 EUR"),
		("What is the monthly fee of the Gold contract?", "900 EUR", RATES, "250 EUR"),
		("What is the due date of SINV-2026-00012?", "12.03.2026", INVOICE, "11.04.2026"),
		("What is the outstanding amount of SINV-2026-00012?", "1,234.50 EUR", INVOICE, "400.00 EUR"),
		("Wie hoch ist der Jahresurlaub?", "14 Arbeitstage", URLAUB, "30 Arbeitstage"),
	],
)
def test_something_else_is_not_confirmed(
	question: str, answer: str, passage: GivenPassage, instead: str
) -> None:
	"""A value that the passage says of something else is not confirmed, and the reason names what it says of what was asked."""
	assert result_of(verified("", answer, passage)) == "Confirmed"
	found = verified(question, answer, passage)
	(claim,) = found.claims
	assert (claim.status, claim.is_apart, claim.found) == ("unverified", True, instead)
	assert passage.text[claim.passage_start : claim.passage_end] == instead
	assert result_of(found) in ("Not Confirmed", "Nothing to Check")
	given = verdict(found, "warn")
	assert given.action == "warn" and given.reasons == (
		f"“{claim.text}” is hardly what was asked for: source [1] says “{instead}” in words nearer to the question.",
	)
	assert verdict(found, "block").action == "block"


def test_a_passage_about_something_else_confirms_nothing() -> None:
	"""Where next to no word of the question stands around the value, it is named as doubtful, and held back where doubt is enough for that."""
	found = verified("How long is the warranty of the heat exchanger?", "14 days", LEAVE)
	assert result_of(found) == "Nothing to Check"
	given = verdict(found, "warn")
	assert given.reasons == (
		"“14 days” is hardly what was asked for: around it, source [1] has next to no word of the question.",
	)
	assert result_of(strictly(found)) == "Not Confirmed" == verdict(found, "block").result


def test_where_words_cannot_tell_nothing_changes() -> None:
	"""Words of another language, lists that were counted for the question, and answers with words of their own are judged as before."""
	assert (
		result_of(verified("Wie lange ist die Kündigungsfrist für die Probezeit?", "14 days", LEAVE))
		== "Confirmed"
	)
	counted = GivenPassage("Sum of Grand Total: 1,234.50 EUR", "Sales Invoice", is_counted=True)
	assert (
		result_of(verified("How much does Acme still owe us for pumps?", "1,234.50 EUR", counted))
		== "Confirmed"
	)
	models = GivenPassage("TL-510 has 36 months of warranty. TL-522 has 24 months of warranty.")
	assert (
		result_of(verified("Which things were sold to schools?", "TL-510: 36 months", models)) == "Confirmed"
	)
	said = "Trainees have 28 days of annual leave."
	assert result_of(verified("How long is the warranty of the heat exchanger?", said, LEAVE)) == "Confirmed"


def test_a_long_message_is_not_its_question() -> None:
	"""Of a message of many words a few stand around the value; that is enough."""
	story = "I moved to Leeds last spring with my family and three cats, bought a bicycle, and now wonder about the garden fence. "
	found = verified(f"{story * 2} How many days of annual leave do trainees have?", "28 days", LEAVE)
	assert result_of(found) == "Confirmed"
