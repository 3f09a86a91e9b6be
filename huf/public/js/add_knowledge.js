// Ways to add knowledge: several files at once, and the quick entry of one input.

frappe.provide("huf.desk");

/** How many bytes of a file the server wants to see, and of how many files at once (huf.ai.knowledge.contents.beginnings). */
const BEGINNING = 8192;
const AT_ONCE = 50;
/** The longest name: Frappe keeps 140 characters and disks 255 bytes, and some are added to a name that is taken. */
const NAME = { characters: 130, bytes: 240 };

/** The name under which a file is uploaded: no longer than that, and without what Frappe would take for HTML. */
huf.desk.upload_name = (name) => {
	const bytes = (text) => new TextEncoder().encode(text).length;
	const ending = /\.[^.]{1,10}$/.exec(name)?.[0] || "";
	const letters = Array.from(name.slice(0, name.length - ending.length));
	while (letters.length + ending.length > NAME.characters || bytes(letters.join("") + ending) > NAME.bytes) {
		letters.pop();
	}
	return (letters.join("") + ending).replace(/[<>]/g, "_");
};

/**
 * Add any number of files to a source in one dialog: a line for each says what becomes of it while it runs, and why it was
 * refused. What nothing reads is refused before it is uploaded. Closed, it goes on, and says so at the end.
 */
