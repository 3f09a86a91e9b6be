// A tour of a form, by Frappe's own: the fields in the order in which one fills them, each with what is to be known of it.

frappe.provide("huf.desk");
frappe.provide("frappe.tour");

/** Milliseconds that the tour takes to move to a field, and some more. */
const POPOVER_MS = 500;

/** By field what is said of it; null: the field's own description. Fields that the form hides at that moment are left out. */
huf.desk.offer_tour = function (frm, said) {
	frm.page.add_menu_item(__("Show Me Around"), () => start(frm, said));
};

/** What is said of a tall field would stand below the screen, on a phone above all. It appears some time after its field. */
async function show_popover() {
	await frappe.utils.sleep(POPOVER_MS);
	document.getElementById("driver-popover-item")?.scrollIntoView({ block: "nearest" });
}

async function start(frm, said) {
	const fields = Object.keys(said)
		.map((fieldname) => frm.get_field(fieldname))
		.filter((field) => field && field.disp_status !== "None");
	// What Frappe looks for where the site has no Form Tour of its own for this DocType.
	frappe.tour[frm.doctype] = fields.map(({ df }) => ({
		fieldname: df.fieldname,
		title: __(df.label, null, frm.doctype),
		description: said[df.fieldname] || __(df.description, null, frm.doctype),
		position: "Bottom",
	}));
	await frm.tour.init({});
	frm.tour.driver_steps.forEach((step) => {
		step.onHighlighted = show_popover;
	});
	frm.tour.update_driver_steps();
	frm.tour.start();
}
