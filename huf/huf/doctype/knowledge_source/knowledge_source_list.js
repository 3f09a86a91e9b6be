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
	get_indicator: (doc) => huf.desk.source_indicator(doc),
};
