// How much of the agent's knowledge, or of all that one may read, a conversation is asked with: the button beside Attach, and
// its dialog.

frappe.provide("huf.chat");

/** What the server calls it, and what people do. Off takes the sources away, too, so that the model cannot search them. */
huf.chat.GATES = {
	"": __("As the Agent Says"),
	Always: __("On"),
	"When Relevant": __("When Relevant"),
	Never: __("Off"),
};

huf.chat.Knowledge = class Knowledge {
	/**
	 * @param agent gives the name of the agent, empty without one
	 * @param chosen called with {knowledge_gate, sources}; resolves when it is kept
	 */
	constructor({ agent, chosen }) {
		this.agent = agent;
		this.chosen = chosen;
		this.button = $('<button type="button" class="btn btn-default btn-sm huf-knowledge" aria-haspopup="dialog">').on(
			"click",
			() => this.ask()
		);
		this.set({});
	}

	/** @param sources those that are searched; null for all of the agent's */
	set({ knowledge_gate, sources }) {
		this.gate = knowledge_gate || "";
		this.sources = sources || null;
		const parts = [this.gate ? __("Knowledge: {0}", [huf.chat.GATES[this.gate]]) : __("Knowledge")];
		if (this.sources?.length) {
			parts.push(this.sources.length === 1 ? this.sources[0] : __("{0} sources", [this.sources.length]));
		}
		this.button.text(parts.join(" · "));
	}

	/** As start_run and set_knowledge take it. */
	get values() {
		return {
			knowledge_gate: this.gate || undefined,
			sources: this.sources ? JSON.stringify(this.sources) : undefined,
		};
	}

	async ask() {
		const agent = this.agent();
		let found;
		try {
			found = await huf.desk.post("huf.ai.chat.get_knowledge", { agent });
		} catch (error) {
			this.say(error);
			return;
		}
		if (agent === this.agent()) {
			this.open(found, agent);
		}
	}

	open({ sources, knowledge_gate }, agent) {
		const wanted = (source) => !this.sources || this.sources.includes(source);
		// Without an agent nobody else has said anything: what comes of itself is chosen by its own name.
		const usual = agent ? "" : knowledge_gate;
		const gates = Object.entries(huf.chat.GATES)
			.map(([value, label]) => ({ value, label }))
			.filter(({ value }) => agent || value);
		const as_agent = __("The agent says: {0}", [huf.chat.GATES[knowledge_gate] || knowledge_gate]);
		const title = __("Knowledge of This Conversation");
		const dialog = new frappe.ui.Dialog({
			title,
			fields: [
				{
					fieldname: "gate",
					fieldtype: "Select",
					label: __("Knowledge"),
					options: gates,
					default: this.gate || usual,
					description: agent ? as_agent : "",
				},
				{
					fieldname: "sources",
					fieldtype: "MultiCheck",
					label: __("Sources"),
					options: sources.map((source) => ({
						value: source,
						label: huf.desk.escape(source),
						checked: wanted(source) || (this.gate === "Never" && !this.sources?.length),
					})),
					columns: 1,
					hidden: !sources.length,
					depends_on: "eval:doc.gate !== 'Never'",
				},
			],
			primary_action_label: __("Use"),
			primary_action: ({ gate, sources: some }) => {
				this.use(dialog, { gate: gate === usual ? "" : gate, sources: some }, sources);
			},
		});
		// Frappe gives its dialogs the role, and no name.
		dialog.$wrapper.addClass("huf-knowledge-dialog").attr("aria-label", title);
		dialog.show();
	}

	async use(dialog, { gate, sources }, known) {
		const some = sources || [];
		const is_off = gate === "Never" || (known.length > 0 && !some.length);
		const choice = {
			knowledge_gate: is_off ? "Never" : gate || "",
			sources: is_off ? [] : some.length === known.length ? null : some,
		};
		try {
			await this.chosen(choice);
		} catch (error) {
			this.say(error);
			return;
		}
		this.set(choice);
		dialog.hide();
	}

	say(error) {
		frappe.show_alert({ message: huf.desk.escape(error.message), indicator: "red" });
	}
};
