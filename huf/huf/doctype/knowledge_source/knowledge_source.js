const GROUP = __("Knowledge");
const WORKING = ["Indexing", "Rebuilding"];
const UNSETTLED = [...WORKING, "Pending"];
const POLL_MS = 4000;
const FIRST_STEPS = __("Save the source, then add files, texts and web pages to it.");
const TOUR = {
	source_name: __("What people and agents call it: what it is about, such as Travel or Machines."),
	description: null,
	scope: null,
	selectors: null,
	knowledge_type: null,
	profile: null,
};

frappe.ui.form.on("Knowledge Source", {
	setup(frm) {
		take_dropped_files(frm);
		offer_models(frm);
		frm.set_query("embedding_model", () => ({ filters: { kind: "embedding", disabled: 0 } }));
		frappe.realtime.on("huf_knowledge_progress", (event) => {
			if (frm.doc && event.source === frm.doc.name) {
				on_progress(frm, event);
			}
		});
		huf.desk.follow_tests(frm, refresh_numbers);
		frappe.realtime.on("huf_knowledge_sync", (event) => {
			if (frm.doc && event.source === frm.doc.name) {
				on_sync(frm, event);
			}
		});
		frappe.realtime.on("huf_knowledge_listing", (event) => {
			if (frm.doc && event.source === frm.doc.name) {
				event.step === "end" ? reload(frm) : refresh_numbers(frm);
			}
		});
	},

	knowledge_type: show_embedding_model,
	embedding_model: show_embedding_model,

	refresh(frm) {
		clearTimeout(frm.huf_poll);
		show_embedding_model(frm);
		huf.desk.offer_tour(frm, TOUR);
		if (frm.is_new()) {
			huf.desk.headline(frm, FIRST_STEPS, "blue");
			return;
		}
		// The headline says it already, with what to do.
		frm.toggle_display("error_message", false);
		show_pack(frm);
		show_progress(frm);
		refresh_numbers(frm);
		watch(frm);
	},
});

/** A source that came from a pack is indexed as its maker had it: the settings of that say nothing here. */
function show_pack(frm) {
	const is_packed = Boolean(frm.doc.pack_id);
	["chunker_type", "chunk_size", "chunk_overlap", "chunk_unit", "text_language", "refresh_pages"].forEach((field) =>
		frm.toggle_display(field, !is_packed)
	);
	["knowledge_type", "embedding_model"].forEach((field) => frm.set_df_property(field, "read_only", is_packed ? 1 : 0));
}

/** Files that are dropped on the form are added to the source. Frappe would attach them to it, where nobody finds them. */
function take_dropped_files(frm) {
	const take = async (event) => {
		const files = Array.from(event.dataTransfer?.files || []);
		if (!files.length || frm.is_new()) {
			return;
		}
		event.preventDefault();
		event.stopPropagation();
		if (!frm.doc.pack_id && (await huf.desk.may_write(frm)) && frappe.model.can_create("Knowledge Input")) {
			add_files(frm, files);
		} else {
			frappe.show_alert({ message: __("You may search this source, but not add to it."), indicator: "orange" });
		}
	};
	// Before Frappe hears of it.
	frm.$wrapper[0].addEventListener("drop", take, { capture: true });
}

function add_files(frm, files = []) {
	new huf.desk.FileAdder(frm.doc.name, () => reload(frm), files);
}

/** Under the fields: which model is used, and why it is this one; and why a new source is found by words alone. */
async function show_embedding_model(frm) {
	const { knowledge_type, embedding_model } = frm.doc;
	const is_asked = frm.is_new() && !knowledge_type;
	if (!is_asked && !["sqlite_hybrid", "vector_store", "search_engine"].includes(knowledge_type)) {
		return;
	}
	const asked = { embedding_model: embedding_model || null };
	const answer = await huf.desk.post(huf.desk.SOURCE_METHODS + "which_embedding_model", asked);
	const { model, reason, error } = answer;
	if (is_asked && frm.is_new() && !frm.doc.knowledge_type) {
		const { why_words } = answer.default;
		if (why_words) {
			frm.set_df_property("knowledge_type", "description", huf.desk.escape(why_words));
			// The field is in a folded section.
			huf.desk.headline(frm, `${FIRST_STEPS}<br>${huf.desk.escape(why_words)}`, "blue");
		}
		// As a default, not as something that the user entered: the form is not edited by it.
		frm.doc.knowledge_type = answer.default.knowledge_type;
		frm.refresh_field("knowledge_type");
		frm.layout.refresh_dependency();
	}
	// Not to those who may only read it.
	const is_advised = answer.advice && (frm.is_new() || (await huf.desk.may_write(frm)));
	if (embedding_model !== frm.doc?.embedding_model) {
		return;
	}
	const text = error || __("Used: {0}, {1}.", [model, reason]) + (is_advised ? ` ${answer.advice}` : "");
	const offer = is_advised && answer.may_get ? ` <a href="#" class="huf-get-model">${__("Get a Local Model")}</a>` : "";
	frm.set_df_property("embedding_model", "description", huf.desk.escape(text) + offer);
}

