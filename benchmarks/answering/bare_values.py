"""Is an answer that is nothing but a value confirmed only if the passage says it of what was asked?

    python -m benchmarks.answering.bare_values COLLECTION... [--half tune|test] [--failures]

Of each COLLECTION (``corpus.jsonl``, ``queries.jsonl``, ``answers.jsonl``) the questions are taken whose answer is one value (an amount, a number, a
date, a share). Three kinds of answers are verified with the passage that they cite: the value that is right, the other values of its kind of the
same passage, and values of its kind of a passage about something else. Counted are those that are Confirmed when the question is not told,
as it was before it was read, and what becomes of them when it is.
"""

import argparse
import json
import random
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import table
from huf.engine.answers.claims import Claim, read_claims
from huf.engine.answers.claims.claim import same_value
from huf.engine.answers.claims.units import family
from huf.engine.answers.verification import GivenPassage, result_of, verify_answer

WHOLE = 3_000
"""Characters of a document up to which it is one passage."""
AROUND = 1_000
"""Characters before and behind the answer that are the passage of a longer one."""
KINDS = ("right", "another of the passage", "of another passage")


@dataclass(frozen=True, slots=True)
class Case:
	"""A question with the value that answers it, and the passage that says it."""

	question: str
	language: str
	gold: str
	value: Claim
	passage: GivenPassage


def read_rows(file: Path) -> list[dict[str, str]]:
	"""The objects of a file of lines."""
	return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def cases(folder: Path, half: str) -> Iterator[Case]:
	"""The questions that a value answers; ``half`` is one of two parts of them, or empty for all."""
	documents = {row["id"]: row for row in read_rows(folder / "corpus.jsonl")}
	questions = {row["id"]: row for row in read_rows(folder / "queries.jsonl")}
	for row in read_rows(folder / "answers.jsonl"):
		gold, document = row["answers"][0], documents[row["docs"][0]]
		values = [one for one in read_claims(gold) if one.kind != "name"]
		if len(values) != 1 or (half and zlib.crc32(row["id"].encode()) % 2 != (half == "test")):
			continue
		text, place = document["text"], document["text"].find(gold)
		if place < 0:
			continue
		if len(text) > WHOLE:
			begin = text.rfind(". ", 0, max(0, place - AROUND))
			text = text[begin + 2 if begin >= 0 else 0 : place + AROUND]
		question = questions[row["id"]]
		passage = GivenPassage(text, document.get("title", ""))
		yield Case(question["text"], question.get("lang", ""), gold, values[0], passage)


def others(case: Case, text: str) -> Iterator[Claim]:
	"""The values of ``text`` that could be taken for the one of ``case``, each once."""
	seen = [case.value]
	for one in read_claims(text):
		if (
			one.kind == case.value.kind
			and {*map(family, one.dimensions)} == {*map(family, case.value.dimensions)}
			and one.is_weak <= case.value.is_weak
			and not any(same_value(one, other) or same_value(other, one) for other in seen)
		):
			seen.append(one)
			yield one


def answers(every: list[Case]) -> Iterator[tuple[str, Case, str, GivenPassage]]:
	"""What is verified: its kind, the question, the answer, and the passage that it cites."""
	chance = random.Random(3)
	for case in every:
		yield "right", case, case.gold, case.passage
		for one in others(case, case.passage.text):
			yield "another of the passage", case, one.text, case.passage
		strange = chance.choice([one for one in every if one.language == case.language])
		if strange.passage != case.passage:
			for one in [*others(case, strange.passage.text)][:2]:
				yield "of another passage", case, one.text, strange.passage


def verdict_of(answer: str, passage: GivenPassage, question: str) -> str:
	"""The verdict, with a word for grey ones that are said to be of something else."""
	found = verify_answer(f"{answer} [1]", {1: passage}, question=question)
	result = result_of(found)
	return "Doubted" if result == "Nothing to Check" and any(one.is_apart for one in found.claims) else result


def main() -> None:
	"""Read the command line, print the table."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("collections", nargs="+", type=Path)
	parser.add_argument("--half", choices=("tune", "test"), default="")
	parser.add_argument(
		"--failures", action="store_true", help="also print right values that are not confirmed"
	)
	options = parser.parse_args()
	rows = []
	for folder in options.collections:
		counts: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
		for kind, case, answer, passage in answers([*cases(folder, options.half)]):
			if verdict_of(answer, passage, "") != "Confirmed":
				continue
			verdict = verdict_of(answer, passage, case.question)
			counts[kind][verdict] += 1
			if options.failures and kind == "right" and verdict != "Confirmed":
				print(f"{folder.name}, {verdict}: {case.question} {answer}")
		for kind, found in counts.items():
			total = sum(found.values())
			shares = (
				f"{found[one] / total:.1%}" if total else "–"
				for one in ("Confirmed", "Doubted", "Not Confirmed", "Contradicted")
			)
			rows.append([folder.name, kind, str(total), *shares])
	heads = ["collection", "value", "confirmed without the question"]
	print(table([*heads, "confirmed with it", "grey, with a note", "not confirmed", "contradicted"], rows))


if __name__ == "__main__":
	main()
