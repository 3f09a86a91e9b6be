"""Two evaluations beside each other: whether a difference is more than chance, and what cannot be compared."""

import itertools
import json
import random
from pathlib import Path

import pytest

from huf.local.quality.comparison import EXACT, paired_p
from huf.local.quality.evaluation import METRICS
from tests.cli_runner import huf

DOCUMENTS = {
	"lift": "The lift carries eight persons.",
	"pump": "The pump needs oil.",
	"door": "The door is locked at ten.",
}
QUESTIONS = {
	"q1": ("how many persons in the lift", "lift"),
	"q2": ("oil of the pump", "pump"),
	"q3": ("when is the door locked", "door"),
}


def make_collection(folder: Path, answers: dict[str, str] | None = None) -> Path:
	"""A collection of three documents and questions; ``answers`` says what answers a question instead."""
	folder.mkdir(parents=True)
	rows = [{"id": key, "title": "", "text": text} for key, text in DOCUMENTS.items()]
	(folder / "corpus.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
	rows = [{"id": key, "text": text, "kind": key} for key, (text, _document) in QUESTIONS.items()]
	(folder / "queries.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
	judged = {key: document for key, (_text, document) in QUESTIONS.items()} | (answers or {})
	(folder / "qrels.tsv").write_text("".join(f"{key}\t{document}\t1\n" for key, document in judged.items()))
	return folder


def exactly(differences: list[float]) -> float:
	"""p by its definition, over every way to choose the signs."""
	least = abs(sum(differences)) - 1e-9
	ways = list(itertools.product((1, -1), repeat=len(differences)))
	reached = sum(
		abs(sum(sign * one for sign, one in zip(way, differences, strict=True))) >= least for way in ways
	)
	return reached / len(ways)


def test_few_differences_are_tried_in_every_way() -> None:
	"""As by the definition; questions that do not differ change nothing, nor does which of the two comes first."""
	chance = random.Random(1)
	for count in range(1, 11):
		moved = [chance.uniform(-1, 1) for _ in range(count)]
		assert paired_p(moved) == pytest.approx(exactly(moved))
		assert paired_p([*moved, 0.0, 0.0]) == paired_p([-one for one in moved]) == paired_p(moved)
	assert paired_p([1.0] * 5) == 2 / 32
	assert paired_p([0.0, 0.0]) == paired_p([]) == 1.0


def test_many_differences_are_sampled() -> None:
	"""Near what all ways would give, the same each time, and never 0."""
	chance = random.Random(2)
	moved = [chance.gauss(0.1, 0.3) for _ in range(EXACT + 1)]
	assert paired_p(moved) == pytest.approx(exactly(moved), abs=0.005)
	assert paired_p(moved) == paired_p(moved)
	assert 0 < paired_p([0.5] * 60) < 1e-4


def test_chance_alone_is_seldom_called_more() -> None:
	"""Of pairs that differ by chance, one in twenty has a p of at most .05."""
	chance = random.Random(3)
	found = [paired_p([chance.choice((-0.5, -0.1, 0.0, 0.1, 0.5)) for _ in range(15)]) for _ in range(300)]
	assert 0.01 < sum(p <= 0.05 for p in found) / len(found) < 0.09


def test_against_itself_and_against_worse(tmp_path: Path) -> None:
	"""Nothing differs from itself; what was worse then is won now, by question and by group."""
	collection, kept = make_collection(tmp_path / "house"), tmp_path / "kept.json"
	assert huf("evaluate", collection, "--save", kept).exit_code == 0
	found = json.loads(huf("evaluate", collection, "--vs", kept, "--json").stdout)
	assert found["vs"]["queries"] == 3
	for metric in METRICS:
		assert found["vs"][metric] == {"difference": 0.0, "p": 1.0, "won": 0, "lost": 0}
	saved = json.loads(kept.read_text())
	saved["collections"]["house"]["queries"]["q2"] = [0.0, 0.0, 0.0, 0.0]
	kept.write_text(json.dumps(saved))
	against = json.loads(huf("evaluate", collection, "--vs", kept, "--json").stdout)["vs"]
	assert against["nDCG@10"] == {"difference": 0.3333, "p": 1.0, "won": 1, "lost": 0}
	assert against["by_kind"]["q2"]["MRR@10"]["won"] == 1 and against["by_kind"]["q1"]["MRR@10"]["won"] == 0
	printed = huf("evaluate", collection, "--vs", kept).stdout
	assert "against kept.json" in printed and "+0.3333" in printed


def test_only_the_same_questions_are_compared(tmp_path: Path) -> None:
	"""Another collection, other judgements, and a file of something else are refused with a sentence, and keep what is there."""
	collection, kept = make_collection(tmp_path / "house"), tmp_path / "kept.json"
	huf("evaluate", collection, "--save", kept)
	other = make_collection(tmp_path / "garden")
	judged = make_collection(tmp_path / "judged" / "house", {"q1": "door"})
	wrong = tmp_path / "wrong.json"
	for text, asked, told in (
		(None, other, "no collection garden. It has: house."),
		(None, judged, "not those of what was saved"),
		("{", collection, "is not what"),
		("[]", collection, "is not what"),
		(json.dumps({"huf_evaluation": 99, "metrics": METRICS}), collection, "is not what"),
	):
		if text is not None:
			wrong.write_text(text)
		result = huf("evaluate", asked, "--vs", kept if text is None else wrong)
		assert (result.exit_code, told in result.stderr) == (2, True), result.stderr
	result = huf("evaluate", collection, judged, "--save", kept)
	assert result.exit_code == 2 and "the same name" in result.stderr
	assert list(json.loads(kept.read_text())["collections"]) == ["house"]
