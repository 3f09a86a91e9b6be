"""The page Ask: an answer streams in, shows what it rests on and what is not confirmed, and can be stopped and rated."""

import re

import pytest
from playwright.sync_api import expect

from tests.model_server import ModelServer, answer, streamed
from tests.site import browser
from tests.site.desk import forms

QUESTION = "How much annual leave do I get?"
EVIL = "<img src=x onerror='window.hacked=1'><script>window.hacked=1</script>"
PROVIDER = """
provider = frappe.get_doc("AI Provider", "Loopback")
provider.api_base = api_base
provider.save()
"""
AGENT = """
frappe.get_doc({"doctype": "Agent", "agent_name": name, "model": model, "verify_answers": "Warn",
	"description": "Answers from the handbook.", "rewrite_follow_ups": 0, "knowledge": [
		{"knowledge_source": source, "mode": "Mandatory", "max_chunks": 6} for source in sources]}).insert()
"""
HANDBOOK = """
from pathlib import Path
source = frappe.get_doc({"doctype": "Knowledge Source", "source_name": name, "description": "Rules.",
	"selectors": [{"selector_type": "DocType", "document_type": "Note"}]}).insert().name
frappe.get_doc({"doctype": "Note", "title": note, "public": 1,
	"content": "<p>Annual leave is entered in the calendar of the team.</p>"}).insert()
file = frappe.get_doc({"doctype": "File", "file_name": f"{name}.pdf", "is_private": 1, "content": Path(pdf).read_bytes()}).insert()
for values in ({"input_type": "File", "file": file.file_url, "title": "employee-handbook.pdf"},
		{"input_type": "Text", "title": "Notice of May", "text": "Annual leave of a new employee is earned month by month."}):
	frappe.get_doc({"doctype": "Knowledge Input", "knowledge_source": source, **values}).insert()
result = source
"""
NUMBERS = """
run = frappe.get_last_doc("Agent Run", {"agent": agent})
rows = sorted(run.chunks, key=lambda row: "27 working days" in row.excerpt)
result = {note if note in row.title else row.title: row.citation_number for row in rows}
"""
HAS_RECORD = "result = frappe.db.exists('Knowledge Input', {'knowledge_source': source, 'title': note, 'status': 'Indexed'})"
RATED = "result = frappe.db.get_value('Agent Run', run, ['feedback', 'feedback_comment', 'status'])"
FILES = "result = [[row.file_name, row.used] for row in frappe.get_doc('Agent Run', run).files]"
PRIVATE = "result = [frappe.db.get_value('File', row.file, 'is_private') for row in frappe.get_doc('Agent Run', run).files]"


NOTE_TO_ASK = """
doc = frappe.get_doc({"doctype": "Note", "title": title, "public": 1, "content": "<p>The cold store is defrosted on Tuesdays.</p>"})
result = doc.insert().name
frappe.get_doc({"doctype": "Contact", "first_name": title, "links": [{"link_doctype": "Note", "link_name": result}]}).insert()
"""
TALKS_ABOUT = (
	"result = frappe.db.get_value('Agent Conversation', name, ['reference_doctype', 'reference_name'])"
)


@pytest.fixture
def model(chat_model, python_on_site):
	"""A scripted model: its ``script`` is played, then it plays an assistant."""
	with ModelServer(auto=True) as server:
		python_on_site(PROVIDER, api_base=server.api_base)
		yield server


@pytest.fixture
def make_agent(chat_model, model, python_on_site, free_name):
	"""`make_agent("Helpdesk", sources)`: an agent that verifies its answers; its name."""

	def make(name, sources=()):
		name = free_name(name)
		values = {"name": name, "model": chat_model, "sources": list(sources)}
		python_on_site(AGENT, **values)
		return name

	return make


def open_chat(page, agent):
	"""The page Ask with this agent chosen."""
	browser.visit(page, "/app/knowledge-chat")
	field = page.locator("select[data-fieldname=agent]")
	field.select_option(agent)
	expect(page.locator(".huf-empty-title")).to_have_text(f"Ask {agent}")
	return page


def ask(page, prompt):
	"""Write a question, send it with Enter, and give the turn it becomes."""
	before = page.locator(".huf-turn").count()
	field = page.locator(".huf-prompt")
	field.fill(prompt)
	field.press("Enter")
	expect(page.locator(".huf-turn")).to_have_count(before + 1)
	expect(field).to_have_value("")
	return page.locator(".huf-turn").last


