from frappe.model.document import Document


class KnowledgeInput(Document):
	pass
