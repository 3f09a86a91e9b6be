frappe.query_reports["Knowledge Inputs Never Found"] = {
	formatter: huf.plain.cell,
	filters: [
		{ fieldname: "since", label: __("Not Found Since"), fieldtype: "Date", reqd: 1, default: frappe.datetime.add_days(frappe.datetime.get_today(), -90) },
		{ fieldname: "knowledge_source", label: __("Knowledge Source"), fieldtype: "Link", options: "Knowledge Source" },
	],
};
