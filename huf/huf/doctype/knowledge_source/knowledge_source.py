from frappe.model.document import Document


class KnowledgeSource(Document):
	pass