def ended(turn, status="Success"):
	"""Wait until the answer of a turn is over."""
	expect(turn.locator(f".huf-reply[data-status='{status}'] .huf-foot")).to_be_visible()
	return turn


def test_a_form_opens_ask_with_its_record(
	desk, make_agent, model, workers, python_on_site, free_name, screenshots
):
	"""Ask about This, in the menu of a form, begins a conversation about the record; it is answered, kept, and shown after a reload."""
	agent, title = make_agent("Plant Desk"), free_name("Cold Store & Co")
	name = python_on_site(NOTE_TO_ASK, title=title)
	page = desk("Administrator")
	with workers(1):
		browser.open_form(page, "Note", name)
		page.locator(".page-container:visible .menu-btn-group button").click()
		page.get_by_role("link", name="Ask about This").click()
		about = page.locator(".huf-about .huf-asked-file")
		expect(about).to_contain_text(title)
		page.locator("select[data-fieldname=agent]").select_option(agent)
		expect(about).to_contain_text(title)
		model.script.append(answer("On Tuesdays [1], says [2]."))
		forms.picture(page, screenshots, "ask-about-empty")
		turn = ended(ask(page, "When is it defrosted?"))
		assert "defrosted on Tuesdays" in str(model.bodies[-1]["messages"])
		chips = turn.locator(".huf-cited .huf-source")
		expect(chips.first).to_contain_text(title)
		expect(chips.first).to_have_attribute("href", re.compile("^/app/note/"))
		expect(chips.last).to_have_attribute("href", re.compile(r"^/app/contact\?"))
		expect(about.get_by_title("Remove")).to_have_count(0)
		# Asked about one record, "how many" is no question about all of them.
		asked: list[str] = []
		page.on("request", lambda request: asked.append(request.url))
		model.script.append(answer("One [1]."))
		turn = ended(ask(page, "How many public notes are there?"))
		expect(turn.locator(".huf-plain")).to_have_count(0)
		assert any("start_run" in url for url in asked)
		assert not any("ask_plainly" in url for url in asked)
		page.wait_for_url(re.compile("/knowledge-chat/"))
		assert python_on_site(TALKS_ABOUT, name=page.url.rsplit("/", 1)[-1]) == ["Note", name]
		browser.visit(page, page.url)
		expect(about).to_contain_text(name)
		forms.picture(page, screenshots, "ask-about")
		wide = page.viewport_size
		browser.resize(page, 390, 844)
		forms.picture(page, screenshots, "ask-about-narrow")
		browser.resize(page, **wide)
		page.get_by_role("button", name="New Conversation").click()
		expect(about).to_have_count(0)


