"""Two builds compared: their inputs, and how the text of one differs."""

import time
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_builds import SMALL, Build, wanted

from huf.engine.builds import plan_build, run_build
from huf.engine.errors import ContentMissing, IndexMissing
from huf.engine.inspection import TextDifference, compare_builds, compare_input
from huf.engine.inspection.differences import MOST_SHOWN, Unit, difference, units_of
from huf.engine.types import Locator

NOWHERE = Locator()


def compared(old: str, new: str) -> TextDifference:
	"""Two texts, each in one piece."""
	return difference(*(units_of([(text, NOWHERE)]) for text in (old, new)))


def told(found: TextDifference) -> list[str]:
	"""Each change in one line: ``same [-gone-] {+come+}``."""
	marks = {"same": "{}", "removed": "[-{}-]", "added": "{{+{}+}}"}
	return ["".join(marks[part.kind].format(part.text) for part in change.parts) for change in found.changes]


def test_inputs_that_came_went_and_changed(build: Build) -> None:
	"""Each input is in one of four lists, by what is said of it now."""
	old = build({"stays": "One.", "goes": "Two.", "changes": "Three days."})
	new = build({"stays": "One.", "changes": "Four days.", "comes": "Five."}, base=old.info.path)
	found = compare_builds(old.info.path, new.info.path)
	assert [item.key for item in found.added] == ["comes"]
	assert [item.key for item in found.removed] == ["goes"]
	assert [(one.after.key, one.what) for one in found.changed] == [("changes", ("text",))]
	assert found.unchanged == 1 and found.is_made_alike
	back = compare_builds(new.info.path, old.info.path)
	assert [item.key for item in back.added] == ["goes"] and back.unchanged == 1


def test_what_of_an_input_changed(root: Path) -> None:
	"""A new title, other labels and a text that could not be read any more are told apart, and a rebuild of the same changes nothing."""
	first = run_build(root, plan_build([wanted("a", "One."), wanted("b", "Two.")], None, SMALL), SMALL)
	again = run_build(root, plan_build([wanted("a", "One."), wanted("b", "Two.")], None, SMALL), SMALL)
	assert compare_builds(first.info.path, again.info.path).unchanged == 2
	others = [wanted("a", "One.", title="Renamed", force=True), wanted("b", "", metadata={"kind": "note"})]
	after = run_build(root, plan_build(others, None, SMALL), SMALL)
	found = {one.after.key: one.what for one in compare_builds(first.info.path, after.info.path).changed}
	assert found == {"a": ("title",), "b": ("text", "status", "labels")}


def test_text_of_an_input(build: Build) -> None:
	"""A changed word is marked alone, whatever passages the text is cut into; what only one build has is all new or all gone."""
	filler = "\n".join(f"Line {number} says nothing of interest." for number in range(80))
	old = build({"a": f"{filler}\nThe fee is 30 euros a day.\n{filler}", "gone": "Old."})
	new = build({"a": f"Begun.\n{filler}\nThe fee is 45 euros a day.\n{filler}"}, base=old.info.path)
	found = compare_input(old.info.path, new.info.path, "a")
	assert found.is_whole and len(found.changes) == 2
	assert "{+Begun.\n+}" in told(found)[0]
	assert "The fee is [-30-]{+45+} euros a day." in told(found)[1]
	assert told(compare_input(old.info.path, new.info.path, "gone")) == ["[-Old.\n-]"]
	assert told(compare_input(new.info.path, old.info.path, "gone")) == ["{+Old.\n+}"]
	assert compare_input(old.info.path, old.info.path, "a") == TextDifference((), is_whole=True)
	with pytest.raises(ContentMissing):
		compare_input(old.info.path, new.info.path, "never")
	with pytest.raises(IndexMissing):
		compare_input(old.info.path.with_name("20260101T000000-00000000"), new.info.path, "a")


def test_words_of_many_scripts() -> None:
	"""In scripts without spaces a changed sign is marked, not the sentence."""
	assert told(compared("退款需要三天时间。", "退款需要五天时间。")) == ["退款需要[-三-]{+五+}天时间。"]
	assert told(compared("Der Preis beträgt 3,50 €.", "Der Preis beträgt 4,50 €.")) == [
		"Der Preis beträgt [-3-]{+4+},50 €."
	]


def test_texts_without_a_word_in_common() -> None:
	"""What was written anew is shown as old and new, not as a salad of both."""
	assert told(compared("Cats sleep all day.", "Invoices go to finance by Friday.")) == [
		"[-Cats sleep all day.-]{+Invoices go to finance by Friday.+}"
	]


def test_pieces_end_anywhere() -> None:
	"""How a text is cut into passages makes no difference."""
	text = "One line.\nA second one. It has two sentences.\n\nThe end"
	whole = [unit.text for unit in units_of([(text, NOWHERE)])]
	for size in (1, 3, 7, 20):
		pieces = [(text[start : start + size], NOWHERE) for start in range(0, len(text), size)]
		assert [unit.text for unit in units_of(pieces)] == whole


@given(st.text(alphabet="ab .\n字", max_size=60), st.text(alphabet="ab .\n字", max_size=60))
def test_nothing_is_invented(old: str, new: str) -> None:
	"""Taking out what is marked as gone leaves the new text's words in their order, and the other way round."""
	units = [[Unit(unit.text, NOWHERE) for unit in units_of([(text, NOWHERE)])] for text in (old, new)]
	assert ["".join(unit.text for unit in each) for each in units] == [old, new]
	found = difference(iter(units[0]), iter(units[1]))
	assert found.is_whole
	assert (old == new) == (not found.changes)
	parts = list(chain.from_iterable(change.parts for change in found.changes))
	assert all(part.text in old for part in parts if part.kind == "removed")
	assert all(part.text in new for part in parts if part.kind == "added")


def test_bounded(build: Build) -> None:
	"""Of texts that differ everywhere some is shown, with the word that there is more, within seconds."""
	began = time.process_time()
	hostile = compared("a b\n" * 50_000, "b a\n" * 50_000)
	long = compared("x" * 2_000_000, "y" * 2_000_000)
	numbered = compared(*("\n".join(f"{sign} {number}" for number in range(30_000)) for sign in "ab"))
	assert time.process_time() - began < 10
	for found in (hostile, long, numbered):
		assert not found.is_whole and found.changes
		assert sum(len(part.text) for change in found.changes for part in change.parts) < MOST_SHOWN * 2


def test_first_difference_far_behind() -> None:
	"""A change is found wherever it stands in a long text."""
	lines = [f"Line {number}." for number in range(20_000)]
	found = compared("\n".join([*lines, "old end"]), "\n".join([*lines, "new end"]))
	assert found.is_whole and told(found) == ["Line 19999.\n[-old-]{+new+} end"]
