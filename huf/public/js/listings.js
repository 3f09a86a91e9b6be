// Places that a source follows (websites, folders of the server, connections): how it stands with them, and what a selector would bring before it is saved.

frappe.provide("huf.desk");

(() => {
	const METHODS = "huf.huf.doctype.knowledge_selector.knowledge_selector.";
	const LISTED = ["Website", "Server Folder", "Connection"];
	const PLACE_FIELDS = ["address", "server_folder", "connection", "subfolder"];
	const FIELDS = ["selector_type", ...PLACE_FIELDS, "include_paths", "exclude_paths", "other_hosts", "most_entries", "compare_every", "idx"];
	const POLL_MS = 1000;
	/** Longer than the job may take, for the case that no worker takes it up. */
	const MOST_POLLS = 240;
	const STATES = {
		Waiting: () => [__("Waiting"), "orange"],
		Listing: () => [__("Being Listed"), "blue"],
		Problem: () => [__("Problem"), "red"],
		Compared: () => [__("Compared"), "green"],
	};

	/** When what is not listed any more leaves, by kind. */
	const MISSING = {
		Website: (count) => __("Not listed any more: {0}. They leave when that stays so for a week.", [count]),
		"Server Folder": (count) => __("Not there any more: {0}. So many at once leave when that stays so for a day.", [count]),
		Connection: (count) =>
			__("Not there any more: {0}. They leave when that stays so for a day; more than half of all at once, for a week.", [count]),
	};

	huf.desk.has_places = ({ selectors }) => (selectors || []).some((row) => LISTED.includes(row.selector_type));

	/** What came of the last comparison, part by part. */
	function numbers({ listed, added, removed, changed }) {
		const parts = [
			listed === 1 ? __("1 listed") : __("{0} listed", [huf.desk.count(listed)]),
			__("{0} came", [huf.desk.count(added)]),
			__("{0} left", [huf.desk.count(removed)]),
		];
		if (changed) {
			parts.push(__("{0} changed", [huf.desk.count(changed)]));
		}
		return parts.join(" · ");
	}

	/** What there is by the place now. */
	function there({ entries, indexed, pending, failed_count }) {
		const parts = [__("{0} of {1} indexed", [huf.desk.count(indexed), huf.desk.count(entries)])];
		if (pending) {
			parts.push(__("{0} waiting to be read", [huf.desk.count(pending)]));
		}
		if (failed_count) {
			parts.push(failed_count === 1 ? __("1 error") : __("{0} errors", [huf.desk.count(failed_count)]));
		}
		return parts.join(" · ");
	}

	function notes({ kind, missing, refused, over_limit }) {
		const found = [];
		if (missing) {
			found.push(MISSING[kind](huf.desk.count(missing)));
		}
		if (refused) {
			found.push(__("Left out because robots.txt forbids them: {0}.", [huf.desk.count(refused)]));
		}
		if (over_limit) {
			found.push(__("Left out because At Most is lower: {0}.", [huf.desk.count(over_limit)]));
		}
		return found;
	}

	function line(text, css_class = "text-muted") {
		return $(`<div class="small ${css_class}">`).text(text);
	}

	/** A moment, as long as it is ago, and what was then. */
	function dated(moment, text, css_class = "text-muted") {
		return $(`<div class="small ${css_class}">`).html(huf.desk.ago(moment)).append(document.createTextNode(` · ${text}`));
	}

	function place_row(place) {
		const what = $("<td>");
		const address = huf.desk.web_address(place.place);
		const name = address ? $("<a>").attr({ href: address, target: "_blank", rel: "noopener noreferrer" }) : $("<span>");
		name.text(place.place).css("word-break", "break-all").appendTo(what);
		if (place.state === "Listing") {
			what.append(line(__("Found so far: {0}", [huf.desk.count(place.entries_so_far)])));
		}
		if (place.listed_at) {
			what.append(dated(place.listed_at, numbers(place)));
		}
		if (place.entries) {
			what.append(line(there(place)));
		}
		notes(place).forEach((text) => what.append(line(text)));
		if (place.problem) {
			what.append(dated(place.compared_at, place.problem, "text-danger"));
		}
		const [label, color] = STATES[place.state]();
		return $("<tr>").append(what, $('<td class="text-right">').append(huf.desk.pill(label, color)));
	}

	huf.desk.places_table = (places) =>
		$('<table class="table table-sm table-borderless m-0 huf-places">').append(places.map(place_row));

	/** What a row would bring, asked in a job; the dialog follows it. */
	class PreviewDialog {
		constructor(row) {
			this.row = row;
			this.dialog = new frappe.ui.Dialog({
				title: __("Preview"),
				size: "large",
				fields: [{ fieldname: "found", fieldtype: "HTML" }],
				on_hide: () => (this.is_over = true),
			});
			this.dialog.$wrapper.addClass("huf-place-preview");
			this.area = this.dialog.get_field("found").$wrapper;
			this.dialog.show();
			this.say(__("Looking up what is listed. That may take a minute."));
			this.ask();
		}

		say(text, css_class = "text-muted") {
			this.area.empty().append($(`<p class="${css_class}">`).text(text));
		}

		async ask() {
			try {
				const selector = Object.fromEntries(FIELDS.map((field) => [field, this.row[field]]));
				const { preview } = await huf.desk.post(METHODS + "preview_place", { selector });
				await this.follow(preview);
			} catch (error) {
				this.say(error.message, "text-danger");
			}
		}

		async follow(preview_id) {
			for (let polls = 0; polls < MOST_POLLS && !this.is_over; polls++) {
				const found = await huf.desk.post(METHODS + "read_preview", { preview_id });
				if (found.state === "Failed") {
					this.say(found.problem, "text-danger");
					return;
				}
				if (found.state === "Done") {
					this.show(found);
					return;
				}
				if (found.state === "Listing") {
					this.say(__("Found so far: {0}", [huf.desk.count(found.listed)]));
				}
				await frappe.timeout(POLL_MS / 1000);
			}
			if (!this.is_over) {
				this.say(__("No worker took the preview up. Ask whoever looks after the server whether workers run, and try again."), "text-danger");
			}
		}

		show(found) {
			const { would_come, listed } = found;
			const counted = __("{0} would come; {1} are listed.", [huf.desk.count(would_come), huf.desk.count(listed)]);
			this.area.empty().append($('<p class="font-weight-bold huf-would-come">').text(counted));
			notes({ ...found, kind: this.row.selector_type }).forEach((text) => this.area.append($("<p>").text(text)));
			if (found.problem) {
				this.area.append($('<p class="text-danger">').text(found.problem));
			}
			if (!listed) {
				this.area.append($("<p>").text(__("Nothing that is wanted is listed. Look at the address and the paths.")));
			}
			this.list(__("Would come"), found.entries, would_come);
			this.list(__("Forbidden by robots.txt"), found.refused_entries, found.refused);
		}

		list(title, entries, count) {
			if (!entries.length) {
				return;
			}
			this.area.append($("<h6>").text(title));
			const list = $('<ul class="small pl-3" style="max-height: 18rem; overflow: auto; word-break: break-all">');
			entries.forEach((entry) => list.append($("<li>").text(entry)));
			if (count > entries.length) {
				list.append($('<li class="text-muted">').text(__("and {0} more", [huf.desk.count(count - entries.length)])));
			}
			this.area.append(list);
		}
	}

	/** By kind the field whose values the server names for this user, the method that does, and what its answer calls them. */
	const OFFERED = {
		"Server Folder": ["server_folder", "list_server_folders", "folders"],
		Connection: ["connection", "list_connections", "connections"],
	};

	/** What there is for this user to choose from, whenever a row may want one. */
	async function offer_names(frm, cdt, cdn) {
		const [field, method, key] = OFFERED[locals[cdt]?.[cdn]?.selector_type] || [];
		if (!field) {
			return;
		}
		const names = (await huf.desk.post(METHODS + method, {}))[key];
		const { grid } = frm.fields_dict.selectors;
		// Of the row, too: Frappe 16 makes the fields of an open row anew, and a field takes what its description offers.
		grid.update_docfield_property(field, "options", names);
		grid.grid_rows_by_docname[cdn]?.grid_form?.fields_dict[field]?.set_data(names);
	}

	frappe.ui.form.on("Knowledge Selector", {
		form_render: offer_names,
		selector_type: offer_names,

		preview_now(frm, cdt, cdn) {
			new PreviewDialog(locals[cdt][cdn]);
		},
	});
})();
