// The user's conversations at the left of the page Ask: found by their words, renamed, deleted. On a phone they slide in.

frappe.provide("huf.chat");

huf.chat.Conversations = class Conversations {
	/** @param page of Frappe @param renamed called after a change of a title @param deleted called with the name of what is gone */
	constructor({ page, renamed, deleted }) {
		this.page = page;
		this.renamed = renamed;
		this.deleted = deleted;
		// Frappe's own classes for what its button in the head of a page slides in where there is no room beside the page.
		const nav = $('<nav class="huf-conversations overlay-sidebar hidden-xs hidden-sm">')
			.attr("aria-label", __("Your Conversations"))
			.appendTo(page.sidebar);
		$('<div class="huf-list-label">').text(__("Your Conversations")).appendTo(nav);
		this.field = $('<input type="search" class="form-control input-xs huf-find">')
			.attr({ placeholder: __("Find…"), "aria-label": __("Find a conversation"), maxlength: 140 })
			.on(
				"input",
				frappe.utils.debounce(() => this.find(), 250)
			)
			.appendTo(nav);
		this.list = $('<div class="huf-conversation-list">').appendTo(nav);
		nav.on("click", "a", () => this.slide_out());
	}

	get words() {
		return this.field.val().trim();
	}

	/** @param conversations the latest ones @param current the name of the open one */
	show(conversations, current) {
		this.conversations = conversations;
		this.current = current;
		if (this.words && this.found_for === this.words) {
			this.draw(this.found);
		} else if (!this.words) {
			this.draw(conversations || []);
		}
	}

	async find() {
		const { words } = this;
		if (!words) {
			this.found_for = this.found = null;
			this.draw(this.conversations || []);
			return;
		}
		let found;
		try {
			found = await huf.desk.post("huf.ai.chat.get_chat", { search: words });
		} catch (error) {
			this.say(error);
			return;
		}
		if (words === this.words) {
			this.found_for = words;
			this.found = found.conversations;
			this.draw(found.conversations);
		}
	}

	draw(conversations) {
		this.list.empty();
		conversations.forEach((one) => this.row(one).appendTo(this.list));
		if (!conversations.length) {
			const none = this.words ? __("No conversation has these words.") : __("None yet. What a model answers is kept here.");
			$('<div class="text-muted small">').text(none).appendTo(this.list);
		}
	}

	row(one) {
		const is_current = one.name === this.current;
		const row = $('<div class="huf-conversation">').attr("data-name", one.name).toggleClass("huf-current", is_current);
		const title = one.title || __("Conversation");
		const link = $('<a class="huf-conversation-link">')
			.attr({ href: huf.desk.page_address(huf.chat.ROUTE, one.name), title })
			.attr("aria-current", is_current ? "page" : null)
			.appendTo(row);
		$('<div class="huf-conversation-title">').text(title).appendTo(link);
		const when = one.last_run_at ? frappe.datetime.prettyDate(one.last_run_at, true) : "";
		$('<div class="huf-conversation-about text-muted small">')
			.text([one.agent || __("All That I May Read"), when].filter(Boolean).join(" · "))
			.appendTo(link);
		return row.append(this.menu(one, title));
	}

	menu(one, title) {
		const box = $('<div class="dropdown">');
		const label = __("Rename or delete “{0}”", [title]);
		$('<button type="button" class="btn btn-xs dropdown-toggle huf-conversation-menu" data-toggle="dropdown">')
			.attr({ title: __("Rename or delete"), "aria-label": label, "aria-haspopup": true, "aria-expanded": false })
			.append(frappe.utils.icon("dot-horizontal", "sm"))
			.appendTo(box);
		const menu = $('<div class="dropdown-menu dropdown-menu-right">').appendTo(box);
		const add = (text, act) =>
			$('<button type="button" class="dropdown-item">')
				.text(text)
				.on("click", () => {
					this.slide_out(); // a dialog opens below what slid in
					act();
				})
				.appendTo(menu);
		add(__("Rename"), () => this.rename(one));
		add(__("Delete"), () => this.delete(one, title));
		return box;
	}

	slide_out() {
		this.page.sidebar.find(".close-sidebar").trigger("click");
	}

	rename({ name, title }) {
		const field = { fieldname: "title", fieldtype: "Data", label: __("Title"), reqd: 1, default: title, length: 140 };
		const save = async (values) => {
			try {
				await huf.desk.post("huf.ai.chat.rename_conversation", { conversation: name, title: values.title });
				await this.changed(this.renamed);
			} catch (error) {
				this.say(error);
			}
		};
		frappe.prompt(field, save, __("Rename Conversation"), __("Rename"));
	}

	delete({ name }, title) {
		const question = __("Delete “{0}” with its questions and answers?", [huf.desk.escape(title)]);
		frappe.confirm(question, async () => {
			try {
				await huf.desk.post("huf.ai.chat.delete_conversation", { conversation: name });
				await this.changed(() => this.deleted(name));
			} catch (error) {
				this.say(error);
			}
		});
	}

	async changed(tell) {
		await tell();
		if (this.words) {
			await this.find();
		}
	}

	say(error) {
		frappe.show_alert({ message: huf.desk.escape(error.message), indicator: "red" });
	}
};
