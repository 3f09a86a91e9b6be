"""A website, a folder of the server or files behind a connection as a Knowledge Manager adds it to a source: looked at before it is saved, and what the form says of it afterwards."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from huf.tests import imap_server, s3_server
from huf.tests.webdav_server import PASSWORD, USER, serving
from tests.site import browser
from tests.site.desk import forms
from tests.site.desk.sources.test_selectors import open_row

# Nobody but a test asks an address that is not on the internet.
HERE = """
from functools import partial
from huf.ai.knowledge.fetch import fetch_url
from huf.ai.knowledge.contents import web_pages
from huf.ai.knowledge.listings import jobs, kinds, preview
from huf.ai.knowledge import indexer
kinds.fetch_url = web_pages.fetch_url = partial(fetch_url, resolver=lambda host, port: ["127.0.0.1"],
	address_allowed=lambda address: str(address) == "127.0.0.1")
"""
PREVIEW = f"""{HERE}
preview.run(preview.latest_of(person), row)
"""
COMPARE = f"""{HERE}
artifact_id = frappe.db.get_value("Knowledge Source", name, "artifact_id")
if again:
	from huf.huf.doctype.knowledge_source.knowledge_source import sync_now
	sync_now(name)
	frappe.db.commit()
jobs.compare_source(artifact_id)
indexer.update_source(artifact_id)
"""
PAGES = ["/docs/travel", "/docs/leave", "/docs/expenses", "/docs/missing", "/private/salaries"]


@pytest.fixture
def website() -> Iterator[ThreadingHTTPServer]:
	"""A server with a sitemap of ``pages``; one page is missing, and robots.txt forbids another."""

	class Handler(BaseHTTPRequestHandler):
		def do_GET(self) -> None:
			root = f"http://handbook.test:{self.server.server_address[1]}"
			pages = self.server.pages
			body, kind, status = f"<h1>{self.path}</h1><p>Everybody reads this page.</p>", "text/html", 200
			if self.path == "/sitemap.xml":
				body = (
					"<urlset>"
					+ "".join(f"<url><loc>{root}{path}</loc></url>" for path in pages)
					+ "</urlset>"
				)
				kind = "text/xml"
			elif self.path == "/robots.txt":
				body, kind = "User-agent: *\nDisallow: /private/", "text/plain"
			elif self.path not in pages or self.path.endswith("missing"):
				status = 404
			self.send_response(self.server.status if self.path == "/sitemap.xml" else status)
			self.send_header("Content-Type", kind)
			self.send_header("Content-Length", str(len(body)))
			self.end_headers()
			self.wfile.write(body.encode())

		def log_message(self, *args: object) -> None:
			pass

	server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
	server.daemon_threads = True
	server.pages, server.status = list(PAGES), 200
	threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
	yield server
	server.shutdown()
	server.server_close()


def open_website_row(page, address):
	"""Add a selector of a website to the open source."""
	form = open_row(page)
	form.locator("select[data-fieldname=selector_type]").select_option("Website")
	field = form.locator("input[data-fieldname=address]")
	field.fill(address)
	field.press("Tab")
	page.wait_for_function(
		"(value) => cur_frm.doc.selectors.some((row) => row.address === value)", arg=address
	)
	return form


def picture(page, screenshots, name):
	"""On a desk and on a phone."""
	for width in (390, 1400):
		browser.resize(page, width, 900)
		page.screenshot(path=str(screenshots / f"{name}-{width}.png"), full_page=True)


def test_a_manager_adds_a_website(desk, manager, make_source, python_on_site, website, screenshots):
	"""The preview says what would come and what robots.txt forbids; the form says what came, left and failed, and why."""
	name = make_source("Handbook On The Web")
	address = f"http://handbook.test:{website.server_address[1]}/sitemap.xml"
	page = desk(manager)
	browser.open_form(page, "Knowledge Source", name)
	forms.headline(page).wait_for()
	form = open_website_row(page, address)
	picture(page, screenshots, "website-row")
	form.get_by_role("button", name="Preview").click()
	dialog = forms.shown(page)
	expect(dialog).to_contain_text("Looking up what is listed")
	row = {"selector_type": "Website", "address": address, "most_entries": 500}
	python_on_site(PREVIEW, row=row, person=manager)
	expect(dialog.locator(".huf-would-come")).to_have_text("4 would come; 4 are listed.")
	expect(dialog).to_contain_text("/private/salaries")
	picture(page, screenshots, "website-preview")
	page.keyboard.press("Escape")
	expect(page.locator(".modal.show")).to_have_count(0)
	forms.save(page)
	places = page.locator(".huf-places")
	expect(places).to_contain_text("Waiting")
	python_on_site(COMPARE, name=name, again=False)
	browser.open_form(page, "Knowledge Source", name)
	expect(places).to_contain_text("4 listed · 4 came · 0 left")
	expect(places).to_contain_text("3 of 4 indexed · 1 error")
	expect(page.locator(".huf-failed")).to_contain_text("The server answered 404")
	expect(places).to_contain_text("Left out because robots.txt forbids them: 1.")
	picture(page, screenshots, "website-compared")
	assert "Sync Now" in forms.entries(page)
	website.pages.remove("/docs/leave")
	python_on_site(COMPARE, name=name, again=True)
	website.status = 503
	python_on_site(COMPARE, name=name, again=True)
	browser.open_form(page, "Knowledge Source", name)
	expect(places).to_contain_text("Problem")
	expect(places).to_contain_text("The server answered 503")
	expect(places).to_contain_text("Not listed any more: 1.")
	picture(page, screenshots, "website-problem")


def test_an_address_of_the_own_network(desk, manager, make_source, workers, website):
	"""The worker refuses it, and the dialog says so."""
	name = make_source("Own Network")
	page = desk(manager)
	browser.open_form(page, "Knowledge Source", name)
	forms.headline(page).wait_for()
	form = open_website_row(page, f"http://127.0.0.1:{website.server_address[1]}/sitemap.xml")
	with workers(1):
		form.get_by_role("button", name="Preview").click()
		expect(forms.shown(page)).to_contain_text("is not a public internet address", timeout=60_000)


OFFERED = """async () => {
	const method = "huf.huf.doctype.knowledge_selector.knowledge_selector.list_server_folders";
	return (await huf.desk.post(method, {})).folders.length > 0;
}"""
CONFIGURE = """
from frappe.installer import update_site_config
update_site_config("huf_server_folders", folders, validate=False)
"""


def test_a_manager_adds_a_folder(desk, manager, make_source, python_on_site, workers, tmp_path, screenshots):
	"""The form offers the folders that the configuration names for them; a worker looks, compares and indexes."""
	for path in ("travel/rules.txt", "travel/old/rules.txt", "leave.md"):
		(tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
		(tmp_path / path).write_text(f"Everybody reads {path}.")
	folders = {
		"Handbooks": {"path": str(tmp_path), "roles": ["Knowledge Manager"]},
		"Board": {"path": str(tmp_path), "roles": ["Nobody Has This"]},
	}
	python_on_site(CONFIGURE, folders=folders)
	name = make_source("Handbooks Of The Server")
	page = desk(manager)
	browser.open_form(page, "Knowledge Source", name)
	forms.headline(page).wait_for()
	# A web worker of Frappe 16 keeps the configuration of a site for up to a minute.
	page.wait_for_function(OFFERED, polling=1000, timeout=120_000)
	form = open_row(page)
	form.locator("select[data-fieldname=selector_type]").select_option("Server Folder")
	field = form.locator("input[data-fieldname=server_folder]")
	browser.quiet(page)
	field.click()
	offered = form.locator(".awesomplete li:visible")
	expect(offered).to_have_count(1)
	offered.filter(has_text="Handbooks").click()
	page.wait_for_function("() => cur_frm.doc.selectors[0].server_folder === 'Handbooks'")
	picture(page, screenshots, "folder-row")
	with workers(1):
		form.get_by_role("button", name="Preview").click()
		dialog = forms.shown(page)
		expect(dialog.locator(".huf-would-come")).to_have_text("3 would come; 3 are listed.", timeout=60_000)
		expect(dialog).to_contain_text("Handbooks/travel/old/rules.txt")
		page.keyboard.press("Escape")
		expect(page.locator(".modal.show")).to_have_count(0)
		forms.save(page)
		places = page.locator(".huf-places")
		expect(places).to_contain_text("3 of 3 indexed", timeout=120_000)
	expect(places).to_contain_text("3 listed · 3 came · 0 left")
	assert str(tmp_path) not in page.content()
	picture(page, screenshots, "folder-compared")
	python_on_site(CONFIGURE, folders="None")


ALLOW = """
frappe.db.set_single_value("Agent Settings", "local_file_servers", servers)
if not servers:
	for name in frappe.get_all("Knowledge Connection", pluck="name"):
		frappe.db.delete("Knowledge Selector", {"connection": name})
		frappe.delete_doc("Knowledge Connection", name)
