"""How near hits are: by words and by meaning, and which are called far."""

from pathlib import Path

import pytest

from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.evidence import MEANING_FLOOR, ChunkEvidence, Evidence, LegScore, WordMatch
from huf.engine.search.hits import nearness as module
from huf.engine.search.hits.nearness import FLOOR, nearness
from huf.engine.types import SearchResult
from tests.engine.backends.test_vectors import ask, build

NOTES = {f"note{number}": f"Note {number} of the canteen says what is cooked." for number in range(40)} | {
	"hotel": "A hotel room in Osaka is paid up to ninety euros a night."
}


@pytest.fixture(scope="module")
def notes(tmp_path_factory: pytest.TempPathFactory) -> Path:
	"""A build with vectors."""
	return build(tmp_path_factory.mktemp("notes"), NOTES, FakeEmbedder()).info.path


def match(word: str, score: float, weight: float = 0.5) -> WordMatch:
	"""What a word gave."""
	return WordMatch(word, (word,) if score else (), weight, score, 0.0)


def evidence(score: float, meaning: float | None, other: float = 0.0) -> ChunkEvidence:
	"""Two words of the question, and how near the meaning is."""
	legs = {} if meaning is None else {"vector": LegScore(1, meaning, meaning)}
	return ChunkEvidence(0.5, (match("hotel", score), match("osaka", other)), legs)


@pytest.mark.parametrize(
	("found", "is_near"),
	[
		(evidence(2.0, 0.1), False),
		(evidence(8.0, 0.1), True),
		(evidence(2.0, MEANING_FLOOR), True),
		(evidence(2.0, None), True),
		(evidence(0.5, 0.1, other=0.5), True),
	],
	ids=["neither", "by words", "by meaning", "meaning was not compared", "holds all words"],
)
def test_what_is_near(found: ChunkEvidence, is_near: bool) -> None:
	"""Enough of either, all words, or nobody compared the meaning."""
	near = nearness(found, Evidence({}, rarest=10.0, vocabulary_coverage=1.0))
	assert near.is_near is is_near


def test_other_floors() -> None:
	"""What measures the floors asks the same rule with others."""
	of, found = Evidence({}, rarest=10.0, vocabulary_coverage=1.0), evidence(4.0, 0.3)
	assert not nearness(found, of).is_near
	assert nearness(found, of, floor=0.2).is_near
	assert nearness(found, of, meaning_floor=0.2).is_near


def test_a_model_that_does_not_know_the_words_brings_nothing_near() -> None:
	"""What a model says of a text that it hardly reads counts as little as it reads of it."""
	near = nearness(evidence(0.0, 0.9), Evidence({}, rarest=10.0, vocabulary_coverage=0.2))
	assert near.meaning == 0.18 and not near.is_near


def test_hits_say_how_near_they_are(notes: Path) -> None:
	"""By words and by meaning, in the values that go to callers; a question about nothing of it finds only far hits."""
	near = asked(notes, "hotel room in Osaka")
	best = near.hits[0]
	assert best.input == "hotel" and best.nearness is not None and best.nearness.is_near
	assert best.nearness.words >= FLOOR and best.nearness.meaning is not None
	assert best.to_dict()["nearness"] == best.nearness._asdict()
	far = asked(notes, "which canteen teaches violin lessons to penguins")
	assert far.hits and not far.has_near
	assert all(hit.nearness is not None for hit in far.hits)
	assert near.has_near


def test_words_alone_are_never_called_far(notes: Path) -> None:
	"""Where the meaning was not compared, a hit holds a word of the question, and nobody can say more."""
	result = asked(notes, "which canteen teaches violin lessons to penguins", mode="keyword")
	assert result.has_near and all(
		hit.nearness is not None and hit.nearness.meaning is None and hit.nearness.is_near
		for hit in result.hits
	)


def test_one_common_word_is_near(notes: Path) -> None:
	"""Whoever types one word has found what holds it, however common it is."""
	assert asked(notes, "canteen").has_near


def asked(path: Path, query: str, **values: object) -> SearchResult:
	"""Search with the model."""
	return ask(path, query, FakeEmbedder(), **values)


def test_a_word_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
	"""What a word of the question looks like is not asked again for each hit."""
	looked = 0

	def spaceless(sign: str) -> bool:
		nonlocal looked
		looked += 1
		return False

	monkeypatch.setattr(module, "is_spaceless", spaceless)
	module._shape.cache_clear()
	every = [
		ChunkEvidence(0.5, (match("hotel", 2.0 + number), match("osaka", 1.0)), {}) for number in range(10)
	]
	weights = [module.weight_of(each, 8.0) for each in every]
	module._shape.cache_clear()
	assert looked == len("hotel" + "osaka")
	assert weights == sorted(weights) and weights[0] < weights[-1]
