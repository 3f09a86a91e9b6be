"""Builds with vectors: made once, pinned to their model, never wrong."""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from huf.engine.backends.base import Backend
from huf.engine.backends.hybrid import build_vectors
from huf.engine.backends.hybrid import writer as hybrid_writer
from huf.engine.backends.hybrid.backend import KEY, hybrid_backend
from huf.engine.backends.hybrid.embedding_cache import FILE_NAME as CACHE
from huf.engine.backends.hybrid.vector_file import CHUNKS, ROWS, Numbers
from huf.engine.backends.keyword import rows as rows_module
from huf.engine.backends.keyword import writer as keyword_writer
from huf.engine.backends.keyword.rows import Rows
from huf.engine.builds import (
	BuildResult,
	BuildSettings,
	forget_vectors,
	list_builds,
	plan_build,
	run_build,
	verify_build,
)
from huf.engine.chunkers import ChunkSettings
from huf.engine.embedding import Embedder, Kind, Vectors, embedder_for
from huf.engine.embedding.local import LocalEmbedder
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.errors import EmbedderMissing, EmbeddingFailed, IndexCorrupt
from huf.engine.registry import Registry
from huf.engine.search import SearchTarget
from huf.engine.types import SearchResult
from tests.engine.small_builds import wanted
from tests.searching import search

SETTINGS = BuildSettings(ChunkSettings("recursive", size=100, overlap=0, unit="characters"), backend=KEY)
TEXTS = {
	"hotel": "A hotel room is paid up to ninety euros a night.",
	"train": "A train ticket is booked in the second class.",
	"crane": "The crane is inspected every March by an engineer.",
}


def kinds_of(embedder: Embedder | None, **others: Embedder) -> Registry[Backend]:
	"""A registry with the hybrid kind; ``others`` by key make old builds readable."""
	kinds: Registry[Backend] = Registry("knowledge type")
	by_key = {other.key: other for other in others.values()}
	kinds.register(KEY, hybrid_backend(embedder, by_key.__getitem__ if others else None))
	return kinds


def build(root: Path, texts: dict[str, str], embedder: Embedder, base: Path | None = None) -> BuildResult:
	"""Make a build of ``texts``."""
	kinds = kinds_of(embedder)
	plan = plan_build([wanted(key, text) for key, text in texts.items()], base, SETTINGS, kinds=kinds)
	return run_build(root, plan, SETTINGS, kinds=kinds)


def ask(path: Path, query: str, embedder: Embedder | None, **values: object) -> SearchResult:
	"""Search one build."""
	return search([SearchTarget("s", path)], query, kinds=kinds_of(embedder), **values)  # type: ignore[arg-type]


class Failing(FakeEmbedder):
	"""Fails from the given text on."""

	def __init__(self, after: int) -> None:
		super().__init__()
		self.after = after

	def embed(self, texts: Sequence[str], kind: Kind = "document") -> Vectors:
		"""The provider goes away half-way."""
		if len(self.asked) + len(texts) > self.after:
			raise EmbeddingFailed("The service is gone.")
		return super().embed(texts, kind)


def test_an_edited_input_keeps_what_it_still_says(tmp_path: Path) -> None:
	"""Also where vectors are kept nowhere else: passages of an input that is read again keep theirs, to the bit."""
	embedder = FakeEmbedder(is_costly=False)
	lines = [f"Rule {number}: {text}" for number, text in enumerate([*TEXTS.values(), TEXTS["hotel"]])]
	first = build(tmp_path, {"rules": "\n\n".join(lines)}, embedder).info.path
	embedder.asked.clear()
	edited = {"rules": "\n\n".join([*lines, "A bicycle is free."]), "new": TEXTS["train"]}
	second = build(tmp_path, edited, embedder, first).info.path
	assert all("bicycle" in text or text.startswith("new") for text in embedder.asked)
	verify_build(second, kinds=kinds_of(embedder))
	fresh = build(tmp_path / "fresh", edited, embedder).info.path
	for query in ("a ticket of the train", "bicycle", "crane engineer"):
		found = [[(hit.text, hit.score) for hit in ask(p, query, embedder).hits] for p in (second, fresh)]
		assert found[0] == found[1]


