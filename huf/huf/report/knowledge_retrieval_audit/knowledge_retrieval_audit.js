frappe.query_reports["Knowledge Retrieval Audit"] = {
	formatter: huf.plain.cell,
	filters: [{ fieldname: "agent_run", label: __("Agent Run"), fieldtype: "Link", options: "Agent Run" }],
};
