// The changes that an agent proposes, as cards on the page Ask and on the form of an Agent Run. Values of a model and of records are
// shown as text. Nothing is chosen beforehand: neither button has the focus until the person goes there.

frappe.provide("huf.desk");

huf.desk.PROPOSAL_STATES = {
	Proposed: [__("Proposed by the agent"), "orange"],
	Done: [__("Done"), "green"],
	Declined: [__("Declined"), "grey"],
	Expired: [__("Expired"), "grey"],
	Failed: [__("Not done"), "red"],
};

huf.desk.FOLDED_CHARACTERS = 300;
huf.desk.FOLDED_LINES = 6;

/** What a proposal would do, in one line; text. */
huf.desk.proposal_title = ({ tool, heading, doctype }) => {
	const titles = {
		create_record: () => __("New {0}", [__(doctype)]),
		update_record: () => __("Change {0}", [heading]),
		add_comment: () => __("Comment on {0}", [heading]),
		assign_to: () => __("Assign {0}", [heading]),
	};
	return titles[tool] ? titles[tool]() : __("Use the tool {0}", [tool]);
};

/** A row of the Agent Run as the server answers it. */
huf.desk.proposal_of_row = (row) => ({
	...{ number: row.number, state: row.state, tool: row.tool, heading: row.heading, as_of: cstr(row.as_of) },
	...{ doctype: row.reference_doctype, name: row.reference_name, message: row.message },
	changes: JSON.parse(row.changes || "[]"),
});

/**
 * The cards of a run as an element; null if it proposes nothing.
 * @param run {run, proposals} as get_run gives it @param may_decide whether the reader is the user of the run
 */
huf.desk.proposals = ({ run, proposals = [] }, may_decide = true) => {
	if (!proposals.length) {
		return null;
	}
	const area = $('<div class="huf-proposals">');
	proposals.forEach((proposal) => area.append(new huf.desk.Proposal(run, proposal, may_decide).box));
	return area;
};

huf.desk.Proposal = class Proposal {
	constructor(run, proposal, may_decide) {
		Object.assign(this, { run, proposal, may_decide });
		this.box = $('<section class="huf-proposal" tabindex="-1">');
		this.show();
	}

	show() {
		const { state, number, doctype, name, message, changes } = this.proposal;
		const title = huf.desk.proposal_title(this.proposal);
		this.box.empty().attr({ "data-state": state, "data-number": number, "aria-label": title });
		const head = $('<div class="huf-proposal-head">').appendTo(this.box);
		$("<strong>").text(title).appendTo(head);
		head.append(huf.desk.pill(...(huf.desk.PROPOSAL_STATES[state] || [state, "grey"])));
		if (message) {
			$('<div class="huf-proposal-message">').text(message).appendTo(this.box);
		}
		const list = $('<dl class="huf-proposal-values">').appendTo(this.box);
		changes.forEach((change) => this.show_change(change, list));
		this.problem = $('<div class="huf-proposal-problem text-danger" role="alert">').appendTo(this.box);
		const foot = $('<div class="huf-proposal-foot">').appendTo(this.box);
		if (state === "Proposed" && this.may_decide) {
			this.button("confirm_proposal", __("Confirm"), "btn-primary").appendTo(foot);
			this.button("decline_proposal", __("Decline"), "btn-default").appendTo(foot);
			$('<span class="text-muted small">')
				.text(__("Nothing is written before you confirm."))
				.appendTo(foot);
		}
		if (name && state !== "Failed") {
			huf.desk.link(doctype, name, __("Open Record")).addClass("huf-proposal-record").appendTo(foot);
		}
	}

	show_change({ label, old, new: value }, list) {
		$("<dt>").text(label).appendTo(list);
		const cell = $("<dd>").appendTo(list);
		if (old) {
			cell.append($("<del>").append(this.folded(old)), $('<span class="huf-arrow" aria-hidden="true">').text("→"));
		}
		cell.append(value ? $("<ins>").append(this.folded(value)) : $('<em class="text-muted">').text(__("empty")));
	}

	/** A value; a long one opens by a click. */
	folded(text) {
		const value = $('<span class="huf-value">').text(text);
		const lines = text.split("\n");
		if (text.length <= huf.desk.FOLDED_CHARACTERS && lines.length <= huf.desk.FOLDED_LINES) {
			return value;
		}
		const start = lines.slice(0, 2).join(" ").slice(0, 120);
		return $("<details>").append($("<summary>").text(`${start}… (${__("{0} characters", [text.length])})`), value);
	}

	button(method, label, look) {
		return $(`<button type="button" class="btn btn-xs ${look}">`)
			.attr("data-method", method)
			.text(label)
			.on("click", () => this.decide(method));
	}

	async decide(method) {
		this.box.find("button").prop("disabled", true);
		this.problem.text("");
		const { number, as_of } = this.proposal;
		try {
			const asked = { run: this.run, number, ...(method === "confirm_proposal" ? { as_of } : {}) };
			Object.assign(this.proposal, await huf.desk.post(`huf.ai.agent_integration.${method}`, asked));
			this.show();
			this.box.trigger("focus");
		} catch (error) {
			this.problem.text(error.message);
			this.box.find("button").prop("disabled", false);
		}
	}
};