def test_of_what_leaves_the_last_texts_are_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""However much an update reads again, the texts of so many removed passages are in memory; the others are embedded again."""
	embedder = FakeEmbedder(is_costly=False)
	since = "It is so since {}, and will be until the works council and the head of travel say otherwise."
	before, after = (
		{key: f"{text}\n\n{since.format(month)}" for key, text in TEXTS.items()} for month in ("March", "May")
	)
	first = build(tmp_path, before, embedder).info.path
	embedder.asked.clear()
	monkeypatch.setattr(hybrid_writer, "_LEAVING_KNOWN", 2)
	second = build(tmp_path, after, embedder, first).info.path
	again = [text for text in TEXTS.values() if any(text in asked for asked in embedder.asked)]
	assert again == list(TEXTS.values())[:2]
	verify_build(second, kinds=kinds_of(embedder))


def test_inputs_too_long_for_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Their texts are read from the database: the vectors are those of texts that were kept in memory."""
	texts = {f"{number}": f"hotel {number} " + "copper valve " * 40 * number for number in range(6)}
	embedder = FakeEmbedder()

	def files(name: str) -> list[bytes]:
		made = build(tmp_path / name, texts, embedder).info.path
		changed = build(
			tmp_path / name, texts | {"3": "dogs on fridays", "9": "no dogs"}, embedder, made
		).info.path
		return [(path / file).read_bytes() for path in (made, changed) for file in (ROWS, CHUNKS)]

	kept = files("kept")
	monkeypatch.setattr(hybrid_writer, "_MOST_ADDED", 200)
	assert files("read") == kept


def test_fts5_works_beside_the_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""While a build makes vectors, FTS5 indexes the texts of before: nothing waits for the database after each input."""
	beside = 0

	class Looking(FakeEmbedder):
		def embed(self, texts: Sequence[str], kind: Kind = "document") -> Vectors:
			nonlocal beside
			beside += any(rows._work is not None for rows in begun)
			return super().embed(texts, kind)

	begun: list[Rows] = []
	begin = Rows.__init__

	def noted(self: Rows, connection: sqlite3.Connection) -> None:
		begin(self, connection)
		begun.append(self)

	monkeypatch.setattr(Rows, "__init__", noted)
	monkeypatch.setattr(rows_module, "_LEAST_FED", 1_000)
	build(tmp_path, {f"{number}": f"hotel {number} " * 100 for number in range(40)}, Looking())
	assert beside


def test_a_rebuild_asks_for_nothing(tmp_path: Path) -> None:
	"""Unchanged texts are embedded once, equal ones too; a rebuild and a patch ask only for what is new."""
	embedder = FakeEmbedder()
	texts = {**TEXTS, "hotel again": TEXTS["hotel"]}
	titled = [wanted(key, text, title="same") for key, text in texts.items()]
	kinds = kinds_of(embedder)
	first = run_build(tmp_path, plan_build(titled, None, SETTINGS, kinds=kinds), SETTINGS, kinds=kinds)
	assert len(embedder.asked) == len(set(embedder.asked)) == 3
	run_build(tmp_path, plan_build(titled, None, SETTINGS, kinds=kinds), SETTINGS, kinds=kinds)
	assert len(embedder.asked) == 3
	more = [*titled, wanted("new", "A bicycle is free.", title="same")]
	plan = plan_build(more, first.info.path, SETTINGS, kinds=kinds)
	patched = run_build(tmp_path, plan, SETTINGS, kinds=kinds)
	assert embedder.asked[3:] == ["same\nA bicycle is free.\n"]
	verify_build(patched.info.path, kinds=kinds)


def test_a_change_looks_at_no_vector_of_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Which of millions of vectors have not left is looked for by whoever compares them: not to make a change, nor to find it by its words."""
	looked: list[int] = []
	alive = build_vectors._alive

	def noting(chunks: Numbers, dead: Numbers) -> npt.NDArray[np.bool_] | None:
		looked.append(len(chunks))
		return alive(chunks, dead)

	embedder = FakeEmbedder(is_costly=False)
	first = build(tmp_path, TEXTS, embedder).info.path
	monkeypatch.setattr(build_vectors, "_alive", noting)
	# What is put together is written without what has left.
	monkeypatch.setattr(keyword_writer, "due", lambda *_: None)
	second = build(tmp_path, {**TEXTS, "crane": "The crane is inspected in May."}, embedder, first).info.path
	assert ask(second, "crane May", embedder, mode="keyword").hits[0].text.endswith("May.")
	assert looked == []
	assert len(ask(second, "inspected", embedder, mode="vector").hits) == len(TEXTS)
	assert looked


