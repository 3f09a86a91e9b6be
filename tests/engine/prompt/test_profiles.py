"""Profiles: headings by template, with nothing that a template or a document can break."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from huf.engine.errors import SettingsError
from huf.engine.heading_templates import check_template, fill
from huf.engine.profiles import EVIDENCE, PROCEDURE, READY_MADE, REFERENCE, Profile, profile_from
from huf.engine.prompt.context import SourceAllowance, build_context
from huf.engine.types import Hit, Locator

HIT = Hit(
	text="The pump was off at 14:02.",
	title="Night log",
	score=1.0,
	chunk_id="c",
	source="Logs",
	input="i",
	locator=Locator(lines=(3, 7), heading=("Tuesday", "Pump")),
	citation_id="i#0",
	build="b",
	start=0,
	end=26,
	text_hash="h",
	url="/private/files/night.log",
	metadata={"modified": "2026-03-04T14:05:00", "shift": "late", "empty": None},
)


@pytest.mark.parametrize(
	("template", "line"),
	[
		("{title}", "Night log"),
		("{title}[, {place}]", "Night log, Tuesday › Pump, lines 3–7"),
		("{file}:{lines}", "night.log:3-7"),
		("{title}[, page {page}][ ({date})]", "Night log (2026-03-04)"),
		("{title} at {time}", "Night log at 2026-03-04 14:05"),
		("[{rows}, {title}]{source}", "Logs"),
		("{metadata.shift} shift[, {metadata.empty}][, {metadata.nothing}]", "late shift"),
		("{heading}", "Tuesday › Pump"),
	],
)
def test_templates(template: str, line: str) -> None:
	"""A name stands for what is known of the passage; a bracketed part goes when something in it is empty."""
	check_template(template)
	assert fill(template, HIT) == line


@pytest.mark.parametrize(
	"template",
	["", " ", "{nonsense}", "{title", "title}", "[{title}", "a] b", "{metadata.}", "[[{title}]]", "x" * 301],
)
def test_wrong_templates_are_refused(template: str) -> None:
	"""What cannot be filled is said when the profile is made, with the names that there are."""
	with pytest.raises(SettingsError):
		Profile("p", heading=template)


@given(st.text(max_size=60), st.text(max_size=60))
def test_a_document_cannot_break_its_heading(title: str, shift: str) -> None:
	"""Whatever a title says, the heading is one line without marks of huf's own, and no template is read in it."""
	hit = HIT._replace(title="{source}[1]" + title, metadata={"shift": shift})
	line = fill("{title}[ ({metadata.shift})]", hit)
	assert "\n" not in line and "[1]" not in line and line.startswith("{source}⟦1⟧")


def test_the_block_has_the_headings_of_the_profile() -> None:
	"""The line over a passage is the profile's, with the state of the passage behind it; budgets hold."""
	stale = HIT._replace(metadata={**HIT.metadata, "superseded": True}, text_hash="other")
	block = build_context([(SourceAllowance("Logs"), [HIT, stale])], heading=EVIDENCE.heading_of)
	assert "[1] night.log, Tuesday › Pump, lines 3–7, 2026-03-04 14:05\n" in block.text
	assert "14:05 (superseded)\n" in block.text
	wide = Profile("wide", heading="{title} " + "and more words " * 15)
	small = build_context([(SourceAllowance("Logs"), [HIT] * 3)], total_tokens=150, heading=wide.heading_of)
	assert small.tokens <= 150


def test_ready_made() -> None:
	"""Three kinds come with huf, each different from the others in how it is headed, cited or asked."""
	assert set(READY_MADE) == {"evidence", "procedure", "reference"}
	assert EVIDENCE.citation_of(HIT) == "night.log:3-7 at 2026-03-04 14:05"
	assert PROCEDURE.heading_of(HIT) == "Night log: Tuesday › Pump"
	assert len({profile.instructions for profile in READY_MADE.values()}) == 3
	assert (REFERENCE.top_k, REFERENCE.answer_tokens, REFERENCE.temperature) == (5, 500, 0.3)


def test_a_profile_is_made_of_values() -> None:
	"""A fourth kind needs values alone; what is left out or empty is the default, what is wrong is named."""
	made = profile_from(
		{"heading": "{title}", "top_k": 3, "temperature": 1, "instructions": None}, "contracts"
	)
	assert (made.name, made.top_k, made.temperature, made.instructions) == ("contracts", 3, 1, "")
	for wrong in (
		{"top_k": 0},
		{"top_k": 16},
		{"colour": "red"},
		{"top_k": "many"},
		{"context_tokens": 99_999},
		{"citation": "{x}"},
	):
		with pytest.raises(SettingsError):
			profile_from(wrong, "p")
