frappe.listview_settings["Knowledge Tombstone"] = {
	onload(list) {
		list.page.add_action_item(__("Bring Back"), async () => {
			const names = list.get_checked_items(true);
			const refused = [];
			for (const name of names) {
				try {
					await huf.desk.post("frappe.client.delete", { doctype: "Knowledge Tombstone", name });
				} catch (error) {
					refused.push(`${name}: ${error.message}`);
				}
			}
			list.clear_checked_items();
			// Frappe leaves out a refresh that asks the same within three seconds.
			list.last_args = null;
			list.refresh();
			if (refused.length) {
				frappe.msgprint({
					title: __("{0} of {1} were not brought back", [refused.length, names.length]),
					message: refused.map(huf.desk.escape).join("<br>"),
					indicator: "red",
				});
			} else {
				frappe.show_alert({ message: __("{0} come back with the next sync", [names.length]), indicator: "blue" });
			}
		});
	},
};
