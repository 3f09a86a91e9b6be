"""A person leaves a passage out or corrects its text: whatever is indexed after that holds to it, and says so."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from huf.engine.builds import BuildResult, plan_build, read_inputs, run_build
from huf.engine.chunkers import ChunkSettings
from huf.engine.content import Content
from huf.engine.corrections import CORRECTIONS, record_of
from huf.engine.corrections.applying import correct
from huf.engine.indexing import BuildSettings
from huf.engine.inspection import inspect_input
from huf.engine.prompt.context import heading_of
from huf.engine.search import SearchTarget
from huf.engine.search.reading import read_document
from huf.engine.types import Correction, Hit, Locator, Section, WantedInput
from tests.chance import times
from tests.engine.small_builds import SMALL, wanted
from tests.searching import search

HANDBOOK = Path(__file__).parents[3] / "huf" / "demo" / "handbook"
PARAGRAPHS = [
	f"The {name} pump is lent for thirty days and comes back clean, with hose number {number}."
	for number, name in enumerate(("quoll", "potoroo", "numbat", "bilby", "wombat"))
]
TEXT = "\n\n".join(PARAGRAPHS)
WIDE = BuildSettings(ChunkSettings("recursive", size=400, overlap=0, unit="characters"))


def left_out(original: str, key: str = "c1", **values: Any) -> Correction:
	return Correction(key, original, made_on="2026-11-03", **values)


def replaced(original: str, text: str, key: str = "c2", **values: Any) -> Correction:
	return Correction(key, original, text, made_on="2026-11-04", **values)


def texts(sections: Sequence[Section], *corrections: Correction) -> tuple[list[str], tuple[str, ...]]:
	corrected = correct(sections, corrections)
	return [section.text for section in corrected.sections], corrected.unapplied


def test_words_count_and_not_their_spaces() -> None:
	"""The text is found however it is spaced, over lines and over sections; what stands around it stays as it was."""
	one = Section("A  b\tc\n d. \nRest\n")
	assert texts([one], replaced(" a b".upper().replace("B", "b") + "  c d.", "X")) == (["X \nRest\n"], ())
	pages = [Section("First page ends", Locator(page=1)), Section("in the middle. Next.", Locator(page=2))]
	assert texts(pages, replaced("page ends in the middle.", "page.")) == (["First page.", " Next."], ())
	assert texts(pages, left_out("First page ends in")) == ([" the middle. Next."], ())


def test_the_same_text_in_several_places() -> None:
	"""Its own page counts, in it the nearest; where its place has none, nothing is guessed."""
	pages = [Section("Total 5\nTotal 5\n", Locator(page=number)) for number in (1, 2, 3)]
	second = texts(pages, replaced("Total 5", "Total 6", place=Locator(page=2), start=24))
	assert second == (["Total 5\nTotal 5\n", "Total 5\nTotal 6\n", "Total 5\nTotal 5\n"], ())
	first = texts(pages, replaced("Total 5", "Total 6", place=Locator(page=2), start=16))
	assert first[0][1] == "Total 6\nTotal 5\n"
	assert texts(pages, left_out("Total 5", place=Locator(page=9))) == ([one.text for one in pages], ("c1",))
	assert texts(pages[:1], left_out("Total 6")) == (["Total 5\nTotal 5\n"], ("c1",))
	assert texts(pages[:1], left_out(" \n"), left_out("")) == (["Total 5\nTotal 5\n"], ("c1", "c1"))


def test_rows_keep_their_numbers() -> None:
	"""What follows a row that is left out, or one that became longer, is still cited by its own row."""
	rows = "".join(f"article {number} | {number * 10}\n" for number in range(1, 9))
	table = Section(rows, Locator(sheet="Rates", rows=(2, 9)), kind="table", header="Article | Price")
	two = "article 2 | 20\narticle 3 | 30"
	for correction in (
		left_out(two),
		replaced(two, "article 2 | 21\narticle 3\nis gone\nfor good"),
		replaced(two, "none"),
	):
		(section,) = correct([table], [correction]).sections
		lines = section.text.split("\n")
		assert (len(lines), lines[3], lines[7]) == (9, "article 4 | 40", "article 8 | 80"), correction
		assert "article 3 | 30" not in section.text
	assert correct([table], [left_out(rows)]).sections == ()


def test_one_after_another() -> None:
	"""A correction may be about what another one wrote; without that one it no longer applies, and nothing else changes."""
	section = Section("one two three four")
	first, second = replaced("two three", "2 3", "a"), replaced("one 2", "1 2", "b")
	assert texts([section], first, second) == (["1 2 3 four"], ())
	assert texts([section], second) == (["one two three four"], ("b",))
	spans = correct([section], [first, second]).spans
	assert [(span.key, span.start, span.end) for span in spans] == [("a", 0, 5), ("b", 0, 3)]


@given(
	st.lists(st.text("ab \n", max_size=30), min_size=1, max_size=4),
	st.lists(
		st.tuples(st.text("ab \n", min_size=1, max_size=6), st.none() | st.text("xy\n", max_size=5)),
		max_size=5,
	),
	st.booleans(),
)
def test_any_text_and_any_corrections(
	written: list[str], said: list[tuple[str, str | None]], in_lines: bool
) -> None:
	"""What is not named stays in its order, spans lie in the text, lines are counted as before, and each correction is heard of."""
	place = Locator(lines=(1, 50)) if in_lines else Locator()
	sections = [Section(text, place) for text in written]
	corrections = [
		Correction(str(number), original, text, place) for number, (original, text) in enumerate(said)
	]
	corrected = correct(sections, corrections)
	after = "".join(section.text for section in corrected.sections)
	assert {span.key for span in corrected.spans} | {*corrected.unapplied} == {one.key for one in corrections}
	assert all(0 <= span.start <= span.end <= len(after) for span in corrected.spans)
	outside = [True] * len(after)
	for span in corrected.spans:
		outside[span.start : span.end] = [False] * (span.end - span.start)
	kept = iter("".join(written))
	own = [sign for sign, is_own in zip(after, outside, strict=True) if is_own and not sign.isspace()]
	assert all(sign in kept for sign in own)
	if in_lines:
		assert all(
			section.text.count("\n") in {one.count("\n") for one in written} for section in corrected.sections
		)


class Source:
	"""One source with a history: how often each input was read, and its builds."""

	def __init__(self, root: Path) -> None:
		self.root = root
		self.texts = {"pumps": TEXT, "other": "Hotels are paid up to ninety euros."}
		self.corrections: list[Correction] = []
		self.read: list[str] = []
		self.settings = SMALL
		self.live: Path | None = None

	def inputs(self) -> list[WantedInput]:
		return [self._wanted(key, text) for key, text in self.texts.items()]

	def _wanted(self, key: str, text: str) -> WantedInput:
		item = wanted(key, text)

		def opened() -> Content:
			self.read.append(key)
			return item.open_content()

		said = tuple(self.corrections) if key == "pumps" else ()
		return replace(item, open_content=opened, corrections=said)

	def build(self, *, afresh: bool = False) -> BuildResult:
		self.read.clear()
		plan = plan_build(self.inputs(), None if afresh else self.live, self.settings)
		result = run_build(self.root, plan, self.settings)
		self.live = result.info.path
		return result

	def is_settled(self) -> bool:
		return plan_build(self.inputs(), self.live, self.settings).is_empty

	def hits(self, query: str) -> list[Hit]:
		assert self.live is not None
		return [
			hit for hit in search([SearchTarget("s", self.live)], query).hits if query in hit.text.lower()
		]

	def passages(self) -> list[tuple[Any, ...]]:
		assert self.live is not None
		if read_inputs(self.live)["pumps"].status != "Indexed":
			return []
		view = inspect_input("s", self.live, "pumps", count=1000)
		return [(one.number, one.start, one.end, one.text, one.locator) for one in view.passages]


@pytest.fixture
def source(tmp_path: Path) -> Source:
	made = Source(tmp_path / "source")
	made.build()
	return made


def test_left_out_and_put_back(source: Source) -> None:
	"""What is left out is not found, put back it is, with the passages of a build from nothing; only its input is read."""
	before = source.passages()
	source.corrections = [left_out(PARAGRAPHS[1])]
	assert not source.is_settled()
	source.build()
	assert source.read == ["pumps"] and source.is_settled()
	assert not source.hits("potoroo") and source.hits("numbat") and source.hits("euros")
	source.corrections = []
	assert not source.is_settled()
	source.build()
	assert source.read == ["pumps"] and source.is_settled()
	assert source.passages() == before
	assert CORRECTIONS not in read_inputs(source.live)["pumps"].metadata  # type: ignore[arg-type]
	assert source.hits("potoroo")[0].left_out_on == ""


def test_it_outlives_other_passages_and_other_spaces(source: Source) -> None:
	"""A rebuild with larger passages, and a file whose lines are broken otherwise, keep it."""
	source.corrections = [left_out(PARAGRAPHS[1]), replaced(PARAGRAPHS[3], "The bandicoot pump is sold.")]
	source.settings = WIDE
	source.build(afresh=True)
	for _ in range(2):
		assert not source.hits("potoroo") and not source.hits("bilby") and source.hits("bandicoot")
		source.texts["pumps"] = "A new title\n\n" + re.sub("thirty days", "thirty\n  days", TEXT)
		source.build()
		assert source.hits("title")


def test_one_that_no_longer_applies(source: Source) -> None:
	"""When its text is gone the input says so; nothing else is touched, and it acts again when the text comes back."""
	source.corrections = [left_out(PARAGRAPHS[1])]
	source.texts["pumps"] = TEXT.replace("potoroo", "kowari")
	(outcome,) = source.build().outcomes
	assert outcome.message == "A correction no longer applies: its text is not in this input any more."
	assert (outcome.status, record_of(outcome.metadata).unapplied) == ("Indexed", ("c1",))
	assert source.hits("kowari") and source.is_settled()
	source.texts["pumps"] = TEXT
	(outcome,) = source.build().outcomes
	assert outcome.message == "" and not source.hits("potoroo")


def test_all_of_it_left_out(source: Source) -> None:
	"""An input of which nothing is left has no text, is not read again and again, and comes back whole."""
	before = source.passages()
	source.corrections = [left_out(TEXT)]
	(outcome,) = source.build().outcomes
	assert outcome.status == "No Text" and source.is_settled()
	assert [span.key for span in record_of(outcome.metadata).spans] == ["c1"]
	source.corrections = []
	source.build()
	assert source.passages() == before


def days_of(hit: Hit) -> tuple[str, str]:
	"""When words of it were corrected, and when something beside it was left out."""
	return hit.corrected_on, hit.left_out_on


def test_passages_say_so(source: Source) -> None:
	"""A hit names the day on which its words were corrected or something beside it was left out, also to a model; others say nothing."""
	source.corrections = [
		left_out(PARAGRAPHS[1]),
		replaced(PARAGRAPHS[3], PARAGRAPHS[3].replace("bilby", "bettong")),
	]
	source.build()
	assert not source.hits("bilby")
	days = {word: days_of(source.hits(word)[0]) for word in ("quoll", "numbat", "bettong", "wombat", "euros")}
	assert days == {
		"quoll": ("", "2026-11-03"),
		"numbat": ("", "2026-11-03"),
		"bettong": ("2026-11-04", ""),
		"wombat": ("", ""),
		"euros": ("", ""),
	}
	hit = source.hits("bettong")[0]
	assert CORRECTIONS not in hit.metadata and hit.to_dict()["corrected_on"] == "2026-11-04"
	assert "text corrected by a person on 2026-11-04" in heading_of(hit)
	assert "something here was left out by a person on 2026-11-03" in heading_of(source.hits("quoll")[0])
	assert source.live is not None
	whole = read_document("s", source.live, "pumps#0")
	assert whole.is_whole and days_of(whole.hit) == ("2026-11-04", "2026-11-03")
	near = search([SearchTarget("s", source.live, neighbors=1)], "wombat").hits[0]
	assert near.corrected_on == "2026-11-04"


@settings(max_examples=times(8))
@given(
	st.lists(st.tuples(st.integers(0, 5), st.sampled_from(["out", "other", "back", "rebuild"])), max_size=6)
)
def test_any_history(tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[int, str]]) -> None:
	"""Whatever was left out, corrected and put back, step by step: the build is the one that is made from nothing."""
	source = Source(tmp_path_factory.mktemp("history"))
	source.build()
	for number, step in steps:
		paragraph = PARAGRAPHS[number % len(PARAGRAPHS)]
		key = f"c{number % len(PARAGRAPHS)}"
		others = [one for one in source.corrections if one.key != key]
		made = {"out": [left_out(paragraph, key)], "other": [replaced(paragraph, f"Dunnart {number}.", key)]}
		if step == "rebuild":
			source.settings = WIDE if source.settings is SMALL else SMALL
		else:
			source.corrections = others + made.get(step, [])
		source.build()
		assert source.is_settled()
	found = source.passages()
	source.build(afresh=True)
	assert source.passages() == found


def test_a_page_of_a_pdf(tmp_path: Path) -> None:
	"""A page of a file that another process reads is left out, and the limit of chunks counts what is left."""
	content = Content(name="handbook.pdf", path=HANDBOOK / "employee-handbook.pdf")
	item = WantedInput("h", content.sha256(), "Handbook", lambda: content)
	whole = BuildSettings(ChunkSettings())
	first = run_build(tmp_path, plan_build([item], None, whole), whole)
	view = inspect_input("s", first.info.path, "h", page=2, count=1)
	page = view.passages[0]
	said = left_out(page.text, place=page.locator, start=page.start)
	corrected = replace(item, corrections=(said,))
	second = run_build(tmp_path, plan_build([corrected], first.info.path, whole), whole)
	after = inspect_input("s", second.info.path, "h", count=1000)
	assert all(one.text != page.text for one in after.passages)
	assert after.total == view.total - 1
	cut = replace(whole, max_chunks_per_input=after.total - 1)
	(third,) = run_build(tmp_path, plan_build([corrected], second.info.path, cut), cut).outcomes
	assert third.code == "Chunk Limit" and third.chunks == after.total - 1
