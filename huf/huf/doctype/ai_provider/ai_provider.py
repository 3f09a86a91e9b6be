from frappe.model.document import Document


class AIProvider(Document):
	pass
