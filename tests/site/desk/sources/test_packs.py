"""Packs in the browser: one is made of a source, imported as another one, refused with words, and its key is entered."""

import io
import zipfile
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from huf.engine.packs import SigningKey
from tests.site import browser
from tests.site.desk import forms

TEXTS = [
	{"text": "Annual leave is twenty-five days for every employee.", "title": "Leave"},
	{"text": "Hotels may cost up to 140 euros a night in Berlin.", "title": "Hotels"},
]
INDEX = """
from huf.ai.knowledge import indexer
indexer.update_source(frappe.db.get_value("Knowledge Source", name, "artifact_id"))
"""
CHANGE = """
doc = frappe.get_doc("Knowledge Input", {"knowledge_source": name, "title": "Leave"})
doc.text = "Annual leave is thirty days for every employee."
doc.save()
frappe.db.commit()
from huf.ai.knowledge import indexer
indexer.update_source(frappe.db.get_value("Knowledge Source", name, "artifact_id"))
"""
FORBID = """
frappe.get_doc({"doctype": "Knowledge Test", "question": "annual leave", "knowledge_source": name,
	"expectation": "Must Not Find", "passage": "thirty days"}).insert()
frappe.db.commit()
"""
STANDING = """
result = frappe.db.get_value("Knowledge Source", name, ["status", "owner", "scope", "pack_maker"], as_dict=True)
result["inputs"] = frappe.get_all("Knowledge Input", {"knowledge_source": name}, ["title", "input_type", "status"], order_by="title")
"""
NARROW, WIDE = (390, 844), (1400, 900)


def of_stranger(pack: bytes) -> bytes:
	"""The same pack as somebody makes it whom nobody knows."""
	from dataclasses import replace

	from huf.engine.packs import PackManifest

	key = SigningKey(SigningKey.new_pem())
	made = io.BytesIO()
	with zipfile.ZipFile(io.BytesIO(pack)) as old, zipfile.ZipFile(made, "w") as new:
		manifest = PackManifest.from_bytes(old.read("pack.json"))
		data = replace(manifest, signer=key.public.text).to_bytes()
		for name in old.namelist():
			new.writestr(name, {"pack.json": data, "pack.sig": key.sign(data)}.get(name) or old.read(name))
	return made.getvalue()


def both_pictures(page, screenshots, name):
	"""The page as on a desk and as on a phone."""
	for (width, height), suffix in ((NARROW, "-narrow"), (WIDE, "")):
		browser.resize(page, width, height)
		page.wait_for_timeout(600)
		page.screenshot(path=str(screenshots / f"{name}{suffix}.png"))
		assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (
			"it is wider than the screen"
		)


def upload(page, file: Path):
	"""Import Pack in the list, and the file chosen in Frappe's dialog; gives huf's."""
	browser.visit(page, "/app/knowledge-source")
	button = page.locator(".page-container:visible .page-head").get_by_role("button", name="Import Pack")
	button.click()
	chooser = page.locator(".modal.show .file-uploader input[type=file]").first
	chooser.set_input_files(str(file))
	page.locator(".modal.show").get_by_role("button", name="Upload").click()
	return page.locator(".modal.huf-import-pack")


@pytest.fixture
def system_manager(make_user):
	"""Somebody who may enter keys, too."""
	email = "packs-desk-system@example.com"
	make_user(email, "System Manager", "Knowledge Manager")
	return email


