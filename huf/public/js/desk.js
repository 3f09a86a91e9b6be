// What huf's forms and lists share. Loaded with each of them (see doctype_js and doctype_list_js in hooks.py), so
// that no asset has to be built. Everything a server sent is shown through text() or escape(), never as HTML.

frappe.provide("huf.desk");

/** What is done on a click: a second click while the first is still at work orders nothing twice. Frappe's disabled buttons can be clicked. */
huf.desk.once = (act) => {
	let is_running = false;
	return async (...given) => {
		if (is_running) {
			return;
		}
		is_running = true;
		try {
			await act(...given);
		} finally {
			is_running = false;
		}
	};
};

huf.desk.COLORS = {
	"Knowledge Source": {
		Ready: "green",
		Pending: "orange",
		"Rebuild Required": "orange",
		Indexing: "blue",
		Rebuilding: "blue",
		Error: "red",
	},
	"Knowledge Input": {
		Indexed: "green",
		"Partially Indexed": "yellow",
		Pending: "orange",
		Processing: "blue",
		"Reading Scan": "blue",
		"No Text": "grey",
		Error: "red",
	},
	"Knowledge Gap": {
		Open: "orange",
		Answered: "yellow",
		Verified: "blue",
		Proven: "green",
		"Not Found Again": "red",
		Dismissed: "grey",
	},
	"Knowledge Glossary Proposal": { Open: "orange", Accepted: "green", Refused: "grey" },
	"Knowledge Build": {
		Staging: "blue",
		Part: "blue",
		Paused: "orange",
		Held: "orange",
		Live: "green",
		Retired: "grey",
		Damaged: "red",
		Failed: "red",
		Cancelled: "grey",
		Discarded: "grey",
	},
	"Knowledge Purge": { Queued: "orange", Running: "blue", Waiting: "orange", Done: "green", Failed: "red" },
	"Agent Test": { Passed: "green", Failed: "red", "Not Run": "grey" },
	"Knowledge Test": { Passed: "green", Failed: "red", "Not Run": "grey" },
	"Knowledge Test Run": { Queued: "orange", Running: "blue", Finished: "green", Failed: "red" },
	"Agent Conversation": { Open: "green", Closed: "grey" },
	"Agent Run": {
		Queued: "blue",
		Running: "blue",
		Success: "green",
		Failed: "red",
		Stopped: "orange",
		Cancelled: "grey",
		"Timed Out": "red",
		Withheld: "red",
	},
};

huf.desk.color = (doctype, status) => (huf.desk.COLORS[doctype] || {})[status] || "grey";

/** The indicator of a document in lists and in the head of its form: label, color, filter. */
huf.desk.indicator = (doctype, doc, field = "status") => {
	if (cint(doc.disabled)) {
		return [__("Disabled"), "grey", "disabled,=,1"];
	}
	if (doc.archived_at) {
		return [__("Archived"), "grey", "archived_at,is,set"];
	}
	if (doc.held_build) {
		return [__("Held Back"), "orange", "held_build,is,set"];
	}
	const status = doc[field];
	return [__(status), huf.desk.color(doctype, status), `${field},=,${status}`];
};

/** The indicator of a source; its form says the same in the field Status. What the user may not know is not in `doc`. */
huf.desk.source_indicator = (doc) => {
	const is_found = !cint(doc.disabled) && !doc.archived_at && !doc.held_build;
	// The number comes to those who may know of all inputs; the form tells the others of theirs.
	if (is_found && cint(doc.partly_read_inputs) && doc.status === "Ready") {
		return [__("Partly Read"), "yellow", "partly_read_inputs,>,0"];
	}
	// Nothing is in it and nothing is to come: no worker is waited for. Who may not know the number sees the status.
	const is_settled = doc.wanted_generation === doc.built_generation && ["Pending", "Ready"].includes(doc.status);
	if (is_found && is_settled && doc.total_inputs === 0) {
		return [__("Empty"), "grey", "total_inputs,=,0"];
	}
	return huf.desk.indicator("Knowledge Source", doc);
};

