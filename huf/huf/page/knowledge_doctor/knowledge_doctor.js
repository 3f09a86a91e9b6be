// public/js/desk.js comes with it; the hook page_js sends it.

frappe.provide("huf.doctor");

huf.doctor.EXAMINE = "huf.ai.doctor.endpoints.examine";
huf.doctor.MEND = "huf.ai.doctor.endpoints.mend";
huf.doctor.SOURCE = "huf.huf.doctype.knowledge_source.knowledge_source";

/** How each level is called and shown. */
huf.doctor.levels = () => ({
	Fault: [__("Fault"), "red"],
	Warning: [__("Warning"), "orange"],
	Notice: [__("Notice"), "blue"],
	Good: [__("Good"), "green"],
});

/** What each action asks for, and what is said once it is under way. */
huf.doctor.actions = () => ({
	"Rebuild Index": {
		label: __("Rebuild Index"),
		ask: (source) => huf.desk.post(`${huf.doctor.SOURCE}.rebuild_index`, { knowledge_source: source }),
		done: __("The index is made anew. The one of now answers meanwhile."),
	},
	Retry: {
		label: __("Retry"),
		ask: (source) => huf.desk.post(`${huf.doctor.SOURCE}.retry_failed`, { knowledge_source: source }),
		done: __("What failed is indexed once more."),
	},
	"Look After It Now": {
		label: __("Look After It Now"),
		ask: () => huf.desk.post(huf.doctor.MEND, { action: "Look After It Now" }),
		done: __("The watchdog is queued: it picks up lost work as soon as a worker is free."),
	},
	"Clean Up": {
		label: __("Clean Up"),
		ask: () => huf.desk.post(huf.doctor.MEND, { action: "Clean Up" }),
		done: __("The clean-up is queued."),
	},
	"Put Together": {
		label: __("Put Together"),
		ask: (source) => huf.desk.post(huf.doctor.MEND, { action: "Put Together", source }),
		done: __("Its segments are put together as soon as a worker is free."),
	},
	Release: {
		label: __("Release"),
		ask: (source) => huf.desk.post(huf.doctor.MEND, { action: "Release", source }),
		done: __("The lease is released."),
	},
});

huf.doctor.DoctorPage = class DoctorPage {
	constructor(wrapper) {
		this.page = frappe.ui.make_app_page({ parent: wrapper, title: __("Knowledge Doctor"), single_column: true });
		$(wrapper).addClass("huf-doctor-page");
		this.page.set_primary_action(__("Examine Again"), () => this.examine(), "refresh");
		this.page.add_inner_button(__("Ask Each Model"), () => this.examine(true));
		this.area = $('<div class="huf-doctor" aria-live="polite">').appendTo(this.page.main);
	}

	/** Ask the server, and show what it found. `with_models`: each model is asked once. */
	async examine(with_models = false) {
		if (this.is_asking) {
			return;
		}
		this.is_asking = true;
		this.area.attr("aria-busy", "true");
		this.say(with_models ? __("Asking each model …") : __("Looking at everything …"));
		try {
			this.show(await huf.desk.post(huf.doctor.EXAMINE, { with_models: cint(with_models) }));
		} catch (error) {
			this.say(error.message);
		} finally {
			this.is_asking = false;
			this.area.attr("aria-busy", "false");
		}
	}

	say(words) {
		this.area.empty().append($('<p class="text-muted">').text(words));
	}

	show(findings) {
		const wrong = findings.filter(({ level }) => level !== "Good");
		const good = findings.filter(({ level }) => level === "Good");
		this.area.empty().append($("<h4>").text(this.headline(findings)));
		const list = $('<ul class="huf-findings">').appendTo(this.area);
		wrong.forEach((finding) => list.append(this.finding(finding)));
		const rest = $("<details>").prop("open", !wrong.length).appendTo(this.area);
		rest.append($("<summary>").text(__("As it should be: {0}", [good.length])));
		const sound = $('<ul class="huf-findings">').appendTo(rest);
		good.forEach((finding) => sound.append(this.finding(finding)));
	}

	headline(findings) {
		const count = (level) => findings.filter((finding) => finding.level === level).length;
		if (count("Fault")) {
			return __("Faults: {0}, warnings: {1}", [count("Fault"), count("Warning")]);
		}
		return count("Warning") ? __("No fault, warnings: {0}", [count("Warning")]) : __("Everything works");
	}

	finding({ level, words, advice, source, action }) {
		const row = $("<li>").attr("data-level", level);
		const text = $('<div class="huf-finding-text">');
		row.append(huf.desk.pill(...huf.doctor.levels()[level]), text);
		if (source) {
			text.append($("<div>").append(huf.desk.link("Knowledge Source", source)));
		}
		text.append($("<div>").text(words));
		if (advice) {
			text.append($('<div class="text-muted">').text(advice));
		}
		const offered = huf.doctor.actions()[action];
		if (offered) {
			$('<button type="button" class="btn btn-default btn-xs">')
				.text(offered.label)
				.on("click", (event) => this.act(event.currentTarget, offered, source))
				.appendTo(row);
		}
		return row;
	}

	async act(button, offered, source) {
		$(button).prop("disabled", true);
		try {
			await offered.ask(source);
			frappe.show_alert({ message: huf.desk.escape(offered.done), indicator: "green" });
		} catch (error) {
			$(button).prop("disabled", false);
			frappe.show_alert({ message: huf.desk.escape(error.message), indicator: "red" });
		}
	}
};

frappe.pages["knowledge-doctor"].on_page_load = (wrapper) => {
	wrapper.huf_doctor = new huf.doctor.DoctorPage(wrapper);
};

frappe.pages["knowledge-doctor"].on_page_show = (wrapper) => wrapper.huf_doctor.examine();
