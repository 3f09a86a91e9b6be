"""The desk of a site that writes numbers otherwise: 0,7 and 1.234,5."""

import pytest

from tests.site import browser
from tests.site.desk import forms

SET_FORMAT = """
settings = frappe.get_doc("System Settings")
result, settings.number_format = settings.number_format, number_format
settings.save()
"""
LAMBDA = 'result = frappe.db.get_value("Knowledge Source", name, "mmr_lambda")'


@pytest.fixture
def german_numbers(python_on_site):
	"""A site where a point parts thousands and a comma begins the fraction."""
	before = python_on_site(SET_FORMAT, number_format="#.###,##")
	yield
	python_on_site(SET_FORMAT, number_format=before)


def test_a_new_form_begins_with_the_fractions_that_are_meant(
	desk, manager, free_name, german_numbers, python_on_site, screenshots
):
	"""Frappe takes the default 0.7 for 7 there, which the source refuses: none could be made."""
	page = desk(manager)
	for doctype in ("Agent", "Knowledge Profile"):
		browser.open_form(page, doctype)
		assert page.evaluate("cur_frm.doc.temperature") == 0.3, doctype
	browser.open_form(page, "Knowledge Source")
	name = free_name("Written Otherwise")
	forms.fill(page, "source_name", name)
	forms.unfold(page, "section_ranking")
	shown = page.locator(".page-container:visible input[data-fieldname=mmr_lambda]")
	assert shown.input_value() == "0,70"
	forms.picture(page, screenshots, "number-format")
	forms.save(page)
	assert python_on_site(LAMBDA, name=name) == 0.7
