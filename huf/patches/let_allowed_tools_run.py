"""Tools that change something are confirmed by the person now. Where an agent said *Allow Writing Tools*, they go on running at once."""

import frappe


def execute() -> None:
	"""Tick *Without Confirmation* for the tools of these agents."""
	frappe.db.sql(
		"""update `tabAgent Tool` set without_confirmation = 1
		where parenttype = 'Agent' and parent in (select name from `tabAgent` where allow_writing_tools = 1)"""
	)
