frappe.listview_settings["Knowledge Search Log"] = {
	add_fields: ["found"],
	hide_name_column: true,
	get_indicator(doc) {
		return doc.found
			? [__("Found"), "green", "found,=,1"]
			: [__("Not Found"), "orange", "found,=,0"];
	},
	onload(list) {
		list.page.add_menu_item(__("Delete My Searches"), () =>
			frappe.confirm(__("Delete everything that you searched for from the log?"), () =>
				frappe
					.call({
						method: "huf.huf.doctype.knowledge_search_log.knowledge_search_log.delete_my_searches",
						freeze: true,
					})
					.then(() => list.refresh())
			)
		);
	},
};
