// The certificate of a purge: what was removed where, and what is left.

const PURGE_METHODS = "huf.huf.doctype.knowledge_purge.knowledge_purge.";
const UNFINISHED = ["Queued", "Running", "Waiting"];
const PURGE_POLL_MS = 4000;

frappe.ui.form.on("Knowledge Purge", {
	setup(frm) {
		frappe.realtime.on("huf_purge", ({ name, progress }) => {
			if (frm.doc && name === frm.doc.name) {
				show_state(frm, progress);
			}
		});
	},

	refresh(frm) {
		clearTimeout(frm.huf_poll);
		show_state(frm, frm.doc.progress);
		// The headline says it already.
		frm.toggle_display("error_message", false);
		if (UNFINISHED.includes(frm.doc.status)) {
			const name = frm.doc.name;
			frm.huf_poll = setTimeout(() => name === frm.doc?.name && frm.reload_doc(), PURGE_POLL_MS);
		}
		if (frm.doc.status === "Failed") {
			frm.add_custom_button(__("Try Again"), async () => {
				await frappe.xcall(PURGE_METHODS + "retry_purge", { purge: frm.doc.name });
				frm.reload_doc();
			});
		}
	},
});

function show_state(frm, progress) {
	const { status, error_message, places = [] } = frm.doc;
	const reason = error_message ? `<br>${huf.desk.escape(huf.said(error_message))}` : "";
	if (status === "Done") {
		const left = places.filter((row) => row.outcome !== "Removed").length;
		const removed = __("Nothing of it is left in huf.");
		const rest = left ? "<br>" + __("What is left elsewhere stands in the table: see to it yourself.") : "";
		huf.desk.headline(frm, `<strong>${removed}</strong>${rest}`, left ? "yellow" : "green");
	} else if (status === "Failed") {
		huf.desk.headline(frm, `<strong>${__("Not everything could be removed.")}</strong>${reason}`, "red");
	} else {
		const text = __("{0} % done. From the first step on searches find nothing of it.", [Math.round(progress || 0)]);
		huf.desk.headline(frm, `<strong>${text}</strong>${reason}`, status === "Waiting" ? "orange" : "blue");
	}
}