def test_a_pack_from_source_to_source(
	desk, system_manager, make_source, workers, python_on_site, screenshots, tmp_path
):
	"""Made on the form of a source and downloaded; imported as a source of one's own, and then what changed since, which a test holds back until it is
	published; a stranger's is refused with the way to trust it."""
	name = make_source("Packed", TEXTS)
	python_on_site(INDEX, name=name)
	page = desk(system_manager)
	browser.resize(page, *WIDE)
	browser.open_form(page, "Knowledge Source", name)
	forms.knowledge(page, "Make Pack")
	dialog = page.locator(".modal.huf-make-pack")
	with workers(1, queues="long"):
		forms.shown(page)
		both_pictures(page, screenshots, "make-pack")
		dialog.get_by_role("button", name="Make Pack").click()
		link = dialog.locator(".huf-pack-file")
		expect(link).to_be_visible()
		fingerprint = dialog.locator(".huf-pack-fingerprint").inner_text().partition(": ")[2]
		both_pictures(page, screenshots, "pack-made")
		made = page.request.get(urljoin(page.url, link.get_attribute("href")))
		assert made.ok, made.status
		file = tmp_path / "handbook.hufpack"
		file.write_bytes(made.body())
		page.keyboard.press("Escape")

		dialog = upload(page, file)
		expect(dialog).to_contain_text("2 inputs, 2 passages")
		expect(dialog).to_contain_text(f"({fingerprint})")
		dialog.locator("input[data-fieldname=source_name]").fill(f"Copy of {name}")
		both_pictures(page, screenshots, "import-dialog")
		forms.picture(page, screenshots, "import-pack")
		dialog.get_by_role("button", name="Import", exact=True).click()
		expect(page.locator(".desk-alert").filter(has_text="is installed")).to_be_visible()
	copy = python_on_site(STANDING, name=f"Copy of {name}")
	assert (copy["status"], copy["owner"], copy["scope"]) == ("Ready", system_manager, "User")
	assert [(row["title"], row["input_type"], row["status"]) for row in copy["inputs"]] == [
		("Hotels", "Pack", "Indexed"),
		("Leave", "Pack", "Indexed"),
	]
	browser.open_form(page, "Knowledge Source", f"Copy of {name}")
	expect(forms.headline(page)).to_contain_text("2 of 2 inputs indexed")
	both_pictures(page, screenshots, "packed-source")
	offered = forms.entries(page)
	assert {"Make Pack", "Import Newer Pack"} <= set(offered)
	assert not {"Add Files", "Add Text", "Clear"} & set(offered)

	python_on_site(CHANGE, name=name)
	browser.open_form(page, "Knowledge Source", name)
	forms.knowledge(page, "Make Pack")
	dialog = page.locator(".modal.huf-make-pack")
	choice = dialog.locator("select[data-fieldname=since]")
	expect(choice.locator("option")).to_have_count(3)
	choice.select_option(index=1)
	expect(dialog).to_contain_text("upon another one it is refused")
	# All of the choice stands below it, where a phone shows its beginning alone.
	chosen = choice.locator("option").nth(1).inner_text()
	assert "(2 inputs, " in chosen
	expect(dialog.locator("[data-fieldname=since] .help-box b")).to_have_text(chosen)
	both_pictures(page, screenshots, "make-changes")
	with workers(1, queues="long"):
		dialog.get_by_role("button", name="Make Pack").click()
		link = dialog.locator(".huf-pack-file")
		expect(link).to_be_visible()
		expect(dialog.locator(".huf-pack-counts")).to_contain_text("Changes: 1 of 2 inputs, 1 passage, ")
		both_pictures(page, screenshots, "changes-made")
		changes = tmp_path / "changes.hufpack"
		changes.write_bytes(page.request.get(urljoin(page.url, link.get_attribute("href"))).body())
		page.keyboard.press("Escape")
		python_on_site(FORBID, user=system_manager, name=f"Copy of {name}")
		dialog = upload(page, changes)
		expect(dialog).to_contain_text("Changes: 1 of 2 inputs")
		dialog.get_by_role("button", name="Import", exact=True).click()
		expect(page.locator(".desk-alert").filter(has_text="waits for your decision")).to_be_visible()
		held = page.locator(".huf-held:visible")
		expect(held).to_contain_text("annual leave")
		expect(forms.headline(page)).to_contain_text("must not be found")
		both_pictures(page, screenshots, "pack-held")
		held.locator(".huf-publish-held").click()
		page.locator(".modal.show .btn-modal-primary").click()
		expect(page.locator(".desk-alert").filter(has_text="The new index answers")).to_be_visible()
		expect(held).to_have_count(0)
	# Upon itself it adds to nothing any more.
	dialog = upload(page, changes)
	expect(dialog.locator(".huf-pack-problem")).to_contain_text("since another pack than")
	both_pictures(page, screenshots, "changes-refused")

	strange = tmp_path / "strange.hufpack"
	strange.write_bytes(of_stranger(file.read_bytes()))
	dialog = upload(page, strange)
	expect(dialog.locator(".huf-pack-problem")).to_contain_text("Nobody here trusts")
	both_pictures(page, screenshots, "unknown-pack")
	dialog.get_by_role("button", name="Enter the Key").click()
	page.wait_for_function(
		"() => window.cur_frm && cur_frm.doctype === 'Knowledge Pack Key' && cur_frm.is_new()"
	)
	forms.fill(page, "maker", "Head Office")
	forms.save(page)
	both_pictures(page, screenshots, "pack-key")
	dialog = upload(page, strange)
	expect(dialog).to_contain_text("Signed by Head Office")
	expect(dialog.get_by_role("button", name="Import", exact=True)).to_be_visible()