huf.desk.escape = (value) => frappe.utils.escape_html(cstr(value));

/** Text of a message that Frappe wrote as HTML. The parsed document is inert: nothing in it loads or runs. */
huf.desk.plain = (html) =>
	new DOMParser().parseFromString(cstr(html), "text/html").body.textContent.trim();

huf.desk.pill = (label, color) => $(`<span class="indicator-pill no-indicator-dot text-nowrap ${color}">`).text(label);

/** What the verification of an answer came to, and how it is shown. */
huf.desk.VERDICT_COLORS = {
	Confirmed: "green",
	"Nothing to Check": "grey",
	"Not Confirmed": "orange",
	Contradicted: "red",
};

huf.desk.verdict = ({ verification_result }) =>
	huf.desk
		.pill(__(verification_result), huf.desk.VERDICT_COLORS[verification_result] || "grey")
		.addClass("huf-verdict");

/** A link to a document; the label is text. */
huf.desk.link = (doctype, name, label) =>
	$("<a>")
		.attr("href", frappe.utils.get_form_link(doctype, name))
		.text(label || name);

huf.desk.link_html = (doctype, name, label) => huf.desk.link(doctype, name, label).prop("outerHTML");

/** A headline that replaces the one before; `html` must be escaped already. */
huf.desk.headline = (frm, html, color) => {
	frm.dashboard.clear_headline();
	if (html) {
		frm.dashboard.set_headline(`<div>${html}</div>`, color);
	}
};

/** A section of a form's head. Frappe remembers by its class whether a person folded it. */
huf.desk.section = (frm, label, body, css_class) => {
	frm.dashboard.add_section(body, label, `custom huf-section ${css_class}`);
	return frm.dashboard.parent.find(`.huf-section.${css_class}`);
};

/**
 * Whether the user may change the open document. The form itself knows only the rights of the role, not the rule of
 * the source; where this says no, the form becomes one to read. Rejects with an Error where the document is gone.
 */
huf.desk.may_write = async (frm) => {
	const name = frm.doc.name;
	const { has_permission } = await huf.desk.post("frappe.client.has_permission", {
		doctype: frm.doctype,
		docname: name,
		perm_type: "write",
	});
	if (name !== frm.doc?.name) {
		return has_permission;
	}
	if (has_permission && frm.save_disabled) {
		frm.enable_save();
	} else if (!has_permission) {
		frm.set_read_only();
		frm.disable_save();
		frm.refresh_fields();
	}
	return has_permission;
};

/** POST to a whitelisted method without a pop-up on failure. Rejects with an Error whose message is plain text; it has the status. */
huf.desk.post = async (method, args) => {
	const request = fetch(`/api/method/${method}`, {
		method: "POST",
		headers: {
			Accept: "application/json",
			"Content-Type": "application/json",
			"X-Frappe-CSRF-Token": frappe.csrf_token,
		},
		body: JSON.stringify(args),
	});
	const response = await request.catch((error) => {
		// Of a lost connection a browser says "Failed to fetch" or "Load failed", each in its own words and in English.
		throw error instanceof TypeError ? new Error(__("The server cannot be reached. Try again when you are connected.")) : error;
	});
	const body = await response.json().catch(() => ({}));
	if (response.ok) {
		return body.message;
	}
	const reason = huf.desk.reason(body) || __("The server answered with status {0}.", [response.status]);
	throw Object.assign(new Error(reason), { status: response.status });
};

/** Why a request failed, as plain text, from the body of the answer. */
huf.desk.reason = (body) => {
	let messages = [];
	try {
		messages = JSON.parse(body._server_messages || "[]").map((raw) => JSON.parse(raw).message);
	} catch {
		messages = [body._server_messages];
	}
	const texts = messages.concat(body._error_message || []).map(huf.desk.plain);
	return [...new Set(texts)].filter(Boolean).join(" ") || huf.desk.plain(body.exception || "");
};

