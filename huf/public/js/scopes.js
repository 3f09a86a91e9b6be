// The scope of a Knowledge Source on its form: what its fields offer, and what an archived source says.

frappe.provide("huf.desk");

huf.desk.RECORD_METHODS = "huf.ai.knowledge.record_sources.record_source.";

frappe.ui.form.on("Knowledge Source", {
	setup(frm) {
		// Of the private Workspaces only one's own.
		frm.set_query("workspace", () => ({ filters: { for_user: ["in", ["", frappe.session.user]] } }));
		frm.set_query("agent", "agents", (doc) => ({
			filters: { disabled: 0, name: ["not in", (doc.agents || []).map((row) => row.agent).filter(Boolean)] },
		}));
		frm.set_query("reference_doctype", () => ({
			filters: { istable: 0, issingle: 0, is_virtual: 0, module: ["!=", "Huf"] },
		}));
	},
});

/** The record that a source is about, as a link; escaped. */
huf.desk.record_link = ({ reference_doctype, reference_name }) =>
	huf.desk.link_html(reference_doctype, reference_name, `${__(reference_doctype)} ${reference_name}`);

/** The headline of an archived source, with a button for who may write it. Whether there is anything to say. */
huf.desk.show_archived = (frm, numbers, reload) => {
	const { archived_at } = frm.doc;
	if (!archived_at) {
		return false;
	}
	const since = huf.desk.escape(frappe.datetime.str_to_user(archived_at));
	const text = __("Archived since {0}, because {1} was closed: nothing of it is found.", [
		since,
		huf.desk.record_link(frm.doc),
	]);
	huf.desk.headline(frm, `${text}<br>${numbers}`, "yellow");
	if (frm.huf_may_write) {
		frm.add_custom_button(__("Bring Back"), async () => {
			await frappe.xcall(huf.desk.RECORD_METHODS + "bring_back", { knowledge_source: frm.doc.name });
			frappe.show_alert({ message: __("The source answers again."), indicator: "green" });
			reload(frm);
		});
	}
	return true;
};
