from frappe.model.document import Document


class AgentRunChunk(Document):
	pass
