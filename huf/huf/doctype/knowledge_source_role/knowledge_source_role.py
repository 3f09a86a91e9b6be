from frappe.model.document import Document


class KnowledgeSourceRole(Document):
	pass
