"""How often is a wrong answer shown as confirmed, and how often does verification cry wolf?

    python -m benchmarks.answering.verification [--part PART] [--failures]

``benchmarks/answers/labelled.jsonl`` has passages and answers, about half of them wrong in ways that models are: digits swapped,
another unit, date, record or name, the right value of something else, said where the passage denies, allowed for forbidden, the
customer for the supplier, a cell of another row. Each is labelled with what the verdict should be. The rules were made with the
parts up to ``tune 6``. The parts ``independent 3`` to ``independent 6`` are by authors who never saw the rules. What became of the third to the
fifth chose one rule by counts, and their wrong answers that were confirmed were read; of the sixth nothing was: do not read it when you work on the rules. It tells what
to expect (``docs/answers.md``).
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import table
from huf.engine.answers.verification import RESULTS, GivenPassage, Result, result_of, verify_answer

LABELLED = Path(__file__).parents[1] / "answers" / "labelled.jsonl"
PARTS = (
	"tune",
	"test",
	"new",
	"statements",
	"held-out 1",
	"held-out 2",
	"held-out 3",
	"held-out 4",
	"tune 2",
	"tune 3",
	"tune 4",
	"tune 5",
	"tune 6",
	"independent 3",
	"independent 4",
	"independent 5",
	"independent 6",
)
WRONG = ("Not Confirmed", "Contradicted")


@dataclass(frozen=True, slots=True)
class Judged:
	"""A labelled answer, and what verification made of it."""

	text: str
	language: str
	part: str
	kind: str
	is_right: bool
	wanted: Result | None
	"""None for a wrong one of the older parts, which say no more."""
	given: Result

	@property
	def is_wrong_green(self) -> bool:
		"""A wrong answer that is shown as confirmed."""
		return not self.is_right and self.given == "Confirmed"

	@property
	def is_false_alarm(self) -> bool:
		"""A right answer that is not confirmed or contradicted."""
		return self.is_right and self.given in WRONG

	def deserves(self, result: Result) -> bool:
		"""Whether the label is this verdict; a wrong one without a closer label may be either of the two for wrong ones."""
		return result in WRONG if self.wanted is None else self.wanted == result


def judged_sentences(path: Path = LABELLED) -> Iterator[Judged]:
	"""Every answer of the set, verified."""
	for line in path.read_text("utf-8").splitlines():
		group = json.loads(line)
		passages = {
			passage["number"]: GivenPassage(passage["text"], passage["title"])
			for passage in group["passages"]
		}
		for sentence in group["sentences"]:
			is_missing = sentence.get("is_missing", False)
			found = verify_answer(sentence["text"], passages, missing_from=0 if is_missing else None)
			yield Judged(
				sentence["text"],
				group["language"],
				group["part"],
				sentence["kind"],
				sentence["is_right"],
				sentence.get("verdict") or ("Confirmed" if sentence["is_right"] else None),
				result_of(found, is_missing=is_missing),
			)


def percent(part: int, whole: int) -> str:
	"""A share, or a dash when there is nothing to share."""
	return f"{100 * part / whole:.1f} %" if whole else "–"


def summary(rows: Sequence[Judged]) -> list[str]:
	"""How many are right and wrong; wrong ones shown as confirmed; right ones with a warning; right ones confirmed."""
	right, wrong = [row for row in rows if row.is_right], [row for row in rows if not row.is_right]
	sure = [row for row in right if row.wanted == "Confirmed"]
	return [
		f"{len(right)} + {len(wrong)}",
		percent(sum(row.is_wrong_green for row in wrong), len(wrong)),
		percent(sum(row.is_false_alarm for row in right), len(right)),
		percent(sum(row.given in WRONG for row in wrong), len(wrong)),
		percent(sum(row.given == "Confirmed" for row in sure), len(sure)),
	]


def by_verdict(rows: Sequence[Judged]) -> Iterator[list[str]]:
	"""For each verdict how often it is given, how often it is deserved then (precision), and given when it is (recall)."""
	for result in RESULTS:
		given = [row for row in rows if row.given == result]
		wanted = [row for row in rows if row.deserves(result) and (row.wanted or result == row.given)]
		hits = sum(row.deserves(result) for row in given)
		yield [result, str(len(given)), percent(hits, len(given)), percent(hits, len(wanted))]


def main() -> None:
	"""Print the tables."""
	parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
	parser.add_argument("--part", choices=PARTS)
	parser.add_argument("--failures", action="store_true", help="also print what was judged wrongly")
	options = parser.parse_args()
	rows = [row for row in judged_sentences() if options.part in (None, row.part)]
	head = ["right + wrong", "wrong green", "false alarms", "wrong ones warned of", "right ones confirmed"]
	parts = {
		"all": rows,
		**{f"part {part}": [row for row in rows if row.part == part] for part in PARTS},
		**{row.language: [one for one in rows if one.language == row.language] for row in rows},
	}
	print(table(["answers", *head], [[name, *summary(some)] for name, some in parts.items() if some]))
	for part in PARTS[3:]:
		if some := [row for row in rows if row.part == part]:
			print(f"\nVerdicts of part {part}:\n")
			print(table(["verdict", "given", "precision", "recall"], list(by_verdict(some))))
	print("\nWrong answers, by what is wrong:\n")
	print(table(["what is wrong", "answers", *RESULTS], _by_kind([row for row in rows if not row.is_right])))
	print("\nRight answers, by what they state:\n")
	print(table(["what is stated", "answers", *RESULTS], _by_kind([row for row in rows if row.is_right])))
	if options.failures:
		for row in rows:
			if not (row.deserves(row.given) or (not row.is_right and row.given in WRONG)):
				print(f"{row.wanted or 'wrong'} {row.kind}, {row.given}: {row.text}")


def _by_kind(rows: Sequence[Judged]) -> Iterator[list[str]]:
	counts = Counter((row.kind, row.given) for row in rows)
	for kind, number in Counter(row.kind for row in rows).most_common():
		yield [kind, str(number), *(str(counts[kind, result]) for result in RESULTS)]


if __name__ == "__main__":
	main()