huf.desk.FileAdder = class FileAdder {
	/** @param files what was dropped already */
	constructor(source, on_added, files = []) {
		this.source = source;
		this.on_added = on_added;
		this.lines = [];
		this.work = Promise.resolve();
		this.make_dialog();
		this.take(files);
	}

	make_dialog() {
		this.dialog = new frappe.ui.Dialog({
			title: __("Add Files to {0}", [huf.desk.escape(this.source)]),
			fields: [{ fieldname: "area", fieldtype: "HTML" }],
			primary_action_label: __("Close"),
			primary_action: () => this.dialog.hide(),
		});
		this.dialog.$wrapper.addClass("huf-add-files");
		this.dialog.onhide = () => this.end();
		const area = this.dialog.fields_dict.area.$wrapper;
		this.chooser = $('<input type="file" multiple hidden>').appendTo(area);
		this.chooser.on("change", () => {
			this.take(this.chooser[0].files);
			this.chooser.val("");
		});
		this.zone = $('<div class="huf-drop text-center text-muted">').css({
			border: "1.5px dashed var(--gray-400)",
			"border-radius": "var(--border-radius-lg)",
			padding: "24px 12px",
		});
		$("<div>").text(__("Drop files here")).appendTo(this.zone);
		const ways = $('<div class="d-flex flex-wrap justify-content-center mt-2" style="gap: 8px">').appendTo(this.zone);
		const way = (label, action) => $('<button type="button" class="btn btn-default btn-sm">').text(label).on("click", action).appendTo(ways);
		way(__("Choose Files"), () => this.chooser[0].click());
		way(__("From This Site or a Link"), () => this.take_from_site());
		this.zone.on("dragenter dragover", false).on("drop", (event) => {
			event.preventDefault();
			event.stopPropagation();
			this.take(event.originalEvent.dataTransfer.files);
		});
		this.zone.appendTo(area);
		this.summary = $('<p class="huf-add-summary mt-3 mb-1" aria-live="polite">').hide().appendTo(area);
		this.bar = $('<div class="progress-bar" role="progressbar">');
		$('<div class="progress mb-2" style="height: 4px">').append(this.bar).hide().appendTo(area);
		const list = $('<div style="max-height: 50vh; overflow-y: auto">').appendTo(area);
		this.table = $('<table class="table table-sm m-0" style="table-layout: fixed; overflow-wrap: anywhere">').appendTo(list);
		this.dialog.show();
	}

	/** Files of this computer: all are looked at first, so that nobody waits to be told what cannot be read. */
	take(files) {
		const lines = Array.from(files).map((file) => this.add_line({ file, label: file.name, state: "checking" }));
		for (let at = 0; at < lines.length; at += AT_ONCE) {
			const some = lines.slice(at, at + AT_ONCE);
			this.follow(() => this.check(some));
		}
		lines.forEach((line) => this.follow(() => this.add(line)));
	}

	/** Frappe's own dialog, for files that are on the site already and for addresses. */
	take_from_site() {
		const uploader = new frappe.ui.FileUploader({
			allow_multiple: true,
			dialog_title: __("Add Files to {0}", [huf.desk.escape(this.source)]),
			on_success: (doc) => {
				if (doc) {
					const line = this.add_line({ doc, label: doc.file_name, state: "waiting" });
					this.follow(() => this.add(line));
				}
			},
		});
		uploader.dialog?.$wrapper.addClass("huf-files-of-site");
	}

	/** One after the other, so that inputs come in the order of the files. */
	follow(step) {
		this.work = this.work.then(step);
	}

	async check(lines) {
		const asked = [];
		for (const line of lines) {
			try {
				const bytes = new Uint8Array(await line.file.slice(0, BEGINNING).arrayBuffer());
				const beginning = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
				asked.push([line, { file_name: line.file.name, size: line.file.size, beginning }]);
			} catch (error) {
				this.set(line, { state: "refused", reason: __("Your browser cannot read this. If it is a folder, choose the files in it.") });
			}
		}
		let reasons;
		try {
			const args = { knowledge_source: this.source, files: asked.map(([, file]) => file) };
			reasons = (await huf.desk.post(huf.desk.SOURCE_METHODS + "check_files", args)).reasons;
		} catch (error) {
			asked.forEach(([line]) => this.set(line, { state: "failed", reason: error.message }));
			return;
		}
		asked.forEach(([line], at) =>
			this.set(line, reasons[at] ? { state: "refused", reason: reasons[at] } : { state: "waiting" })
		);
	}

	async add(line) {
		if (line.state !== "waiting") {
			return;
		}
		try {
			line.doc ??= await this.upload(line);
		} catch (error) {
			this.set(line, { state: "failed", reason: error.message });
			return;
		}
		this.set(line, { state: "adding" });
		try {
			const doc = { doctype: "Knowledge Input", knowledge_source: this.source, input_type: "File" };
			const made = await huf.desk.post("frappe.client.insert", { doc: { ...doc, file: line.doc.file_url } });
			this.set(line, { state: "added", name: made.name, label: made.title || line.label });
		} catch (error) {
			const refused = error.status < 500 && error.status !== 429;
			this.set(line, { state: refused ? "refused" : "failed", reason: error.message });
			if (refused) {
				await this.remove_upload(line.doc);
			}
		}
	}

	/** Not by fetch, which tells nothing of how far it is. */
	upload(line) {
		return new Promise((resolve, reject) => {
			const request = new XMLHttpRequest();
			request.upload.onprogress = ({ loaded, total }) =>
				this.set(line, { state: "uploading", percent: Math.floor((100 * loaded) / Math.max(total, 1)) });
			request.onerror = () => reject(new Error(__("The upload failed: there is no connection to the server.")));
			request.onload = () => {
				let body = {};
				try {
					body = JSON.parse(request.responseText);
				} catch {
					// A proxy in front of the site answers in HTML.
				}
				if (request.status === 200 && body.message) {
					resolve(body.message);
				} else if (request.status === 413) {
					reject(new Error(__("The server takes no file of this size.")));
				} else {
					reject(new Error(huf.desk.reason(body) || __("The server answered with status {0}.", [request.status])));
				}
			};
			const data = new FormData();
			data.append("file", line.file, huf.desk.upload_name(line.file.name));
			data.append("is_private", "1");
			data.append("folder", "Home");
			request.open("POST", "/api/method/upload_file");
			request.setRequestHeader("Accept", "application/json");
			request.setRequestHeader("X-Frappe-CSRF-Token", frappe.csrf_token);
			request.send(data);
		});
	}

	/** A refused file would lie about as an attachment of nothing. */
	async remove_upload(file) {
		try {
			await huf.desk.post("frappe.client.delete", { doctype: "File", name: file.name });
		} catch (error) {
			console.warn("The refused file could not be removed", error);
		}
	}

	again(line) {
		this.set(line, { state: line.file ? "checking" : "waiting", reason: "" });
		if (line.file && !line.doc) {
			this.follow(() => this.check([line]));
		} else {
			this.set(line, { state: "waiting" });
		}
		this.follow(() => this.add(line));
	}

	// --- What is shown

	add_line(line) {
		line.row = $('<tr class="huf-add-line">').appendTo(this.table);
		this.lines.push(line);
		this.set(line, {});
		return line;
	}

	set(line, values) {
		Object.assign(line, values);
		const { row, label, state, reason, name, percent } = line;
		const [word, color] = {
			checking: [__("Checking"), "grey"],
			waiting: [__("Waiting"), "grey"],
			uploading: [__("Uploading, {0} %", [percent]), "blue"],
			adding: [__("Adding"), "blue"],
			added: [__("Added"), "green"],
			refused: [__("Refused"), "red"],
			failed: [__("Failed"), "orange"],
		}[state];
		const what = $("<td>").append(name ? huf.desk.link("Knowledge Input", name, label) : document.createTextNode(label));
		if (reason) {
			$('<div class="text-muted small">').text(reason).appendTo(what);
		}
		const how = $('<td class="text-right" style="width: 130px">').append(huf.desk.pill(word, color));
		if (state === "failed") {
			$('<button type="button" class="btn btn-xs btn-default mt-1">').text(__("Try Again")).on("click", () => this.again(line)).appendTo(how);
		}
		row.attr("data-state", state).empty().append(what, how);
		this.count();
	}

	get counts() {
		const of = (...states) => this.lines.filter((line) => states.includes(line.state)).length;
		return { added: of("added"), refused: of("refused"), failed: of("failed"), all: this.lines.length };
	}

	get words() {
		const { added, refused, failed, all } = this.counts;
		const parts = [__("{0} of {1} files added", [added, all])];
		refused && parts.push(__("{0} refused", [refused]));
		failed && parts.push(__("{0} failed", [failed]));
		return parts.join(", ");
	}

	count() {
		const { added, refused, failed, all } = this.counts;
		const done = added + refused + failed;
		this.is_done = done === all;
		this.summary.text(this.words).show();
		this.bar.css("width", `${(100 * done) / all}%`).parent().toggle(!this.is_done);
	}

	/** The dialog was closed: what it has begun goes on. */
	async end() {
		const was_done = this.is_done;
		await this.work;
		if (this.lines.length) {
			const { added, all } = this.counts;
			was_done || frappe.show_alert({ message: this.words, indicator: added === all ? "green" : "orange" }, 10);
			this.on_added();
		}
	}
};

/** Quick entry of an input of one kind, for a source. */
huf.desk.add_input = (source, input_type, on_added) => {
	frappe.model.with_doctype("Knowledge Input", () => {
		const doc = frappe.model.get_new_doc("Knowledge Input", null, null, true);
		Object.assign(doc, { knowledge_source: source, input_type });
		frappe.ui.form.make_quick_entry("Knowledge Input", on_added, null, doc);
	});
};
