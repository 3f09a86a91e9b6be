"""Records: what each part becomes, where it says it stands, and that equal records are equal bytes."""

from dataclasses import replace
from itertools import accumulate, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from huf.engine.chunkers import ChunkSettings, chunk_sections
from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputTooLarge, UnsupportedType
from huf.engine.extractors import default_registry, extract, record_content
from huf.engine.extractors.record import plain_text, without_quotes
from huf.engine.extractors.record_content import (
	KEY,
	MEDIA_TYPE,
	FieldText,
	Message,
	RecordText,
	Rows,
	read_record,
)
from huf.engine.types import Locator, Section

LONG = "The seal of the pump has to be changed every two thousand hours.\nUse grease P-40."
PUMP = RecordText(
	kind="Maintenance Order",
	title="Pump in hall 7",
	name="MO-0001",
	parts=(
		FieldText("Status", "Open"),
		FieldText("Customer", "Acme Ltd (CUST-1)"),
		FieldText("Description", LONG),
		FieldText("Due", "2026-03-01 (1 March 2026)", under="Dates"),
		Rows("Parts", ("Part", "Quantity"), (("Seal S-9", "2"), ("", ""), ("Grease | tin", "1"))),
		Message("Comment", "Ann Lee", "2026-01-02 10:30", "<p>Called the <b>customer</b>.</p>", "html"),
	),
)


def _sections(record: RecordText) -> list[Section]:
	return list(extract(record_content.record_content(record)).sections)


def _fields(*parts: record_content.Part) -> list[Section]:
	return _sections(RecordText("Note", "A note", "N-1", parts))


def test_parts_stand_in_their_order_with_their_places() -> None:
	"""Short fields together after kind and number, a long one under its label, rows with columns, comments by author and time."""
	assert _sections(PUMP) == [
		Section("Maintenance Order: MO-0001\nStatus: Open\nCustomer: Acme Ltd (CUST-1)\n"),
		Section(f"Description\n{LONG}\n", Locator(heading=("Description",))),
		Section("Due: 2026-03-01 (1 March 2026)\n", Locator(heading=("Dates",))),
		Section(
			"Seal S-9 | 2\n", Locator(heading=("Parts",), rows=(1, 1)), "table", "Parts\nPart | Quantity"
		),
		Section(
			"Grease | tin | 1\n", Locator(heading=("Parts",), rows=(3, 3)), "table", "Parts\nPart | Quantity"
		),
		Section(
			"Comment, Ann Lee, 2026-01-02 10:30\nCalled the customer.\n",
			Locator(part="Comment, Ann Lee, 2026-01-02 10:30"),
		),
	]


def test_html_and_markdown_fields_keep_headings_and_tables() -> None:
	"""A field of rich text is cleaned, its headings follow the field's label, and its tables are tables."""
	html = "<h2>Leave</h2><p>Thirty days&nbsp;<b>a year</b>.</p><table><tr><th>Level</th><th>Days</th></tr><tr><td>1</td><td>30</td></tr></table>"
	markdown = "## Trips\n\nBook *early*.\n"
	found = _fields(FieldText("Content", html, "html"), FieldText("More", markdown, "markdown"))[1:]
	assert [section.locator.label() for section in found] == [
		"Content › Leave",
		"Content › Leave",
		"More › Trips",
	]
	assert found[0].text == "Content\nLeave\nThirty days a year.\n"
	assert (found[1].kind, found[1].header, found[1].text) == ("table", "Level | Days", "1 | 30\n")
	assert "Book *early*." in found[2].text


def test_short_html_is_a_line_among_others() -> None:
	"""One cleaned paragraph is shown like any short field; a field for HTML without HTML keeps its line ends."""
	first, second = _fields(
		FieldText("Remark", '<div class="ql-editor"><p>Call <i>first</i></p></div>', "html"),
		FieldText("Empty", "<p><br></p>", "html"),
		FieldText("Plain", "a < b\nc > d", "html"),
	)
	assert first.text == "Note: N-1\nRemark: Call first\n"
	assert second.text == "Plain\na < b\nc > d\n"


def test_a_record_is_never_without_text() -> None:
	"""Kind and number stand there even if all fields are empty; without a number, the title."""
	assert [section.text for section in _sections(RecordText("Note", "Milk"))] == ["Note: Milk\n"]
	assert [section.text for section in _fields(FieldText("A", " \n"))] == ["Note: N-1\n"]


def test_a_template_is_the_whole_text() -> None:
	"""Its text stands alone; only messages come after it."""
	made = replace(PUMP, text="Pump 7\n\nis fine.", parts=PUMP.parts[-1:])
	assert [section.text for section in _sections(made)] == [
		"Pump 7\n\nis fine.\n",
		"Comment, Ann Lee, 2026-01-02 10:30\nCalled the customer.\n",
	]


