"""Conversations on the page Ask: answers are copied."""

import pytest

from tests.model_server import ModelServer, answer
from tests.site import browser
from tests.site.desk import forms
from tests.site.desk.test_chat import AGENT, PROVIDER, ask, ended, open_chat

STATUS = "result = frappe.db.get_value('Knowledge Source', source, 'status')"
COPIED = (
	"""() => { window.copied = []; frappe.utils.copy_to_clipboard = (text) => window.copied.push(text); }"""
)


@pytest.fixture
def model(chat_model, python_on_site):
	"""A scripted model: its ``script`` is played, then it plays an assistant."""
	with ModelServer(auto=True) as server:
		python_on_site(PROVIDER, api_base=server.api_base)
		yield server


@pytest.fixture
def agent(chat_model, model, python_on_site, free_name, make_source, workers):
	"""An agent that answers from two short texts, which are indexed."""
	texts = [
		{"title": "Leave [2026]", "text": "Annual leave is 27 working days."},
		{"title": "Canteen", "text": "The canteen of annual meetings has otter soup."},
	]
	name = free_name("House Desk")
	source = make_source("House Rules", texts)
	with workers(1):
		forms.until(lambda: python_on_site(STATUS, source=source) == "Ready")
	python_on_site(AGENT, name=name, model=chat_model, sources=[source])
	return name


def test_copy_with_citations(desk, manager, agent, model, workers, screenshots):
	"""Text and Markdown hold the answer with its numbers, what they stand for with whole addresses, and what is in doubt."""
	page = desk(manager)
	with workers(1):
		model.script.append(
			answer("It is **27 working days** a year [1]\n\n| Who | Days |\n|---|---|\n| All | 27 |")
		)
		open_chat(page, agent)
		ended(ask(page, "How much annual leave of the working days?"))
	turn = page.locator(".huf-turn")
	cited = turn.locator(".huf-cited .huf-source").inner_text()
	page.evaluate(COPIED)
	turn.get_by_role("button", name="Copy").click()
	forms.picture(page, screenshots, "conversations-copy")
	turn.get_by_role("button", name="As Text").click()
	turn.get_by_role("button", name="Copy").click()
	turn.get_by_role("button", name="As Markdown").click()
	text, markdown = page.evaluate("window.copied")
	title = cited.split(" · ", 1)[1]
	assert title.startswith("Leave [2026]")
	assert "It is 27 working days a year [1]" in text and "All\t27" in text and "---" not in text
	assert f"[1] {title}" in text
	assert "It is **27 working days** a year [1]" in markdown and "| All | 27 |" in markdown
	assert "- \\[1\\] Leave \\[2026\\]" in markdown


def test_copies_are_whole_and_safe(desk, manager):
	"""Addresses are whole and end where they should; titles are no markup; a doubtful answer says so; code stays as it is."""
	page = desk(manager)
	browser.visit(page, "/app/knowledge-chat")
	text, markdown, structured = page.evaluate("""() => {
		const citation = (number, values) => ({ number, title: "T", place: "", label: "", url: "", page: null, cited: true, ...values });
		const run = {
			text: "# Head\\n**Bold** `a|b` [1](https://x.example/) and [site](https://x.example/y)\\n```\\n| **raw** |\\n```\\n| a \\\\| b | c |",
			citations: [
				citation(2, { title: "A ](javascript:x) *b*", url: "https://x.example/a(b) c" }),
				citation(1, { title: "Leave", place: "page 3", url: "/private/files/leave.pdf", page: 3 }),
				citation(3, { title: "Not cited", cited: false }),
				citation(4, { label: "§ 4", url: "javascript:alert(1)" }),
			],
		};
		const structured = { structured: { days: 27 }, text: "", citations: [] };
		return [huf.chat.as_text(run, ["In doubt"]), huf.chat.as_markdown(run), huf.chat.as_markdown(structured)];
	}""")
	site = page.evaluate("window.location.origin")
	assert text.split("\n") == [
		"(In doubt)",
		"",
		"Head",
		"Bold a|b [1](https://x.example/) and site (https://x.example/y)",
		"| **raw** |",
		"a | b\tc",
		"",
		f"[1] Leave, page 3 – {site}/private/files/leave.pdf#page=3",
		"[2] A ](javascript:x) *b* – https://x.example/a(b)%20c",
		"[4] § 4",
	]
	assert markdown.split("\n")[-3:] == [
		f"- \\[1\\] [Leave, page 3]({site}/private/files/leave.pdf#page=3)",
		"- \\[2\\] [A \\](javascript:x) \\*b\\*](https://x.example/a%28b%29%20c)",
		"- \\[4\\] § 4",
	]
	assert structured == '```json\n{\n  "days": 27\n}\n```'
