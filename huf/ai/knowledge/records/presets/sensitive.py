"""Fields that are left out of the text of records although whoever reads a record sees them, unless a selector takes them in.

Rights decide who sees a passage. But a text is made once for all who may read a record, goes to a model, and is quoted in
answers: what was paid for a thing, a bank account or a date of birth is put there by whoever wants it there, and not by default.

They are told by their fieldnames, which are the same in every language; those that a site adds (``custom_bank_iban``) as well.
"""

import re

NAMES = (
	# What a thing costs the company, and what it earns by it.
	*(
		"valuation_rate",
		"incoming_rate",
		"outgoing_rate",
		"last_purchase_rate",
		"stock_value",
		"margin",
		"profit",
	),
	*("costing_rate", "costing_amount", "hour_rate", "raw_material_cost", "operating_cost", "total_cost"),
	# Bank accounts and cards.
	*(
		"iban",
		"swift",
		"swift_number",
		"bic",
		"ifsc",
		"micr",
		"bank_account",
		"bank_account_no",
		"bank_ac_no",
	),
	*("bank_name", "bank_details", "card_number", "credit_card"),
	# Pay.
	*(
		"salary",
		"salaries",
		"ctc",
		"wage",
		"wages",
		"payroll",
		"gross_pay",
		"net_pay",
		"base_pay",
		"bonus",
		"incentives",
	),
	*("compensation", "provident_fund"),
	# Persons.
	*(
		"passport",
		"passport_number",
		"date_of_birth",
		"birth_date",
		"birthdate",
		"birthday",
		"dob",
		"national_id",
		"ssn",
	),
	*(
		"social_security",
		"pan_number",
		"marital_status",
		"blood_group",
		"health",
		"health_details",
		"religion",
	),
	*(
		"family_background",
		"disability",
		"person_to_be_contacted",
		"emergency_phone_number",
		"personal_email",
	),
	# What colleagues say among themselves.
	*(
		"internal_comment",
		"internal_comments",
		"internal_note",
		"internal_notes",
		"internal_remark",
		"internal_remarks",
	),
)
"""Fieldnames, and parts of fieldnames between underscores."""

_SENSITIVE = re.compile(rf"(?:^|_)(?:{'|'.join(NAMES)})(?:_|\Z)")
_LOOKS = re.compile(
	r"\bpay\b(?! (?:to|from)\b)|salar|\bwages?\b|bonus|\bbank|\biban\b|\bmargin|\bprofit|gehalt|lohn|\bmarge|sueldo|stipendi"
	r"|\bvaluation rate|\bcost price|\bpurchase rate|\bbuying rate",
	re.IGNORECASE,
)


def is_sensitive(fieldname: str) -> bool:
	"""Whether a field of this name is left out of texts until a selector takes it in."""
	return _SENSITIVE.search(fieldname.lower()) is not None


def looks_sensitive(fieldname: str, label: str) -> bool:
	"""Whether a person should be told that a field is read: its name or its label sounds like pay, bank or margin."""
	return is_sensitive(fieldname) or _LOOKS.search(f"{fieldname.replace('_', ' ')} {label}") is not None
