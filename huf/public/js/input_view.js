// The dialog View of a Knowledge Input: what searches see of it, passage by passage, beside the original.
// Everything that the server sent is shown as text.

frappe.provide("huf.desk");

huf.desk.VIEW_INPUT = "huf.ai.knowledge.input_view.view_input";
huf.desk.VIEW_POLL_MS = 3000;

huf.desk.InputView = class InputView {
	/** @param doc the Knowledge Input as the form has it */
	constructor(doc) {
		this.doc = doc;
		this.corrections = new huf.desk.InputCorrections(this);
		this.dialog = new frappe.ui.Dialog({
			title: __("What Was Read of {0}", [huf.desk.escape(doc.title || doc.name)]),
			size: "extra-large",
			fields: [{ fieldname: "view", fieldtype: "HTML" }],
		});
		this.dialog.$wrapper.addClass("huf-input-view");
		// What a document says and its pages do not stay in the desk when nobody looks at them any more.
		this.dialog.$wrapper.on("hidden.bs.modal", ({ target }) => {
			// A dialog that is opened from this one says so too, when it closes.
			if (target === this.dialog.$wrapper[0]) {
				clearTimeout(this.poll);
				this.is_closed = true;
				setTimeout(() => this.dialog.$wrapper.remove());
			}
		});
		this.build();
		this.dialog.show();
		this.load({ first: 1 });
	}

	build() {
		const area = this.dialog.fields_dict.view.$wrapper.empty();
		this.notes = $("<div>").appendTo(area);
		this.bar = $('<div class="huf-view-bar">').appendTo(area).hide();
		this.previous = this.button(__("Previous"), () => this.load({ first: Math.max(1, this.first - this.step) }));
		this.next = this.button(__("Next"), () => this.load({ first: this.last + 1 }));
		this.range = $('<span role="status">');
		this.page = $('<input type="number" min="1" class="form-control input-xs">').on("change", () => {
			if (cint(this.page.val()) > 0) {
				this.load({ page: cint(this.page.val()) });
			}
		});
		this.page_label = $('<label class="huf-view-goto">').append($("<span>").text(__("Go to Page")), this.page);
		this.bar.append(this.previous, this.range, this.next, this.page_label);
		this.columns = $('<div class="huf-view-columns">').appendTo(area);
		this.list = $('<ol class="huf-view-passages" tabindex="0">')
			.attr("aria-label", __("Passages"))
			.appendTo(this.columns);
		this.beside = $('<div class="huf-view-beside">').appendTo(this.columns).hide();
	}

	button(label, action) {
		return $('<button type="button" class="btn btn-default btn-xs">').text(label).on("click", action);
	}

	/** Show the same passages as they are now. */
	reload() {
		return this.load({ first: this.first || 1 }, this.list.scrollTop());
	}

	/** What a person has said of the text acts with the next build; then it is shown. */
	follow() {
		clearTimeout(this.poll);
		if (!this.corrections.is_waiting || this.is_closed) {
			return;
		}
		this.poll = setTimeout(async () => {
			const { message } = await frappe.db.get_value("Knowledge Input", this.doc.name, "status");
			if (this.is_closed) {
				return;
			}
			if (["Pending", "Processing", "Reading Scan"].includes(message?.status)) {
				this.follow();
			} else {
				this.reload();
			}
		}, huf.desk.VIEW_POLL_MS);
	}

	/** Ask for passages, from a number or a page on, and show them. */
	async load(from, scroll = 0) {
		const asked = (this.asked = (this.asked || 0) + 1);
		this.list.attr("aria-busy", "true");
		let view;
		try {
			view = await huf.desk.post(huf.desk.VIEW_INPUT, { knowledge_input: this.doc.name, ...from });
		} catch (error) {
			view = { error: error.message };
		}
		// A slow answer must not replace that of a later question.
		if (asked === this.asked) {
			this.list.removeAttr("aria-busy");
			this.show(view);
			this.list.scrollTop(scroll);
			this.follow();
		}
	}

	show(view) {
		const { error, state, message, is_partly_read, properties = [], total = 0, passages = [], original } = view;
		this.notes.empty();
		this.corrections.take(view);
		if (error || state) {
			this.note(error || state, error ? "red" : "yellow");
		}
		if (message && !error) {
			this.note(message, is_partly_read || state ? "yellow" : "blue");
		}
		this.tell(properties, original);
		this.notes.append(this.corrections.above());
		this.bar.toggle(Boolean(passages.length));
		this.columns.toggle(Boolean(passages.length));
		if (!passages.length) {
			return;
		}
		this.original = original;
		[this.first, this.last] = [passages[0].number, passages[passages.length - 1].number];
		this.step = Math.max(this.step || 0, passages.length);
		this.range.text(
			__("Passages {0} to {1} of {2}", [this.first, this.last, total].map((number) => huf.desk.count(number)))
		);
		this.previous.prop("disabled", this.first <= 1);
		this.next.prop("disabled", this.last >= total);
		const is_pdf = original?.kind === "pdf";
		this.page_label.toggle(is_pdf);
		this.list.empty();
		passages.forEach((passage, index) =>
			this.list.append(this.corrections.before(index), this.gap(passage, is_pdf), this.passage(passage, is_pdf))
		);
		this.list.append(this.corrections.before(passages.length));
		this.show_original(passages);
	}

	note(text, color) {
		$(`<div class="form-message ${color} huf-view-note">`).text(text).appendTo(this.notes);
	}

	/** What the document says of itself, and the way to its file. */
	tell(properties, original) {
		const line = $('<div class="huf-view-facts text-muted small">').appendTo(this.notes);
		properties.forEach(({ label, value }) => {
			$("<span>").text(`${label}: ${value}`).appendTo(line);
		});
		const address = original && huf.desk.address(original.url);
		if (address) {
			$('<a target="_blank" rel="noopener noreferrer">')
				.attr("href", huf.desk.at_page(address))
				.text(__("Open File"))
				.appendTo(line);
		}
	}

	/** Between two passages: the pages of which nothing was read, with a way to look at the first. */
	gap({ skipped_pages, passage }, is_pdf) {
		if (!skipped_pages) {
			return $();
		}
		const [first, last] = skipped_pages;
		const item = $('<li class="huf-view-passage huf-view-suspicious huf-view-gap">');
		const head = $('<div class="huf-view-head">').appendTo(item);
		$("<span>")
			.text(
				first === last
					? __("Nothing was read of page {0}.", [first])
					: __("Nothing was read of pages {0} to {1}.", [first, last])
			)
			.appendTo(head);
		if (is_pdf) {
			const shown = { passage, locator: { page: first } };
			this.button(__("Show Page"), () => this.show_page(shown, item)).addClass("huf-view-page").appendTo(head);
		}
		return item;
	}

	passage(passage, is_pdf) {
		const item = $('<li class="huf-view-passage">').attr("data-number", passage.number);
		const head = $('<div class="huf-view-head">').appendTo(item);
		$('<span class="huf-view-number">').text(huf.desk.count(passage.number)).appendTo(head);
		const { label, page } = passage.locator;
		if (is_pdf && page) {
			this.button(label, () => this.show_page(passage, item)).addClass("huf-view-page").appendTo(head);
		} else {
			$("<span>").text(label).appendTo(head);
		}
		passage.suspicions.forEach((reason) => {
			huf.desk.pill(reason, "yellow").removeClass("text-nowrap").addClass("huf-view-suspicion").appendTo(head);
		});
		item.toggleClass("huf-view-suspicious", Boolean(passage.suspicions.length));
		const text = $('<div class="huf-view-text" dir="auto">').appendTo(item);
		if (passage.header) {
			this.repeated(`${passage.header}\n`, __("Repeated, so that the passage can be read alone")).appendTo(text);
		}
		// The server counts characters, a string of JavaScript counts halves of some.
		const signs = Array.from(passage.text);
		if (passage.repeats) {
			this.repeated(signs.slice(0, passage.repeats).join(""), __("Also the end of the passage before")).appendTo(text);
		}
		// Empty lines at its end say nothing, and would look like a part that is missing.
		$("<span>").text(signs.slice(passage.repeats).join("").trimEnd()).appendTo(text);
		this.corrections.annotate(passage, head);
		return item;
	}

	repeated(words, why) {
		return $('<span class="huf-view-repeated">').attr("title", why).text(words);
	}

	/** Beside the passages: the page of the first of them, or the picture that they were recognised in. */
	show_original(passages) {
		this.beside.empty().hide();
		this.frame = null;
		this.columns.removeClass("huf-view-has-original");
		const { kind, url } = this.original || {};
		if (kind === "picture" && huf.desk.address(url)) {
			$("<img>")
				.attr({ src: huf.desk.at_page(url), alt: __("The original") })
				.appendTo(this.beside);
			this.beside.show();
			this.columns.addClass("huf-view-has-original");
		} else if (kind === "pdf") {
			const first = passages.find(({ locator }) => locator.page);
			if (first && !this.is_narrow()) {
				this.show_page(first, this.list.children(`[data-number=${first.number}]`));
			}
		}
	}

	/** The page of a PDF with the passage marked: beside the passages, on a phone under the head of the passage. */
	show_page({ passage, locator }, item) {
		this.list.find(".huf-view-shown").removeClass("huf-view-shown");
		this.list.find("[aria-pressed]").removeAttr("aria-pressed");
		item.addClass("huf-view-shown").find(".huf-view-page").attr("aria-pressed", "true");
		this.frame?.remove();
		const query = new URLSearchParams({ passage, page: locator.page });
		this.frame = $('<iframe class="huf-view-frame">').attr({
			src: `${huf.desk.PAGE}?${query}#passage`,
			title: __("Page {0} of the original", [locator.page]),
		});
		if (this.is_narrow()) {
			item.children(".huf-view-head").after(this.frame);
		} else {
			this.beside.empty().append(this.frame).show();
			this.columns.addClass("huf-view-has-original");
		}
	}

	is_narrow() {
		return window.matchMedia("(max-width: 991px)").matches;
	}
};