@given(st.sets(st.integers(1, 60)), st.sets(st.integers(1, 70)))
def test_which_have_not_left(chunks: set[int], dead: set[int]) -> None:
	"""None of them has, or each is told."""
	there = np.array(sorted(chunks), dtype=np.uint32)
	found = build_vectors._alive(there, np.array(sorted(dead), dtype=np.uint32))
	kept = sorted(chunks) if found is None else there[found].tolist()
	assert kept == sorted(chunks - dead)
	assert (found is None) == chunks.isdisjoint(dead)


def test_the_cache_may_go(tmp_path: Path) -> None:
	"""A deleted cache is made again, a damaged one too, and what no build uses any more leaves it."""
	embedder = FakeEmbedder()
	build(tmp_path, TEXTS, embedder)
	(tmp_path / CACHE).write_bytes(b"no database at all" * 100)
	build(tmp_path, TEXTS, embedder)
	assert len(embedder.asked) == 6
	build(tmp_path, {"hotel": TEXTS["hotel"]}, embedder)
	build(tmp_path, TEXTS, embedder)
	assert len(embedder.asked) == 8


def test_parts_of_a_rebuild_leave_the_cache_to_each_other(tmp_path: Path) -> None:
	"""The first part of a rebuild has no use for most of what is kept; the next ones do. In the end it goes."""
	embedder = FakeEmbedder()
	kinds = kinds_of(embedder)
	build(tmp_path, {**TEXTS, "gone": "A canoe is rented by the hour."}, embedder)
	assert len(embedder.asked) == 4
	began = time.time() + 1
	first, rest = (list(TEXTS.items())[part] for part in (slice(1), slice(1, None)))
	plan = plan_build([wanted(*one) for one in first], None, SETTINGS, kinds=kinds)
	time.sleep(max(0.0, began + 1 - time.time()))
	part = run_build(tmp_path, replace(plan, is_part=True), SETTINGS, kinds=kinds)
	plan = plan_build([wanted(*one) for one in [*first, *rest]], part.info.path, SETTINGS, kinds=kinds)
	run_build(tmp_path, plan, SETTINGS, kinds=kinds)
	assert len(embedder.asked) == 4
	forget_vectors(tmp_path, began)
	plan = plan_build([wanted("gone", "A canoe is rented by the hour.")], None, SETTINGS, kinds=kinds)
	run_build(tmp_path, replace(plan, is_part=True), SETTINGS, kinds=kinds)
	assert len(embedder.asked) == 5
	build(tmp_path, TEXTS, embedder)
	assert len(embedder.asked) == 5


def test_a_provider_that_fails_half_way(tmp_path: Path) -> None:
	"""The build fails and leaves the live one alone; the next one asks only for what is missing."""
	live = build(tmp_path, TEXTS, FakeEmbedder()).info.path
	many = {f"n{number}": f"Paragraph number {number} of the handbook." for number in range(450)}
	failing = Failing(after=250)
	with pytest.raises(EmbeddingFailed):
		build(tmp_path, many, failing)
	assert list_builds(tmp_path) == [live.name]
	assert not list(tmp_path.glob(".staging*"))
	assert ask(live, TEXTS["train"], FakeEmbedder()).hits[0].input == "train"
	retried = FakeEmbedder()
	build(tmp_path, many, retried)
	assert 0 < len(failing.asked) <= 250
	assert len(failing.asked) + len(retried.asked) == 450
	assert not set(failing.asked) & set(retried.asked)


