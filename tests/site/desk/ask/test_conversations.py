"""Conversations on the page Ask: found, renamed, deleted; a question asked again or anew; answers copied; a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.model_server import ModelServer, answer, streamed
from tests.site import browser
from tests.site.desk import forms
from tests.site.desk.ask.test_chat import AGENT, PROVIDER, ask, ended, open_chat
from tests.site.desk.ask.test_chat_knowledge import use
from tests.site.desk.ask.test_conversation_files import attach

RUNS = "result = frappe.get_all('Agent Run', {'conversation': talk}, pluck='name', order_by='creation')"
LEFT = "result = [name for name in names if frappe.db.exists('Agent Run', name)]"
STATUS = "result = frappe.db.get_value('Knowledge Source', source, 'status')"
SOURCE_OF = "result = frappe.get_doc('Agent', agent).knowledge[0].knowledge_source"
FILES = "result = [row.used for row in frappe.get_doc('Agent Run', run).files]"
TITLE = "result = frappe.db.get_value('Agent Run', run, 'title')"
COPIED = (
	"""() => { window.copied = []; frappe.utils.copy_to_clipboard = (text) => window.copied.push(text); }"""
)
ANSWERS = """
result = frappe.db.get_single_value("Agent Settings", "answer_model")
frappe.db.set_single_value("Agent Settings", {"answer_model": model})
frappe.clear_document_cache("Agent Settings", "Agent Settings")
"""
PHONE = {"width": 390, "height": 844}


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


def conversation_of(page):
	"""The name of the conversation that is open."""
	page.wait_for_url(re.compile("/knowledge-chat/."))
	return page.url.rsplit("/", 1)[-1]


def talk(page, agent, question):
	"""A new conversation with one answered question; its name."""
	open_chat(page, agent)
	ended(ask(page, question))
	return conversation_of(page)


def of_row(page, screenshots, name, action):
	"""Choose what the menu of a conversation in the list offers."""
	row = page.locator(f".huf-conversation[data-name='{name}']")
	row.hover()
	row.locator(".huf-conversation-menu").click()
	item = row.get_by_role("button", name=action, exact=True)
	expect(item).to_be_in_viewport()
	forms.picture(page, screenshots, f"conversations-menu-{action.lower()}")
	item.click()


def test_find_rename_and_delete(desk, manager, agent, model, workers, python_on_site, screenshots):
	"""Words of an answer find its conversation; a new title stands in the list at once; what is deleted is gone with its runs."""
	page = desk(manager)
	with workers(1):
		model.script.append(answer("The platypus has it."))
		first = talk(page, agent, "Who has the key of the cold store?")
		second = talk(page, agent, "And the key of the gate?")
		runs = python_on_site(RUNS, talk=first)
		rows = page.locator(".huf-conversation")
		expect(page.locator(".huf-conversation.huf-current")).to_have_attribute("data-name", second)
		page.locator(".huf-find").fill("platypus KEY")
		expect(rows).to_have_count(1)
		expect(rows).to_have_attribute("data-name", first)
		forms.picture(page, screenshots, "conversations-found")
		page.locator(".huf-find").fill("platypus giraffe")
		expect(page.locator(".huf-conversation-list")).to_have_text("No conversation has these words.")
		page.locator(".huf-find").fill("")
		of_row(page, screenshots, first, "Rename")
		dialog = forms.shown(page)
		expect(dialog.locator("input[data-fieldname=title]")).to_have_value(
			"Who has the key of the cold store?"
		)
		dialog.locator("input[data-fieldname=title]").fill("Keys <b>of</b> the house")
		forms.picture(page, screenshots, "conversations-rename")
		dialog.get_by_role("button", name="Rename", exact=True).click()
		expect(page.locator(f"[data-name='{first}'] .huf-conversation-title")).to_have_text(
			"Keys ‹b›of‹/b› the house"
		)
		expect(page.locator(".modal.show")).to_have_count(0)

		page.locator(f"[data-name='{first}'] .huf-conversation-link").click()
		expect(page.locator(".huf-turn")).to_contain_text("platypus")
		expect(page.locator(".huf-prompt")).to_be_focused()
		of_row(page, screenshots, first, "Delete")
		expect(forms.shown(page)).to_contain_text("Keys ‹b›of‹/b› the house")
		forms.picture(page, screenshots, "conversations-delete")
		forms.shown(page).get_by_role("button", name="Yes", exact=True).click()
		expect(page.locator(f".huf-conversation[data-name='{first}']")).to_have_count(0)
		expect(page.locator(".huf-empty-title")).to_have_text(f"Ask {agent}")
		expect(page.locator(f".huf-conversation[data-name='{second}']")).to_have_count(1)
		page.wait_for_url(re.compile("/knowledge-chat$"))
		forms.until(lambda: python_on_site(LEFT, names=runs) == [])
		assert len(python_on_site(RUNS, talk=second)) == 1


def test_again_and_edit(desk, manager, agent, model, workers, python_on_site, screenshots):
	"""The last question is asked once more, or in other words with the arrow up; the new answer takes its place, the old run stays;
	Escape leaves the change and then ends an answer."""
	page = desk(manager)
	field = page.locator(".huf-prompt")
	with workers(1):
		model.script += [answer("It was one [1]."), answer("It is one [1].")]
		name = talk(page, agent, "How much annual leave?")
		page.get_by_role("button", name="Ask Again").click()
		turn = page.locator(".huf-turn")
		expect(turn).to_contain_text("It is one")
		expect(turn).to_have_count(1)
		ended(turn)
		runs = python_on_site(RUNS, talk=name)
		assert len(runs) == 2 and "It was one" not in str(model.bodies[-1]["messages"])
		expect(turn.locator(".huf-earlier")).to_have_attribute("href", re.compile(f"/{runs[0]}$"))

		field.fill("A draft")
		page.get_by_role("button", name="Edit Question").click()
		expect(field).to_have_value("How much annual leave?")
		expect(field).to_be_focused()
		expect(page.locator(".huf-changing")).to_contain_text("Changing your last question")
		forms.picture(page, screenshots, "conversations-edit")
		field.press("Escape")
		expect(field).to_have_value("A draft")
		expect(page.locator(".huf-changing")).to_be_empty()
		field.press("ArrowUp")
		expect(field).to_have_value("A draft")
		field.fill("")
		field.press("ArrowUp")
		expect(field).to_have_value("How much annual leave?")
		field.press("End")
		field.press("Shift+Enter")
		field.press_sequentially("In days.")
		model.script.append(streamed("days", endless=True, piece_delay_s=0.1))
		field.press("Enter")
		expect(turn.locator(".huf-asked")).to_have_text("How much annual leave?\nIn days.")
		expect(turn.locator(".huf-live")).to_contain_text("days3")
		expect(turn).to_have_count(1)
		expect(field).to_have_value("")
		field.press("ArrowUp")  # while an answer comes there is nothing to change
		expect(field).to_have_value("")
		field.press("Escape")
		ended(turn, "Cancelled")
		runs = python_on_site(RUNS, talk=name)
		assert len(runs) == 3
		assert python_on_site(TITLE, run=runs[2]) == "How much annual leave? In days."
		model.script.append(answer("Monday."))
		ended(ask(page, "And from when?"))
		expect(turn).to_have_count(2)
		expect(page.locator(".huf-again:visible")).to_have_count(1)
		browser.visit(page, page.url)
		expect(turn).to_have_count(2)
		expect(turn.first).to_have_attribute("data-run", runs[2])
		expect(page.locator(".huf-again:visible")).to_have_count(1)
		forms.picture(page, screenshots, "conversations-again")
		browser.visit(page, "/app/agent-run")
		expect(page.locator(".list-row").first).to_contain_text("And from when?")
		forms.picture(page, screenshots, "conversations-runs")


@pytest.mark.parametrize("width", [1400, 390])
def test_without_an_agent(
	width, desk, manager, agent, model, chat_model, workers, python_on_site, screenshots
):
	"""All that one may read: the answer grows, is stopped, asked again and changed; its conversation is kept and deleted."""
	before = python_on_site(ANSWERS, model=chat_model)
	try:
		page = desk(manager)
		browser.resize(page, width, 900 if width > 1000 else 844)
		browser.visit(page, "/app/knowledge-chat")
		page.locator("select[data-fieldname=agent]").select_option(label="All That I May Read")
		turn, field = page.locator(".huf-turn"), page.locator(".huf-prompt")
		with workers(1):
			model.script.append(streamed("days", endless=True, piece_delay_s=0.1))
			ask(page, "How much annual leave of working days?")
			expect(turn.locator(".huf-live")).to_contain_text("days3")
			forms.picture(page, screenshots, f"conversations-all-live-{width}")
			name = conversation_of(page)
			page.get_by_role("button", name="Stop").click()
			ended(turn, "Cancelled")
			stopped = turn.get_attribute("data-run")
			model.script.append(answer("It is 27 working days [1]."))
			page.get_by_role("button", name="Ask Again").click()
			expect(turn.locator(".huf-earlier")).to_have_attribute("href", re.compile(f"/{stopped}$"))
			ended(turn)
			expect(turn.locator(".huf-cited .huf-source")).to_have_count(1)
			field.press("ArrowUp")
			field.fill("And how much annual leave of hours?")
			field.press("Enter")
			expect(turn.locator(".huf-asked")).to_have_text("And how much annual leave of hours?")
			ended(turn)
			expect(turn).to_have_count(1)
			ended(ask(page, "And soup of the canteen?"))
		assert conversation_of(page) == name
		browser.visit(page, page.url)
		expect(turn).to_have_count(2)
		expect(page.locator("select[data-fieldname=agent]")).to_have_value("\0all")
		expect(field).to_be_enabled()
		row = page.locator(f".huf-conversation[data-name='{name}']")
		expect(row.locator(".huf-conversation-about")).to_contain_text("All That I May Read")
		forms.picture(page, screenshots, f"conversations-all-{width}")
		if width > 1000:
			of_row(page, screenshots, name, "Delete")
			forms.confirm(page, "delete_conversation")
			expect(row).to_have_count(0)
			assert python_on_site(LEFT, names=[stopped]) == []
	finally:
		python_on_site(ANSWERS, model=before or "")


@pytest.mark.parametrize("width", [1400, 390])
def test_knowledge_without_an_agent(
	width, desk, manager, agent, model, chat_model, workers, python_on_site, make_source, screenshots
):
	"""All that one may read can be narrowed, switched off and on, and has files, like an agent's knowledge; a reload keeps it."""
	house = python_on_site(SOURCE_OF, agent=agent)
	text = "Annual leave of divers is 31 working days."
	divers = make_source("Divers", [{"title": "Divers", "text": text}])
	before = python_on_site(ANSWERS, model=chat_model)
	try:
		page = desk(manager)
		browser.resize(page, width, 900 if width > 1000 else 844)
		with workers(1):
			forms.until(lambda: python_on_site(STATUS, source=divers) == "Ready")
			browser.visit(page, "/app/knowledge-chat")
			page.locator("select[data-fieldname=agent]").select_option(label="All That I May Read")
			button = page.locator(".huf-knowledge")
			expect(button).to_have_text("Knowledge")
			button.click()
			dialog = forms.shown(page)
			gate = dialog.locator("select[data-fieldname=gate]")
			expect(gate.locator("option")).to_have_text(["On", "When Relevant", "Off"])
			expect(gate).to_have_value("Always")
			boxes = dialog.locator("input[type=checkbox]")
			for name in boxes.evaluate_all("boxes => boxes.map((box) => box.dataset.unit)"):
				expect(dialog.locator(f"input[data-unit='{name}']")).to_be_checked()
				if name != divers:
					dialog.locator(f"input[data-unit='{name}']").uncheck()
			forms.picture(page, screenshots, f"conversations-all-knowledge-{width}")
			use(page)
			expect(button).to_have_text(f"Knowledge · {divers}")
			turn = ended(ask(page, "How many working days of annual leave?"))
			assert conversation_of(page)
			told = str(model.bodies[-1]["messages"])
			assert "31 working days" in told and "27 working days" not in told
			browser.visit(page, page.url)
			expect(button).to_have_text(f"Knowledge · {divers}")
			button.click()
			dialog = forms.shown(page)
			dialog.locator(f"input[data-unit='{house}']").check()
			use(page)
			expect(button).to_have_text("Knowledge · 2 sources")
			attach(page, "warehouse-procedure.txt")
			expect(page.locator(".huf-prompt")).to_be_enabled()
			button.click()
			dialog = forms.shown(page)
			dialog.locator("select[data-fieldname=gate]").select_option(label="Off")
			use(page)
			expect(button).to_have_text("Knowledge: Off")
			turn = ended(ask(page, "Where do pallets go, and how much annual leave?"))
			told = str(model.bodies[-1]["messages"])
			assert "pallet" in told.lower() and "31 working days" not in told
			files = python_on_site(FILES, run=turn.get_attribute("data-run"))
			assert files == ["In Prompt"]
			expect(page.locator(".huf-kept .huf-asked-file")).to_have_count(1)
			forms.picture(page, screenshots, f"conversations-all-off-{width}")
			if width > 1000:
				page.get_by_role("button", name="New Conversation").click()
				expect(button).to_have_text("Knowledge")
	finally:
		python_on_site(ANSWERS, model=before or "")


