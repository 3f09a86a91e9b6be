// How hits are shown, in Test Search, Ask this Record and on the page Knowledge Search. All words are shown as text.

frappe.provide("huf.desk");

huf.desk.SearchHits = class SearchHits {
	skipped({ code, reason }) {
		const box = $('<div class="form-message red huf-skipped">');
		$("<strong>").text(__("This source could not be searched: {0}", [code])).appendTo(box);
		$("<div>").text(reason).appendTo(box);
		return box;
	}

	hit(hit, rank) {
		const box = $('<div class="huf-hit border rounded p-3 mb-3">');
		const head = $('<div class="d-flex justify-content-between align-items-baseline mb-1">').appendTo(box);
		const title = $("<div>").appendTo(head);
		$('<span class="text-muted mr-2">').text(`${hit.rank || rank}.`).appendTo(title);
		this.head(hit).addClass("font-weight-bold").appendTo(title);
		this.states(hit).forEach((pill) => pill.addClass("ml-2").appendTo(title));
		$('<span class="text-muted small text-nowrap ml-3">')
			.text(__("Score {0}", [Number(hit.score).toPrecision(3)]))
			.appendTo(head);
		this.place(hit).appendTo(box);
		this.now(hit).appendTo(box);
		$('<div class="huf-passage small">')
			.css({ "white-space": "pre-wrap", "overflow-wrap": "anywhere", "max-height": "12em", overflow: "auto" })
			.text(hit.text)
			.appendTo(box);
		return box;
	}

	/** The title of a hit, as a link. */
	head(hit) {
		return huf.desk.link("Knowledge Input", hit.input, hit.title);
	}

	/** What one has to know about the standing of a hit. */
	states({ metadata = {}, indexed_at, partly_read, corrected_on, left_out_on, summary_of }) {
		const found = [];
		if (partly_read) {
			found.push(huf.desk.pill(__("Partly Read"), "yellow").attr("title", partly_read));
		}
		if (corrected_on) {
			const day = frappe.datetime.str_to_user(corrected_on);
			found.push(huf.desk.pill(__("Corrected on {0}", [day]), "blue").attr("title", __("A person has corrected words of this passage.")));
		}
		if (left_out_on) {
			const day = frappe.datetime.str_to_user(left_out_on);
			found.push(huf.desk.pill(__("Shortened on {0}", [day]), "blue").attr("title", __("A person has left out what stood here.")));
		}
		if (summary_of) {
			const title = __("A model's summary of {0} led to this passage of it.", [summary_of]);
			found.push(huf.desk.pill(__("By Summary"), "grey").attr("title", title));
		}
		if (metadata.superseded) {
			found.push(huf.desk.pill(__("Superseded"), "grey"));
		}
		if (metadata.stale) {
			const pill = huf.desk.pill(__("Changed Since"), "orange");
			const indexed = moment.unix(indexed_at).format("YYYY-MM-DD HH:mm");
			const changed = cstr(metadata.record_modified).slice(0, 16);
			found.push(pill.attr("title", __("Indexed {0}, changed {1}", [indexed, changed])));
		}
		return found;
	}

	/** What the record says at this moment, whatever the passage says; nothing for what is no record. */
	now({ metadata = {} }) {
		const values = Object.entries(metadata.now || {});
		if (!values.length) {
			return $();
		}
		const line = $('<div class="small mb-2 huf-now">');
		$('<span class="text-muted mr-2">').text(__("Now")).appendTo(line);
		values.forEach(([label, value]) => {
			// A word speaks for itself; a number needs its label.
			const text = /\d/.test(value) ? `${label}: ${value}` : value;
			huf.desk.pill(text, "blue").attr("title", label).removeClass("text-nowrap").addClass("mr-1").appendTo(line);
		});
		return line;
	}

	place(hit) {
		const { locator, url } = hit;
		const line = $('<div class="text-muted small mb-2 huf-place">');
		$("<span>")
			.text((locator && locator.label) || "")
			.appendTo(line);
		const address = huf.desk.hit_address(hit);
		if (address && !huf.desk.is_same_page(address)) {
			$('<a class="ml-2" target="_blank" rel="noopener noreferrer">')
				.attr("href", address)
				.text(huf.desk.web_address(url) ? __("Open Page") : __("Open"))
				.appendTo(line);
		}
		return line;
	}
};
