"""What the maker of a pack wrote, in the browser of whoever imports it: text, whatever it says."""

import secrets
import string
from pathlib import Path

from playwright.sync_api import expect

from huf.engine.builds import BuildSettings, plan_build, run_build
from huf.engine.content import Content
from huf.engine.packs import PackAs, SigningKey, make_pack, write_bundle
from huf.engine.types import WantedInput
from tests.site import browser
from tests.site.desk.sources.test_packs import WIDE, both_pictures, upload

TRUST = """
frappe.get_doc({"doctype": "Knowledge Pack Key", "maker": maker, "public_key": key}).insert()
"""
EVIL = "<img src=x onerror='window.hacked=1'>"
HACKED = "() => window.hacked"


def written_by_attacker(folder: Path, key: SigningKey, word: str) -> Path:
	"""A file of two packs with `word` in their texts, whose maker put HTML wherever there is a word of theirs."""
	packs, settings = [], BuildSettings()
	for number in range(2):
		text = f"{EVIL} {word} number {number}."
		metadata = {"author": EVIL, "kind": EVIL, "title": EVIL}
		wanted = WantedInput(
			f"{number}{EVIL}", f"{number:064}", EVIL, lambda text=text: Content.from_text(text), "", metadata
		)
		build = run_build(
			folder / f"build-{number}", plan_build([wanted], None, settings), settings
		).info.path
		packs.append(folder / f"{number}.hufpack")
		make_pack(build, packs[-1], key, PackAs(f"{number:016x}", f"{number} {EVIL}", EVIL))
	target = folder / "evil.hufpack"
	write_bundle(target, key, EVIL, packs)
	return target


def test_what_a_maker_calls_things_is_text(desk, make_user, workers, python_on_site, screenshots, tmp_path):
	"""HTML in the titles, authors and texts of a pack runs nowhere: not in the dialog, and not on the forms and lists of what was imported."""
	key = SigningKey(SigningKey.new_pem())
	python_on_site(TRUST, maker="Evil & Sons", key=key.public.text)
	importer = "packs-untrusted@example.com"
	make_user(importer, "System Manager", "Knowledge Manager")
	page = desk(importer)
	browser.resize(page, *WIDE)
	# A word and names that nothing else on the site has: not another test, and not an attempt before this one.
	word = "".join(secrets.choice(string.ascii_lowercase) for _ in range(12))
	names = [f"{word} {number}" for number in range(2)]
	dialog = upload(page, written_by_attacker(tmp_path, key, word))
	heads = dialog.locator(".section-head:visible")
	expect(heads.first).to_contain_text(EVIL)
	expect(heads).to_have_count(2)
	both_pictures(page, screenshots, "import-html")
	fields = dialog.locator("input[data-fieldname^=source_name]:visible")
	for at, name in enumerate(names):
		expect(fields.nth(at)).to_have_value(f"{at} {EVIL}")
		fields.nth(at).fill(name)
	with workers(1, queues="long"):
		dialog.get_by_role("button", name="Import", exact=True).click()
		expect(page.locator(".desk-alert").filter(has_text="2 sources are installed")).to_be_visible()
	assert page.evaluate(HACKED) is None
	made = python_on_site(
		"result = frappe.get_all('Knowledge Input', {'knowledge_source': name}, pluck='name')", name=names[0]
	)
	for doctype, name in (("Knowledge Source", names[0]), ("Knowledge Input", made[0])):
		browser.open_form(page, doctype, name)
		page.wait_for_timeout(600)
		assert page.evaluate(HACKED) is None, doctype
	for path, row in (
		("/app/knowledge-input", ".list-row-container"),
		(f"/app/knowledge-search?q={word}", ".huf-hit"),
	):
		browser.visit(page, path)
		expect(page.locator(f"{row}:visible").filter(has_text="onerror").first).to_be_visible()
		assert page.evaluate(HACKED) is None, path
