// Thumbs up and down under an answer. What was said can be changed and taken back.

frappe.provide("huf.chat");

huf.chat.Feedback = class Feedback {
	constructor(run) {
		this.run = run;
		this.box = $('<div class="huf-feedback">');
		this.show();
	}

	show() {
		this.box.empty();
		this.thumb("Up", __("This answer is good"));
		this.thumb("Down", __("Something is wrong with this answer"));
		const { feedback, feedback_comment } = this.run;
		if (feedback && feedback_comment) {
			$('<span class="text-muted huf-said">').text(feedback_comment).appendTo(this.box);
		} else if (feedback === "Down") {
			this.ask_why();
		}
		if (feedback === "Down" && huf.desk.may_make_tests()) {
			this.offer_test();
		}
	}

	thumb(value, label) {
		const chosen = this.run.feedback === value;
		$('<button type="button" class="btn btn-xs icon-btn huf-thumb">')
			.addClass(chosen ? "huf-chosen" : "")
			.attr({ title: label, "aria-label": label, "aria-pressed": chosen, "data-feedback": value })
			.append(frappe.utils.icon("es-line-dislike", "sm"))
			.on("click", () => this.rate(chosen ? "" : value))
			.appendTo(this.box);
	}

	ask_why() {
		const field = $('<input type="text" class="form-control input-xs huf-why" maxlength="2000">')
			.attr({ placeholder: __("What is wrong? (optional)"), "aria-label": __("What is wrong?") })
			.on("keydown", (event) => {
				if (event.key === "Enter" && field.val().trim()) {
					this.rate("Down", field.val().trim());
				}
			})
			.appendTo(this.box);
		$('<button type="button" class="btn btn-xs btn-default">')
			.text(__("Send"))
			.on("click", () => field.val().trim() && this.rate("Down", field.val().trim()))
			.appendTo(this.box);
	}

	/** A test of what the question must find: the next change of the knowledge then says whether it is better. */
	offer_test() {
		const { prompt, standalone_question, citations } = this.run;
		const sources = [...new Set(citations.map(({ source }) => source).filter(Boolean))];
		const values = { question: cstr(standalone_question || prompt).slice(0, 500) };
		$('<button type="button" class="btn btn-xs btn-default huf-test">')
			.text(__("Make a Test"))
			.on("click", () => new huf.desk.TestDialog(values, sources))
			.appendTo(this.box);
	}

	async rate(feedback, comment = null) {
		try {
			const said = await huf.desk.post("huf.ai.feedback.rate_run", { run: this.run.run, feedback, comment });
			Object.assign(this.run, { feedback: said.feedback, feedback_comment: said.feedback_comment });
			this.show();
		} catch (error) {
			frappe.show_alert({ message: huf.desk.escape(error.message), indicator: "red" });
		}
	}
};
