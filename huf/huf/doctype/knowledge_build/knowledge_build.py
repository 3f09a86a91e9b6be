from frappe.model.document import Document


class KnowledgeBuild(Document):
	pass
