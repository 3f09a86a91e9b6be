"""Reading on after a search: whole documents, parts of long ones, and only what the reader may see."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_builds import SMALL, Build, wanted

from huf.engine.builds import plan_build, run_build
from huf.engine.errors import ContentMissing
from huf.engine.search import SearchTarget
from huf.engine.search.reading import read_document, split_reference
from huf.engine.tokens import count_tokens
from tests.searching import search

pytestmark = pytest.mark.usefixtures("leg")

LONG = "\n\n".join(
	f"Paragraph {n} tells of the crane number {n}, which is painted yellow." for n in range(60)
)


def test_a_short_document_is_read_whole(build: Build) -> None:
	"""All of its text comes back, whichever of its passages was found."""
	text = "The crane is inspected in March. " * 8 + "The end is near."
	path = build({"a": text, "b": "Something else."}).info.path
	hits = [hit for hit in search([SearchTarget("s", path)], "crane end", top_k=20).hits if hit.input == "a"]
	assert hits
	for hit in hits:
		found = read_document("s", path, hit.citation_id)
		assert found.is_whole and "".join(found.text.split()) == "".join(text.split())
		assert found.hit.chunk_id == hit.chunk_id and found.hit.source == "s"


def test_of_a_long_document_the_part_around_the_passage(build: Build) -> None:
	"""What does not fit is left out at both ends; the passage is there, in its order, within the limit."""
	path = build({"a": LONG}).info.path
	hit = search([SearchTarget("s", path)], "crane number 40").hits[0]
	found = read_document("s", path, hit.citation_id, max_tokens=200)
	assert not found.is_whole and 0 < found.first < found.last < found.passages - 1
	assert "number 40," in found.text and "number 39," in found.text and "number 41," in found.text
	assert found.text in LONG and count_tokens(found.text) <= 210
	assert read_document("s", path, "a", max_tokens=200).first == 0


@given(st.integers(0, 59), st.integers(1, 900))
def test_any_part_is_one_unbroken_run(sixty, place: int, room: int) -> None:
	"""Whatever the place and the room, the text is an unbroken part of the document that holds the passage."""
	found = read_document("s", sixty, f"a#{place}", max_tokens=room)
	assert found.first <= min(place, found.passages - 1) <= found.last
	assert found.text in LONG


@pytest.fixture(scope="module")
def sixty(tmp_path_factory: pytest.TempPathFactory):
	"""A build of one long document."""
	root = tmp_path_factory.mktemp("sixty")
	return run_build(root, plan_build([wanted("a", LONG)], None, SMALL), SMALL).info.path


def test_what_may_not_be_read_is_not_there(build: Build) -> None:
	"""A document that is refused, one that does not exist and an id that is none are told in the same way, or refused."""
	path = build({"a": "The crane is inspected.", "b#1": "A key with a mark in it."}).info.path
	said = set()
	for reference, accept in (("a#0", lambda hits: [False]), ("nobody#0", None), ("a ", None)):
		with pytest.raises(ContentMissing) as refused:
			read_document("s", path, reference, accept=accept)
		said.add(str(refused.value))
	assert len(said) == 1
	for reference in ("#1", "a#", "a#x", "a#-1", "a#99999999999"):
		with pytest.raises(ContentMissing):
			read_document("s", path, reference)
	assert "mark" in read_document("s", path, "b#1#0").text
	assert read_document("s", path, "a#7").hit.citation_id == "a#0"
	assert split_reference("half\udcff#2")[1] == 2