/** What can be got is offered under the field. */
function offer_models(frm) {
	frm.$wrapper.on("click", ".huf-get-model", (event) => {
		event.preventDefault();
		new huf.desk.LocalModels(() => show_embedding_model(frm));
	});
}

// --- What happens while the form is open

/** An event of the running job: the numbers move at once; at the end the document is read again. */
function on_progress(frm, event) {
	frm.huf_heard = Date.now();
	if (event.step === "end") {
		reload(frm);
		return;
	}
	frm.huf_percent = event.percent;
	take(frm, { status: event.status });
}

/** The inputs follow the selectors; at the end the numbers of the form are others. */
function on_sync(frm, { step }) {
	if (step === "end") {
		frappe.show_alert({ message: __("The source was compared with its selectors."), indicator: "green" });
		reload(frm);
	} else {
		huf.desk.headline(frm, __("The source is being compared with its selectors."), "blue");
	}
}

/** Derived fields change under the open form: show them without marking the form as edited. */
function take(frm, values) {
	if (frm.huf_reloading) {
		return;
	}
	const before = frm.doc.status;
	const told = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
	// All first: what one field shows may depend on another.
	told.forEach(([field, value]) => (frm.doc[field] = value));
	told.forEach(([field]) => frm.refresh_field(field));
	show_progress(frm);
	frm.toolbar.set_indicator();
	if (before !== frm.doc.status) {
		refresh_numbers(frm);
	}
}

/** Read the document again, unless that would throw away what the user has typed. One reading at a time. */
async function reload(frm) {
	if (frm.is_dirty()) {
		poll(frm);
	} else if (frm.huf_reloading) {
		frm.huf_reload_again = true;
	} else {
		frm.huf_reloading = true;
		try {
			const drawn = new Promise((resolve) => $(document).one("form-refresh", resolve));
			await frm.reload_doc();
			// Frappe 16 still reads the document for the head of the form, and another reading would take it away first.
			await Promise.race([drawn, frappe.timeout(1)]);
		} finally {
			frm.huf_reloading = false;
		}
		if (frm.huf_reload_again) {
			frm.huf_reload_again = false;
			reload(frm);
		}
	}
}

/** While something is to come: ask now and then, in case events do not arrive (no socket, a pending queue). */
function watch(frm) {
	clearTimeout(frm.huf_poll);
	if (UNSETTLED.includes(frm.doc.status)) {
		const name = frm.doc.name;
		frm.huf_poll = setTimeout(() => {
			if (name !== frm.doc?.name || cur_frm !== frm) { // nosemgrep: frappe-cur-frm-usage (asks which form is shown)
				return;
			}
			if (Date.now() - (frm.huf_heard || 0) < POLL_MS) {
				watch(frm);
			} else {
				poll(frm);
			}
		}, POLL_MS);
	}
}

async function poll(frm) {
	const name = frm.doc.name;
	const fields = ["status", "progress_done", "progress_total", "error_message", "live_build", "total_inputs"];
	fields.push("wanted_generation", "built_generation");
	const { message } = await frappe.db.get_value("Knowledge Source", name, fields);
	if (name !== frm.doc?.name || !message) {
		return;
	}
	const settled = !UNSETTLED.includes(message.status) && UNSETTLED.includes(frm.doc.status);
	if ((settled || message.live_build !== frm.doc.live_build) && !frm.is_dirty()) {
		reload(frm);
		return;
	}
	take(frm, message);
	watch(frm);
}

function show_progress(frm) {
	// The numbers are for those who may know of all inputs; events tell the others how far it is.
	const { status, progress_done, progress_total } = frm.doc;
	const area = frm.dashboard.progress_area;
	area.body.empty();
	area.hide();
	if (!WORKING.includes(status)) {
		frm.huf_percent = undefined;
	}
	const counted = cint(progress_total) && Math.floor((100 * cint(progress_done)) / cint(progress_total));
	const percent = Math.min(100, frm.huf_percent ?? counted);
	if (!WORKING.includes(status) || (frm.huf_percent === undefined && !cint(progress_total))) {
		return;
	}
	const title = status === "Rebuilding" ? __("Rebuilding") : __("Indexing");
	const text = __("{0}: {1} %", [title, percent]);
	frm.dashboard.add_progress(title, Math.max(percent, 2), huf.desk.escape(text));
}

