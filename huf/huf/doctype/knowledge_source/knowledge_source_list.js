frappe.listview_settings["Knowledge Source"] = {
	add_fields: ["status", "disabled", "archived_at", "partly_read_inputs"],
	hide_name_column: true,
	get_indicator(doc) {
		// The number comes to those who may know of all inputs; the form tells the others of theirs.
		if (cint(doc.partly_read_inputs) && doc.status === "Ready" && !cint(doc.disabled) && !doc.archived_at) {
			return [__("Partly Read"), "yellow", "partly_read_inputs,>,0"];
		}
		return huf.desk.indicator("Knowledge Source", doc);
	},
};