class InPairs(Failing):
	"""Takes two texts in a request, whatever it is given."""

	def portions(self, texts: Sequence[str]) -> Iterator[Sequence[str]]:
		"""Two and two."""
		return (texts[start : start + 2] for start in range(0, len(texts), 2))


def test_what_a_request_gave_is_kept(tmp_path: Path) -> None:
	"""When a batch needs several requests and one fails, those before it were not paid for in vain."""
	many = {f"n{number}": f"Paragraph number {number} of the handbook." for number in range(50)}
	failing, retried = InPairs(after=31), FakeEmbedder()
	with pytest.raises(EmbeddingFailed):
		build(tmp_path, many, failing)
	build(tmp_path, many, retried)
	assert len(failing.asked) == 30 and failing.calls == 15
	assert len(retried.asked) == 20 and not set(failing.asked) & set(retried.asked)


def test_another_model_is_never_compared(tmp_path: Path) -> None:
	"""A build of another model is outdated, by its own model still searched, by words always; a plan rebuilds it."""
	old, new = FakeEmbedder("fake:1"), FakeEmbedder("fake:2")
	path = build(tmp_path, TEXTS, old).info.path
	for mode in ("vector", "hybrid", None):
		result = ask(path, "hotel", new, mode=mode)
		assert not result.hits
		assert result.skipped[0].code == "Index Outdated"
		assert "Rebuild Required" in result.skipped[0].reason
	assert ask(path, "hotel", new, mode="keyword").hits[0].input == "hotel"
	served = search([SearchTarget("s", path)], "hotel", kinds=kinds_of(new, old=old))
	assert (served.mode, served.hits[0].input) == ("hybrid", "hotel")
	plan = plan_build([wanted("hotel", TEXTS["hotel"])], path, SETTINGS, kinds=kinds_of(new))
	assert plan.base is None


@pytest.mark.skipif(find_spec("wordllama") is None, reason="wordllama has no wheel for this Python")
def test_vectors_of_texts_that_were_read_otherwise(tmp_path: Path) -> None:
	"""A build of the local model from before it read words answers as it was made, whoever gives its embedder; a plan rebuilds it."""
	old, new = LocalEmbedder(by_words=False), LocalEmbedder()
	path = build(tmp_path, TEXTS, old).info.path
	kinds: Registry[Backend] = Registry("knowledge type")
	kinds.register(KEY, hybrid_backend(new, embedder_for))
	served = search([SearchTarget("s", path)], "lodging for the night", kinds=kinds, mode="vector")
	assert served.hits[0].input == "hotel" and not served.skipped
	as_made = ask(path, "lodging for the night", old, mode="vector")
	assert [hit.score for hit in served.hits] == [hit.score for hit in as_made.hits]
	anew = ask(build(tmp_path / "new", TEXTS, new).info.path, "lodging for the night", new, mode="vector")
	assert anew.hits[0].input == "hotel" and anew.hits[0].score != pytest.approx(
		served.hits[0].score, abs=1e-3
	)
	assert plan_build([wanted("hotel", TEXTS["hotel"])], path, SETTINGS, kinds=kinds).base is None


def test_a_changed_dimension(tmp_path: Path) -> None:
	"""The same name with longer vectors: a patch fails, a search goes by words, both say to rebuild, which works."""
	path = build(tmp_path, TEXTS, FakeEmbedder(dimension=64)).info.path
	changed = FakeEmbedder(dimension=96)
	with pytest.raises(EmbeddingFailed, match="Rebuild the source") as caught:
		build(tmp_path, {**TEXTS, "new": "A bicycle."}, changed, base=path)
	assert not caught.value.retryable
	result = ask(path, "hotel", changed)
	assert (result.mode, result.hits[0].input) == ("keyword", "hotel")
	assert "Rebuild Required" in result.notes[0]
	assert ask(path, "hotel", changed, mode="vector").skipped[0].code == "Embedding Refused"
	assert ask(path, "hotel", FakeEmbedder(dimension=64)).hits[0].input == "hotel"
	rebuilt = build(tmp_path, TEXTS, changed).info.path
	assert ask(rebuilt, "hotel", changed).hits[0].input == "hotel"


