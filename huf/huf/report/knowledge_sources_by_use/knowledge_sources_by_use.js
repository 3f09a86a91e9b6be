frappe.query_reports["Knowledge Sources by Use"] = {
	formatter: huf.plain.cell,
	filters: [
		{ fieldname: "from_date", label: __("From Date"), fieldtype: "Date", reqd: 1, default: frappe.datetime.add_days(frappe.datetime.get_today(), -30) },
		{ fieldname: "to_date", label: __("To Date"), fieldtype: "Date", reqd: 1, default: frappe.datetime.get_today() },
		{ fieldname: "knowledge_source", label: __("Knowledge Source"), fieldtype: "Link", options: "Knowledge Source" },
		{
			fieldname: "road",
			label: __("Road"),
			fieldtype: "Select",
			options: ["", "Search", "Test Search", "Search As User", "Ask this Record", "Answer", "Agent", "Agent Tool", "MCP", "Dify", "Gap Proof", "Server"],
		},
	],
};
