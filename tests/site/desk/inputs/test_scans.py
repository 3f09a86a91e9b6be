"""A scan from its upload to the hit, with real workers, as somebody in the desk sees it."""

import pytest
from playwright.sync_api import expect

from huf.engine.ocr import reason_against
from tests.site import browser
from tests.site.desk import forms

SCAN = forms.HANDBOOK / "scanned-delivery-note.pdf"
STATE = "result = frappe.db.get_value('Knowledge Input', {'knowledge_source': name}, ['name', 'status'])"


@pytest.mark.skipif(
	bool(reason_against("eng")), reason="needs Tesseract; get it with: apt install tesseract-ocr"
)
def test_a_scan_is_read_and_found_with_its_page(
	desk, manager, make_source, workers, python_on_site, client, screenshots
):
	"""While no worker reads scans the input waits and says so; then it is indexed, and its words are found on page 1."""
	name = make_source("Delivery Notes")
	page = desk(manager)
	browser.open_form(page, "Knowledge Source", name)
	with workers(1, queues="short,default"):
		forms.add_files(page, [SCAN])
		forms.close_dialog(page)
		expect(forms.headline(page)).to_contain_text("Inputs whose scanned pages are being read: 1.")
		forms.picture(page, screenshots, "source-reading-scan")
		key, status = python_on_site(STATE, name=name)
		assert status == "Reading Scan"
	browser.open_form(page, "Knowledge Input", key)
	expect(forms.headline(page)).to_contain_text("Its scanned pages are being read")
	expect(forms.indicator(page)).to_have_text("Reading Scan")
	forms.picture(page, screenshots, "reading-scan")
	with workers(1):
		expect(forms.indicator(page)).to_have_text("Indexed")
	expect(forms.headline(page)).to_contain_text("Page 1 was read from a scan (confidence ")
	forms.picture(page, screenshots, "scan-indexed")
	found = client(manager).message(
		"huf.ai.knowledge.retriever.knowledge_search", query="diaphragm EPDM", knowledge_source=name
	)
	assert [(hit["title"], hit["locator"]["page"]) for hit in found["hits"]] == [(SCAN.name, 1)]
	assert found["hits"][0]["metadata"]["ocr"] == "eng"
