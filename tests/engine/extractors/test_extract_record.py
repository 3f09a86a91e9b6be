"""Records: what each part becomes, where it says it stands, and that equal records are equal bytes."""

from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from huf.engine.chunkers import ChunkSettings, chunk_sections
from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputTooLarge, UnsupportedType
from huf.engine.extractors import default_registry, extract
from huf.engine.extractors.records import content as record_content
from huf.engine.extractors.records.content import (
	KEY,
	MEDIA_TYPE,
	FieldText,
	Message,
	RecordText,
	Rows,
	read_record,
)
from huf.engine.extractors.records.extractor import plain_text, without_quotes
from huf.engine.tokens import TokenRuler
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
		FieldText("Due", "2026-03-01 (1 March 2026)"),
		Rows("Parts", ("Part", "Quantity"), (("Seal S-9", "2"), ("", ""), ("Grease | tin", "1"))),
		Message("Comment", "Ann Lee", "2026-01-02 10:30", "<p>Called the <b>customer</b>.</p>", "html"),
	),
)


def _sections(record: RecordText) -> list[Section]:
	return list(extract(record_content.record_content(record)).sections)


def _fields(*parts: record_content.Part) -> list[Section]:
	return _sections(RecordText("Note", "A note", "N-1", parts))


def test_parts_stand_in_their_order_with_their_places() -> None:
	"""Short fields together, a long one under its label, rows after their columns, comments by author and time."""
	told = "Comment, Ann Lee, 2026-01-02 10:30"
	parts, columns = Locator(heading=("Parts",)), "Parts\nPart | Quantity"
	assert _sections(PUMP) == [
		Section(
			"Status: Open\nCustomer: Acme Ltd (CUST-1)\nDue: 2026-03-01 (1 March 2026)\n", joins="freely"
		),
		Section(
			f"Description\n{LONG}\n",
			Locator(heading=("Description",)),
			header="Description",
			joins="freely",
		),
		Section(f"{columns}\n", parts, "caption", joins="freely"),
		Section("Seal S-9 | 2\n", replace(parts, rows=(1, 1)), "table", columns, "freely"),
		Section("Grease | tin | 1\n", replace(parts, rows=(3, 3)), "table", columns, "freely"),
		Section(f"{told}\nCalled the customer.\n", Locator(part=told), header=told, joins="freely"),
	]


def test_a_short_record_is_one_passage() -> None:
	"""Fields, rows and comments stand in one passage, whose text names all parts."""
	(chunk,) = chunk_sections(_sections(PUMP), ChunkSettings())
	assert (chunk.header, chunk.locator) == ("", Locator())
	assert "Parts\nPart | Quantity\nSeal S-9 | 2\nGrease | tin | 1\nComment, Ann Lee" in chunk.text


def test_a_long_record_is_few_filled_passages() -> None:
	"""It is cut between rows and between parts; each passage of rows has the names of the columns, and none is a scrap."""
	rows = tuple(
		(f"Seal of the pump number {number}", str(number), "1,250.00 EUR") for number in range(1, 41)
	)
	record = RecordText(
		"Order",
		"Acme",
		"SO-1",
		(
			FieldText("Customer", "Acme Ltd"),
			Rows("Parts", ("Part", "Quantity", "Price"), rows),
			FieldText("Territory", "South"),
			Message("Comment", "Ann Lee", "2026-01-02 10:30", "Call them before the lorry leaves."),
		),
	)
	sizes = ChunkSettings(size=200, overlap=20)
	chunks = list(chunk_sections(_sections(record), sizes))
	measured = [TokenRuler(chunk.text, "tokens").measure(0, len(chunk.text)) for chunk in chunks]
	assert len(chunks) <= 1 + sum(measured) / sizes.size
	assert min(measured) > sizes.size / 3, measured
	assert chunks[0].text.startswith(
		"Customer: Acme Ltd\nTerritory: South\nParts\nPart | Quantity | Price\nSeal"
	)
	for chunk in chunks[1:]:
		assert chunk.header == "Parts\nPart | Quantity | Price"
		assert chunk.text.startswith("Seal of the pump number ")
	assert chunks[1].locator.rows is not None
	assert chunks[1].text.startswith(f"Seal of the pump number {chunks[1].locator.rows[0]} |")
	assert "Call them" in chunks[-1].text


def test_what_all_rows_share_is_said_above_them() -> None:
	"""Also over the rows of later passages."""
	rows = tuple((f"Seal of the pump number {number}", str(number)) for number in range(1, 41))
	table = Rows("Parts", ("Part", "Quantity"), rows, "Order: SO-1; Store: North")
	chunks = list(chunk_sections(_fields(table), ChunkSettings(size=200, overlap=20)))
	said = "Parts\nOrder: SO-1; Store: North\nPart | Quantity"
	assert chunks[0].text.startswith(f"{said}\nSeal")
	assert {chunk.header for chunk in chunks[1:]} == {said}


