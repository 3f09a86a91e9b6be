"""docs/permissions.md shows the table of scopes that the tests on a site compare with what happens."""

from pathlib import Path

from huf.tests.scope_matrix import EXPECTED, OPERATIONS, SCOPES, table

DOCS = Path(__file__).parents[2] / "docs" / "permissions.md"


def test_the_table_is_the_tested_one() -> None:
	"""The table in the documentation is made of the expectations, word for word, and explains each letter."""
	text = DOCS.read_text(encoding="utf-8")
	assert table() in text
	for letter, meaning in OPERATIONS.items():
		assert f"- **{letter}**: {meaning}" in text


def test_the_table_is_whole() -> None:
	"""Each kind of user has a cell for each scope, of known letters only."""
	for who, cells in EXPECTED.items():
		assert set(cells) == set(SCOPES), who
		assert set("".join(cells.values())) <= set(OPERATIONS), who