def test_copy_with_citations(desk, manager, agent, model, workers, screenshots):
	"""Text and Markdown hold the answer with its numbers, what they stand for with whole addresses, and what is in doubt."""
	page = desk(manager)
	with workers(1):
		model.script.append(
			answer("It is **27 working days** a year [1]\n\n| Who | Days |\n|---|---|\n| All | 27 |")
		)
		talk(page, agent, "How much annual leave of the working days?")
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


def test_a_phone_shows_the_box_first(desk, manager, agent, model, workers, screenshots):
	"""At 390 pixels the box and its button are on the screen without scrolling, before a question and after an answer; the
	conversations slide in and their menus work."""
	page = desk(manager)
	browser.resize(page, **PHONE)

	def on_screen(selector):
		box = page.locator(selector).bounding_box()
		return (
			box
			and box["y"] >= 0
			and box["y"] + box["height"] <= PHONE["height"]
			and page.evaluate("scrollY") == 0
		)

	with workers(1):
		open_chat(page, agent)
		for selector in (".huf-prompt", ".huf-send", ".huf-attach"):
			assert on_screen(selector), selector
		forms.picture(page, screenshots, "conversations-phone-empty")
		long = "\n".join(f"- Line {number} of the answer [1]" for number in range(60))
		model.script.append(answer(long))
		ended(ask(page, "How much annual leave?"))
		name = conversation_of(page)
		for selector in (".huf-prompt", ".huf-send"):
			assert on_screen(selector), selector
		assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
		forms.picture(page, screenshots, "conversations-phone")
		browser.visit(page, page.url)
		expect(page.locator(".huf-turn")).to_have_count(1)
		assert on_screen(".huf-prompt")
		row = page.locator(f".huf-conversation[data-name='{name}']")
		page.locator(".page-head:visible .sidebar-toggle-btn").click()
		expect(row).to_be_in_viewport()
		forms.picture(page, screenshots, "conversations-phone-list")
		row.locator(".huf-conversation-menu").click()
		row.get_by_role("button", name="Rename", exact=True).click()
		dialog = forms.shown(page)
		dialog.locator("input[data-fieldname=title]").fill("Leave")
		dialog.get_by_role("button", name="Rename", exact=True).click()
		expect(row.locator(".huf-conversation-title")).to_have_text("Leave")
		expect(row).not_to_be_in_viewport()
