frappe.listview_settings["Knowledge Source"] = {
	add_fields: [
		"status",
		"disabled",
		"archived_at",
		"partly_read_inputs",
		"held_build",
		"total_inputs",
		"wanted_generation",
		"built_generation",
	],
	hide_name_column: true,
	onload(list) {
		if (frappe.model.can_create("Knowledge Source")) {
			list.page.add_inner_button(__("Import Pack"), () => huf.desk.import_pack());
		}
		// Signed in the name of the site, so for those who look after its knowledge.
		if (frappe.user.has_role("Knowledge Manager") || frappe.user.has_role("System Manager")) {
			list.page.add_actions_menu_item(__("Make Pack"), () => huf.desk.make_pack(...list.get_checked_items(true)), false);
		}
	},
	get_indicator(doc) {
		// The number comes to those who may know of all inputs; the form tells the others of theirs.
		if (cint(doc.partly_read_inputs) && doc.status === "Ready" && !cint(doc.disabled) && !doc.archived_at && !doc.held_build) {
			return [__("Partly Read"), "yellow", "partly_read_inputs,>,0"];
		}
		// Nothing is in it and nothing is to come: no worker is waited for. Who may not know the number sees the status.
		const is_settled = doc.wanted_generation === doc.built_generation && ["Pending", "Ready"].includes(doc.status);
		if (doc.total_inputs === 0 && is_settled && !cint(doc.disabled) && !doc.archived_at && !doc.held_build) {
			return [__("Empty"), "grey", "total_inputs,=,0"];
		}
		return huf.desk.indicator("Knowledge Source", doc);
	},
};
