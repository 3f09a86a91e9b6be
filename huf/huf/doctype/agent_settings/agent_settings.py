from frappe.model.document import Document


class AgentSettings(Document):
	pass
