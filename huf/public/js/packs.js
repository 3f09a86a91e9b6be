// Packs: importing one as a source, or in place of what an older one brought, and making one of a source. Both are jobs; the dialog follows them.

frappe.provide("huf.desk");

(() => {
	const METHODS = "huf.ai.knowledge.packs.desk.";
	const POLL_MS = 1000;

	function line(text, css_class = "") {
		return $(`<div class="${css_class}">`).text(text);
	}

	function percent_bar() {
		const bar = $('<div class="progress-bar" role="progressbar" style="width: 2%">');
		return [bar, $('<div class="progress my-3" style="height: 6px">').append(bar)];
	}

	/** The foot of a dialog has its button alone. */
	function show_foot(dialog, is_shown) {
		dialog.$wrapper.find(".modal-footer").toggle(is_shown);
	}

	/** Ask after a job until it has ended; gives what it ended with. What the person sees goes by `show`. */
	async function follow(job, show) {
		for (;;) {
			const answer = await huf.desk.post(METHODS + "follow_pack", { job });
			show(answer);
			if (answer.state === "Done" || answer.state === "Failed") {
				return answer;
			}
			await new Promise((resolve) => setTimeout(resolve, POLL_MS));
		}
	}

	/** Show a job in a dialog; closed, it goes on, and `then` is told all the same. */
	async function follow_in(dialog, area, job, words) {
		const [bar, box] = percent_bar();
		const said = line(words, "text-muted");
		area.empty().append(said, box);
		show_foot(dialog, false);
		try {
			return await follow(job, ({ state, percent }) => {
				if (state === "Waiting") {
					said.text(__("Waiting for a worker. You can close this; it goes on."));
				} else {
					said.text(words);
					bar.css("width", `${Math.max(2, cint(percent))}%`);
				}
			});
		} catch (error) {
			return { state: "Failed", problem: error.message };
		}
	}

	function refusal(problem) {
		return $('<div class="form-message yellow huf-pack-problem">').text(problem);
	}

	/** What a pack holds. */
	function contents({ is_changes, inputs, all_inputs, passages }) {
		if (is_changes) {
			const counts = [huf.desk.count(inputs), huf.desk.input_count(all_inputs), huf.desk.passage_count(passages)];
			return __("Changes: {0} of {1}, {2}", counts);
		}
		return [huf.desk.input_count(inputs), huf.desk.passage_count(passages)].join(", ");
	}

	// --- Importing

	/** Upload a pack, then say what it is and ask what its source is to be. */
	huf.desk.import_pack = (source = null) => {
		new frappe.ui.FileUploader({
			allow_multiple: false,
			allow_toggle_private: false,
			dialog_title: __("Import Pack"),
			restrictions: { allowed_file_types: [".hufpack"] },
			on_success: (file) => new ImportDialog(file.file_url, source),
		});
	};

	class ImportDialog {
		constructor(file, source) {
			this.file = file;
			this.source = source;
			this.dialog = new frappe.ui.Dialog({
				title: __("Import Pack"),
				fields: [
					{ fieldname: "about", fieldtype: "HTML" },
					{
						fieldname: "into",
						fieldtype: "Select",
						label: __("Import Into"),
						hidden: 1,
						description: __("A source that an earlier pack made keeps its name, its rights and its settings."),
						onchange: () => this.show_fields(),
					},
					{ fieldname: "source_name", fieldtype: "Data", label: __("Source Name"), hidden: 1 },
					{
						fieldname: "roles",
						fieldtype: "MultiSelectPills",
						label: __("Who May Read"),
						hidden: 1,
						description: __("Roles. If you choose none, the source is yours alone until you share it."),
						get_data: (txt) => frappe.db.get_link_options("Role", txt),
					},
				],
				primary_action_label: __("Import"),
				primary_action: huf.desk.once((values) => this.start(values)),
			});
			this.dialog.$wrapper.addClass("huf-import-pack");
			this.area = this.dialog.get_field("about").$wrapper;
			this.dialog.show();
			this.look();
		}

		async look() {
			this.area.append(line(__("Reading what the pack says of itself…"), "text-muted"));
			show_foot(this.dialog, false);
			let pack;
			try {
				pack = await huf.desk.post(METHODS + "look_into_pack", { file: this.file });
			} catch (error) {
				pack = { problem: error.message };
			}
			this.pack = pack;
			this.area.empty();
			if (pack.title) {
				this.area.append(this.about(pack));
			}
			if (pack.problem) {
				this.refuse(pack);
				return;
			}
			this.ask();
		}

		about({ title, description, maker, fingerprint, made_at, inputs, all_inputs, passages, is_changes }) {
			const box = $('<div class="huf-pack-about mb-3">');
			box.append(line(title, "bold"));
			if (description) {
				box.append(line(description));
			}
			box.append(line(contents({ is_changes, inputs, all_inputs, passages }), "text-muted"));
			const who = maker === fingerprint ? fingerprint : `${maker} (${fingerprint})`;
			box.append(line(__("Signed by {0}, made {1}", [who, frappe.datetime.str_to_user(made_at)]), "text-muted"));
			return box;
		}

		refuse({ problem, is_unknown, may_trust, key }) {
			this.area.append(refusal(problem));
			if (is_unknown && may_trust) {
				this.dialog.set_primary_action(__("Enter the Key"), () => {
					this.dialog.hide();
					frappe.new_doc("Knowledge Pack Key", { public_key: key });
				});
				show_foot(this.dialog, true);
			}
		}

		/** The choices of whoever imports. */
		ask() {
			const { sources, title, is_changes } = this.pack;
			const same = this.source ? sources.filter(({ name }) => name === this.source) : sources;
			const own = same.filter(({ lacks_base }) => !lacks_base);
			this.is_new_allowed = !this.source && !is_changes;
			if (!own.length && !this.is_new_allowed) {
				this.area.append(
					refusal(
						same.length
							? __("The pack holds only what changed since another pack than {0} has. Import the packs in their order, or a whole one.", [
									same[0].name,
							  ])
							: this.source
							? __("The pack is of something else than this source came from.")
							: __("The pack holds only what changed, and nothing that it adds to is here. Import the whole pack first.")
					)
				);
				return;
			}
			const options = own.map(({ name }) => ({ value: name, label: name }));
			if (this.is_new_allowed) {
				options.push({ value: "", label: __("A new source") });
			}
			const into = this.dialog.get_field("into");
			into.df.options = options;
			into.df.hidden = own.length ? 0 : 1;
			into.refresh();
			this.dialog.set_value("into", own.length ? own[0].name : "");
			this.dialog.set_value("source_name", title);
			this.show_fields();
			show_foot(this.dialog, true);
		}

		show_fields() {
			const is_new = !this.dialog.get_value("into");
			this.dialog.set_df_property("source_name", "hidden", is_new ? 0 : 1);
			this.dialog.set_df_property("source_name", "reqd", is_new ? 1 : 0);
			this.dialog.set_df_property("roles", "hidden", is_new ? 0 : 1);
			const chosen = this.pack.sources.find(({ name }) => name === this.dialog.get_value("into"));
			this.area.find(".huf-pack-older").remove();
			if (chosen && chosen.is_older) {
				this.area.append(
					refusal(__("This pack is older than what is there. What was added since goes.")).addClass("huf-pack-older")
				);
			}
		}

		async start({ into, source_name, roles }) {
			// What that means stands above the button.
			const older = cint(this.pack.sources.find(({ name }) => name === into)?.is_older);
			const args = into
				? { file: this.file, knowledge_source: into, older }
				: { file: this.file, source_name, roles: roles || [] };
			let job;
			try {
				({ job } = await huf.desk.post(METHODS + "import_pack", args));
			} catch (error) {
				this.area.find(".huf-pack-problem").not(".huf-pack-older").remove();
				this.area.append(refusal(error.message));
				return;
			}
			["into", "source_name", "roles"].forEach((name) => this.dialog.set_df_property(name, "hidden", 1));
			const found = await follow_in(this.dialog, this.area, job, __("The pack is checked and installed."));
			if (found.state === "Failed") {
				this.area.empty().append(refusal(found.problem));
				return;
			}
			this.dialog.hide();
			const source = huf.desk.escape(found.source);
			frappe.show_alert(
				found.held
					? { message: __("{0} answers as before: the new index waits for your decision.", [source]), indicator: "orange" }
					: { message: __("{0} is installed.", [source]), indicator: "green" }
			);
			frappe.set_route("Form", "Knowledge Source", found.source).then(() => cur_frm?.docname === found.source && cur_frm.reload_doc()); // nosemgrep: frappe-cur-frm-usage (asks which form is shown)
		}
	}

	// --- Making

	const EVERYTHING = "";
	const UPLOAD = "upload";

	/** Make a pack of a source: all of it, or what changed since one that was made before. */
	huf.desk.make_pack = (source) => new MakingDialog(source);

	class MakingDialog {
		constructor(source) {
			this.source = source;
			this.dialog = new frappe.ui.Dialog({
				title: __("Make Pack"),
				fields: [
					{ fieldname: "about", fieldtype: "HTML" },
					{
						fieldname: "since",
						fieldtype: "Select",
						label: __("What It Holds"),
						default: EVERYTHING,
						options: this.options([]),
						onchange: () => this.explain(),
					},
				],
				primary_action_label: __("Make Pack"),
				primary_action: huf.desk.once(({ since }) => this.start(since || EVERYTHING)),
			});
			this.dialog.$wrapper.addClass("huf-make-pack");
			this.area = this.dialog.get_field("about").$wrapper;
			this.area.append(
				line(__("One signed file of what you find in {0}, for another site or for the command line.", [source])),
				line(__("Whoever has the file can read all of it: a pack has no rights. It is kept as a private file that is yours alone."), "text-muted mt-2 mb-3")
			);
			this.dialog.show();
			this.look();
		}

		options(made) {
			return [
				{ value: EVERYTHING, label: __("Everything") },
				...made.map(({ pack_id, made_at, user, inputs }) => {
					const when = frappe.datetime.str_to_user(made_at);
					const what = [huf.desk.count(inputs), user].filter(Boolean);
					const label = user
						? __("Only what changed since {0} ({1} inputs, {2})", [when, ...what])
						: __("Only what changed since {0} ({1} inputs)", [when, ...what]);
					return { value: pack_id, label };
				}),
				{ value: UPLOAD, label: __("Only what changed since a pack that I have…") },
			];
		}

		/** Which packs were made before. A whole one can be made all the same where that cannot be told. */
		async look() {
			let made;
			try {
				made = await huf.desk.post(METHODS + "packs_made", { knowledge_source: this.source });
			} catch (error) {
				this.refuse(error.message);
				return;
			}
			const field = this.dialog.get_field("since");
			field.df.options = this.options(made);
			field.refresh();
		}

		explain() {
			const field = this.dialog.get_field("since");
			const since = field.get_value();
			const words = [];
			if (since && since !== UPLOAD) {
				// On a phone the field shows the beginning of it alone.
				const chosen = field.df.options.find(({ value }) => value === since);
				words.push(`<b>${huf.desk.escape(chosen.label)}</b>`);
			}
			if (since) {
				words.push(
					__("For those who have installed exactly that pack: upon another one it is refused. What is gone since then, or is not yours to find, goes there, too.")
				);
			}
			this.dialog.set_df_property("since", "description", words.join("<br>"));
		}

		refuse(problem) {
			this.area.find(".huf-pack-problem").remove();
			this.area.append(refusal(problem));
		}

		async start(since) {
			if (since !== UPLOAD) {
				await this.make({ since });
				return;
			}
			new frappe.ui.FileUploader({
				allow_multiple: false,
				allow_toggle_private: false,
				dialog_title: __("The Pack Before"),
				restrictions: { allowed_file_types: [".hufpack"] },
				on_success: (file) => this.make({ since_file: file.file_url }),
			});
		}

		async make(since) {
			let job;
			try {
				({ job } = await huf.desk.post(METHODS + "make_pack", { knowledge_source: this.source, ...since }));
			} catch (error) {
				this.refuse(error.message);
				return;
			}
			this.dialog.set_df_property("since", "hidden", 1);
			const made = await follow_in(this.dialog, this.area, job, __("The pack is being made."));
			this.area.empty();
			if (made.state === "Failed") {
				this.area.append(refusal(made.problem));
				return;
			}
			this.tell(made);
		}

		tell({ is_changes, inputs, all_inputs, passages, bytes, file_url, key, fingerprint }) {
			const counts = [contents({ is_changes, inputs, all_inputs, passages }), huf.desk.size(bytes)];
			this.area.append(line(counts.join(", "), "mb-2 huf-pack-counts"));
			$('<a class="btn btn-primary btn-sm huf-pack-file" download>').attr("href", file_url).text(__("Download")).appendTo(this.area);
			this.area.append(
				line(__("Whoever imports it has to trust the key of this site:"), "text-muted mt-3"),
				$('<code style="word-break: break-all">').text(key),
				// Whoever imports it compares this one with what they are told on the telephone.
				line(`${__("Fingerprint")}: ${fingerprint}`, "mt-2 huf-pack-fingerprint")
			);
		}
	}
})();
