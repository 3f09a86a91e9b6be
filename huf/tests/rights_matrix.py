"""Kind of input x user, as one table: the tests on a site compare it with what is found, and docs/permissions.md shows it.

Imports no Frappe, so that the test of the documentation needs none.
"""

PEOPLE = {
	"reader": "may read the record",
	"other": "may not",
	"shared": "may not, but it is shared with them",
	"uploader": "may not, uploaded the files",
	"manager": "Knowledge Manager who may not",
	"system": "System Manager who may not",
	"off": "switched off",
	"Guest": "Guest",
}
"""Whose answers are compared. All but the last two may read the source."""

_ALL = frozenset({"reader", "other", "shared", "uploader", "manager", "system"})
_RECORD = frozenset({"reader", "shared"})

EXPECTED: dict[str, tuple[str, frozenset[str]]] = {
	"text": ("a text or web page that somebody added", _ALL),
	"own file": ("a private file uploaded to its input or its source", _ALL),
	"public file": ("a public file that somebody added, whatever it is attached to", _ALL),
	"private file": ("a private file of the record that somebody added", _RECORD | {"uploader"}),
	"loose file": ("a private file of a folder, attached to nothing", frozenset({"uploader"})),
	"record": ("the record", _RECORD),
	"public attachment": ("a public attachment that came with the record", _RECORD),
	"private attachment": ("a private attachment that came with the record", _RECORD),
	"cancelled": ("a cancelled record whose selector says Leave, at once", frozenset()),
	"deleted": ("a record that was deleted, at once", frozenset()),
	"disabled": ("an input that is disabled, at once", frozenset()),
}
"""For each kind of input how the table calls it, and who finds it."""


def table() -> str:
	"""The expectations as a table in Markdown."""
	lines = ["| who finds it | " + " | ".join(PEOPLE.values()) + " |", "|---" * (len(PEOPLE) + 1) + "|"]
	for label, who in EXPECTED.values():
		lines.append(f"| {label} | " + " | ".join("yes" if one in who else "–" for one in PEOPLE) + " |")
	return "\n".join(lines)
