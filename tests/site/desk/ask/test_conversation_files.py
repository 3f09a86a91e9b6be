"""Files that stay in a conversation of the page Ask."""

from playwright.sync_api import expect

from tests.model_server import answer
from tests.site import browser
from tests.site.desk import forms
from tests.site.desk.ask.test_chat import ask, ended, make_agent, model, open_chat  # noqa: F401

ARCHIVE = "result = frappe.db.set_value('File', {'name': ('in', files)}, 'owner', 'Administrator')"
FILES = (
	"result = [[row.file, row.used, row.from_conversation] for row in frappe.get_doc('Agent Run', run).files]"
)


def attach(page, *names):
	"""Upload files of the handbook to the question that is being written."""
	page.locator(".huf-attach").click()
	upload = forms.shown(page)
	upload.locator("input[type=file]").first.set_input_files([str(forms.HANDBOOK / name) for name in names])
	upload.get_by_role("button", name="Upload", exact=True).click()
	expect(page.locator(".huf-attached .huf-asked-file")).to_have_count(len(names))
	expect(page.locator(".modal.show")).to_have_count(0)


def narrow_and_dark(page, screenshots, name):
	"""The page as a phone shows it, and in the dark."""
	wide = page.viewport_size
	page.evaluate("document.documentElement.setAttribute('data-theme', 'dark')")
	forms.picture(page, screenshots, f"{name}-dark")
	browser.resize(page, 390, 844)
	forms.picture(page, screenshots, f"{name}-narrow-dark")
	page.evaluate("document.documentElement.setAttribute('data-theme', 'light')")
	forms.picture(page, screenshots, f"{name}-narrow")
	browser.resize(page, **wide)


def test_a_file_stays_until_it_is_taken_away(
	desk,
	make_user,
	make_agent,  # noqa: F811
	model,  # noqa: F811
	workers,
	python_on_site,
	screenshots,
):
	"""It takes part in the next question without being attached again, also after a reload; who takes it away asks without it; one
	that may not be read any more says so."""
	agent = make_agent("Storekeeper")
	page = desk(make_user("olga@example.com", "Knowledge User"))
	chips = page.locator(".huf-kept .huf-asked-file")
	with workers(1):
		open_chat(page, agent)
		expect(chips).to_have_count(0)
		attach(page, "warehouse-procedure.txt", "notice-zh.txt")
		ended(ask(page, "Where do pallets go?"))
		expect(chips).to_have_count(2)
		expect(page.locator(".huf-kept")).to_contain_text("Files of this conversation")
		forms.picture(page, screenshots, "conversation-files")
		narrow_and_dark(page, screenshots, "conversation-files")

		page.wait_for_url("**/knowledge-chat/*")
		browser.visit(page, page.url)
		expect(chips).to_have_count(2)
		model.script.append(answer("To bay 4 [1]."))
		turn = ended(ask(page, "And empty ones?"))
		expect(turn.locator(".huf-question .huf-asked-file")).to_have_count(0)
		files = python_on_site(FILES, run=turn.get_attribute("data-run"))
		assert [(used, kept) for _, used, kept in files] == [("In Prompt", 1), ("In Prompt", 1)]
		assert "Files of this conversation" not in str(model.bodies[-1]["messages"])
		expect(page.locator(".huf-used-file")).to_have_count(2)

		notice = chips.filter(has_text="notice-zh")
		notice.get_by_title("Take Away").focus()
		page.keyboard.press("Enter")
		expect(notice).to_have_count(0)
		expect(page.locator(".huf-prompt")).to_be_focused()
		turn = ended(ask(page, "And broken ones?"))
		(left,) = python_on_site(FILES, run=turn.get_attribute("data-run"))
		assert left[1:] == ["In Prompt", 1]

		page.locator(".huf-turn").last.locator(".huf-edit").click()
		expect(chips).to_have_count(1)
		page.locator(".huf-prompt").press("Escape")
		python_on_site(ARCHIVE, files=[left[0]])
		browser.visit(page, page.url)
		expect(chips.locator(".huf-lost")).to_have_text("cannot be read")
		turn = ended(ask(page, "And heavy ones?"))
		expect(page.locator(".huf-used-file")).to_contain_text("Not Read")
		forms.picture(page, screenshots, "conversation-files-lost")