@pytest.mark.parametrize("answer", ["short", "nan", "flat"])
def test_a_wrong_answer(tmp_path: Path, answer: str) -> None:
	"""Too few vectors, numbers that are none and rows without columns end the build; nothing is published."""

	class Wrong(FakeEmbedder):
		"""Answers wrongly."""

		def embed(self, texts: Sequence[str], kind: Kind = "document") -> Vectors:
			"""As ``answer`` says."""
			good = super().embed(texts, kind)
			return {"short": good[:-1], "nan": good * np.float32(np.nan), "flat": good[:, 0]}[answer]

	with pytest.raises(EmbeddingFailed):
		build(tmp_path, TEXTS, Wrong())
	assert list_builds(tmp_path) == []


def test_texts_are_given_in_batches(tmp_path: Path) -> None:
	"""The embedder gets as many texts at once as the backend was told, and the build knows its model and dimension."""
	embedder = FakeEmbedder()
	kinds: Registry[Backend] = Registry("knowledge type")
	kinds.register(KEY, hybrid_backend(embedder, batch_texts=7))
	texts = [wanted(f"n{number}", f"Paragraph number {number}.") for number in range(20)]
	result = run_build(tmp_path, plan_build(texts, None, SETTINGS, kinds=kinds), SETTINGS, kinds=kinds)
	assert (embedder.calls, len(embedder.asked)) == (3, 20)
	assert (result.info.embedder, result.info.dimension) == ("fake:1", 64)


def test_modes(tmp_path: Path) -> None:
	"""Vector mode finds what shares no stem with the index's words, keyword mode does not, and the result names the mode."""
	embedder = FakeEmbedder()
	path = build(tmp_path, TEXTS, embedder).info.path
	assert ask(path, "submarine", embedder, mode="keyword").hits == ()
	assert len(ask(path, "submarine", embedder, mode="vector").hits) == 3
	assert len(ask(path, "submarine", embedder).hits) == 3
	assert [ask(path, "hotel", embedder, mode=mode).mode for mode in ("keyword", "vector", "hybrid", None)] == [
		"keyword", "vector", "hybrid", "hybrid",
	]  # fmt: skip


def test_vectors_are_exact(tmp_path: Path) -> None:
	"""The vector leg gives the order that comparing every chunk one by one gives."""
	embedder = FakeEmbedder()
	texts = {f"n{number}": f"Word{number % 7} meets word{number % 11} at noon." for number in range(60)}
	path = build(tmp_path, texts, embedder).info.path
	found = [hit.input for hit in ask(path, "word3 at noon", embedder, mode="vector", top_k=60).hits]
	asked = embedder.embed(["word3 at noon"])[0]
	similar = {key: float(embedder.embed([f"{key}\n{text}"])[0] @ asked) for key, text in texts.items()}
	assert len(found) == 60
	values = [similar[key] for key in found]
	assert values == pytest.approx(sorted(values, reverse=True), abs=1e-6)


def test_refused_hits_are_replaced(tmp_path: Path) -> None:
	"""When most candidates may not be seen, a hybrid search goes on until it has what was asked for."""
	embedder = FakeEmbedder()
	texts = {f"n{number:03}": f"The crane number {number} is inspected." for number in range(150)}
	path = build(tmp_path, texts, embedder).info.path
	result = ask(
		path, "crane inspected", embedder, accept=lambda hits: [hit.input >= "n140" for hit in hits], top_k=10
	)
	assert sorted(hit.input for hit in result.hits) == [f"n{number}" for number in range(140, 150)]


