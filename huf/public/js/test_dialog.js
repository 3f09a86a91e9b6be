// Tests of knowledge, made where a bad answer is seen: on a hit, under a search, from a gap, after a thumbs-down.

frappe.provide("huf.desk");

huf.desk.TEST = "Knowledge Test";
huf.desk.TEST_METHODS = "huf.huf.doctype.knowledge_test.knowledge_test.";
huf.desk.VERDICTS = { Passed: "green", Failed: "red", "Not Run": "grey" };

huf.desk.may_make_tests = () => frappe.model.can_create(huf.desk.TEST);

/** Save a test and ask it at once; says what came of it, with a link to it. */
huf.desk.make_test = async (values) => {
	const made = await frappe.db.insert({ doctype: huf.desk.TEST, ...values });
	const told = await frappe.xcall(huf.desk.TEST_METHODS + "run_test", { test: made.name });
	const words = {
		Passed: __("Test saved. It passes now."),
		Failed: __("Test saved. It fails now."),
		"Not Run": __("Test saved. It could not be run."),
	};
	const link = huf.desk.link(huf.desk.TEST, made.name, __("Open")).prop("outerHTML");
	const message = [words[told.verdict], huf.desk.escape(told.message), link].filter(Boolean).join(" ");
	frappe.show_alert({ message, indicator: huf.desk.VERDICTS[told.verdict] }, 10);
	return made;
};

/** A button that makes a test of a hit by one click, and another one that asks for whom it must not be found. */
huf.desk.hit_tests = ({ question, hit, source, as_user }) => {
	const line = $('<div class="mt-2 d-flex flex-wrap huf-hit-tests" style="gap: 8px">');
	if (!huf.desk.may_make_tests() || (as_user && !frappe.user.has_role("System Manager"))) {
		return line;
	}
	const expected = {
		question,
		knowledge_source: source,
		knowledge_input: hit.input,
		page: (hit.locator && hit.locator.page) || 0,
		...(as_user ? { search_as: as_user } : {}),
	};
	const add = (label, title, act) => {
		const button = $('<button type="button" class="btn btn-xs btn-default">').text(label).attr("title", title);
		button.on("click", async () => {
			button.prop("disabled", true);
			try {
				await act();
			} finally {
				button.prop("disabled", false);
			}
		});
		button.appendTo(line);
	};
	add(__("Must Be Found"), __("Make a test: this question must find this."), () =>
		huf.desk.make_test({ ...expected, expectation: "Must Find" })
	);
	if (frappe.user.has_role("System Manager")) {
		const forbidden = { ...expected, expectation: "Must Not Find" };
		add(__("Must Not Be Found"), __("Make a test: this question must not find this for somebody."), () =>
			as_user ? huf.desk.make_test(forbidden) : new huf.desk.TestDialog({ ...forbidden, search_as: "" })
		);
	}
	return line;
};

huf.desk.TestDialog = class TestDialog {
	/**
	 * @param values of the test, as far as they are known
	 * @param sources to choose from; without them, all that the user may read
	 */
	constructor(values, sources = [], on_made = () => {}) {
		this.values = values;
		this.sources = sources;
		this.on_made = on_made;
		this.dialog = new frappe.ui.Dialog({
			title: __("Make a Test"),
			fields: this.fields(),
			primary_action_label: __("Save and Run"),
			primary_action: huf.desk.once((given) => this.save(given)),
		});
		this.dialog.$wrapper.addClass("huf-make-test");
		this.dialog.show();
	}

	fields() {
		const { question, knowledge_source, knowledge_input, expectation, value, passage, page, search_as } = this.values;
		const is_manager = frappe.user.has_role("System Manager");
		return [
			{ fieldname: "question", fieldtype: "Small Text", label: __("Question"), reqd: 1, default: question },
			{
				fieldname: "knowledge_source",
				fieldtype: "Link",
				options: "Knowledge Source",
				label: __("Knowledge Source"),
				reqd: 1,
				default: knowledge_source || (this.sources.length === 1 ? this.sources[0] : ""),
				get_query: () => (this.sources.length ? { filters: { name: ["in", this.sources] } } : {}),
			},
			{
				fieldname: "expectation",
				fieldtype: "Select",
				label: __("What Is Expected"),
				reqd: 1,
				default: expectation || "Must Say",
				options: [
					{ value: "Must Say", label: __("A passage says this value") },
					{ value: "Must Find", label: __("This is found") },
					{ value: "Must Not Find", label: __("This is not found") },
				],
			},
			{
				fieldname: "value",
				fieldtype: "Data",
				label: __("Value"),
				default: value,
				description: __("Such as 42 days, EUR 1,200.50, a date, a number of an article, a name."),
				depends_on: 'eval:doc.expectation=="Must Say"',
				mandatory_depends_on: 'eval:doc.expectation=="Must Say"',
			},
			{
				fieldname: "knowledge_input",
				fieldtype: "Link",
				options: "Knowledge Input",
				label: __("Knowledge Input"),
				default: knowledge_input,
				get_query: () => ({ filters: { knowledge_source: this.dialog.get_value("knowledge_source") } }),
				depends_on: 'eval:doc.expectation!="Must Say"',
			},
			{
				fieldname: "page",
				fieldtype: "Int",
				label: __("Page"),
				default: page || 0,
				description: __("Of a PDF; 0: any page."),
				depends_on: 'eval:doc.expectation!="Must Say" && doc.knowledge_input',
			},
			{
				fieldname: "passage",
				fieldtype: "Small Text",
				label: __("Words of the Passage"),
				default: passage,
				depends_on: 'eval:doc.expectation!="Must Say" && !doc.knowledge_input',
			},
			{
				fieldname: "search_as",
				fieldtype: "Link",
				options: "User",
				label: __("Asked As"),
				default: search_as ?? frappe.session.user,
				hidden: !is_manager,
				reqd: is_manager && expectation === "Must Not Find" ? 1 : 0,
			},
		];
	}

	async save(given) {
		const made = await huf.desk.make_test(given);
		this.dialog.hide();
		this.on_made(made);
	}
};