/** Only addresses of the web; a javascript: address in a document must not become a link. */
huf.desk.web_address = (url) => (/^https?:\/\//i.test(cstr(url)) ? url : null);

/** Those, and the addresses of records and files of this site. The desk is at /app, and at /desk on Frappe 16. */
huf.desk.address = (url) =>
	huf.desk.web_address(url) || (/^\/(app|desk|files|private\/files)\//.test(cstr(url)) ? url : null);

/** The address of a page of the desk, as this version of Frappe has it. */
huf.desk.page_address = (...route) => frappe.router.make_url(route);

/** A page of a PDF of this site, with the passage marked; `passage` is its citation_id, or that of a cited one. */
huf.desk.PAGE = "/api/method/huf.page";

/**
 * The address of a file or a page of the web, at the page. Frappe writes addresses of files as they are on the disk; "#"
 * and "?" in a name would end the path.
 */
huf.desk.at_page = (address, page, passage) => {
	const is_web = huf.desk.web_address(address);
	const path = is_web ? address : address.replace(/[#?]/g, encodeURIComponent);
	if (!cint(page) || !/\.pdf$/i.test(path)) {
		return path;
	}
	return passage && !is_web && /^\/(private\/)?files\//.test(path)
		? `${huf.desk.PAGE}?${new URLSearchParams({ passage, page: cint(page) })}#passage`
		: `${path}#page=${cint(page)}`;
};

/** Where a passage can be opened, or null: the record's form, the file at its page, the page of the web. */
huf.desk.passage_address = ({ url, page, origin, passage }) => {
	const address = huf.desk.address(url);
	// The address of a list has its filter behind the "?", also of one that belongs to a record; that of a record has its name
	// before it.
	const is_list = origin === "List" || /^\/(app|desk)\/[^/?#]+\?/.test(cstr(address));
	return address && !is_list ? huf.desk.at_page(address, page, passage) : address;
};

/** What links to a hit go by. */
huf.desk.hit_address = ({ url, locator, citation_id }) =>
	huf.desk.passage_address({ url, page: locator && locator.page, passage: citation_id });

huf.desk.is_same_page = (address) => new URL(address || "", location.href).pathname === location.pathname;

/** What is opened of results and answers, by a click or by the middle button. */
huf.desk.OPENED = "a[target=_blank], button.huf-hit-title, button.huf-chip, a.huf-title";

/**
 * Note for the search log that something was opened there, once for each search.
 * @param about gives {query} of what is shown, or {run}; nothing for searches of somebody else
 */
huf.desk.note_openings = (area, about) => {
	let last = "";
	area.on("click auxclick", huf.desk.OPENED, (event) => {
		const asked = about(event);
		const key = JSON.stringify(asked || "");
		if (!asked || key === last || (event.type === "auxclick" && event.button !== 1)) {
			return;
		}
		last = key;
		// Nobody waits for it, and nothing depends on it.
		huf.desk.post("huf.huf.doctype.knowledge_search_log.knowledge_search_log.note_opened", asked).catch(() => {});
	});
};

huf.desk.SOURCE_METHODS = "huf.huf.doctype.knowledge_source.knowledge_source.";
huf.desk.GAP_METHODS = "huf.huf.doctype.knowledge_gap.knowledge_gap.";
huf.desk.INPUT_METHODS = "huf.huf.doctype.knowledge_input.knowledge_input.";

/**
 * Defaults of amounts and fractions become numbers. Frappe reads their text in the number format of the site, where the
 * point of "0.7" may part thousands: a new document would begin with 7.
 */
huf.desk.read_defaults = () => {
	for (const meta of Object.values(locals.DocType || {}).filter(({ module }) => module === "Huf")) {
		for (const df of meta.fields || []) {
			if (["Float", "Currency", "Percent"].includes(df.fieldtype) && cstr(df.default).trim()) {
				df.default = Number(df.default);
			}
		}
	}
};
huf.desk.read_defaults();

/** A count as people write it: 1,234. */
huf.desk.count = (value) => format_number(cint(value), null, 0);

/** So many inputs: 1 input, 12 inputs. */
huf.desk.input_count = (count) => (count === 1 ? __("1 input") : __("{0} inputs", [huf.desk.count(count)]));

/** So many passages. */
huf.desk.passage_count = (count) => (count === 1 ? __("1 passage") : __("{0} passages", [huf.desk.count(count)]));

/** Bytes as people say them: 2.1 MB. */
huf.desk.size = (bytes) => {
	const units = ["B", "KB", "MB", "GB", "TB"];
	let [size, unit] = [Math.max(cint(bytes), 0), 0];
	// What would be rounded to 1,024 is one of the next.
	while (size >= 1023.5 && unit < units.length - 1) {
		size /= 1024;
		unit++;
	}
	return `${format_number(size, null, unit && size < 10 ? 1 : 0)} ${units[unit]}`;
};

/** A moment as people say it, "3 minutes ago", with the exact one to be pointed at; HTML that is escaped. */
huf.desk.ago = (value) => (value ? frappe.datetime.comment_when(huf.desk.escape(value)) : "");

// Fields that tell what has happened: nobody types into them.
huf.desk.TOLD = {
	"Knowledge Source": {
		// In a grid or a report there may be no document to tell by.
		status: (value, df, options, doc) => huf.desk.escape(doc?.status ? huf.desk.source_indicator(doc)[0] : __(value)),
		archived_at: huf.desk.ago,
		index_size_bytes: huf.desk.size,
		last_indexed_at: huf.desk.ago,
		last_searched_at: huf.desk.ago,
		last_synced_at: huf.desk.ago,
	},
	"Knowledge Input": { processed_at: huf.desk.ago, record_modified: huf.desk.ago },
	"Knowledge Glossary Proposal": { decided_at: huf.desk.ago },
	"Agent Test": { last_run_at: huf.desk.ago },
	"Knowledge Test": { last_run_at: huf.desk.ago },
	"Knowledge Test Run": { started_at: huf.desk.ago, finished_at: huf.desk.ago, decided_at: huf.desk.ago },
	"Knowledge Build": {
		bytes: huf.desk.size,
		finished_at: huf.desk.ago,
		restored_at: huf.desk.ago,
		started_at: huf.desk.ago,
	},
};

huf.desk.show_as_told = () => {
	for (const [doctype, fields] of Object.entries(huf.desk.TOLD)) {
		for (const [field, formatter] of Object.entries(fields)) {
			const df = (frappe.meta.docfield_map[doctype] || {})[field];
			if (df) {
				df.formatter = formatter;
				// "3 minutes ago" is so in every time zone; and a description that Frappe appends one to is not translated any more.
				df.hide_timezone = 1;
			}
		}
	}
};
huf.desk.show_as_told();

// Prose, written in a plain field and not in an editor for code. Only the form has another type: as Code the server keeps each
// letter as it was typed, and shows it escaped in prints and everywhere else.
huf.desk.PROSE = { Agent: "instructions", "Knowledge Gap": "answer", "Knowledge Input": "text" };

huf.desk.write_as_prose = () => {
	for (const [doctype, field] of Object.entries(huf.desk.PROSE)) {
		const df = (frappe.meta.docfield_map[doctype] || {})[field];
		if (df) {
			df.fieldtype = "Text";
		}
	}
};
huf.desk.write_as_prose();

/**
 * Do something to each document that is checked in a list, one after the other, and say what was refused.
 * `refused` and `done` make the sentence of how many.
 */
huf.desk.for_checked = async (list, action, { refused, done }) => {
	const names = list.get_checked_items(true);
	const failures = [];
	for (const name of names) {
		try {
			await action(name);
		} catch (error) {
			failures.push(`${name}: ${error.message}`);
		}
	}
	list.clear_checked_items();
	// Frappe leaves out a refresh that asks the same within three seconds.
	list.last_args = null;
	list.refresh();
	if (failures.length) {
		frappe.msgprint({
			title: refused(failures.length, names.length),
			message: failures.map(huf.desk.escape).join("<br>"),
			indicator: "red",
		});
	} else {
		frappe.show_alert({ message: done(names.length), indicator: "blue" });
	}
};
