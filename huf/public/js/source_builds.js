// The kept builds on the form of a source: which there are, going back to one, and what changed since.

frappe.provide("huf.desk");

huf.desk.BUILD_METHODS = "huf.huf.doctype.knowledge_build.knowledge_build.";

/** Frappe remembers by this key whether the section is folded; at first it is. */
const BUILDS_CLOSED = "custom huf-section huf-head-builds-closed";

/** When a build was finished, as its reader writes dates. */
huf.desk.build_date = (build) => frappe.datetime.str_to_user(build.finished_at || build.started_at);

/** The section Kept Builds; `act(frm, method, message, args)` calls a method of the source. */
huf.desk.show_builds = (frm, builds, act) => {
	if (!builds.length) {
		return;
	}
	const table = $('<table class="table table-sm table-borderless m-0 huf-builds">');
	builds.forEach((build) => table.append(build_row(frm, build, builds, act)));
	if (localStorage.getItem(BUILDS_CLOSED) === null) {
		localStorage.setItem(BUILDS_CLOSED, "1");
	}
	const box = $("<div>").append(table, $('<div class="text-muted small mt-1 huf-builds-size">').text(size_text(builds)));
	huf.desk.section(frm, __("Kept Builds"), box, "huf-head-builds");
};

/** What the kept builds take on the disk, and how much of it the one that answers would take alone. */
function size_text(builds) {
	const all = builds.reduce((sum, { added_bytes }) => sum + added_bytes, 0);
	const live = builds.find(({ state }) => state === "Live");
	return live
		? __("On disk together {0}, of which the one that answers would take {1} alone: what builds share is there once.", [all, live.bytes].map(huf.desk.size))
		: __("On disk together {0}: what builds share is there once.", [huf.desk.size(all)]);
}

function build_row(frm, build, builds, act) {
	const link = huf.desk.link("Knowledge Build", build.name).html(huf.desk.ago(build.finished_at || build.started_at));
	const when = $("<td>").append(link);
	const kind = build.restored_at
		? __("{0}, restored {1}", [__(build.kind), frappe.datetime.prettyDate(build.restored_at)])
		: __(build.kind);
	$('<div class="text-muted small">').text(kind).appendTo(when);
	const chunks = cint(build.chunks) === 1 ? __("1 chunk") : __("{0} chunks", [huf.desk.count(build.chunks)]);
	const size = $("<td>").text(chunks);
	$('<div class="text-muted small">').text(huf.desk.size(build.bytes)).appendTo(size);
	const action = $('<td class="text-right">');
	const button = (label, css, then) =>
		$('<button type="button" class="btn btn-xs btn-default ml-1 mb-1">').addClass(css).text(label).on("click", then).appendTo(action);
	if (build.state === "Live") {
		action.append(huf.desk.pill(__("Live"), "green"));
	} else {
		button(__("What Changed Since"), "huf-compare-builds", () => new huf.desk.BuildComparison(frm.doc.name, builds, build));
		if (build.restorable && frm.huf_may_write) {
			button(__("Restore"), "", () => restore(frm, build, act));
		}
	}
	return $("<tr>").append(when, size, action);
}

function restore(frm, build, act) {
	frappe.confirm(
		__("Answer from the build of {0} again? What changed since stays out until you resume or rebuild.", [huf.desk.build_date(build)]),
		() => act(frm, "restore_build", __("The build is live again."), { build: build.name })
	);
}

const WHAT = { text: __("Text"), title: __("Title"), status: __("Status"), labels: __("Metadata") };