def test_the_first_hits_do_not_depend_on_how_many(tmp_path: Path) -> None:
	"""Asked for more, a hybrid search gives the same first hits and then others, each once, scores never rising."""
	embedder = FakeEmbedder()
	cranes, pumps = (
		[f"crane{chr(97 + n) * 3}" for n in range(13)],
		[f"pump{chr(97 + n) * 3}" for n in range(7)],
	)
	texts = {
		f"n{n:03}": f"The {cranes[n % 13]} meets {pumps[n % 7]} and {cranes[n % 5]}." for n in range(300)
	}
	path = build(tmp_path, texts, embedder).info.path
	query = f"{cranes[3]} {pumps[1]} at noon"
	few, many, every = (ask(path, query, embedder, top_k=count).hits for count in (10, 100, 300))
	assert [hit.input for hit in few] == [hit.input for hit in many[:10]] == [hit.input for hit in every[:10]]
	assert [hit.input for hit in many] == [hit.input for hit in every[:100]]
	assert len({hit.input for hit in every}) == 300
	assert [hit.score for hit in every] == sorted((hit.score for hit in every), reverse=True)


def test_the_depth_of_a_hybrid_search(tmp_path: Path) -> None:
	"""A passage that a leg has below the depth gets nothing from that leg."""
	embedder = FakeEmbedder()
	texts = {f"n{n:03}": f"The crane meets pump{n % 7} and valve{n}." for n in range(60)}
	path = build(tmp_path, texts, embedder).info.path
	scores = [
		{hit.input: hit.score for hit in ask(path, "crane at noon", embedder, top_k=60, depth=depth).hits}
		for depth in (5, 100)
	]
	assert len(scores[0]) == len(scores[1]) == 60
	assert len({round(score, 9) for score in scores[0].values()}) < len(set(scores[1].values()))


def test_the_model_is_away_when_asked(tmp_path: Path) -> None:
	"""A hybrid search goes on by words and says so; a search by meaning alone names the reason."""
	path = build(tmp_path, TEXTS, FakeEmbedder()).info.path
	result = ask(path, "hotel", Failing(after=0))
	assert (result.mode, result.hits[0].input) == ("keyword", "hotel")
	assert "The service is gone" in result.notes[0]
	assert ask(path, "hotel", Failing(after=0), mode="vector").skipped[0].code == "Embedding Failed"


def test_an_identifier_asks_no_model(tmp_path: Path) -> None:
	"""A part number alone is looked up by its words: no request to the model, and the match is first."""
	texts = {**TEXTS, "part": "Bearing SKU-00123-XL is in stock."}
	path = build(tmp_path, texts, FakeEmbedder()).info.path
	result = ask(path, "SKU-00123-XL", Failing(after=0))
	assert (result.hits[0].input, result.notes) == ("part", ())


@pytest.mark.parametrize("name", [ROWS, CHUNKS])
def test_damaged_vectors(tmp_path: Path, name: str) -> None:
	"""Vectors that are cut off are noticed at the first search, and a changed number by the check."""
	embedder = FakeEmbedder()
	path = build(tmp_path, TEXTS, embedder).info.path
	whole = (path / name).read_bytes()
	(path / name).write_bytes(whole[: len(whole) // 2])
	assert ask(path, "hotel", embedder).skipped[0].code == "Index Corrupt"
	(path / name).write_bytes(b"\xff" * len(whole))
	with pytest.raises(IndexCorrupt):
		verify_build(path, kinds=kinds_of(embedder))


def test_a_build_needs_an_embedder(tmp_path: Path) -> None:
	"""Without an embedder nothing is built, and an old build says what it lacks."""
	with pytest.raises(EmbedderMissing):
		build(tmp_path, TEXTS, None)  # type: ignore[arg-type]
	path = build(tmp_path, TEXTS, FakeEmbedder()).info.path
	assert verify_build(path, kinds=kinds_of(None)).chunks == 3
	assert "fake:1" in ask(path, "hotel", None).skipped[0].reason
