"""Chunks: the three laws for every text and setting, places, tables, settings."""

import re
import time
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from huf.engine.chunkers import ChunkSettings, chunk_sections, cutters
from huf.engine.chunkers.settings import CHUNKERS, MAX_SIZE, MIN_SIZE, UNITS
from huf.engine.errors import SettingsError
from huf.engine.tokens import TokenRuler
from huf.engine.types import Chunk, Locator, Section

WORDS = st.sampled_from(
	[
		"word ",
		"Sentence ends. ",
		"Really?! ",
		"dots ... ",
		"a,,b;; ",
		"\n",
		"\n\n",
		"\r\n",
		"\n\n\n   ",
		"\t",
		"  ",
		"員工每年享有休假。",
		"พนักงานมีสิทธิลาพักร้อน",
		"إجازة سنوية، ثلاثون يوما؟ ",
		"क़ानून है। ",
		"👩‍👩‍👧‍👦🎉",
		"é̂",
		"x" * 130,
		"\u200b",
		"\ufeff",
		"\x1c",
		"\u2028",
		".",
		"。",
		"…”) ",
		"-",
		"\ud800",
	]
)
TEXTS = st.lists(WORDS | st.text(max_size=30), max_size=40).map("".join)


@st.composite
def any_settings(draw: st.DrawFn) -> ChunkSettings:
	"""Every chunker and unit, sizes near the least (so that texts are cut), overlaps up to half."""
	unit = draw(st.sampled_from(UNITS))
	size = draw(st.integers(MIN_SIZE[unit], MIN_SIZE[unit] + 60))
	overlap = draw(st.sampled_from([0, 1, size // 4, size // 2]))
	return ChunkSettings(draw(st.sampled_from(CHUNKERS)), size, overlap, unit)


def check_laws(texts: list[str], chosen: ChunkSettings, kind: str = "prose", header: str = "") -> list[Chunk]:
	"""The three laws of ``huf/engine/chunkers/__init__.py``."""
	return check_laws_of([Section(text, kind=kind, header=header) for text in texts], chosen)  # type: ignore[arg-type]


def check_laws_of(sections: list[Section], chosen: ChunkSettings) -> list[Chunk]:
	"""The same for any sections."""
	chunks = list(chunk_sections(sections, chosen))
	whole = "".join(section.text for section in sections)
	assert [chunk.ordinal for chunk in chunks] == list(range(len(chunks)))
	covered = 0
	for before, chunk in zip([None, *chunks], chunks, strict=False):
		assert chunk.text == whole[chunk.start : chunk.end]
		assert chunk.start <= covered < chunk.end
		assert before is None or chunk.start > before.start
		covered = chunk.end
		visible = chunk.text.strip()
		measure = TokenRuler(visible, chosen.unit).measure(0, len(visible))
		assert measure <= chosen.size + 1e-3
	assert covered == len(whole)
	return chunks


@given(st.lists(TEXTS, max_size=3), any_settings())
@example(["", " \n\t ", ""], ChunkSettings("recursive", 50, 25))
@example(["\n" * 600 + "words " * 99], ChunkSettings("recursive", 100, 50, "characters"))
@example(["x" * 5000], ChunkSettings("sentence", 100, 50, "characters"))
@example(["word ... " * 300], ChunkSettings("sentence", 100, 50, "characters"))
@example(["One. Two.\n\n\n   Three. " * 40], ChunkSettings("sentence", 100, 0, "characters"))
@settings(max_examples=250)
def test_the_laws_of_prose(texts: list[str], chosen: ChunkSettings) -> None:
	"""For every text and setting: chunks are slices, move forward, lose nothing, and fit."""
	check_laws(texts, chosen)


@given(TEXTS, any_settings(), st.sampled_from(["", "Item | Price", "long header " * 60]))
@settings(max_examples=100)
def test_the_laws_of_tables(text: str, chosen: ChunkSettings, header: str) -> None:
	"""Tables obey the laws too, and every chunk of a table repeats its whole header."""
	assert all(chunk.header == header for chunk in check_laws([text], chosen, "table", header))


JOINING = st.builds(
	Section,
	TEXTS,
	st.sampled_from([Locator(), Locator(heading=("Parts",)), Locator(part="Comment")]),
	st.sampled_from(["prose", "table", "caption"]),
	st.sampled_from(["", "Item | Price", "long header " * 60]),
	st.sampled_from(["never", "if all fit", "freely"]),
)


@given(st.lists(JOINING, max_size=8), any_settings())
@settings(max_examples=250)
def test_the_laws_of_sections_that_join(sections: list[Section], chosen: ChunkSettings) -> None:
	"""Whichever neighbours join, chunks are slices, move forward, lose nothing, and fit."""
	check_laws_of(sections, chosen)


@given(st.lists(TEXTS, min_size=1, max_size=3), any_settings())
@settings(max_examples=100)
def test_no_chunk_is_only_white_space(texts: list[str], chosen: ChunkSettings) -> None:
	"""A section with something to see gives no chunk with nothing to see."""
	seen = [text for text in texts if text.strip()]
	assert all(chunk.text.strip() for chunk in chunk_sections(map(Section, seen), chosen))


ROWS = st.lists(
	st.text(st.sampled_from("ab |.,  é"), min_size=1, max_size=60).filter(str.strip), min_size=1, max_size=40
)


@given(ROWS, any_settings())
@settings(max_examples=100)
def test_rows_stay_whole_and_keep_their_numbers(rows: list[str], chosen: ChunkSettings) -> None:
	"""A table is cut between rows, and the rows that a chunk names are those it shows, also indented ones."""
	text = "".join(row + "\n" for row in rows)
	section = Section(text, Locator(sheet="Rates", rows=(7, 6 + len(rows))), "table", "a | b")
	chunks = list(chunk_sections([section], chosen))
	for chunk in chunks:
		assert chunk.locator.sheet == "Rates" and chunk.locator.rows
		first, last = chunk.locator.rows
		assert chunk.text == "".join(row + "\n" for row in rows[first - 7 : last - 6])
	assert "".join(chunk.text for chunk in chunks) == text


@given(
	st.lists(
		st.sampled_from(["", "   ", "    indented words here", "words", "a sentence. another."]), max_size=60
	)
)
@settings(max_examples=100)
def test_lines_are_those_that_a_reader_sees(lines: list[str]) -> None:
	"""The lines that a chunk names begin with its first and end with its last visible character."""
	section = Section("".join(line + "\n" for line in lines), Locator(lines=(1, len(lines))))
	for chunk in chunk_sections([section], ChunkSettings("recursive", 100, 20, "characters")):
		visible = chunk.text.strip()
		if visible and chunk.locator.lines:
			start = chunk.start + chunk.text.index(visible)
			assert chunk.locator.lines[0] == section.text.count("\n", 0, start) + 1
			assert chunk.locator.lines[1] == section.text.count("\n", 0, start + len(visible)) + 1


def test_a_row_over_the_size_is_cut_and_keeps_its_number() -> None:
	"""Only a row that alone is too long is cut inside, and each part names that row."""
	text = "short | row\n" + "giant word " * 60 + "\nlast | row\n"
	chunks = list(
		chunk_sections(
			[Section(text, Locator(rows=(2, 4)), "table", "h")],
			ChunkSettings("recursive", 100, 0, "characters"),
		)
	)
	assert [chunk.locator.rows for chunk in chunks] == [(2, 2), *[(3, 3)] * 6, (3, 4)]


def test_ends_are_natural() -> None:
	"""The recursive chunker prefers the end of a paragraph, then of a line, then of a sentence, to that of a word."""
	chosen = ChunkSettings("recursive", 100, 0, "characters")
	for separator in ("\n\n", "\n", ". "):
		text = ("word " * 14).strip() + separator + "more words that follow here, " * 9
		first = next(iter(chunk_sections([Section(text)], chosen)))
		assert first.text == ("word " * 14).strip() + separator


@given(text=st.text(st.sampled_from("ab .!?…\"'”’)]。！？」』）।؟۔\n\u3000,;:，；：、،؛"), max_size=40))
def test_ends_of_sentences_and_clauses(text: str) -> None:
	"""They are what stands here script by script."""
	sentence = re.compile(r"[.!?…][\"'”’)\]]*\s|[。！？]+[」』”’）]*|[।؟۔]\s?")
	clause = re.compile(r"[,;:]\s|[，；：、،؛]")
	for pattern, plain in ((cutters._SENTENCE_END, sentence), (cutters._CLAUSE_END, clause)):
		assert [end.span() for end in pattern.finditer(text)] == [end.span() for end in plain.finditer(text)]


def test_sentences_end_chunks_of_the_sentence_chunker() -> None:
	"""The sentence chunker cuts ordinary prose at the ends of sentences only."""
	text = "The hotel limit is ninety euros. Breakfast is not part of it! Who pays? Ask the office. " * 20
	chunks = check_laws([text], ChunkSettings("sentence", 60, 0))
	assert len(chunks) > 5 and all(re.search(r"[.!?]\s*$", chunk.text) for chunk in chunks)


@pytest.mark.parametrize("chunker", CHUNKERS)
def test_overlap_repeats_the_end(chunker: str) -> None:
	"""Consecutive chunks share text, at most as much as the overlap asks for, and half of the size is allowed."""
	chosen = ChunkSettings(chunker, 100, 50, "characters")
	chunks = check_laws(["Some words make a sentence. " * 60], chosen)
	shared = [before.end - after.start for before, after in pairwise(chunks)]
	assert len(shared) > 10 and all(0 < length <= 50 for length in shared)


@pytest.mark.parametrize(
	"text", ["." * 120_000, "\n" * 120_000, "x" * 120_000, "。" * 60_000, ").)" * 40_000]
)
def test_strange_texts_cost_no_square(text: str) -> None:
	"""A long run of one sign is cut in proportion to its length (it once did not end)."""
	started = time.process_time()
	check_laws([text], ChunkSettings("recursive", 2000, 1000))
	assert time.process_time() - started < 20


@pytest.mark.parametrize(
	("values", "said"),
	[
		({"chunker": "magic"}, "recursive, sentence, token"),
		({"unit": "words"}, "tokens, characters"),
		({"size": 49}, "from 50 to 2000 tokens"),
		({"size": 2001}, "from 50 to 2000 tokens"),
		({"size": 99, "unit": "characters"}, "from 100 to 8000 characters"),
		({"size": 100, "overlap": 51}, "from 0 to 50 tokens"),
		({"overlap": -1}, "from 0 to 256 tokens"),
		({"overlap": None}, "whole number"),
		({"size": "512"}, "whole number"),
		({"size": True}, "whole number"),
	],
)
def test_settings_say_what_is_allowed(values: dict[str, object], said: str) -> None:
	"""A setting out of its range is refused with the values that are accepted."""
	with pytest.raises(SettingsError, match=re.escape(said)):
		ChunkSettings(**values)  # type: ignore[arg-type]


def test_nothing_is_a_value() -> None:
	"""An overlap of 0 is kept as 0, and the limits themselves are allowed."""
	assert ChunkSettings(overlap=0).overlap == 0
	for unit in UNITS:
		assert ChunkSettings("token", MIN_SIZE[unit], MIN_SIZE[unit] // 2, unit).size == MIN_SIZE[unit]
		assert ChunkSettings("token", MAX_SIZE[unit], 0, unit).size == MAX_SIZE[unit]


@pytest.mark.parametrize("text", ["A sentence of words. " * 2_000, "A line of words\n" * 3_000, "x" * 40_000])
def test_long_texts_of_the_sentence_chunker(text: str) -> None:
	"""A text longer than the splitter is given at once obeys the laws, with and without places to cut."""
	check_laws([text], ChunkSettings("sentence", 400, 40))
