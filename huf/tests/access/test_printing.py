"""What a print format makes of texts that nobody filtered."""

import frappe

from huf.ai.access.doctypes.requests import own_doctypes
from huf.ai.access.printing import TEXTS
from huf.tests.base import SiteTestCase

EVIL = "Who is <img src=x onerror='alert(1)'>\nthere & <script>alert(1)</script>?"


class TestPrinting(SiteTestCase):
	"""Documents that were never saved: print formats are given what SQL may have written."""

	def test_no_text_is_html(self) -> None:
		"""Of each DocType, in each of its texts and those of its rows; what is not huf's is left to Frappe."""
		printed = 0
		for doctype in sorted(own_doctypes()):
			meta = frappe.get_meta(doctype)
			if meta.istable or meta.issingle:
				continue
			doc = filled(frappe.new_doc(doctype))
			doc.name = "Printed"
			for table in meta.get_table_fields():
				filled(doc.append(table.fieldname, {}))
			with self.subTest(doctype=doctype):
				page = frappe.get_print(doctype, doc.name, doc=doc)
				self.assertNotIn("<img src=x", page)
				self.assertNotIn("<script>alert", page)
				printed += page.count("&lt;img src=x")
		self.assertGreater(printed, 30)
		note = frappe.new_doc("Note", title="Printed", content="<b>Bold</b>")
		self.assertIn("<b>Bold</b>", frappe.get_print("Note", "Printed", doc=note))


def filled(doc: "frappe.model.document.Document") -> "frappe.model.document.Document":
	for field in doc.meta.get("fields", {"fieldtype": ("in", TEXTS)}):
		doc.set(field.fieldname, EVIL)
	return doc
