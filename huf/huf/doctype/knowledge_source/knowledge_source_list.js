frappe.listview_settings["Knowledge Source"] = {
	add_fields: ["status", "disabled", "archived_at", "partly_read_inputs"],
	hide_name_column: true,
	get_indicator(doc) {
		const partly = cint(doc.partly_read_inputs);
		// The number is for those who may know of all inputs; the form tells the others of theirs.
		if (partly && doc.status === "Ready" && !cint(doc.disabled) && !doc.archived_at) {
			return [__("Ready, {0} partly read", [partly]), "yellow", "partly_read_inputs,>,0"];
		}
		return huf.desk.indicator("Knowledge Source", doc);
	},
};
