"""Scopes on the form of a source, and the knowledge of one record from its button to the archive and back."""

import re

from playwright.sync_api import expect

from tests.site import browser
from tests.site.desk import forms

MAKE = """
doc = frappe.get_doc({"doctype": "ToDo", "description": "The pump of hall 7 is loud.", "allocated_to": who})
doc.insert(ignore_permissions=True)
frappe.get_doc({"doctype": "File", "file_name": "bearing.txt", "is_private": 1, "content": "Its bearing is an SKF 6204.",
	"attached_to_doctype": "ToDo", "attached_to_name": doc.name}).insert(ignore_permissions=True)
doc.add_comment("Comment", "Ordered at Miller on Monday.")
result = doc.name
"""
STATE = """
row = frappe.db.get_value("Knowledge Source", {"reference_name": case}, ["name", "archived_at", "status", "keep_open"], as_dict=True)
result = row and [row.name, str(row.archived_at or ""), row.status, row.keep_open]
"""
SEARCH = "huf.ai.knowledge.retriever.knowledge_search"


def shown_fields(page):
	"""The fields of the section Access that the form shows."""
	names = ("roles", "workspace", "agents", "reference_doctype", "reference_name", "archived_at")
	names += ("answers_website_users",)
	return {
		name for name in names if page.locator(f".form-layout [data-fieldname={name}]").first.is_visible()
	}


def test_each_scope_shows_its_fields(desk, manager, screenshots):
	"""A scope shows what it names and nothing of the others; a private Workspace of somebody else is not offered."""
	page = desk(manager)
	browser.open_form(page, "Knowledge Source")
	for scope, expected in (
		("Global", {"answers_website_users"}),
		("Role", {"roles"}),
		("Workspace", {"workspace"}),
		("Agent", {"agents"}),
		("Record", {"reference_doctype", "reference_name"}),
		("User", set()),
	):
		page.locator("select[data-fieldname=scope]").first.select_option(scope)
		browser.quiet(page)
		assert shown_fields(page) == expected, scope
		forms.picture(page, screenshots, f"scope-{scope.lower()}")


def test_the_knowledge_of_a_record(desk, client, make_user, workers, python_on_site, screenshots):
	"""Made by the button on the record; record, attachment and comment are found; closing archives, Bring Back and opening mend it."""
	user = make_user("casey@example.com", "Knowledge User")
	case = python_on_site(MAKE, who=user)
	session = client(user)

	def found(query):
		name = python_on_site(STATE, case=case)[0]
		answer = session.message(SEARCH, query=query, knowledge_source=name)
		return answer["hits"], [skip["code"] for skip in answer["skipped"]]

	def set_status(status):
		python_on_site(
			"frappe.get_doc('ToDo', case).update({'status': status}).save()", case=case, status=status
		)

	page = desk(user)
	with workers(1):
		browser.open_form(page, "ToDo", case)
		page.get_by_role("button", name="Knowledge", exact=True).click()
		forms.confirm(page, "record_source.record_source")
		page.wait_for_function("() => window.cur_frm && cur_frm.doctype === 'Knowledge Source'")
		browser.quiet(page)
		for query in ("pump loud", "bearing SKF 6204", "Miller"):
			forms.until(lambda query=query: found(query)[0])
		browser.open_form(page, "Knowledge Source", f"ToDo {case}")
		expect(forms.headline(page)).to_contain_text("2 of 2 inputs indexed")
		forms.picture(page, screenshots, "record-source")
		set_status("Closed")
		forms.until(lambda: python_on_site(STATE, case=case)[1])
		assert found("pump")[1] == ["Archived"]
		browser.open_form(page, "Knowledge Source", f"ToDo {case}")
		expect(forms.headline(page)).to_contain_text("Archived since")
		expect(forms.headline(page).get_by_role("link")).to_have_text(f"ToDo {case}")
		expect(forms.indicator(page)).to_have_text("Archived")
		forms.picture(page, screenshots, "record-source-archived")
		browser.visit(page, "/app/knowledge-source")
		expect(page.locator(".list-row .indicator-pill.grey").first).to_have_text("Archived")
		forms.picture(page, screenshots, "list-archived")
		browser.open_form(page, "Knowledge Source", f"ToDo {case}")
		page.get_by_role("button", name="Bring Back").click()
		expect(forms.headline(page)).not_to_contain_text("Archived")
		forms.until(lambda: found("pump")[0])
		set_status("Open")
		forms.until(lambda: not python_on_site(STATE, case=case)[3])
		set_status("Closed")
		forms.until(lambda: python_on_site(STATE, case=case)[1])
		set_status("Open")
		forms.until(lambda: found("pump")[0])
	gone = """
from huf.ai.site.artifacts import source_folder
from huf.ai.knowledge.record_sources.purge import sweep_record_sources
source = frappe.get_doc("Knowledge Source", {"reference_name": case})
folder = source_folder(source.artifact_id)
before = folder.exists()
frappe.delete_doc("ToDo", case)
frappe.db.commit()
sweep_record_sources()
result = [before, folder.exists(), bool(frappe.db.exists("Knowledge Source", source.name))]
"""
	# This form does not hear of it: one that does asks for the document by itself, and is without one meanwhile.
	page.evaluate("frappe.realtime.socket.disconnect()")
	browser.quiet(page)
	assert python_on_site(gone, case=case) == [True, False, False]
	page.evaluate("cur_frm.refresh()")
	# Each of the questions that the form asks is refused; the first to be answered is told.
	told = re.compile("There is no (such document|knowledge source of this name)")
	expect(forms.headline(page)).to_contain_text(told)