def test_several_sources_in_one_file(
	desk, system_manager, make_source, workers, python_on_site, screenshots, tmp_path
):
	"""Chosen in the list and packed into one file; imported together, one as a new source and one in place of what an older file made."""
	names = [make_source(title, TEXTS[at : at + 1]) for at, title in enumerate(("Rules", "Travel"))]
	for name in names:
		python_on_site(INDEX, name=name)
	page = desk(system_manager)
	browser.resize(page, *WIDE)

	def made() -> Path:
		browser.visit(page, "/app/knowledge-source")
		for name in names:
			page.locator(f'.list-row-checkbox[data-name="{name}"]').check()
		head = page.locator(".page-container:visible .page-head")
		head.locator(".actions-btn-group > button").click()
		head.locator(".actions-btn-group").get_by_text("Make Pack", exact=True).click()
		dialog = page.locator(".modal.huf-make-pack")
		forms.shown(page)
		for name in names:
			expect(dialog).to_contain_text(name)
		expect(dialog.locator("select[data-fieldname=since]")).to_be_hidden()
		both_pictures(page, screenshots, "make-pack-of-several")
		dialog.get_by_role("button", name="Make Pack").click()
		link = dialog.locator(".huf-pack-file")
		expect(link).to_be_visible()
		expect(dialog.locator(".huf-pack-counts")).to_contain_text("2 sources, 2 inputs, 2 passages, ")
		both_pictures(page, screenshots, "pack-of-several-made")
		file = tmp_path / "all.hufpack"
		file.write_bytes(page.request.get(urljoin(page.url, link.get_attribute("href"))).body())
		page.keyboard.press("Escape")
		return file

	with workers(1, queues="long"):
		dialog = upload(page, made())
		expect(dialog).to_contain_text("2 packs. All of them are imported, or none.")
		fields = dialog.locator("input[data-fieldname^=source_name]:visible")
		expect(fields).to_have_count(2)
		# In the order of the list, which is that of the last change.
		order = [fields.nth(at).input_value() for at in range(2)]
		assert sorted(order) == sorted(names)
		for at, name in enumerate(order):
			fields.nth(at).fill(f"Copy of {name}")
		both_pictures(page, screenshots, "import-several")
		forms.picture(page, screenshots, "import-packs")
		dialog.get_by_role("button", name="Import", exact=True).click()
		expect(page.locator(".desk-alert").filter(has_text="2 sources are installed")).to_be_visible()
		python_on_site(
			CHANGE.replace('"Leave"', '"Hotels"').replace("Annual leave is thirty", "Hotels may cost 150"),
			name=names[1],
		)
		dialog = upload(page, made())
		labels = dialog.locator(".section-head:visible")
		expect(labels).to_have_count(2)
		of_rules = 0 if labels.first.inner_text().strip().startswith(f"{names[0]} (") else 1
		choices = dialog.locator("select[data-fieldname^=into]:visible")
		expect(choices).to_have_count(2)
		choices.nth(of_rules).select_option(label="A new source")
		expect(fields).to_have_count(1)
		fields.first.fill("Rules once more")
		both_pictures(page, screenshots, "import-several-newer")
		dialog.get_by_role("button", name="Import", exact=True).click()
		expect(page.locator(".desk-alert").filter(has_text="2 sources are installed").last).to_be_visible()
	for name in (f"Copy of {names[0]}", f"Copy of {names[1]}", "Rules once more"):
		standing = python_on_site(STANDING, name=name)
		assert (standing["status"], standing["owner"], standing["scope"]) == ("Ready", system_manager, "User")
	found = python_on_site(
		"from huf.ai.knowledge.retriever import knowledge_search\n"
		"result = [hit['text'] for hit in knowledge_search('hotels', name)['hits']]",
		name=f"Copy of {names[1]}",
	)
	assert "150" in found[0]