def test_answer_streams_and_shows_what_it_rests_on(
	desk, manager, free_name, make_agent, model, workers, python_on_site, screenshots
):
	"""Text comes while it is written; chips open the file at its page, the record, and the passage; doubt is seen at once;
	a follow-up goes on in the same conversation, and a reload shows both."""
	note = free_name("Leave Calendar")
	source = python_on_site(
		HANDBOOK, name=free_name("Leave Rules"), note=note, pdf=str(forms.HANDBOOK / "employee-handbook.pdf")
	)
	agent = make_agent("Personnel", [source])
	page = desk("Administrator")
	with workers(1):
		# The source is Ready once before its records are noticed.
		forms.until(lambda: python_on_site(HAS_RECORD, source=source, note=note))
		browser.open_form(page, "Knowledge Source", source)
		forms.wait_for_status(page, "Ready")
		open_chat(page, agent)
		model.script.append(answer("According to the handbook, this is it [1]."))
		ended(ask(page, QUESTION))
		numbers = python_on_site(NUMBERS, agent=agent, note=note)
		pdf, record, text = (numbers[title] for title in ("employee-handbook.pdf", note, "Notice of May"))
		page.get_by_role("button", name="New Conversation").click()
		model.script.append(
			streamed(
				f"The full-time entitlement is **27 working days** a year [{pdf}].\n\n"
				f"- Up to 8 days may be carried into the next year [{pdf}]\n"
				f"- Enter them in the calendar of the team [{record}]\n"
				f"- In your first year they are earned month by month [{text}]",
				piece_delay_s=0.15,
			)
		)
		turn = ask(page, QUESTION)
		expect(turn.locator(".huf-live")).to_contain_text("entitlement is 27 working")
		expect(page.locator(".huf-stop")).to_be_visible()
		forms.picture(page, screenshots, "chat-live")
		ended(turn)
		doubt = turn.locator(".huf-warning")
		expect(doubt.locator("summary")).to_have_text("1 statement is contradicted")
		expect(doubt.get_by_text("The answer says “8 days”")).to_be_hidden()
		forms.picture(page, screenshots, "chat-doubt")
		doubt.locator("summary").click()
		expect(doubt.get_by_text("The answer says “8 days”")).to_be_visible()
		expect(turn.locator(".huf-foot .huf-verdict")).to_have_text("Contradicted")
		wide = page.viewport_size
		browser.resize(page, 390, 844)
		forms.picture(page, screenshots, "chat-doubt-narrow")
		browser.resize(page, **wide)
		expect(turn.locator("strong .huf-verified")).to_contain_text("27 working days")
		expect(turn.locator(".huf-item .huf-contradicted")).to_have_text("8 days")

		chip = turn.locator(".huf-item .huf-chip").nth(0)
		expect(chip).to_have_attribute(
			"href", re.compile(r"^/api/method/huf\.page\?passage=cited%3A\w+&page=\d+#passage$")
		)
		expect(turn.locator(".huf-item .huf-chip").nth(1)).to_have_attribute(
			"href", re.compile("^/app/note/")
		)
		chip.hover()
		expect(page.locator(".popover")).to_contain_text("working days")
		forms.picture(page, screenshots, "chat")
		page.mouse.move(5, 5)
		with page.context.expect_page() as opened:
			turn.locator(".huf-item .huf-chip").nth(1).click()
		opened.value.wait_for_url("**/app/note/**", wait_until="commit")
		opened.value.close()
		page.bring_to_front()
		turn.locator(".huf-item .huf-chip").nth(2).click()
		expect(page.locator(".huf-show-passage.show")).to_contain_text("earned month by month")
		forms.leave(page)

		used = page.locator(".huf-used")
		expect(used.locator(".huf-used-passage.huf-is-cited")).to_have_count(3)
		expect(used).to_contain_text("Injected")
		expect(used.locator(".huf-verification")).to_contain_text("statements cite a passage")

		model.script.append(answer(f"Until 31 March [{pdf}]."))
		ended(ask(page, "Until when can annual leave be carried over?"))
		assert "full-time entitlement is" in str(model.bodies[-1]["messages"])
		browser.visit(page, page.url)
		expect(page.locator(".huf-turn")).to_have_count(2)
		expect(page.locator("select[data-fieldname=agent]")).to_have_value(agent)
		expect(page.locator(".huf-turn").first).to_contain_text("entitlement is 27 working days")
		expect(page.locator(".huf-conversation.huf-current")).to_contain_text("How much annual leave")
		expect(page.locator(".huf-conversation.huf-current")).to_contain_text(f"{agent} · ")
		expect(page.locator(".huf-problem")).to_have_count(0)
		forms.picture(page, screenshots, "chat-reloaded")

		run = page.locator(".huf-turn").first.get_attribute("data-run")
		browser.open_form(page, "Agent Run", run)
		line = forms.headline(page).locator("details.huf-doubt")
		expect(line.locator("summary")).to_have_text("1 statement is contradicted")
		expect(line.get_by_text("The answer says “8 days”")).to_be_hidden()
		forms.picture(page, screenshots, "agent-run-doubt")
		line.locator("summary").click(
			position={"x": 8, "y": 8}
		)  # the buttons of the head may lie over its right end
		expect(line.get_by_text("The answer says “8 days”")).to_be_visible()
		browser.resize(page, 390, 844)
		forms.picture(page, screenshots, "agent-run-doubt-narrow")