def test_a_few_fields_come_with_the_long_text_after_them() -> None:
	"""A record whose text is long has no passage of two short fields alone."""
	record = RecordText(
		"Contract", "Frame", "C-1", (FieldText("Customer", "Acme Ltd"), FieldText("Terms", LONG * 30))
	)
	chunks = list(chunk_sections(_sections(record), ChunkSettings(size=200, overlap=20)))
	assert chunks[0].text.startswith("Customer: Acme Ltd\nTerms\nThe seal of the pump")
	assert [chunk.locator.heading for chunk in chunks[1:]] == [("Terms",)] * (len(chunks) - 1)


def test_html_and_markdown_fields_keep_headings_and_tables() -> None:
	"""A field of rich text is cleaned, its headings follow the field's label, and its tables are tables. In a long record what
	stands under a heading is a passage of its own."""
	html = "<h2>Leave</h2><p>Thirty days&nbsp;<b>a year</b>.</p><table><tr><th>Level</th><th>Days</th></tr><tr><td>1</td><td>30</td></tr></table>"
	markdown = "## Trips\n\nBook *early*.\n"
	found = _fields(FieldText("Content", html, "html"), FieldText("More", markdown, "markdown"))
	assert [section.locator.label() for section in found] == [
		"Content › Leave",
		"Content › Leave",
		"Content › Leave",
		"More › Trips",
	]
	assert found[0].text == "Content\nLeave\nThirty days a year.\n"
	assert [(section.kind, section.header, section.text) for section in found[1:3]] == [
		("caption", "", "Level | Days\n"),
		("table", "Level | Days", "1 | 30\n"),
	]
	assert "Book *early*." in found[3].text
	assert {section.joins for section in found} == {"if all fit"}
	assert len(list(chunk_sections(found, ChunkSettings(size=50, overlap=0)))) == 1
	longer = [*_fields(FieldText("Log", "Nothing to say. " * 30)), *found]
	places = [chunk.locator.label() for chunk in chunk_sections(longer, ChunkSettings(size=50, overlap=0))]
	assert places[-3:] == ["Content › Leave", "Content › Leave", "More › Trips"]


def test_short_html_is_a_line_among_others() -> None:
	"""One cleaned paragraph is shown like any short field; a field for HTML without HTML keeps its line ends."""
	first, second = _fields(
		FieldText("Remark", '<div class="ql-editor"><p>Call <i>first</i></p></div>', "html"),
		FieldText("Empty", "<p><br></p>", "html"),
		FieldText("Plain", "a < b\nc > d", "html"),
	)
	assert first.text == "Remark: Call first\n"
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
	(section,) = _fields(mail)
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
	found = _fields(FieldText("Log", text))
	assert max(len(section.text) for section in found) <= 2 * 128 * 1024
	assert len(found) > 8
	joined = "".join(section.text for section in found)
	assert joined.count("y") == 300_000
	assert joined.count("line ") == 2000


def test_many_short_fields_are_several_passages() -> None:
	"""A form with hundreds of short fields is cut between its lines."""
	found = _fields(*(FieldText(f"Field {number}", "v" * 150) for number in range(100)))
	chunks = list(chunk_sections(found, ChunkSettings()))
	assert len(chunks) > 2
	assert all(chunk.text.startswith("Field ") and chunk.text.endswith("v\n") for chunk in chunks)


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
	st.builds(FieldText, TEXT, TEXT, st.sampled_from(["text", "html", "markdown"])),
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
@example((FieldText("", " ", "markdown"),), "")
def test_any_record_is_read_back_and_cut_exactly(parts: tuple[record_content.Part, ...], title: str) -> None:
	"""Equal records are equal bytes, and each chunk is the text between its offsets, with one line for each row."""
	record = RecordText("Kind", title, "N", parts)
	content = record_content.record_content(record)
	assert content.data == record_content.record_content(replace(record)).data
	assert read_record(content) == record
	sections = list(extract(content).sections)
	whole = "".join(section.text for section in sections)
	covered = 0
	for chunk in chunk_sections(iter(sections), ChunkSettings(size=50, overlap=5)):
		assert whole[chunk.start : chunk.end] == chunk.text
		assert chunk.start <= covered < chunk.end
		covered = chunk.end
		if chunk.locator.rows:
			first, last = chunk.locator.rows
			assert last - first <= chunk.text.count("\n")
	assert covered == len(whole)
	for section in sections:
		if section.locator.rows:
			first, last = section.locator.rows
			assert section.text.count("\n") == last - first + 1


def test_plain_text_of_cells() -> None:
	"""Cells and messages are cleaned the same way, and text without tags stays as it is."""
	assert plain_text("<p>One</p><p>Two &amp; three</p>") == "One\nTwo & three"
	assert plain_text("a < b") == "a < b"
	assert plain_text("**a**", "markdown") == "**a**"