// --- Headline, buttons and lists

/** Everything on the form that is counted; asked for again whenever the status changes. */
async function refresh_numbers(frm) {
	const name = frm.doc.name;
	const asked = (frm.huf_asked = (frm.huf_asked || 0) + 1);
	const is_shown = () => asked === frm.huf_asked && name === frm.doc?.name;
	let may, stats, failed, builds, tests, places;
	try {
		[may, stats, failed, builds, tests, places] = await ask_numbers(frm, name);
	} catch (error) {
		// The source was deleted under the open form, or taken from this user.
		if (is_shown()) {
			huf.desk.headline(frm, huf.desk.escape(error.message), "red");
		}
		return;
	}
	if (!is_shown()) {
		return;
	}
	frm.huf_may_write = may;
	show_buttons(frm, stats);
	show_headline(frm, stats);
	frm.dashboard.parent.find(".huf-section").remove();
	show_actions(frm);
	show_failed(frm, failed);
	huf.desk.show_tests(frm, tests, act);
	show_places(frm, places);
	frm.huf_builds = builds;
	huf.desk.show_builds(frm, builds, act);
	frm.dashboard.show();
}

/** Rejects with an Error where one of them is refused. */
function ask_numbers(frm, name) {
	const may_write = huf.desk.may_write(frm);
	return Promise.all([
		may_write,
		huf.desk.post(huf.desk.SOURCE_METHODS + "get_stats", { knowledge_source: name }),
		frappe.db.get_list("Knowledge Input", {
			fields: ["name", "title", "status", "error_message"],
			filters: { knowledge_source: name, disabled: 0, status: ["in", ["Error", "No Text", "Partially Indexed"]] },
			order_by: "modified desc",
			limit: 50,
		}),
		// Builds tell of all inputs: they are for those who may write the source.
		may_write.then((may) =>
			may ? huf.desk.post(huf.desk.SOURCE_METHODS + "list_builds", { knowledge_source: name }) : []
		),
		may_write.then((may) => may && huf.desk.post(huf.desk.SOURCE_METHODS + "get_tests", { knowledge_source: name })),
		may_write.then((may) =>
			may && huf.desk.has_places(frm.doc) ? huf.desk.post(huf.desk.SOURCE_METHODS + "list_places", { knowledge_source: name }) : []
		),
	]);
}

function chunks_text(chunks) {
	return cint(chunks) === 1 ? __("1 chunk") : __("{0} chunks", [huf.desk.count(chunks)]);
}

function counts_text(stats) {
	const { inputs_wanted, inputs_indexed, inputs_failed, inputs_without_text, inputs_partly_read, chunks, recent_answers } = stats;
	const parts = [
		__("{0} of {1} inputs indexed", [inputs_indexed, inputs_wanted].map(huf.desk.count)),
		chunks_text(chunks),
	];
	if (inputs_failed) {
		parts.push(inputs_failed === 1 ? __("1 error") : __("{0} errors", [huf.desk.count(inputs_failed)]));
	}
	if (inputs_without_text) {
		parts.push(__("{0} without text", [huf.desk.count(inputs_without_text)]));
	}
	if (inputs_partly_read) {
		parts.push(__("{0} partly read", [huf.desk.count(inputs_partly_read)]));
	}
	if (recent_answers) {
		parts.push(recent_answers === 1 ? __("1 answer in 30 days") : __("{0} answers in 30 days", [huf.desk.count(recent_answers)]));
	}
	return parts.join(" · ");
}

function partly_text(inputs) {
	return inputs === 1
		? __("One input is in the index only in part: what is left out is not found. It says below why, and what to do.")
		: __("{0} inputs are in the index only in part: what is left out is not found. Each says below why, and what to do.", [
				huf.desk.count(inputs),
		  ]);
}

/** What nobody does while the site's scheduler is off, if this source needs it; else empty. */
function scheduler_text({ selectors, scope }, { scheduler_off, inputs_failed }) {
	const follows = (selectors || []).length || scope === "Record";
	if (!scheduler_off || !(follows || inputs_failed)) {
		return "";
	}
	const text = follows
		? __("The scheduler of this site is off. What is saved is followed all the same; changes by SQL, dates that pass and failures are not.")
		: __("The scheduler of this site is off: what fails is not tried again by itself.");
	return `${text} ${__("A System Manager switches it on in System Settings, Enable Scheduler, or by “bench scheduler enable”.")}`;
}

