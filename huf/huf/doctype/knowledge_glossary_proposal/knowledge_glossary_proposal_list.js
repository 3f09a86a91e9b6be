const METHODS = "huf.huf.doctype.knowledge_glossary_proposal.knowledge_glossary_proposal.";

frappe.listview_settings["Knowledge Glossary Proposal"] = {
	add_fields: ["status"],
	hide_name_column: true,
	get_indicator: (doc) => huf.desk.indicator("Knowledge Glossary Proposal", doc),
	onload(list) {
		// Nobody may make a proposal, so Frappe takes the primary action away.
		list.page.add_inner_button(__("Look for Words"), () => ask());
		frappe.realtime.on("huf_glossary_learnt", (told) => show_progress(list, told));
	},
};

function ask() {
	const dialog = new frappe.ui.Dialog({
		title: __("Look for Words"),
		fields: [
			{
				fieldname: "knowledge_source",
				fieldtype: "Link",
				options: "Knowledge Source",
				label: __("Knowledge Source"),
				reqd: 1,
				get_query: () => ({ filters: { disabled: 0 } }),
				description: __(
					"What people ask, what they asked next, what the texts say, and how fields were renamed are put together. Only words that mend a question and harm none are proposed. It takes minutes."
				),
			},
		],
		primary_action_label: __("Start"),
		async primary_action({ knowledge_source }) {
			const { queued } = await frappe.xcall(METHODS + "learn_words", { knowledge_source });
			dialog.hide();
			frappe.show_alert({
				message: queued
					? __("Words are being looked for. You can leave this page.")
					: __("Words are being looked for already."),
				indicator: "blue",
			});
		},
	});
	dialog.show();
}

/** How far it is, beside the title: it takes minutes, and nobody waits for it. */
function show_progress(list, { step, percent, number }) {
	if (step !== "end") {
		list.page.set_indicator(`${__("Looking for Words")} ${percent} %`, "orange");
		return;
	}
	list.page.clear_indicator();
	const said = number === 1 ? __("1 proposal is open.") : __("{0} proposals are open.", [number]);
	frappe.show_alert({ message: number ? said : __("Nothing was found that mends a question."), indicator: number ? "green" : "grey" });
	list.refresh();
}
