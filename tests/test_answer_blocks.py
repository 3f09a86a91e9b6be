"""What an answer's Markdown is taken for, in Node and without a browser: blocks, links, and the time that hostile text takes."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from scripts.site_ring import javascript

SCRIPTS = Path(__file__).parent.parent / "huf" / "public" / "js"
FRAPPE = """
globalThis.huf = { desk: {} };
globalThis.frappe = { provide() {}, utils: { get_form_link: (doctype, name) =>
	`/app/${doctype.toLowerCase().replace(/ /g, "-")}/${encodeURIComponent(name)}` } };
globalThis.cstr = (value) => (value ?? "") + "";
globalThis.cint = (value) => parseInt(value) || 0;
globalThis.location = { origin: "https://erp.example" };
"""
SECONDS = 60
"""Limit for one hostile text; each takes under two seconds on a busy machine with Node's start, and minutes where time is squared."""

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason=javascript.NO_NODE)


def run(script: str, value: Any, timeout: float = SECONDS) -> Any:
	"""What the expression `script` gives for `value`, with the desk's scripts loaded."""
	desk = (SCRIPTS / "desk.js").read_text("utf-8")
	addresses = desk[desk.index("huf.desk.web_address =") : desk.index("huf.desk.is_same_page")]
	blocks = (SCRIPTS / "answer_blocks.js").read_text("utf-8")
	said = "const value = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
	program = f"{FRAPPE}{addresses}{blocks}{said}console.log(JSON.stringify({script}));"
	done = subprocess.run(
		["node", "-e", program], input=json.dumps(value), capture_output=True, text=True, timeout=timeout
	)
	assert done.returncode == 0, done.stderr[-2000:]
	return json.loads(done.stdout)


def blocks(text: str) -> list[dict[str, Any]]:
	"""The blocks of a text, with the words of each instead of its places."""
	found = run("huf.desk.answer_blocks(value)", text)
	for block in found:
		block["words"] = text[block.pop("start") : block.pop("end")]
		for part in ("head", "rows"):
			if part in block:
				rows = [block[part]] if part == "head" else block[part]
				words = [[text[start:end] for start, end in row] for row in rows]
				block[part] = words[0] if part == "head" else words
	return found


def test_a_table_has_cells() -> None:
	"""Bars around rows may be left out, a bar in code or behind a backslash is text, no cell is lost."""
	(table,) = blocks("| Item | Price |\n|:--|--:|\n| a \\| b | `x|y` |\n| only |\n1 | 2 | 3")
	assert table["kind"] == "table" and table["columns"] == ["left", "right"]
	assert table["head"] == ["Item", "Price"]
	assert table["rows"] == [["a \\| b", "`x|y`"], ["only"], ["1", "2", "3"]]
	assert [one["kind"] for one in blocks("this | that\nand more")] == ["line", "line"]


def test_blocks_have_their_kinds() -> None:
	"""Headings, lists with their depth and number, quoted lines, rules, code with its language and no Markdown in it."""
	text = "## Head\n- a\n  - b\n\t2. c\n> > said\n---\n```py\n# no | head\n**x**\n```\nend"
	found = blocks(text)
	kinds = ["heading", "item", "item", "item", "quote", "rule", "code", "line"]
	assert [one["kind"] for one in found] == kinds
	assert [(one["indent"], one["bullet"], one["words"]) for one in found[1:4]] == [
		(0, "•", "a"),
		(2, "•", "b"),
		(4, "2.", "c"),
	]
	assert (found[0]["level"], found[0]["words"], found[4]["words"]) == (2, "Head", "said")
	assert (found[6]["language"], found[6]["code"]) == ("py", "# no | head\n**x**")


def test_while_it_is_written_a_block_does_not_change_its_kind() -> None:
	"""From its first bar a table is a table, and code is code; no fence or rule is ever seen as text."""
	script = "Array.from(value, (_, k) => huf.desk.answer_blocks(value.slice(0, k + 1), true))"
	text = "| Item | Price |\n|---|--:|\n| a | 1 |\n"
	for found in run(script, text)[1:]:
		rows = [text[start:end] for row in found[0].get("rows", []) for start, end in row]
		assert found[0]["kind"] == "table" and not any("-" in words for words in rows), found
	for found in run(script, "```py\nx = 1\n```"):
		assert all(one["kind"] == "code" and "`" not in one["code"] for one in found), found


@pytest.mark.parametrize(
	("target", "linked"),
	[
		("https://good.example/a", True),
		("https://good.example/a/", False),
		("https://good.example/ab", False),
		("https://evil.example/?q=salary", False),
		("/app/item/Screw%201", True),
		("https://erp.example/app/item/Screw%201", True),
		("/app/item/Other", False),
		("/app/../api/method/logout", False),
		("/private/files/plan.pdf", True),
		("javascript:alert(1)", False),
		("JaVaScRiPt:alert(1)", False),
		("data:text/html,<script>", False),
		("//evil.example", False),
		("&#106;avascript:alert(1)", False),
	],
)
def test_links_go_only_to_what_the_passages_name(target: str, linked: bool) -> None:
	"""What a passage says, its own address and its record; exactly these, and never a script or another method."""
	citations = [
		{
			"url": "/private/files/plan.pdf",
			"doctype": "Item",
			"input": "Screw 1",
			"excerpt": "See https://good.example/a. Or /app/../api/method/logout, javascript:alert(1), //evil.example",
		}
	]
	script = "huf.desk.known_addresses(value[0]).has(huf.desk.safe_address(value[1]))"
	assert run(script, [citations, target]) is linked
	assert run(script, [[], target]) is False


@pytest.mark.parametrize(
	"text",
	[
		"|" * 1_000_000,
		"|\n" * 500_000,
		"|a|\n|-|\n" * 120_000,
		"> " * 500_000,
		"".join("  " * depth + "- x\n" for depth in range(1_000)),
		"**a " * 250_000,
		"[a](" * 250_000,
		"$a" * 500_000,
		"`" * 999_999,
		"```\n" * 250_000,
		"*a" * 500_000,
		"\\(" * 500_000,
		" " * 1_000_000,
		"https://a." * 100_000,
	],
	ids=lambda text: text[:4].strip() or "blanks",
)
def test_hostile_text_takes_bounded_time(text: str) -> None:
	"""A megabyte of half marks is read in one go, into few parts; all of the text is still there."""
	script = (
		"huf.desk.answer_blocks(value).map((b) => [b.start, b.end, "
		"b.kind === 'rest' ? 0 : [...value.slice(b.start, b.end).matchAll(huf.desk.INLINE)].length])"
	)
	found = run(script, text)
	assert 0 < len(found) <= 5_001
	assert found[-1][1] >= len(text) - 1