function show_headline(frm, stats) {
	const { status, error_message, disabled, selection_error } = frm.doc;
	const clock = scheduler_text(frm.doc, stats);
	const numbers = huf.desk.escape(counts_text(stats));
	const selection = selection_error && __("Selectors: {0}", [huf.said(selection_error)]);
	const reasons = [huf.said(error_message), selection, clock].filter(Boolean);
	const reason = reasons.map((text) => "<br>" + huf.desk.escape(text)).join("");
	if (huf.desk.show_archived(frm, numbers, reload)) {
		return;
	}
	if (cint(disabled)) {
		huf.desk.headline(frm, __("This source is disabled: nothing of it is found.") + "<br>" + numbers, "yellow");
	} else if (!stats.inputs_wanted) {
		const advice = __("This source is empty. Add files, a text or a web page under Knowledge, or a selector.");
		huf.desk.headline(frm, advice + reason, reason ? "yellow" : "blue");
	} else if (status === "Error") {
		const advice = __("Mend what is named here, then use Knowledge > Retry Failed or Rebuild Index.");
		huf.desk.headline(frm, `<strong>${numbers}</strong>${reason}<br>${advice}`, "red");
	} else if (status === "Rebuild Required") {
		const advice = __("The index made before goes on answering. Use Knowledge > Rebuild Index.");
		huf.desk.headline(frm, `<strong>${numbers}</strong>${reason}<br>${advice}`, "orange");
	} else {
		const partly = stats.inputs_partly_read;
		const troubled = frm.doc.held_build || stats.inputs_failed || stats.paused || selection_error || partly || clock;
		const calm = status === "Ready" ? "green" : "blue";
		const color = error_message && status === "Pending" ? "orange" : troubled ? "yellow" : calm;
		const advice = partly ? `<br>${huf.desk.escape(partly_text(partly))}` : "";
		huf.desk.headline(frm, `<strong>${numbers}</strong>${reason}${advice}`, color);
	}
}

function show_buttons(frm, { inputs_wanted, inputs_failed, inputs_pending, paused }) {
	frm.clear_custom_buttons();
	const may_write = frm.huf_may_write;
	const working = WORKING.includes(frm.doc.status);
	const add = (label, action) => frm.add_custom_button(label, action, GROUP);

	add(__("Test Search"), () => new huf.desk.SearchDialog(frm.doc, frm.huf_builds));
	ways_to_add(frm).forEach(([label, action]) => add(label, action));
	if (!may_write) {
		return;
	}
	if (working || (inputs_pending && !paused)) {
		add(__("Cancel"), () => cancel(frm));
	}
	if ((frm.doc.selectors || []).length) {
		add(__("Sync Now"), () => act(frm, "sync_now", __("The source is compared with what its selectors select.")));
	}
	// Signed in the name of the site, so for those who look after its knowledge.
	if (inputs_wanted && frm.doc.live_build && (frappe.user.has_role("Knowledge Manager") || frappe.user.has_role("System Manager"))) {
		add(__("Make Pack"), () => huf.desk.make_pack(frm.doc.name));
	}
	if (frm.doc.pack_id && !frm.doc.pack_manual) {
		add(__("Import Newer Pack"), () => huf.desk.import_pack(frm.doc.name));
	}
	if (!working && inputs_wanted) {
		add(__("Rebuild Index"), () => rebuild(frm));
	}
	if (inputs_wanted && !frm.doc.pack_id) {
		add(__("Clear"), () => clear(frm));
	}
	if (!working && paused && inputs_pending) {
		add(__("Resume Indexing"), () => act(frm, "retry_failed", __("Indexing goes on.")));
	} else if (!working && inputs_failed) {
		add(__("Retry Failed"), () => act(frm, "retry_failed", __("The failed inputs are tried again.")));
	}
}

async function act(frm, method, message, args = {}) {
	await frappe.xcall(huf.desk.SOURCE_METHODS + method, { knowledge_source: frm.doc.name, ...args });
	frappe.show_alert({ message, indicator: "blue" });
	reload(frm);
}

function rebuild(frm) {
	huf.desk.confirm_rebuild(frm.doc.name, () => act(frm, "rebuild_index", __("The index is being rebuilt.")));
}

const INPUT_TYPES = {
	File: (count) => (count === 1 ? __("1 file") : __("{0} files", [huf.desk.count(count)])),
	Text: (count) => (count === 1 ? __("1 text") : __("{0} texts", [huf.desk.count(count)])),
	URL: (count) => (count === 1 ? __("1 web page") : __("{0} web pages", [huf.desk.count(count)])),
	"Gap Answer": (count) => (count === 1 ? __("1 verified answer") : __("{0} verified answers", [huf.desk.count(count)])),
};

