// The page Ask: conversations on the left, the turns of one in the middle, what its answers rest on at the right.

frappe.provide("huf.chat");

huf.chat.ROUTE = "knowledge-chat";

/** In the field Agent: no agent, but a model that answers from all that the user may read. No agent is called like this. */
huf.chat.ALL = "\u0000all";

huf.chat.Chat = class Chat {
	constructor(wrapper) {
		this.page = frappe.ui.make_app_page({ parent: wrapper, title: __("Ask"), single_column: false });
		$(wrapper).addClass("huf-chat-page");
		this.turns = [];
		this.conversation = null;
		this.make_head();
		this.list = new huf.chat.Conversations({
			page: this.page,
			renamed: () => this.reload_list(),
			deleted: (name) => this.deleted(name),
		});
		const body = (this.body = $('<div class="huf-chat">').appendTo(this.page.main));
		const middle = $('<div class="huf-middle">').appendTo(body);
		this.thread = $('<div class="huf-thread" role="log" aria-live="polite">').appendTo(middle);
		this.knowledge = new huf.chat.Knowledge({
			agent: () => (this.agent === huf.chat.ALL ? "" : this.agent),
			chosen: (choice) => this.knowledge_chosen(choice),
		});
		this.composer = new huf.chat.Composer({
			knowledge: this.knowledge.button,
			ask: (question) => this.ask(question),
			stop: () => this.stop(),
			edit_last: () => this.edit(this.last_turn),
			take_away: (file) => this.take_away(file),
		});
		middle.append(this.composer.box);
		this.used = $('<aside class="huf-used">').attr("aria-label", __("What was used")).appendTo(body);
		$(window).on("resize", () => this.fit());
		// The events are sent to the user of the run alone.
		frappe.realtime.on("huf_run_text", (event) => this.follower_of(event)?.on_text(event));
		frappe.realtime.on("huf_run_status", (event) => this.follower_of(event)?.on_status(event));
	}

	/** The box to write in stands at the lower end of the screen, whatever Frappe has above it. */
	fit() {
		if (this.body.is(":visible")) {
			let top = this.body[0].getBoundingClientRect().top;
			// Frappe 15 scrolls the window, Frappe 16 a part of the page.
			for (let above = this.body[0].parentElement; above; above = above.parentElement) {
				top += above.scrollTop;
			}
			this.body[0].style.setProperty("--huf-top", `${Math.round(top)}px`);
		}
	}

	/** Where a keyboard is there anyway; on a phone it would cover what is to be read. */
	await_question() {
		if (window.matchMedia("(hover: hover)").matches) {
			this.composer.focus();
		}
	}

	make_head() {
		this.agent_field = this.page.add_field({
			fieldname: "agent",
			fieldtype: "Select",
			label: __("Agent"),
			change: () => this.agent_chosen(),
		});
		this.page.set_primary_action(__("New Conversation"), () => this.begin(), "add");
	}

	get agent() {
		return this.agent_field.get_value();
	}

	/** The page is shown: knowledge-chat, or knowledge-chat/<conversation>. */
	async open() {
		const { agent, everything, question, reference_doctype, reference_name, title } = frappe.route_options || {};
		this.wanted_agent = (everything && huf.chat.ALL) || agent || this.wanted_agent;
		this.wanted_question = question || this.wanted_question;
		this.wanted_about = reference_name ? { reference_doctype, reference_name, title } : this.wanted_about;
		frappe.route_options = null;
		const opened = (this.opened = (this.opened || 0) + 1);
		let found;
		try {
			found = await huf.desk.post("huf.ai.chat.get_chat", {});
		} catch (error) {
			this.say(error.message, "red");
			return;
		}
		if (opened !== this.opened) {
			return; // the page was shown again meanwhile
		}
		this.take(found);
		this.fit();
		const [, wanted] = frappe.get_route();
		if (wanted && wanted !== this.conversation) {
			await this.open_conversation(wanted);
		} else if (!wanted && !this.composer.is_sending) {
			this.clear();
			this.choose(this.wanted_agent || this.agent);
			this.set_about(this.wanted_about);
			if (this.wanted_question) {
				const is_answered = this.answers || this.wanted_agent !== huf.chat.ALL;
				const prompt = this.wanted_question;
				is_answered ? this.ask({ prompt, files: [] }) : this.look_up(prompt);
			} else {
				this.await_question();
			}
		}
		this.wanted_agent = this.wanted_about = this.wanted_question = null;
	}

	take({ agents, conversations, answers }) {
		this.agents = agents;
		this.answers = answers;
		this.conversations = conversations;
		const before = this.agent;
		// Frappe writes the label of an option as HTML.
		const options = agents.map(({ name }) => ({ value: name, label: huf.desk.escape(name) }));
		const all = answers ? [{ value: huf.chat.ALL, label: __("All That I May Read") }] : [];
		this.agent_field.df.options = [...options, ...all];
		this.agent_field.refresh();
		this.choose(before);
		this.show_list();
	}

	/** The titles as they are now; what is open stays as it is. */
	async reload_list() {
		this.take(await huf.desk.post("huf.ai.chat.get_chat", {}));
	}

	async deleted(name) {
		if (name === this.conversation) {
			this.begin();
		}
		await this.reload_list();
	}

	choose(agent) {
		const known = this.agents.some(({ name }) => name === agent) || (this.answers && agent === huf.chat.ALL);
		const first = this.agents.length ? this.agents[0].name : this.answers ? huf.chat.ALL : "";
		this.agent_field.set_input(known ? agent : first);
		this.show_empty();
	}

	/** Another agent is another conversation: an agent answers in its own alone. */
	agent_chosen() {
		if (this.conversation && this.agent !== this.talk_agent) {
			this.begin(this.agent);
		} else {
			this.knowledge.set({});
			this.show_empty();
		}
	}

	begin(agent = this.agent) {
		this.clear();
		this.choose(agent);
		frappe.set_route(huf.chat.ROUTE);
		this.composer.focus();
	}

	clear() {
		this.turns.forEach((turn) => turn.end());
		this.turns = [];
		this.conversation = this.talk_agent = null;
		this.set_about(null);
		this.set_files([]);
		this.knowledge.set({});
		this.thread.empty();
		this.show_used(null);
		this.composer.set_busy(false);
		this.composer.set_closed("");
		this.composer.stop_editing();
		this.show_list();
	}

	/** The record that a conversation is about: chosen before its first question, and kept by the server from then on. */
	set_about(about) {
		this.about = about;
		this.composer.show_about(about, this.conversation ? null : () => this.set_about(null));
	}

	/** The files that the conversation has: each takes part in its next questions, until it is taken away. */
	set_files(files) {
		this.files = files;
		this.composer.set_kept(files);
	}

	/** Kept by the server for the conversation; one that begins gets it with its first question. */
	async knowledge_chosen({ knowledge_gate, sources }) {
		const { conversation } = this;
		if (conversation) {
			const values = { conversation, knowledge_gate, sources: sources ? JSON.stringify(sources) : undefined };
			await huf.desk.post("huf.ai.chat.set_knowledge", values);
		}
	}

	async take_away(file) {
		const { conversation } = this;
		try {
			const left = await huf.desk.post("huf.ai.chat.remove_conversation_file", { conversation, file });
			if (this.conversation === conversation) {
				this.set_files(left.files);
				this.composer.focus();
			}
		} catch (error) {
			this.say(error.message, "red");
		}
	}

	/** Without an agent and without a model there is nothing to choose, to attach or to change, and no answer rests on anything. */
	show_knowledge() {
		const is_all = this.answers && this.agent === huf.chat.ALL;
		const is_answered = Boolean(is_all || (this.agents || []).some(({ name }) => name === this.agent));
		this.knowledge.button.toggle(is_answered);
		this.composer.with_files(is_answered);
		this.used.toggle(is_answered || Boolean(this.conversation));
		this.page.page_form.toggle(Boolean(this.answers || this.agents?.length));
	}

	show_empty() {
		this.show_knowledge();
		if (this.turns.length || this.conversation) {
			return;
		}
		this.thread.empty();
		const box = $('<div class="huf-empty">').appendTo(this.thread);
		const agent = (this.agents || []).find(({ name }) => name === this.agent);
		if (this.agent === huf.chat.ALL) {
			$('<div class="huf-empty-title">').text(__("Ask")).appendTo(box);
			const from = __("Answers come from all that you may read, and say where they come from.");
			$('<div class="text-muted">').text(from).appendTo(box);
			this.composer.set_closed("");
			return;
		}
		if (!agent) {
			const none = __("There is no agent that you may run. Ask a Knowledge Manager to make one.");
			$('<div class="text-muted">').text(none).appendTo(box);
			const found = __("Until then records are looked up that you ask for, and passages that have your words.");
			$('<div class="text-muted">').text(found).appendTo(box);
			if (!this.answers) {
				box.append(this.no_model());
			}
			this.composer.set_closed("");
			return;
		}
		$('<div class="huf-empty-title">').text(__("Ask {0}", [agent.name])).appendTo(box);
		const about = agent.description || __("Answers come from what the company knows, and say where they come from.");
		$('<div class="text-muted">').text(about).appendTo(box);
	}

	show_list() {
		this.list.show(this.conversations, this.conversation);
	}

	async open_conversation(name) {
		this.clear();
		this.conversation = name;
		const loading = $('<div class="text-muted huf-empty">').text(__("Loading…")).appendTo(this.thread);
		let found;
		try {
			found = await huf.desk.post("huf.ai.chat.get_conversation", { conversation: name });
		} catch (error) {
			loading.remove();
			this.conversation = null;
			this.say(error.message, "red");
			return;
		}
		if (this.conversation !== name) {
			return; // another one was opened meanwhile
		}
		loading.remove();
		this.talk_agent = found.agent || huf.chat.ALL;
		this.agent_field.set_input(this.talk_agent);
		this.close_if_needed(found);
		const { reference_doctype, reference_name } = found;
		this.set_about(reference_name ? { reference_doctype, reference_name } : null);
		this.set_files(found.files);
		this.knowledge.set(found);
		this.show_knowledge();
		if (found.earlier) {
			const runs = huf.desk.page_address("agent-run");
			const link = $("<a>").attr("href", `${runs}?conversation=${encodeURIComponent(name)}`);
			link.text(__("{0} earlier questions", [found.earlier]));
			$('<div class="text-center small mb-3">').append(link).appendTo(this.thread);
		}
		found.runs.forEach((run) => this.add(run));
		this.show_list();
		const last = this.turns[this.turns.length - 1];
		this.show_used(last && !last.is_going_on ? last : null);
		this.to_end();
		this.await_question();
	}

	close_if_needed({ status, agent }) {
		if (status !== "Open") {
			this.composer.set_closed(__("This conversation is closed. Begin a new one."));
		} else if (!agent) {
			this.composer.set_closed(this.answers ? "" : __("No model is connected any more. A System Manager connects one."));
		} else if (!this.agents.some(({ name }) => name === agent)) {
			this.composer.set_closed(__("You may not run this agent any more, or it is disabled."));
		}
	}

	add(run) {
		const turn = new huf.chat.Turn(this, run);
		this.turns.push(turn);
		this.thread.append(turn.box);
		turn.follow();
		this.set_busy();
		return turn;
	}

	follower_of({ run }) {
		return this.turns.find((turn) => turn.run.run === run && turn.follower)?.follower;
	}

	turn_changed(turn) {
		if (!this.turns.includes(turn)) {
			return;
		}
		this.set_busy();
		if (!turn.is_going_on) {
			this.show_used(turn);
		}
		if (this.is_at_end) {
			this.to_end();
		}
	}

	set_busy() {
		this.composer.set_busy(this.turns.some((turn) => turn.is_going_on));
	}

	get last_turn() {
		return this.turns[this.turns.length - 1];
	}

	/** The last question is written anew in the box; what answers it then takes the place of this turn. */
	edit(turn) {
		if (turn && turn === this.last_turn && turn.can_be_replaced) {
			this.composer.edit(turn);
		}
	}

	/** The same question once more. Two clicks are one question. */
	async ask_again(turn, question) {
		if (this.is_asking_again || turn !== this.last_turn || !turn.can_be_replaced) {
			return;
		}
		this.is_asking_again = true;
		try {
			await this.ask({ ...question, replaces: turn });
		} finally {
			this.is_asking_again = false;
		}
		this.await_question();
	}

	/** @param replaces the turn whose place this question takes */
	async ask({ prompt, files, replaces }) {
		const { conversation, agent } = this;
		this.thread.find(".huf-problem").remove();
		if (!agent) {
			this.look_up(prompt);
			return true;
		}
		let started;
		try {
			started = await huf.desk.post("huf.ai.agent_integration.start_run", {
				agent: agent === huf.chat.ALL ? "" : agent,
				prompt,
				conversation,
				new_conversation: conversation ? 0 : 1,
				...(conversation ? {} : this.knowledge.values),
				reference_doctype: this.about?.reference_doctype,
				reference_name: this.about?.reference_name,
				files: files.map(({ file }) => file),
				replaces: replaces?.run.run,
			});
		} catch (error) {
			this.say(error.message, "red");
			return false;
		}
		if (this.conversation !== conversation) {
			return true; // another conversation was opened meanwhile; this one is in the list
		}
		this.thread.find(".huf-empty").remove();
		if (!conversation) {
			this.conversation = started.conversation;
			this.talk_agent = agent;
			this.set_about(this.about);
		}
		const more = files.filter(({ file }) => !this.files.some((one) => one.file === file));
		this.set_files([...this.files, ...more.map((one) => ({ ...one, is_readable: true }))]);
		if (replaces) {
			this.drop(replaces);
		}
		const turn = this.add({
			...{ run: started.run, prompt, files, status: started.status, text: "", notes: [], citations: [] },
			verification_reasons: [],
			replaces: replaces?.run.run || "",
		});
		// What the question asks of the records is there at once, before the agent's words. About one record it would be read as if
		// it were about all: "how many are in stock".
		if (!this.about) {
			huf.desk.plain_question(prompt).insertBefore(turn.reply);
		}
		this.show_used(null);
		this.to_end();
		if (!conversation) {
			await frappe.set_route(huf.chat.ROUTE, started.conversation);
		}
		return true;
	}

	/**
	 * Without a model: the records that the question asks for, and the passages that have its words. That a model would answer from
	 * passages is said once, and not of a question that records answer.
	 */
	look_up(prompt) {
		this.thread.find(".huf-empty").remove();
		const passes = (passages) => {
			if (!this.answers && !this.thread.find(".huf-no-model").length) {
				this.no_model().insertBefore(passages);
				this.to_end();
			}
		};
		this.thread.append(huf.chat.looked_up(prompt, passes));
		this.to_end();
	}

	/** That a model would answer, and who connects one. */
	no_model() {
		const box = $('<div class="huf-no-model text-muted">');
		$("<span>").text(__("With a model connected, questions are answered from these passages.")).appendTo(box);
		if (!frappe.model.can_create("AI Provider")) {
			return box.append(document.createTextNode(" "), $("<span>").text(__("A System Manager connects it.")));
		}
		const begin = () => new huf.ConnectModel(() => this.model_connected());
		return box.append(
			$('<button type="button" class="btn btn-default btn-sm ml-2">')
				.text(__("Connect a Model"))
				.on("click", () => frappe.require("/assets/huf/js/connect_model.js", begin))
		);
	}

	async model_connected() {
		this.thread.find(".huf-no-model").remove();
		this.take(await huf.desk.post("huf.ai.chat.get_chat", {}));
		this.choose(huf.chat.ALL);
		this.composer.focus();
	}

	drop(turn) {
		turn.end();
		turn.box.remove();
		this.turns = this.turns.filter((each) => each !== turn);
		this.set_busy();
	}

	async stop() {
		const turn = this.turns.find((each) => each.is_going_on);
		if (!turn) {
			return;
		}
		this.composer.stop_button.prop("disabled", true);
		try {
			await huf.desk.post("huf.ai.agent_integration.cancel_run", { run: turn.run.run });
		} catch (error) {
			this.say(error.message, "red");
		}
		this.composer.stop_button.prop("disabled", false);
		turn.follower?.ask();
	}

	show_used(turn) {
		this.used.empty();
		this.thread.find(".huf-turn").removeClass("huf-shown");
		$('<h4 class="h6 huf-used-title">').text(__("What was used")).appendTo(this.used);
		if (!turn) {
			const hint = __("Sources, checks and notes of an answer stand here.");
			$('<div class="text-muted small">').text(hint).appendTo(this.used);
			return;
		}
		turn.box.addClass("huf-shown");
		this.used.append(huf.chat.used(turn.run)).scrollTop(0);
	}

	/** A message about the page itself; text. */
	say(message, color) {
		$(`<div class="form-message ${color} huf-problem">`).text(message).appendTo(this.thread);
		this.to_end();
	}

	get is_at_end() {
		const area = this.thread[0];
		return area.scrollHeight - area.scrollTop - area.clientHeight < 200;
	}

	to_end() {
		this.thread.scrollTop(this.thread[0].scrollHeight);
	}
};