def test_hostile_words_stay_words(
	desk, manager, make_source, make_agent, model, workers, python_on_site, screenshots
):
	"""Markup in a question, an answer, a title, a passage, a description and a comment is read and never run."""
	source = make_source("Pantry", [{"text": f"The pantry has otter soup {EVIL}.", "title": "Pantry"}])
	agent = make_agent("Cook", [source])
	python_on_site("frappe.db.set_value('Agent', agent, 'description', evil)", agent=agent, evil=EVIL)
	page = desk(manager)
	with workers(1):
		browser.open_form(page, "Knowledge Source", source)
		forms.wait_for_status(page, "Ready")
		open_chat(page, agent)
		expect(page.locator(".huf-empty")).to_contain_text(EVIL)
		model.script.append(
			answer(f"Soup [1] {EVIL}\n\n**{EVIL}** `{EVIL}` [x](javascript:hacked=1)\n# {EVIL}")
		)
		turn = ended(ask(page, f"otter soup {EVIL}"))
		run = turn.get_attribute("data-run")
		python_on_site(
			"frappe.db.sql('update `tabAgent Run Chunk` set title = %s, url = %s where parent = %s', (evil, 'javascript:hacked=1', run))",
			evil=EVIL,
			run=run,
		)
		turn.locator("[data-feedback=Down]").click()
		turn.locator(".huf-why").fill(EVIL)
		turn.locator(".huf-why").press("Enter")
		expect(turn.locator(".huf-said")).to_have_text(EVIL)
	browser.visit(page, page.url)
	turn = ended(page.locator(".huf-turn"))
	expect(turn.locator(".huf-asked")).to_contain_text(EVIL)
	expect(turn.locator(".huf-answer strong")).to_have_text(EVIL)
	expect(turn.locator(".huf-source")).to_contain_text(EVIL)
	turn.locator(".huf-source").hover()
	expect(page.locator(".popover-header")).to_contain_text(EVIL)
	expect(page.locator(".huf-used-passage")).to_contain_text(EVIL)
	forms.picture(page, screenshots, "chat-hostile")
	turn.locator(".huf-source").click()
	expect(page.locator(".huf-show-passage.show")).to_contain_text(EVIL)
	assert (
		page.locator(".page-container:visible img, .huf-chat script, .modal.show img, .popover img").count()
		== 0
	)
	assert page.locator("[href^='javascript:']").count() == 0
	assert page.evaluate("window.hacked") is None


def test_several_warnings_are_one_line(
	desk, manager, make_source, make_agent, model, workers, python_on_site, screenshots
):
	"""The gravest is named, and how many others there are; Enter opens all of them with their reasons."""
	source = make_source("Vault", [{"text": "The vault has 7 locks.", "title": "Vault"}])
	agent = make_agent("Guard", [source])
	page = desk(manager)
	with workers(1):
		browser.open_form(page, "Knowledge Source", source)
		forms.wait_for_status(page, "Ready")
		open_chat(page, agent)
		model.script.append(
			answer("The vault has 9 locks [1]. It was built in 1931 [44].\n\n[[NOT FOUND]] Who has the key.")
		)
		turn = ended(ask(page, "How many locks has the vault?"))
	warning = turn.locator(".huf-warning")
	expect(warning).to_have_count(1)
	summary = warning.locator("summary")
	expect(summary).to_contain_text(re.compile(r" · and [12] more$"))
	partial = warning.get_by_text("The knowledge holds only a part of the answer.")
	expect(partial).to_be_hidden()
	forms.picture(page, screenshots, "chat-warnings")
	summary.focus()
	page.keyboard.press("Enter")
	expect(partial).to_be_visible()
	page.evaluate("document.documentElement.setAttribute('data-theme', 'dark')")
	forms.picture(page, screenshots, "chat-warnings-open-dark")
	browser.resize(page, 390, 844)
	forms.picture(page, screenshots, "chat-warnings-open-narrow-dark")
	page.evaluate("document.documentElement.setAttribute('data-theme', 'light')")
	forms.picture(page, screenshots, "chat-warnings-open-narrow")


def test_stop_and_reload_without_realtime(desk, manager, make_agent, model, workers, python_on_site):
	"""Without any event the answer still grows; a reload goes on with it; Stop ends it and keeps what came."""
	agent = make_agent("Teller")
	model.script += [streamed("tale", endless=True, piece_delay_s=0.1) for _ in range(3)]
	page = desk(manager)
	page.route("**/socket.io/**", lambda route: route.abort())
	with workers(1):
		open_chat(page, agent)
		turn = ask(page, "Tell me a tale.")
		expect(turn.locator(".huf-live")).to_contain_text("tale20")
		run = turn.get_attribute("data-run")
		page.reload()
		turn = page.locator(".huf-turn")
		expect(turn.locator(".huf-live")).to_contain_text("tale60")
		page.locator(".huf-stop").click()
		ended(turn, "Cancelled")
		expect(turn.locator(".huf-warning")).to_contain_text("You stopped this answer")
		expect(turn.locator(".huf-answer")).to_contain_text("tale0 tale1")
		expect(page.locator(".huf-send")).to_be_visible()
	assert python_on_site(RATED, run=run)[2] == "Cancelled"


