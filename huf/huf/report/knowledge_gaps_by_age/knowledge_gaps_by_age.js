frappe.query_reports["Knowledge Gaps by Age"] = {
	formatter: huf.plain.cell,
	filters: [
		{ fieldname: "knowledge_source", label: __("Knowledge Source"), fieldtype: "Link", options: "Knowledge Source" },
		{
			fieldname: "status",
			label: __("Status"),
			fieldtype: "Select",
			options: ["", "Open", "Answered", "Verified", "Not Found Again"],
		},
	],
};
