"""How much of what is wrong in answers does verification see, and how often does it cry wolf?

    python -m benchmarks.verification [--part tune|test|new] [--failures]

``benchmarks/answers/labelled.jsonl`` has passages and answer sentences, half of them wrong in ways that models are: digits
swapped, another unit or currency, another date of the same passage, a number of another passage, the right number with the
wrong subject, a rounded number, percent for percentage points, another record. A wrong sentence is *caught* when one of its
claims is contradicted or unverified. The rules were made with the part ``tune``; the part ``test`` was only measured.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from benchmarks.measure import table
from huf.engine.answers.verification import GivenPassage, Verification, verify_answer

LABELLED = Path(__file__).parent / "answers" / "labelled.jsonl"
Outcome = Literal["verified", "unverified", "contradicted", "no claim"]
OUTCOMES: tuple[Outcome, ...] = ("verified", "unverified", "contradicted", "no claim")


@dataclass(frozen=True, slots=True)
class Judged:
	"""A labelled sentence, and what verification made of it."""

	text: str
	language: str
	part: str
	kind: str
	is_right: bool
	outcome: Outcome


def judged_sentences(path: Path = LABELLED) -> Iterator[Judged]:
	"""Every sentence of the set, verified."""
	for line in path.read_text("utf-8").splitlines():
		group = json.loads(line)
		passages = {
			passage["number"]: GivenPassage(passage["text"], passage["title"])
			for passage in group["passages"]
		}
		for sentence in group["sentences"]:
			outcome = outcome_of(verify_answer(sentence["text"], passages))
			yield Judged(
				sentence["text"],
				group["language"],
				group["part"],
				sentence["kind"],
				sentence["is_right"],
				outcome,
			)


def outcome_of(verification: Verification) -> Outcome:
	"""The worst of the claims; a weak claim that is unverified is passed over."""
	found = {
		claim.status for claim in verification.claims if not (claim.is_weak and claim.status == "unverified")
	}
	for outcome in ("contradicted", "unverified", "verified"):
		if outcome in found:
			return outcome  # type: ignore[return-value]
	return "no claim"


def percent(part: int, whole: int) -> str:
	"""A share, or a dash when there is nothing to share."""
	return f"{100 * part / whole:.0f} %" if whole else "–"


def summary(rows: Sequence[Judged]) -> list[str]:
	"""Sentences, precision of "contradicted", wrong ones caught, wrong ones contradicted, right ones verified."""
	wrong, right = [row for row in rows if not row.is_right], [row for row in rows if row.is_right]
	contradicted = [row for row in rows if row.outcome == "contradicted"]
	caught = [row for row in wrong if row.outcome in ("contradicted", "unverified")]
	return [
		f"{len(right)} + {len(wrong)}",
		percent(sum(not row.is_right for row in contradicted), len(contradicted)),
		percent(len(caught), len(wrong)),
		percent(sum(row.outcome == "contradicted" for row in wrong), len(wrong)),
		percent(sum(row.outcome == "verified" for row in right), len(right)),
	]


def main() -> None:
	"""Print the tables."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("--part", choices=("tune", "test", "new"))
	parser.add_argument("--failures", action="store_true", help="also print what was judged wrongly")
	options = parser.parse_args()
	rows = [row for row in judged_sentences() if options.part in (None, row.part)]
	head = [
		"right + wrong",
		"“contradicted” is right",
		"wrong caught",
		"wrong contradicted",
		"right verified",
	]
	parts = {
		"all": rows,
		"part tune": [row for row in rows if row.part == "tune"],
		"part test": [row for row in rows if row.part == "test"],
		"part new": [row for row in rows if row.part == "new"],
		**{row.language: [one for one in rows if one.language == row.language] for row in rows},
	}
	print(table(["sentences", *head], [[name, *summary(some)] for name, some in parts.items() if some]))
	print("\nWrong sentences, by what is wrong:\n")
	wrong = [row for row in rows if not row.is_right]
	print(table(["what is wrong", "sentences", *OUTCOMES], _by_kind(wrong)))
	print("\nRight sentences, by what they state:\n")
	print(table(["what is stated", "sentences", *OUTCOMES], _by_kind([row for row in rows if row.is_right])))
	if options.failures:
		for row in rows:
			if (row.outcome == "verified") != row.is_right:
				print(f"{'right' if row.is_right else 'wrong'} {row.kind}, {row.outcome}: {row.text}")


def _by_kind(rows: Sequence[Judged]) -> Iterator[list[str]]:
	counts = Counter((row.kind, row.outcome) for row in rows)
	for kind, number in Counter(row.kind for row in rows).most_common():
		yield [kind, str(number), *(str(counts[kind, outcome]) for outcome in OUTCOMES)]


if __name__ == "__main__":
	main()