/** Empty the source, after a question that names what goes and what stays. */
async function clear(frm) {
	const asked = { knowledge_source: frm.doc.name };
	const { total, by_type } = await frappe.xcall(huf.desk.SOURCE_METHODS + "count_clearable", asked);
	const selected = (frm.doc.selectors || []).length;
	const stays = selected ? __("What the selectors bring stays; take a selector out of the table, and what it brought goes.") : "";
	if (!total) {
		frappe.msgprint({ title: __("Clear"), message: __("Nobody added anything to this source.") + " " + stays });
		return;
	}
	const going = Object.entries(by_type).map(([type, count]) => (INPUT_TYPES[type] || ((n) => `${huf.desk.count(n)} ${__(type)}`))(count));
	const counted = `<strong>${going.map(huf.desk.escape).join(", ")}</strong>`;
	const question = __("Delete all that was added to {0}: {1}?", [huf.desk.escape(frm.doc.name), counted]);
	const known = __("Disabled ones go, too. From then on nothing of it is found. The source and its settings stay.");
	// Says on its button what it does, in red: "Yes" is clicked without reading.
	frappe.warn(
		__("Clear"),
		[question, known, stays].filter(Boolean).join("<br><br>"),
		() => act(frm, "clear_source", __("The source was emptied."), { expected: total }),
		__("Delete")
	);
}

function cancel(frm) {
	frappe.confirm(
		__("Stop after the input that is being indexed now? What is not indexed yet stays out until you go on."),
		() => act(frm, "cancel_indexing", __("Indexing is being stopped."))
	);
}

/** What people do most, above everything else and on a phone, too, where the group of buttons is an entry of a menu. */
function show_actions(frm) {
	const actions = [[__("Search"), () => new huf.desk.SearchDialog(frm.doc, frm.huf_builds)], ...ways_to_add(frm)];
	const bar = $('<div class="huf-actions d-flex flex-wrap mt-2" style="gap: 8px">');
	actions.forEach(([label, action]) =>
		$('<button class="btn btn-default btn-sm">')
			.text(label)
			// The second click of a double click would open a second dialog, over the first.
			.on("click", ({ originalEvent }) => (originalEvent?.detail ?? 0) < 2 && action())
			.appendTo(bar)
	);
	// Above the links of Frappe, which stand first otherwise.
	huf.desk.section(frm, "", bar, "huf-head-actions").prependTo(frm.dashboard.parent);
}

/** Labels and actions of those who may add inputs to this source. */
function ways_to_add(frm) {
	if (!frm.huf_may_write || frm.doc.pack_id || !frappe.model.can_create("Knowledge Input")) {
		return [];
	}
	const then = () => reload(frm);
	return [
		[__("Add Files"), () => add_files(frm)],
		[__("Add Text"), () => huf.desk.add_input(frm.doc.name, "Text", then)],
		[__("Add URL"), () => huf.desk.add_input(frm.doc.name, "URL", then)],
	];
}

function show_failed(frm, failed) {
	if (!failed.length) {
		return;
	}
	const table = $('<table class="table table-sm table-borderless m-0 huf-failed">');
	failed.forEach(({ name, title, status, error_message }) => {
		const what = $("<td>").append(huf.desk.link("Knowledge Input", name, title));
		$('<div class="text-muted small">').text(huf.said(error_message)).appendTo(what);
		const state = $('<td class="text-right">').append(
			huf.desk.pill(__(status), huf.desk.color("Knowledge Input", status))
		);
		table.append($("<tr>").append(what, state));
	});
	const attention = huf.desk.section(frm, __("Inputs That Need Attention"), table, "huf-head-attention");
	attention.insertAfter(frm.dashboard.parent.find(".huf-head-actions"));
}

/** How the source stands with the websites of its selectors; asked for again while one of them is being listed. */
function show_places(frm, places) {
	clearTimeout(frm.huf_places_poll);
	if (!places.length) {
		return;
	}
	huf.desk.section(frm, __("Websites and Folders"), huf.desk.places_table(places), "huf-head-places");
	if (places.some(({ state }) => state === "Waiting" || state === "Listing")) {
		const name = frm.doc.name;
		frm.huf_places_poll = setTimeout(() => {
			if (name === frm.doc?.name && cur_frm === frm) { // nosemgrep: frappe-cur-frm-usage (asks which form is shown)
				refresh_numbers(frm);
			}
		}, POLL_MS);
	}
}
