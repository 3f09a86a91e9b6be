"""docs/permissions.md shows the table of who finds what that the tests on a site compare with what happens."""

import os
from pathlib import Path

from huf.tests.rights_matrix import EXPECTED, PEOPLE, table

DOCS = Path(__file__).parents[2] / "docs" / "permissions.md"
BEGIN, END = "<!-- who finds what: HUF_WRITE_DOCS=1 writes it anew -->", "<!-- end -->"


def test_the_table_is_the_tested_one() -> None:
	"""The table in the documentation is made of the expectations, word for word; HUF_WRITE_DOCS=1 writes it."""
	text = DOCS.read_text(encoding="utf-8")
	before, rest = text.split(BEGIN)
	shown, after = rest.split(END)
	if os.environ.get("HUF_WRITE_DOCS"):
		shown = f"\n{table()}\n"
		DOCS.write_text(f"{before}{BEGIN}{shown}{END}{after}", encoding="utf-8")
	assert shown.strip() == table()


def test_the_table_is_whole() -> None:
	"""Each kind of input names users that the table has, and nobody who is switched off or a guest finds anything."""
	for label, who in EXPECTED.values():
		assert who <= set(PEOPLE), label
		assert not who & {"off", "Guest"}, label