/** A dialog with what differs between two of the kept builds of a source. */
huf.desk.BuildComparison = class BuildComparison {
	/** @param builds as the source lists them, newest first; @param before the one to begin with, compared with the newest */
	constructor(source, builds, before) {
		this.source = source;
		const options = builds.map((build) => ({ value: build.name, label: huf.desk.build_date(build) + (build.state === "Live" ? ` (${__("Live")})` : "") }));
		const live = builds.find((build) => build.state === "Live") || builds[0];
		const choice = (fieldname, label, build) => ({ fieldname, label, fieldtype: "Select", options, default: build.name, onchange: () => this.compare() });
		this.dialog = new frappe.ui.Dialog({
			title: __("What Changed in {0}", [huf.desk.escape(source)]),
			size: "large",
			fields: [
				choice("before", __("From the Build Of"), before),
				{ fieldtype: "Column Break" },
				choice("after", __("To the Build Of"), live),
				{ fieldtype: "Section Break" },
				{ fieldname: "result", fieldtype: "HTML" },
			],
		});
		this.dialog.$wrapper.addClass("huf-build-comparison");
		this.dialog.show();
		this.compare();
	}

	get area() {
		return this.dialog.fields_dict.result.$wrapper;
	}

	get chosen() {
		return { knowledge_source: this.source, before: this.dialog.get_value("before"), after: this.dialog.get_value("after") };
	}

	async compare() {
		const chosen = this.chosen;
		const key = JSON.stringify(chosen);
		// Setting the first value tells of a change, too.
		if (!chosen.before || !chosen.after || key === this.asked) {
			return;
		}
		this.asked = key;
		this.area.empty().append($('<p class="text-muted">').text(__("Comparing…")));
		let shown;
		try {
			shown = this.lists(await huf.desk.post(huf.desk.BUILD_METHODS + "compare_builds", chosen), chosen);
		} catch (error) {
			shown = $('<div class="form-message red">').text(error.message);
		}
		// A slow answer must not replace that of a later choice.
		if (key === this.asked) {
			this.area.empty().append(shown);
		}
	}

	lists(told, chosen) {
		const box = $("<div>");
		told.notes.forEach((note) => box.append($('<div class="form-message yellow">').text(note)));
		if (!told.is_made_alike) {
			const text = __("They were made with other settings, another model or another version of huf: passages may be cut and ranked in another way.");
			box.append($('<div class="form-message yellow">').text(text));
		}
		const of = (name, label, color, row) => {
			const rows = told[name];
			if (!rows.length) {
				return;
			}
			const count = rows.length + (told.more[name] || 0);
			const head = $('<div class="mt-3 mb-1">').appendTo(box);
			head.append(huf.desk.pill(`${label}: ${huf.desk.count(count)}`, color));
			rows.forEach((item) => box.append(row(item)));
			if (told.more[name]) {
				$('<div class="text-muted small">').text(__("and {0} more", [huf.desk.count(told.more[name])])).appendTo(box);
			}
		};
		of("changed", __("Changed"), "orange", (item) => this.row(item, chosen, item.what.includes("text")));
		of("added", __("Added"), "green", (item) => this.row(item, chosen, true));
		of("removed", __("Removed"), "red", (item) => this.row(item, chosen, item.is_there));
		const rest = [];
		if (!told.changed.length && !told.added.length && !told.removed.length && !told.hidden) {
			rest.push(__("Nothing changed."));
		}
		rest.push(told.unchanged === 1 ? __("1 input is the same.") : __("{0} inputs are the same.", [huf.desk.count(told.unchanged)]));
		if (told.hidden) {
			const words = __("{0} more differ that are not yours to see, or were deleted so that nobody can be asked for the right to them.", [huf.desk.count(told.hidden)]);
			rest.push(words);
		}
		$('<div class="text-muted small mt-3 huf-comparison-rest">').text(rest.join(" ")).appendTo(box);
		return box;
	}

	row(item, chosen, has_text) {
		const box = $('<div class="border-bottom py-2 huf-compared">');
		const head = $('<div class="d-flex justify-content-between align-items-start">').appendTo(box);
		const what = $('<div style="min-width: 0; overflow-wrap: anywhere">').appendTo(head);
		what.append(item.is_there ? huf.desk.link("Knowledge Input", item.input, item.title) : $("<span>").text(item.title));
		const said = [];
		if (item.title_before) {
			said.push(__("was called {0}", [item.title_before]));
		}
		if (item.status_before) {
			said.push(`${__(item.status_before)} → ${__(item.status)}`);
		}
		said.push(...(item.what || []).filter((one) => one !== "status" || !item.status_before).map((one) => WHAT[one]));
		if (!item.is_there) {
			said.push(__("deleted since"));
		}
		$('<div class="text-muted small">').text(said.join(" · ")).appendTo(what);
		if (!item.is_there && huf.desk.may_purge()) {
			$('<button type="button" class="btn btn-xs btn-default ml-2 huf-purge-deleted">')
				.text(__("Purge…"))
				.on("click", () => huf.desk.order_purge({ input: item.input, source: this.source, title: item.title }))
				.appendTo(head);
		}
		if (has_text) {
			const shown = $('<div class="mt-2" style="display: none">').appendTo(box);
			$('<button type="button" class="btn btn-xs btn-default ml-2 huf-show-text">')
				.text(__("Show Text"))
				.on("click", () => this.toggle(shown, { ...chosen, knowledge_input: item.input }))
				.appendTo(head);
		}
		return box;
	}

	async toggle(shown, asked) {
		shown.toggle();
		if (!shown.is(":visible") || shown.children().length) {
			return;
		}
		shown.append($('<p class="text-muted small">').text(__("Comparing…")));
		let difference;
		try {
			difference = huf.desk.text_difference(await huf.desk.post(huf.desk.BUILD_METHODS + "compare_input", asked));
		} catch (error) {
			difference = $('<div class="text-muted small">').text(error.message);
		}
		shown.empty().append(difference);
	}
};

/** How a text differs: what went struck through in red, what came in green. All words are shown as text. */
huf.desk.text_difference = ({ changes, is_whole }) => {
	const box = $('<div class="huf-difference small">');
	const styles = {
		same: ["<span class='text-muted'>", {}],
		removed: ["<del>", { background: "var(--bg-red)", color: "var(--text-on-red)" }],
		added: ["<ins>", { background: "var(--bg-green)", color: "var(--text-on-green)", "text-decoration": "none" }],
	};
	changes.forEach(({ place, parts }) => {
		const change = $('<div class="border rounded p-2 mb-2">').appendTo(box);
		if (place) {
			$('<div class="text-muted mb-1">').text(place).appendTo(change);
		}
		const text = $("<div>").css({ "white-space": "pre-wrap", "overflow-wrap": "anywhere" }).appendTo(change);
		parts.forEach((part) => {
			const [tag, css] = styles[part.kind];
			$(tag).css(css).text(part.text).appendTo(text);
		});
	});
	if (!changes.length) {
		$('<div class="text-muted">').text(__("The text is the same.")).appendTo(box);
	}
	if (!is_whole) {
		$('<div class="text-muted">').text(__("There is more; these are the first changes.")).appendTo(box);
	}
	return box;
};
