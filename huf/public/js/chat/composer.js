// Where a question is written on the page Ask: text, attached files, Ask or Stop.

frappe.provide("huf.chat");

huf.chat.Composer = class Composer {
	/**
	 * @param ask called with {prompt, files, replaces}; resolves to true if it was taken @param stop ends what is under way
	 * @param edit_last called when the last question is to be changed
	 * @param take_away called with the name of a file that the conversation is not to have any more
	 * @param knowledge the button that says what knowledge is used
	 */
	constructor({ ask, stop, edit_last, take_away, knowledge }) {
		this.take_away = take_away;
		this.ask = ask;
		this.stop = stop;
		this.edit_last = edit_last;
		this.files = new Map();
		this.kept_files = [];
		this.box = $('<div class="huf-composer">');
		this.changing = $('<div class="huf-changing">').appendTo(this.box);
		this.about = $('<div class="huf-about">').appendTo(this.box);
		this.kept = $('<div class="huf-kept">').appendTo(this.box);
		this.attached = $('<div class="huf-attached">').appendTo(this.box);
		this.field = $('<textarea class="huf-prompt" rows="2">')
			.attr({ placeholder: __("Ask a question…"), "aria-label": __("Question") })
			.on("keydown", (event) => this.pressed(event))
			.on("input", () => this.grow())
			.appendTo(this.box);
		const bar = $('<div class="huf-bar">').appendTo(this.box);
		this.attach = $('<button type="button" class="btn btn-default btn-sm huf-attach">')
			.append(frappe.utils.icon("attachment", "sm"), $("<span>").text(__("Attach")))
			.on("click", () => this.upload())
			.appendTo(bar);
		bar.append(knowledge);
		this.hint = $('<span class="text-muted small huf-hint">').appendTo(bar);
		this.stop_button = $('<button type="button" class="btn btn-danger btn-sm huf-stop">')
			.text(__("Stop"))
			.on("click", stop)
			.appendTo(bar);
		this.button = $('<button type="button" class="btn btn-primary btn-sm huf-send">')
			.text(__("Ask"))
			.on("click", () => this.send())
			.appendTo(bar);
		this.with_files(true);
		this.set_busy(false);
	}

	/** @param is_answered whether what is asked is answered by a model: then files go with it, and it can be changed */
	with_files(is_answered) {
		const changes = __("Enter sends, Shift + Enter begins a line, ↑ changes the last question");
		this.hint.text(is_answered ? changes : __("Enter sends, Shift + Enter begins a line"));
		this.attach.toggle(is_answered);
	}

	pressed(event) {
		// An Enter or an arrow that chooses among the words of an input method is not meant for the page.
		if (event.originalEvent.isComposing) {
			return;
		}
		const plain = !(event.shiftKey || event.altKey || event.ctrlKey || event.metaKey);
		if (event.key === "Enter" && !event.shiftKey) {
			event.preventDefault();
			this.send();
		} else if (event.key === "ArrowUp" && plain && !this.field.val() && !this.is_busy) {
			event.preventDefault();
			this.edit_last();
		} else if (event.key === "Escape" && this.editing) {
			this.stop_editing();
		} else if (event.key === "Escape" && this.is_busy) {
			this.stop();
		} else {
			return;
		}
		event.stopPropagation(); // Frappe leaves a field on Escape
	}

	/** Write the question of a turn anew. What was being written comes back when it is left. */
	edit(turn) {
		if (this.is_busy || this.is_closed || this.is_sending) {
			return;
		}
		if (!this.editing) {
			this.draft = { prompt: this.field.val(), files: this.files };
		}
		this.editing = turn;
		this.changing.empty();
		const chip = $('<span class="huf-asked-file">').text(__("Changing your last question")).appendTo(this.changing);
		this.cross(__("Cancel"), __("Cancel"), () => this.stop_editing()).appendTo(chip);
		this.write(turn.run.prompt, new Map(turn.files_again.map(({ file, file_name }) => [file, file_name || file])));
		this.focus();
		this.field[0].setSelectionRange(turn.run.prompt.length, turn.run.prompt.length);
	}

	stop_editing() {
		if (!this.editing) {
			return;
		}
		const { prompt, files } = this.draft;
		this.editing = this.draft = null;
		this.changing.empty();
		this.write(prompt, files);
		this.focus();
	}

	write(prompt, files) {
		this.field.val(prompt);
		this.files = files;
		this.show_files();
		this.grow();
	}

	set_busy(is_busy) {
		this.is_busy = is_busy;
		this.button.toggle(!is_busy);
		this.stop_button.toggle(is_busy).prop("disabled", false);
	}

	/** Why nothing can be asked, or nothing if it can. */
	set_closed(reason) {
		this.is_closed = Boolean(reason);
		this.field.prop("disabled", this.is_closed).attr("placeholder", reason || __("Ask a question…"));
		this.button.prop("disabled", this.is_closed);
	}

	/** What the conversation is about, if it is about a record; @param remove null when that cannot be changed any more */
	show_about(about, remove) {
		this.about.empty();
		if (!about) {
			return;
		}
		const { reference_doctype, reference_name, title } = about;
		const label = [__(reference_doctype), reference_name, title !== reference_name && title].filter(Boolean).join(" · ");
		const chip = $('<span class="huf-asked-file">').appendTo(this.about);
		$('<span class="text-muted">').text(__("About")).appendTo(chip);
		$("<a>").attr("href", frappe.utils.get_form_link(reference_doctype, reference_name)).text(label).appendTo(chip);
		if (remove) {
			this.cross(__("Remove"), __("Remove {0}", [label]), remove).appendTo(chip);
		}
	}

	/** The small button that takes away what it stands on. @param label says what that is, to who does not see it */
	cross(title, label, act) {
		const button = $('<button type="button" class="btn-reset">').text("×").on("click", act);
		return button.attr({ title, "aria-label": label });
	}

	/** The files that the conversation has from its earlier questions. */
	set_kept(files) {
		this.kept_files = files;
		this.show_kept();
	}

	show_kept() {
		this.kept.empty();
		// What the question that is being changed has itself, it has below.
		const files = this.kept_files.filter(({ file }) => !this.files.has(file));
		if (!files.length) {
			return;
		}
		const label = __("Files of this conversation");
		this.kept.attr({ role: "group", "aria-label": label });
		$('<span class="text-muted small">').text(label).appendTo(this.kept);
		files.forEach(({ file, file_name, is_readable }) => {
			const chip = $('<span class="huf-asked-file">').attr("data-file", file).appendTo(this.kept);
			chip.append(frappe.utils.icon("attachment", "xs"), $("<span>").text(file_name));
			if (!is_readable) {
				chip.addClass("huf-not-readable").attr("title", __("It is gone, or you may not read it any more."));
				chip.append($('<span class="huf-lost">').text(__("cannot be read")));
			}
			this.cross(__("Take Away"), __("Take {0} away", [file_name]), () => this.take_away(file)).appendTo(chip);
		});
	}

	focus() {
		this.field.trigger("focus");
	}

	grow() {
		this.field.css("height", "auto").css("height", `${Math.min(this.field[0].scrollHeight, 220)}px`);
	}

	async send() {
		const prompt = this.field.val().trim();
		if (!prompt || this.is_busy || this.is_closed || this.is_sending) {
			return;
		}
		this.is_sending = true;
		const files = [...this.files].map(([file, file_name]) => ({ file, file_name }));
		try {
			if (await this.ask({ prompt, files, replaces: this.editing })) {
				this.editing ? this.stop_editing() : this.write("", new Map());
			}
		} finally {
			this.is_sending = false;
		}
	}

	show_files() {
		this.show_kept();
		this.attached.empty();
		for (const [name, label] of this.files) {
			const chip = $('<span class="huf-asked-file">').appendTo(this.attached);
			chip.append(frappe.utils.icon("attachment", "xs"), $("<span>").text(label));
			const remove = () => this.files.delete(name) && this.show_files();
			this.cross(__("Remove"), __("Remove {0}", [label]), remove).appendTo(chip);
		}
	}

	upload() {
		const uploader = new frappe.ui.FileUploader({
			allow_multiple: true,
			dialog_title: __("Attach Files to the Question"),
			make_attachments_public: false,
			restrictions: {},
			on_success: (file) => {
				if (file) {
					this.files.set(file.name, file.file_name);
					this.show_files();
				}
				// Frappe closes its dialog only if the last file of the list is also the last one to arrive.
				if ((uploader.uploader.files || []).every((each) => each.request_succeeded)) {
					uploader.dialog?.hide();
					this.focus();
				}
			},
		});
	}
};
