frappe.query_reports["Knowledge Costs"] = {
	formatter: huf.plain.cell,
	filters: [
		{
			fieldname: "period",
			label: __("Period"),
			fieldtype: "Select",
			options: ["This Month", "Last 3 Months", "Last 12 Months", "All"],
			default: "Last 12 Months",
			reqd: 1,
		},
		{
			fieldname: "group_by",
			label: __("Group By"),
			fieldtype: "Select",
			options: ["Month", "Kind", "Knowledge Source", "Agent", "User", "Model", "All of Them"],
			default: "Month",
			reqd: 1,
		},
	],
};
