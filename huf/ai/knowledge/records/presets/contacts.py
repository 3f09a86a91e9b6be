"""Contacts and addresses, which Frappe itself has."""

from huf.ai.knowledge.records.presets.preset import ENABLED, Preset, names

CONTACT = Preset(
	fields=names(
		"salutation company_name designation department email_id phone mobile_no email_ids phone_nos "
		"address links is_primary_contact user"
	),
	columns={
		"email_ids": names("email_id"),
		"phone_nos": names("phone"),
		"links": names("link_doctype link_name"),
	},
	title=("full_name", "company_name"),
	# Whether somebody answered them, which nobody keeps up.
	state=(),
)
ADDRESS = Preset(
	fields=names(
		"address_title address_type address_line1 address_line2 pincode city county state country email_id "
		"phone fax links is_primary_address is_shipping_address"
	),
	columns={
		"links": names("link_doctype link_name"),
	},
	filters=ENABLED,
	title=("address_title", "address_type", "city"),
)
