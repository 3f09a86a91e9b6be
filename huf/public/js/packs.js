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
				fields: [{ fieldname: "about", fieldtype: "HTML" }],
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

		about({ title, maker, fingerprint, made_at, packs }) {
			const box = $('<div class="huf-pack-about mb-3">');
			box.append(line(title, "bold"));
			if (packs.length === 1) {
				if (packs[0].description) {
					box.append(line(packs[0].description));
				}
				box.append(line(contents(packs[0]), "text-muted"));
			} else {
				box.append(line(__("{0} packs. All of them are imported, or none.", [huf.desk.count(packs.length)]), "text-muted"));
			}
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

		/** The choices of whoever imports: where each pack goes, and who may read the sources that are made. */
		ask() {
			const { packs } = this.pack;
			if (this.source && packs.length > 1) {
				this.area.append(refusal(__("This file has the packs of several sources. Use Import Pack in the list of Knowledge Sources.")));
				return;
			}
			this.places = packs.map((pack, index) => this.place(pack, index));
			const problem = this.places.map((place) => place.problem).find(Boolean);
			if (problem) {
				this.area.append(refusal(problem));
				return;
			}
			this.fields = [
				...this.places.flatMap((place) => this.fields_of(place)),
				...(packs.length === 1 ? [] : [{ fieldname: "for_all", fieldtype: "Section Break" }]),
				{
					fieldname: "roles",
					fieldtype: "MultiSelectPills",
					label: __("Who May Read"),
					hidden: 1,
					description:
						packs.length === 1
							? __("Roles. If you choose none, the source is yours alone until you share it.")
							: __("Roles, for all new sources. If you choose none, they are yours alone until you share them."),
					get_data: (txt) => frappe.db.get_link_options("Role", txt),
				},
			];
			this.dialog.add_fields(this.fields);
			this.places.forEach(({ into, source_name, options, pack }) => {
				this.dialog.set_value(into, options[0].value);
				this.dialog.set_value(source_name, pack.title);
			});
			this.show_fields();
			show_foot(this.dialog, true);
		}

		/** Where a pack may go; why nowhere, if that is so. */
		place(pack, index) {
			const { sources, title, is_changes } = pack;
			const same = this.source ? sources.filter(({ name }) => name === this.source) : sources;
			const own = same.filter(({ lacks_base }) => !lacks_base);
			const options = own.map(({ name }) => ({ value: name, label: name }));
			if (!this.source && !is_changes) {
				options.push({ value: "", label: __("A new source") });
			}
			const suffix = index ? `_${index}` : "";
			const place = { pack, options, into: `into${suffix}`, source_name: `source_name${suffix}` };
			if (!options.length) {
				const words = same.length
					? __("The pack holds only what changed since another pack than {0} has. Import the packs in their order, or a whole one.", [
							same[0].name,
					  ])
					: this.source
					? __("The pack is of something else than this source came from.")
					: __("The pack holds only what changed, and nothing that it adds to is here. Import the whole pack first.");
				place.problem = this.pack.packs.length === 1 ? words : `${title}: ${words}`;
			}
			return place;
		}

		fields_of({ pack, options, into, source_name }) {
			const is_choice = options.some(({ value }) => value);
			const is_one = this.pack.packs.length === 1;
			// Frappe takes the label of a section for HTML.
			const label = huf.desk.escape(`${pack.title} (${contents(pack)})`);
			const head = { fieldname: `of_${into}`, fieldtype: "Section Break", label };
			return [
				...(is_one ? [] : [head]),
				{
					fieldname: into,
					fieldtype: "Select",
					label: __("Import Into"),
					options,
					hidden: is_choice ? 0 : 1,
					description: is_one ? __("A source that an earlier pack made keeps its name, its rights and its settings.") : "",
					onchange: () => this.show_fields(),
				},
				{ fieldname: source_name, fieldtype: "Data", label: __("Source Name"), hidden: 1 },
			];
		}

		show_fields() {
			const chosen = this.places.map(({ into }) => this.dialog.get_value(into));
			this.places.forEach(({ source_name }, index) => {
				this.dialog.set_df_property(source_name, "hidden", chosen[index] ? 1 : 0);
				this.dialog.set_df_property(source_name, "reqd", chosen[index] ? 0 : 1);
			});
			this.dialog.set_df_property("roles", "hidden", chosen.every(Boolean) ? 1 : 0);
			this.area.find(".huf-pack-older").remove();
			if (this.is_older(chosen)) {
				this.area.append(
					refusal(__("This pack is older than what is there. What was added since goes.")).addClass("huf-pack-older")
				);
			}
		}

		is_older(chosen) {
			return this.places.some(({ pack }, index) => pack.sources.some(({ name, is_older }) => name === chosen[index] && is_older));
		}

		async start(values) {
			const chosen = this.places.map(({ into }) => values[into]);
			const packs = this.places.map(({ pack, source_name }, index) =>
				chosen[index]
					? { pack_id: pack.pack_id, knowledge_source: chosen[index] }
					: { pack_id: pack.pack_id, source_name: values[source_name] }
			);
			// What an older one means stands above the button.
			const args = { file: this.file, packs, roles: values.roles || [], older: this.is_older(chosen) ? 1 : 0 };
			let job;
			try {
				({ job } = await huf.desk.post(METHODS + "import_pack", args));
			} catch (error) {
				this.area.find(".huf-pack-problem").not(".huf-pack-older").remove();
				this.area.append(refusal(error.message));
				return;
			}
			this.fields.forEach(({ fieldname }) => this.dialog.set_df_property(fieldname, "hidden", 1));
			const found = await follow_in(this.dialog, this.area, job, __("The pack is checked and installed."));
			if (found.state === "Failed") {
				this.area.empty().append(refusal(found.problem));
				return;
			}
			this.dialog.hide();
			this.tell(found.sources);
		}

		tell(sources) {
			const held = sources.filter((one) => one.held);
			if (sources.length > 1) {
				const message = held.length
					? __("{0} sources are installed. The new index of {1} waits for your decision.", [
							sources.length,
							held.map(({ source }) => huf.desk.escape(source)).join(", "),
					  ])
					: __("{0} sources are installed.", [sources.length]);
				frappe.show_alert({ message, indicator: held.length ? "orange" : "green" });
				frappe.set_route("List", "Knowledge Source").then(() => cur_list?.doctype === "Knowledge Source" && cur_list.refresh());
				return;
			}
			const [{ source: name }] = sources;
			const source = huf.desk.escape(name);
			frappe.show_alert(
				held.length
					? { message: __("{0} answers as before: the new index waits for your decision.", [source]), indicator: "orange" }
					: { message: __("{0} is installed.", [source]), indicator: "green" }
			);
			frappe.set_route("Form", "Knowledge Source", name).then(() => cur_frm?.docname === name && cur_frm.reload_doc()); // nosemgrep: frappe-cur-frm-usage (asks which form is shown)
		}
	}

	// --- Making

	const EVERYTHING = "";
	const UPLOAD = "upload";

	/** Make a pack of a source: all of it, or what changed since one that was made before. Of several sources, one file with a pack of each. */
	huf.desk.make_pack = (...sources) => new MakingDialog(sources);

	class MakingDialog {
		constructor(sources) {
			this.sources = sources;
			this.is_one = sources.length === 1;
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
						hidden: this.is_one ? 0 : 1,
						onchange: () => this.explain(),
					},
				],
				primary_action_label: __("Make Pack"),
				primary_action: huf.desk.once(({ since }) => this.start(since || EVERYTHING)),
			});
			this.dialog.$wrapper.addClass("huf-make-pack");
			this.area = this.dialog.get_field("about").$wrapper;
			this.area.append(
				line(__("One signed file of what you find in {0}, for another site or for the command line.", [sources.join(", ")])),
				line(__("Whoever has the file can read all of it: a pack has no rights. It is kept as a private file that is yours alone."), "text-muted mt-2 mb-3")
			);
			this.dialog.show();
			if (this.is_one) {
				this.look();
			}
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
				made = await huf.desk.post(METHODS + "packs_made", { knowledge_source: this.sources[0] });
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
				({ job } = await huf.desk.post(METHODS + "make_pack", { knowledge_sources: this.sources, ...since }));
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

		tell({ sources, is_changes, inputs, all_inputs, passages, bytes, file_url, key, fingerprint }) {
			const counts = [contents({ is_changes, inputs, all_inputs, passages }), huf.desk.size(bytes)];
			if (sources > 1) {
				counts.unshift(__("{0} sources", [huf.desk.count(sources)]));
			}
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
