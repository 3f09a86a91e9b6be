"""Scope x user x operation, as one table: the tests on a site compare it with what happens, and docs/permissions.md shows it.

Imports no Frappe, so that the test of the documentation needs none.
"""

OPERATIONS = {
	"r": "read the source and find it in lists",
	"p": "read its inputs, numbers and glossary",
	"g": "be answered by a search that names no source",
	"n": "be answered by a search that names it",
	"t": "try it with Test Search, with explanations",
	"w": "change it and its inputs, and see its builds",
	"d": "delete it",
	"h": "share it",
	"c": "make one",
	"a": "have it in the run of an agent, as mandatory knowledge and by the tool",
}

SCOPES = ("Global", "Site", "Role", "Workspace", "Agent", "User", "Record")

ANSWERED = "rpgnta"
EVERYTHING = "rpgntwdhca"
OF_AGENT = "rptwdca"
"""What managers do with a source of the scope Agent."""
_NOBODY = dict.fromkeys(SCOPES, "")
_KNOWLEDGE_USER = _NOBODY | {"Global": ANSWERED, "Site": ANSWERED, "User": "c"}
_MANAGER = dict.fromkeys(("Global", "Site", "Role", "Workspace"), EVERYTHING) | {
	"Agent": OF_AGENT,
	"User": "c",
	"Record": "",
}

EXPECTED: dict[str, dict[str, str]] = {
	"Guest": _NOBODY,
	"user without a role of huf": _NOBODY,
	"user of the website": _NOBODY,
	"user who is switched off": _NOBODY,
	"Knowledge Portal User (website)": _NOBODY | {"Global": "rgnt"},
	"Knowledge User": _KNOWLEDGE_USER,
	"Knowledge User on the website": _KNOWLEDGE_USER | {"Site": ""},
	"Knowledge User: role, workspace, agent; reads the record": _KNOWLEDGE_USER
	| {"Role": ANSWERED, "Workspace": ANSWERED, "Agent": "a", "Record": "rpntca"},
	"Knowledge User who may write the record": _KNOWLEDGE_USER | {"Record": "rpntwca"},
	"Knowledge User, owner of the personal source": _KNOWLEDGE_USER | {"User": EVERYTHING},
	"Knowledge Manager": _MANAGER,
	"Knowledge Manager who may read the record": _MANAGER | {"Record": "rpntdca"},
	"System Manager": _MANAGER,
}
"""For each kind of user and each scope the letters of what they may do. The personal source and the record are others', unless it
says so. ``a``: in a run of an agent that has the source in its table, and for the scope Agent is listed by the source."""


def table() -> str:
	"""The expectations as a table in Markdown."""
	lines = ["| | " + " | ".join(SCOPES) + " |", "|---" * (len(SCOPES) + 1) + "|"]
	for who, cells in EXPECTED.items():
		lines.append(f"| {who} | " + " | ".join(cells[scope] or "–" for scope in SCOPES) + " |")
	return "\n".join(lines)
