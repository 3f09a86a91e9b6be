// The card Get Started of the workspace Knowledge: the first steps, ticked by what is there, and the sample handbook.
// The workspace has it as a Custom HTML Block, which closes itself off from the desk's styles; the card stands beside it.

frappe.provide("huf");

/** The pages on which one searches without a model, and asks. */
huf.START_ROUTES = { search: "knowledge-search", ask: "knowledge-chat" };

huf.GetStarted = class GetStarted {
	/** @param block the element of the Custom HTML Block */
	constructor(block) {
		this.card = $('<section class="huf-get-started">').attr("aria-label", __("Get Started")).hide();
		$(block).hide().after(this.card);
		huf.get_started = this;
		this.refresh();
	}

	async refresh() {
		if (!document.body.contains(this.card[0])) {
			return; // the workspace was drawn anew, with another card
		}
		if (this.is_asking) {
			this.ask_again = true;
			return;
		}
		this.is_asking = true;
		try {
			this.show(await huf.desk.post("huf.ai.start.steps.get_started", {}));
		} catch (error) {
			this.say(error.message);
		}
		this.is_asking = false;
		if (this.ask_again) {
			this.ask_again = false;
			this.refresh();
		}
	}

	show({ steps, sample, answers }) {
		Object.assign(this, { sample, answers });
		this.card.empty().show();
		$("<h3>").text(__("Get Started")).appendTo(this.card);
		const done = steps.filter((step) => step.done).length;
		$('<div class="text-muted small">')
			.text(done === steps.length ? __("All done. Every answer names the place it rests on.") : __("{0} of {1} done", [done, steps.length]))
			.appendTo(this.card);
		const list = $('<ol class="huf-start-steps">').appendTo(this.card);
		steps.forEach((step) => list.append(this.step(step)));
		this.show_sample();
		clearTimeout(this.timer);
		if (sample.source && !sample.is_ready) {
			// In case no event arrives.
			this.timer = setTimeout(() => this.refresh(), 1500);
		}
	}

	step({ key, done, may, who }) {
		const { title, about, label, act } = this.known[key];
		const row = $('<li class="huf-start-step">').attr({ "data-step": key, "data-done": done ? 1 : 0 });
		$('<span class="huf-start-mark">').attr({ role: "img", "aria-label": done ? __("Done") : __("To do") }).text("✓").appendTo(row);
		const what = $('<div class="huf-start-what">').appendTo(row);
		$("<div>").text(title).appendTo(what);
		$('<div class="text-muted small">').text(may ? about : who).appendTo(what);
		if (may) {
			$('<button type="button" class="btn btn-default btn-sm">').text(label).on("click", act).appendTo(row);
		}
		return row;
	}

	/** What each step says and does; whether it is done, and who may, says the server. */
	get known() {
		return {
			source: {
				title: __("Make a source"),
				about: __("A body of knowledge: a handbook, the files of a project, records of the ERP."),
				label: __("New Source"),
				act: () => this.new_source(),
			},
			files: {
				title: __("Add files"),
				about: __("PDF, Word, Excel, mail, texts and web pages; drop them on a source."),
				label: __("Add Files"),
				act: () => this.add_files(),
			},
			search: {
				title: __("Search"),
				about: __("By words and meaning. It needs no model and no key."),
				label: __("Search"),
				act: () => this.go("search"),
			},
			model: {
				title: __("Connect a model"),
				about: __("OpenAI, Anthropic, Azure, Gemini, Mistral, OpenRouter, Ollama or a server of your own."),
				label: __("Connect"),
				act: () => new huf.ConnectModel(() => this.refresh()),
			},
			ask: {
				title: __("Ask"),
				about: this.answers
					? __("Answers from all that you may read, with the places they rest on.")
					: __("Numbers and lists of records, and passages. With a model, answers from all that you may read."),
				label: __("Ask"),
				act: () => this.go("ask"),
			},
		};
	}

	get is_manager() {
		return ["Knowledge Manager", "System Manager"].some((role) => frappe.user.has_role(role));
	}

	/** Who is no manager makes sources for themselves. */
	new_source() {
		frappe.new_doc("Knowledge Source", this.is_manager ? {} : { scope: "User" });
	}

	/** To the newest source that is theirs to fill; without one, to one that is named first. */
	async add_files() {
		const [newest] = await frappe.db.get_list("Knowledge Source", {
			fields: ["name"],
			filters: {
				...{ is_sample: 0, disabled: 0, archived_at: ["is", "not set"] },
				...(this.is_manager ? {} : { owner: frappe.session.user }),
			},
			order_by: "creation desc",
			limit: 1,
		});
		newest ? this.add_files_to(newest.name) : this.name_first_source();
	}

	add_files_to(source) {
		frappe.require("/assets/huf/js/add_knowledge.js", () => {
			new huf.desk.FileAdder(source, () => this.refresh());
		});
	}

	/** Nobody else finds what is in it, so one's own file can be tried at once. */
	name_first_source() {
		const field = {
			fieldname: "source_name",
			fieldtype: "Data",
			label: __("Name of the source"),
			description: __("Only you find what is in it, until you change who may."),
			default: __("Files of {0}", [frappe.user.full_name()]),
			length: 140,
			reqd: 1,
		};
		const make = async ({ source_name }) => {
			try {
				const doc = { doctype: "Knowledge Source", source_name, scope: "User" };
				const made = await huf.desk.post("frappe.client.insert", { doc });
				this.add_files_to(made.name);
			} catch (error) {
				this.say(error.message);
			}
		};
		frappe.prompt(field, make, __("Where Your Files Go"), __("Add Files"));
	}

	go(where, question) {
		frappe.route_options = question ? { question, everything: 1 } : null;
		frappe.set_route(huf.START_ROUTES[where]);
	}

	show_sample() {
		const { source, may_load, is_ready } = this.sample;
		if (!source && !may_load) {
			return;
		}
		const box = $('<div class="huf-sample">').appendTo(this.card);
		const head = $('<div class="huf-sample-head">').appendTo(box);
		const what = $("<div>").appendTo(head);
		$("<div>").text(__("The sample handbook")).appendTo(what);
		const about = $('<div class="text-muted small">').appendTo(what);
		if (!source) {
			about.text(__("A handbook of an invented company, to try everything on at once. It can be removed again."));
			this.button(__("Load the Sample Handbook"), "btn-primary", () => this.change("load_sample")).appendTo(head);
			return;
		}
		is_ready ? about.text(__("Try one of these questions:")) : this.show_progress(about, box);
		if (this.sample.may_remove) {
			this.button(__("Remove"), "btn-default", () => this.remove()).appendTo(head);
		}
		if (is_ready) {
			const questions = $('<div class="huf-sample-questions">').appendTo(box);
			this.sample.questions.forEach((question) =>
				this.button(question, "btn-default", () => this.go("ask", question)).appendTo(questions)
			);
		}
	}

	show_progress(about, box) {
		const { indexed, wanted } = this.sample;
		about.text(__("{0} of {1} files are read…", [indexed, wanted]));
		const percent = wanted ? Math.round((100 * indexed) / wanted) : 0;
		const bar = $('<div class="progress-bar">').css("width", `${Math.max(4, percent)}%`);
		bar.attr({ role: "progressbar", "aria-valuenow": percent, "aria-valuemin": 0, "aria-valuemax": 100 });
		$('<div class="progress">').append(bar).appendTo(box);
	}

	button(label, kind, act) {
		return $(`<button type="button" class="btn btn-sm ${kind}">`).text(label).on("click", act);
	}

	async change(method, args = {}) {
		this.card.find(".huf-sample button").prop("disabled", true);
		try {
			await huf.desk.post(`huf.ai.start.sample.${method}`, args);
			await this.refresh();
		} catch (error) {
			this.card.find(".huf-sample button").prop("disabled", false);
			this.say(error.message);
		}
	}

	remove() {
		const { source } = this.sample;
		frappe.confirm(
			__("Remove the sample handbook, its files and its index? Your own sources stay."),
			() => this.change("remove_sample", { knowledge_source: source })
		);
	}

	say(message) {
		this.card.show().find(".huf-start-problem").remove();
		$('<div class="form-message red huf-start-problem">').text(message).appendTo(this.card);
	}
};

// Once for the life of the page: the card that is shown now hears of it.
$(document).on("page-change", () => frappe.get_route()[0] === "Workspaces" && huf.get_started?.refresh());
frappe.realtime.on("huf_knowledge_progress", ({ source }) => {
	if (huf.get_started?.sample?.source === source) {
		huf.get_started.refresh();
	}
});