def test_mail_has_its_subject_and_no_quoted_mail() -> None:
	"""What was quoted from earlier mail is left out; a mail of nothing but quotes is kept."""
	text = "Please send two seals.\n> did you call?\n\nOn Mon, 5 Jan 2026 at 10:00, Ann Lee <ann@example.com> wrote:\nold words"
	mail = Message("E-mail", "bob@example.com", "2026-01-03 09:00", text, subject="Seals", is_mail=True)
	section = _fields(mail)[1]
	assert section.text == "E-mail, bob@example.com, 2026-01-03 09:00: Seals\nPlease send two seals.\n"
	assert section.locator.label() == "Seals, E-mail, bob@example.com, 2026-01-03 09:00"
	assert without_quotes("> only\n> quotes") == "> only\n> quotes"


@pytest.mark.parametrize(
	"line",
	[
		"-----Original Message-----",
		"Am Montag, 5. Januar 2026 schrieb Ann Lee:",
		"Le lun. 5 janv. 2026 à 10:00, Ann Lee a écrit :",
		"El lun, 5 ene 2026 a las 10:00, Ann Lee escribió:",
		"_" * 32,
	],
)
def test_quotes_of_several_mail_programs(line: str) -> None:
	"""The line over the quoted mail is known in the usual forms."""
	assert without_quotes(f"New.\n{line}\nOld.") == "New."


def test_long_fields_are_cut_into_bounded_sections() -> None:
	"""However long a field is, no section is much over the bound, and nothing is lost."""
	text = "\n".join(f"line {number} " + "x" * 500 for number in range(2000)) + "\n" + "y" * 300_000
	found = _fields(FieldText("Log", text))[1:]
	assert max(len(section.text) for section in found) <= 2 * 128 * 1024
	assert len(found) > 8
	joined = "".join(section.text for section in found)
	assert joined.count("y") == 300_000
	assert joined.count("line ") == 2000


def test_many_short_fields_are_several_sections() -> None:
	"""A form with hundreds of short fields does not become one section without end."""
	found = _fields(*(FieldText(f"Field {number}", "v" * 150) for number in range(100)))
	assert len(found) > 2
	assert sum(section.text.count("Field ") for section in found) == 100


def test_only_the_media_type_makes_a_record() -> None:
	"""A file that is merely called so is refused, and the kinds that huf reads do not name it."""
	data = record_content.record_content(PUMP).data
	with pytest.raises(UnsupportedType) as refused:
		extract(Content(f"a.{KEY}", data=data))
	assert KEY not in str(refused.value).partition("it reads:")[2]
	assert extract(record_content.record_content(PUMP)).media_type == MEDIA_TYPE
	assert KEY in default_registry()


@pytest.mark.parametrize(
	"data",
	[
		b"{}",
		b"[]",
		b"{",
		b'{"format": 9}',
		b'{"format":1,"kind":"a","title":"b","name":"","text":null,"parts":[["x",[]]]}',
	],
)
def test_other_bytes_are_refused(data: bytes) -> None:
	"""Bytes that huf did not write are Corrupt File, never a crash."""
	with pytest.raises(CorruptFile):
		list(extract(Content("r", data=data, media_type=MEDIA_TYPE)).sections)


def test_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
	"""A record over the limit says so and what to do."""
	monkeypatch.setattr(record_content, "MAX_BYTES", 10)
	with pytest.raises(InputTooLarge, match="template"):
		_sections(PUMP)


TEXT = st.text(max_size=300)
PARTS = st.one_of(
	st.builds(FieldText, TEXT, TEXT, st.sampled_from(["text", "html", "markdown"]), TEXT),
	st.builds(
		Rows,
		TEXT,
		st.tuples(TEXT, TEXT),
		st.lists(st.tuples(TEXT, TEXT), max_size=4).map(tuple),
	),
	st.builds(
		Message, TEXT, TEXT, TEXT, TEXT, st.sampled_from(["text", "html", "markdown"]), TEXT, st.booleans()
	),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(PARTS, max_size=6).map(tuple), TEXT)
def test_any_record_is_read_back_and_cut_exactly(parts: tuple[record_content.Part, ...], title: str) -> None:
	"""Equal records are equal bytes, and each chunk is the text between its offsets, with one line for each row."""
	record = RecordText("Kind", title, "N", parts)
	content = record_content.record_content(record)
	assert content.data == record_content.record_content(replace(record)).data
	assert read_record(content) == record
	sections = list(extract(content).sections)
	whole = "".join(section.text for section in sections)
	ends = [0, *accumulate(len(section.text) for section in sections)]
	for chunk in chunk_sections(iter(sections), ChunkSettings(size=50, overlap=5)):
		assert whole[chunk.start : chunk.end] == chunk.text
		assert any(start <= chunk.start and chunk.end <= end for start, end in pairwise(ends))
	for section in sections:
		if section.locator.rows:
			first, last = section.locator.rows
			assert section.text.count("\n") == last - first + 1


def test_plain_text_of_cells() -> None:
	"""Cells and messages are cleaned the same way, and text without tags stays as it is."""
	assert plain_text("<p>One</p><p>Two &amp; three</p>") == "One\nTwo & three"
	assert plain_text("a < b") == "a < b"
	assert plain_text("**a**", "markdown") == "**a**"
