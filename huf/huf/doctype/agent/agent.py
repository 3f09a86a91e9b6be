from frappe.model.document import Document


class Agent(Document):
	pass
