"""Runs that were verified before say Confirmed, Nothing to Check, Not Confirmed or Contradicted, as new ones do.

They said Confirmed of everything that was shown without a warning, also where nothing was compared.
"""

import json

import frappe

OLD = ("Confirmed", "Warning", "Blocked")
BATCH = 500


def execute() -> None:
	"""Derive each result from the claims that the run kept; without them from its counts."""
	last = ""
	while rows := frappe.db.sql(
		"""select name, verification_result, verification, missing, claims_verified, claims_unverified, claims_contradicted
		from `tabAgent Run` where name > %s and verification_result in %s order by name limit %s""",
		(last, OLD, BATCH),
		as_dict=True,
	):
		last = rows[-1].name
		for row in rows:
			result = result_of(row)
			if result != row.verification_result:
				frappe.db.set_value(
					"Agent Run", row.name, "verification_result", result, update_modified=False
				)


def result_of(row: "frappe._dict") -> str:
	"""What the verification of a stored run came to."""
	claims = json.loads(row.verification)["claims"] if row.verification else None
	if row.claims_contradicted:
		return "Contradicted"
	if claims is None:
		# Weak ones are not told apart any more; a run with a warning had something that was not confirmed.
		is_unconfirmed = bool(row.claims_unverified) and row.verification_result != "Confirmed"
	else:
		is_unconfirmed = any(one["status"] == "unverified" and not one.get("is_weak") for one in claims)
	if is_unconfirmed:
		return "Not Confirmed"
	return "Confirmed" if row.claims_verified and row.missing != "Yes" else "Nothing to Check"
