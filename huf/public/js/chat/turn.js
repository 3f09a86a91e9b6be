// One question and its answer on the page Ask.

frappe.provide("huf.chat");

huf.chat.STEPS = {
	searching: __("Searching the knowledge…"),
	answering: __("Writing the answer…"),
	knowledge_search: __("Searching the knowledge…"),
};

huf.chat.Turn = class Turn {
	/** @param chat the page @param run as get_run gives it */
	constructor(chat, run) {
		this.chat = chat;
		this.run = run;
		this.box = $('<div class="huf-turn">').attr("data-run", run.run);
		const question = $('<div class="huf-question">').appendTo(this.box);
		$('<div class="huf-asked">').text(run.prompt).appendTo(question);
		this.own_files.forEach((file) =>
			$('<div class="huf-asked-file">')
				.append(frappe.utils.icon("attachment", "xs"), $("<span>").text(file.file_name || file.file))
				.appendTo(question)
		);
		this.reply = $('<div class="huf-reply">').appendTo(this.box);
		huf.desk.note_openings(this.reply, () => ({ run: this.run.run }));
		this.show();
	}

	/** Those that were attached to this question; the others the conversation has from earlier ones. */
	get own_files() {
		return this.run.files.filter(({ from_conversation }) => !from_conversation);
	}

	/** Those of them that the question has when it is asked again: what was taken away from the conversation does not come back. */
	get files_again() {
		return this.own_files.filter(({ file }) => this.chat.files.some((one) => one.file === file));
	}

	follow() {
		if (huf.chat.is_going_on(this.run)) {
			this.follower = new huf.chat.Follower(this.run, () => this.changed());
		}
	}

	changed() {
		this.show();
		this.chat.turn_changed(this);
	}

	end() {
		this.follower && this.follower.end();
		this.box.find(".huf-chip").popover("dispose");
	}

	get is_going_on() {
		return huf.chat.is_going_on(this.run);
	}

	show() {
		this.reply.find(".huf-chip").popover("dispose");
		this.reply.empty().attr("data-status", this.run.status);
		this.is_going_on ? this.show_live() : this.show_whole();
	}

	show_live() {
		const { text, status, step, lost } = this.run;
		if (text) {
			huf.desk.answer({ text }, true).appendTo(this.reply);
		}
		const doing = lost || (status === "Queued" ? __("Waiting for a worker…") : huf.chat.STEPS[step] || __("Working…"));
		$('<div class="huf-doing">')
			.append($('<span class="huf-dot">'), $("<span>").text(doing))
			.appendTo(this.reply);
	}

	show_whole() {
		const { text, structured, citations } = this.run;
		this.warning_line()?.appendTo(this.reply);
		if (structured || text) {
			huf.desk.answer(this.run).appendTo(this.reply);
		}
		huf.desk.proposals(this.run)?.appendTo(this.reply);
		const cited = citations.filter((citation) => citation.cited);
		if (cited.length) {
			const list = $('<div class="huf-cited">').appendTo(this.reply);
			cited.forEach((citation) => {
				const label = citation.label || [citation.title, citation.place].filter(Boolean).join(", ");
				huf.desk.chip(citation, `${citation.number} · ${label}`).addClass("huf-source").appendTo(list);
			});
		}
		this.show_foot();
	}

	show_foot() {
		const foot = $('<div class="huf-foot">').appendTo(this.reply);
		const { citations, status } = this.run;
		const { replaces, text, structured } = this.run;
		const count = citations.length === 1 ? __("1 passage") : __("{0} passages", [citations.length]);
		$('<button type="button" class="btn btn-xs btn-default huf-used-button">')
			.text(`${__("What was used")} · ${count}`)
			.on("click", () => this.chat.show_used(this))
			.appendTo(foot);
		if (text || structured) {
			foot.append(huf.chat.copy_button(this));
		}
		if (this.can_be_replaced) {
			const { prompt } = this.run;
			const again = () => this.chat.ask_again(this, { prompt, files: this.files_again });
			this.foot_button(__("Ask Again"), "huf-again", again).appendTo(foot);
			this.foot_button(__("Edit Question"), "huf-edit", () => this.chat.edit(this)).appendTo(foot);
		}
		if (replaces) {
			foot.append(huf.desk.link("Agent Run", replaces, __("Earlier Answer")).addClass("small huf-earlier"));
		}
		if (status !== "Success") {
			foot.append(huf.desk.pill(__(status), huf.desk.color("Agent Run", status)));
		}
		if (this.run.verification_result) {
			foot.append(huf.desk.verdict(this.run));
		}
		foot.append(new huf.chat.Feedback(this.run).box);
	}

	foot_button(label, name, act) {
		return $('<button type="button" class="btn btn-xs btn-default">').addClass(name).text(label).on("click", act);
	}

	/** Whether its question may be asked again in its place; the page shows that for the last turn alone. */
	get can_be_replaced() {
		const is_done = (this.run.proposals || []).some(({ state }) => state === "Done");
		return !this.is_going_on && !is_done && !this.chat.composer.is_closed;
	}

	/** All warnings in one line that names the gravest and opens to the others; null when there is none. */
	warning_line() {
		const gravest = ["red", "orange", "yellow"];
		const [first, ...others] = this.warnings().sort(([a], [b]) => gravest.indexOf(a) - gravest.indexOf(b));
		if (!first) {
			return null;
		}
		const [color, title, reasons] = first;
		const more = others.length === 1 ? __("and 1 more") : __("and {0} more", [others.length]);
		const box = $(`<div class="form-message ${color} huf-warning">`);
		const line = huf.desk.opening_line(others.length ? `${title.replace(/\.$/, "")} · ${more}` : title, [
			...reasons,
			...others.flatMap(([, other, why]) => [other, ...why]),
		]);
		return box.append(line);
	}

	/** What a reader must know before they read: color, title, reasons. */
	warnings() {
		const { status, error, missing, unknown_citations, citations } = this.run;
		const found = [];
		const doubt = huf.desk.doubt(this.run);
		if (error || status === "Cancelled") {
			const color = ["Cancelled", "Stopped"].includes(status) ? "yellow" : "red";
			const stopped = __("You stopped this answer; it is not complete.");
			const reasons = status === "Withheld" && doubt ? doubt.reasons : [];
			found.push([color, status === "Cancelled" ? stopped : huf.said(error), reasons]);
		}
		if (missing === "Yes") {
			found.push(["yellow", __("The knowledge does not hold the answer."), []]);
		} else if (missing === "Partly") {
			found.push(["yellow", __("The knowledge holds only a part of the answer."), []]);
		}
		if (doubt && status !== "Withheld") {
			found.push([doubt.color, doubt.title, doubt.reasons]);
		}
		if (unknown_citations) {
			const marks = unknown_citations.split(",").map((number) => `[${number.trim()}]`);
			found.push(["orange", __("The answer cited {0}, which no passage has.", [marks.join(" ")]), []]);
		}
		if (status === "Success" && missing === "No" && citations.length && !citations.some((one) => one.cited)) {
			found.push(["yellow", __("This answer cites none of the passages: nothing shows where it comes from."), []]);
		}
		return found;
	}
};
