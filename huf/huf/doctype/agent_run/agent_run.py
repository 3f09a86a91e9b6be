from frappe.model.document import Document


class AgentRun(Document):
	pass