"""
SPOIL = """
doc = frappe.get_doc("Knowledge Connection", "Cloud")
doc.password = "no more"
doc.save()
"""


def fill(page, **values):
	"""Type into fields of the form."""
	for field, value in values.items():
		page.locator(f".form-layout:visible input[data-fieldname={field}]").fill(value)


def new_connection(page):
	"""The form of one that is not saved yet; its fields are as many as they look."""
	browser.visit(page, "/app/knowledge-connection/new")
	page.wait_for_function(
		"() => window.cur_frm && cur_frm.doctype === 'Knowledge Connection' && cur_frm.is_new()"
	)
	browser.quiet(page)
	return page.locator(".form-layout:visible select[data-fieldname=connection_type]")


def tried(page):
	"""What *Test Connection* says."""
	page.get_by_role("button", name="Test Connection").click()
	return forms.shown(page)


def leave(page):
	"""Close what it said."""
	page.keyboard.press("Escape")
	expect(page.locator(".modal.show")).to_have_count(0)


def add_connection(page, address, screenshots):
	"""As a System Manager does it."""
	new_connection(page)
	fill(page, connection_name="Cloud", address=address, user_name=USER, password=PASSWORD)
	page.evaluate("() => cur_frm.set_value('roles', [{role: 'Knowledge Manager'}])")
	picture(page, screenshots, "connection-new")
	forms.save(page)
	browser.quiet(page)
	assert PASSWORD not in page.content()
	picture(page, screenshots, "connection")


def test_a_manager_adds_a_connection(
	desk, manager, make_source, make_user, python_on_site, workers, tmp_path, screenshots
):
	"""A System Manager makes the connection; a manager finds its name alone; a worker looks, compares and indexes; a password that is refused
	later is said, and deletes nothing.
	"""
	for path in ("travel/rules.txt", "travel/old/rules.txt", "leave.md"):
		(tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
		(tmp_path / path).write_text(f"Everybody reads {path}.")
	with serving(tmp_path) as cloud:
		python_on_site(ALLOW, servers=f"127.0.0.1:{cloud.port}")
		add_connection(desk("Administrator"), cloud.address, screenshots)
		name = make_source("Files Of The Cloud")
		page = desk(manager)
		browser.open_form(page, "Knowledge Source", name)
		forms.headline(page).wait_for()
		form = open_row(page)
		form.locator("select[data-fieldname=selector_type]").select_option("Connection")
		field = form.locator("input[data-fieldname=connection]")
		browser.quiet(page)
		field.click()
		form.locator(".awesomplete li:visible").filter(has_text="Cloud").click()
		page.wait_for_function("() => cur_frm.doc.selectors[0].connection === 'Cloud'")
		browser.resize(page, 390, 900)
		shown = page.locator(".grid-row-open .form-in-grid").bounding_box()
		assert 0 <= shown["x"] and shown["x"] + shown["width"] <= 390
		picture(page, screenshots, "connection-row")
		with workers(1):
			form.get_by_role("button", name="Preview").click()
			dialog = forms.shown(page)
			expect(dialog.locator(".huf-would-come")).to_have_text(
				"3 would come; 3 are listed.", timeout=60_000
			)
			expect(dialog).to_contain_text("Cloud/travel/old/rules.txt")
			page.keyboard.press("Escape")
			expect(page.locator(".modal.show")).to_have_count(0)
			forms.save(page)
			places = page.locator(".huf-places")
			expect(places).to_contain_text("3 of 3 indexed", timeout=120_000)
			picture(page, screenshots, "connection-compared")
			(tmp_path / "leave.md").unlink()
			python_on_site(SPOIL)
			browser.open_form(page, "Knowledge Source", name)
			expect(places).to_contain_text("does not take its user name and password", timeout=120_000)
		expect(places).to_contain_text("3 of 3 indexed")
		assert "127.0.0.1" not in places.inner_text() and USER not in places.inner_text()
		picture(page, screenshots, "connection-problem")
	python_on_site(ALLOW, servers="")


def shown_fields(page):
	"""Labels of the fields below *Account*, as a person sees them."""
	labels = page.locator("[data-fieldname=section_account], .form-section:has([data-fieldname=address])")
	return [
		text.strip()
		for text in labels.locator(".control-label:visible, .label-area:visible").all_inner_texts()
	]


def test_the_form_of_each_kind(desk, python_on_site, screenshots):
	"""Of each kind the form has what it needs; *Test Connection* shows what lies in a bucket, and says in words which part of it is wrong."""
	page = desk("Administrator")
	with s3_server.serving() as store:
		store.put("handbooks/travel.txt", b"Everybody flies.")
		store.put("leave.txt", b"Everybody leaves.")
		python_on_site(ALLOW, servers=f"127.0.0.1:{store.port}")
		kind = new_connection(page)
		assert shown_fields(page) == ["Address", "User Name", "Password"]
		kind.select_option("IMAP")
		expect(page.locator(".form-layout:visible textarea[data-fieldname=mail_folders]")).to_be_visible()
		assert shown_fields(page) == ["Mail Server", "Mail Folders", "User Name", "Password"]
		kind.select_option("S3")
		expect(page.locator(".form-layout:visible input[data-fieldname=bucket]")).to_be_visible()
		assert shown_fields(page) == [
			"Endpoint",
			"Region",
			"Bucket",
			"Folder In The Bucket",
			"Path-Style Addresses",
			"Access Key",
			"Secret Key",
		]
		fill(page, connection_name="Store", address=store.address, bucket=s3_server.BUCKET)
		fill(page, user_name=store.access_key, password=store.secret_key)
		picture(page, screenshots, "connection-bucket")
		forms.save(page)
		browser.quiet(page)
		assert store.secret_key not in page.content()
		dialog = tried(page)
		expect(dialog).to_contain_text("It works")
		expect(dialog.locator("li")).to_have_text(["handbooks/", "leave.txt"])
		picture(page, screenshots, "connection-bucket-works")
		leave(page)
		fill(page, bucket="elsewhere")
		expect(tried(page)).to_contain_text("There is no bucket as the connection “Store” names it")
		picture(page, screenshots, "connection-bucket-wrong")
	python_on_site(ALLOW, servers="")


def test_a_folder_is_tried(desk, python_on_site, tmp_path, screenshots):
	"""*Test Connection* shows the first of what lies in a folder and how many others there are; and that a password is wrong."""
	page = desk("Administrator")
	for number in range(12):
		(tmp_path / f"report {number:02}.txt").write_text("All went well.")
	(tmp_path / "a <b>.txt").write_text("Bold.")
	with serving(tmp_path) as cloud:
		python_on_site(ALLOW, servers=f"127.0.0.1:{cloud.port}")
		new_connection(page)
		fill(page, connection_name="Cloud", address=cloud.address, user_name=USER, password=PASSWORD)
		forms.save(page)
		dialog = tried(page)
		expect(dialog.locator("li").first).to_have_text("a <b>.txt")
		expect(dialog.locator("li").last).to_have_text("and 3 more")
		picture(page, screenshots, "connection-folder-works")
		leave(page)
		fill(page, password="no more")
		expect(tried(page)).to_contain_text("does not take its user name and password")
		picture(page, screenshots, "connection-folder-wrong")
	python_on_site(ALLOW, servers="")


@pytest.mark.skipif(bool(imap_server.why_not()), reason=imap_server.why_not() or "")
def test_a_mailbox_is_tried(desk, python_on_site, screenshots):
	"""*Test Connection* shows the folders that may be followed, and says that one is not there."""
	page = desk("Administrator")
	with imap_server.serving() as server:
		for folder in ("INBOX", "Projects/Travel", "Salaries"):
			server.add(folder, imap_server.mail("Rules", "Everybody flies.", 1))
		python_on_site(ALLOW, servers=f"127.0.0.1:{server.port}")
		new_connection(page).select_option("IMAP")
		folders = page.locator(".form-layout:visible textarea[data-fieldname=mail_folders]")
		folders.fill("INBOX\nProjects/*")
		fill(page, connection_name="Mail", address=f"imap://127.0.0.1:{server.port}")
		fill(page, user_name=imap_server.USER, password=imap_server.PASSWORD)
		picture(page, screenshots, "connection-mailbox")
		forms.save(page)
		dialog = tried(page)
		expect(dialog.locator("li")).to_have_text(["INBOX/", "Projects/Travel/"])
		picture(page, screenshots, "connection-mailbox-works")
		leave(page)
		folders.fill("INBOX\nGone")
		expect(tried(page)).to_contain_text("A folder that the connection “Mail” names is not in its mailbox")
		picture(page, screenshots, "connection-mailbox-wrong")
	python_on_site(ALLOW, servers="")