def test_attach_a_file_and_rate_the_answer(
	desk, make_user, make_agent, model, workers, python_on_site, screenshots
):
	"""A Knowledge User attaches a file, which is private; thumbs and the reason are kept, can be changed and taken back."""
	agent = make_agent("File Reader")
	page = desk(make_user("otto@example.com", "Knowledge User"))
	with workers(1):
		open_chat(page, agent)
		page.locator(".huf-attach").click()
		upload = forms.shown(page)
		upload.locator("input[type=file]").first.set_input_files(
			str(forms.HANDBOOK / "warehouse-procedure.txt")
		)
		upload.get_by_role("button", name="Upload", exact=True).click()
		expect(page.locator(".huf-attached .huf-asked-file")).to_contain_text("warehouse-procedure")
		expect(page.locator(".modal.show")).to_have_count(0)
		turn = ended(ask(page, "Where do pallets go?"))
	expect(page.locator(".huf-attached .huf-asked-file")).to_have_count(0)
	expect(turn.locator(".huf-question")).to_contain_text("warehouse-procedure")
	expect(turn.locator(".huf-source")).to_have_attribute("href", re.compile("^/private/files/warehouse"))
	expect(page.locator(".huf-used-file")).to_contain_text("In Prompt")
	run = turn.get_attribute("data-run")
	assert python_on_site(FILES, run=run)[0][1] == "In Prompt" and python_on_site(PRIVATE, run=run) == [1]

	turn.locator("[data-feedback=Up]").click()
	expect(turn.locator("[data-feedback=Up]")).to_have_attribute("aria-pressed", "true")
	turn.locator("[data-feedback=Down]").click()
	turn.locator(".huf-why").fill("Pallets go to bay 4.")
	turn.locator(".huf-feedback").get_by_role("button", name="Send").click()
	expect(turn.locator(".huf-said")).to_have_text("Pallets go to bay 4.")
	forms.picture(page, screenshots, "chat-file")
	assert python_on_site(RATED, run=run)[:2] == ["Down", "Pallets go to bay 4."]
	browser.visit(page, page.url)
	expect(page.locator("[data-feedback=Down]")).to_have_attribute("aria-pressed", "true")
	page.locator(".huf-feedback").get_by_role("button", name="Make a Test").click()
	question = forms.shown(page).locator("textarea[data-fieldname=question]")
	expect(question).to_have_value("Where do pallets go?")
	page.keyboard.press("Escape")
	expect(page.locator(".modal.show")).to_have_count(0)
	page.locator("[data-feedback=Down]").click()
	expect(page.locator("[data-feedback=Down]")).to_have_attribute("aria-pressed", "false")
	assert not python_on_site(RATED, run=run)[0]


def test_the_page_is_reached_and_kept_to_its_roles(desk, manager, make_user, make_agent, screenshots):
	"""The workspace and the form of an agent lead to the page; who has no role of huf is refused, on it and its methods."""
	agent = make_agent("Receptionist")
	page = desk(manager)
	browser.open_form(page, "Agent", agent)
	page.get_by_role("button", name="Chat", exact=True).click()
	expect(page.locator(".huf-empty-title")).to_have_text(f"Ask {agent}")
	forms.picture(page, screenshots, "chat-empty")
	browser.visit(page, "/app/knowledge")
	page.locator(".shortcut-widget-box").filter(has_text="Ask").first.click()
	expect(page.locator(".huf-empty-title")).to_be_visible()
	page = desk(make_user("nobody@example.com", "Report Manager"))
	browser.visit(page, "/app/knowledge-chat", refused=True)
	expect(page.locator(".modal.show, .page-container:visible").first).to_be_visible()
	assert page.locator(".huf-chat").count() == 0


def test_the_page_fits_the_screen(desk, manager, make_agent, screenshots):
	"""Wherever the page before was scrolled to, the box to write in is whole on the screen, and nothing touches the edge of the page."""
	make_agent("Concierge")
	page = desk(manager)
	browser.visit(page, "/app/knowledge")
	page.evaluate("for (const each of document.querySelectorAll('*')) each.scrollTop += 200")
	page.evaluate("frappe.set_route('knowledge-chat')")
	expect(page.locator(".huf-composer")).to_be_visible()
	browser.resize(page, 1400, 880)
	assert bottom(page.locator(".huf-composer")) <= 880
	assert distance(page, ".huf-chat-page", ".huf-find") >= 10
	forms.picture(page, screenshots, "chat-fits")
	browser.visit(page, "/app/knowledge-search")
	assert distance(page, ".huf-search-page", ".huf-search-box") >= 10


def bottom(box):
	"""Where it ends, from above, px."""
	return box.evaluate("each => each.getBoundingClientRect().bottom")


def distance(page, around, inside):
	"""From the left edge of the body of a page to what is in it, px."""
	left = [
		page.locator(each).first.evaluate("each => each.getBoundingClientRect().left")
		for each in (f"{around} .page-body", inside)
	]
	return left[1] - left[0]
