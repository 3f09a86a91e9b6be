from frappe.model.document import Document


class KnowledgeBuildFailure(Document):
	pass
