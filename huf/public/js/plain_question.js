// A plain question about many records, above what a search finds: what was understood, the number or the list, and a way to
// say that it was meant otherwise. Everything the server sent is shown as text.

frappe.provide("huf.desk");

huf.desk.PLAIN = "huf.ai.queries.plain_questions.ask_plainly";
huf.desk.RECORD = "huf.ai.records.get_record";
huf.desk.MOST_PLAIN_ROWS = 10;
huf.desk.MOST_RELATED_ROWS = 5;

/**
 * A box that fills itself if the question is one about records, and stays away if it is not.
 * @param passes called once it is known that the question is one for a search
 */
huf.desk.plain_question = (question, passes = () => {}) => {
	const box = $('<div class="huf-plain">').hide();
	const ask = async (more = {}) => {
		let found;
		try {
			found = await huf.desk.post(huf.desk.PLAIN, { question, ...more });
		} catch {
			// The search beside it says what is wrong; this box is an addition to it.
			found = { kind: "passage" };
		}
		if (found.kind === "passage") {
			box.remove();
			passes();
			return;
		}
		box.empty().attr("data-kind", found.kind).show();
		huf.desk.plain_parts(found, ask, () => {
			box.remove();
			passes();
		}).forEach((part) => box.append(part));
	};
	ask();
	return box;
};

/** What stands in the box, from the top. */
huf.desk.plain_parts = ({ kind, understood, shape, answer, problem, records, choices }, ask, dismiss) => {
	const parts = [];
	if (kind === "record") {
		parts.push(huf.desk.plain_records(__("This record is meant:"), records));
		parts.push(huf.desk.plain_related(records[0]));
	} else if (kind === "ask") {
		parts.push($('<div class="huf-plain-title">').text(__("Which one is meant?")));
		records.forEach(({ name, title, label }) =>
			parts.push(huf.desk.plain_button(`${label} · ${title}`, () => ask({ record: name })))
		);
		choices.forEach((choice) =>
			parts.push(
				huf.desk.plain_button(huf.desk.plain_text(choice), () => ask({ doctype: choice.doctype }))
			)
		);
	} else {
		const line = $('<div class="huf-plain-understood">');
		understood.forEach(({ text, assumed }) =>
			$("<span>")
				.addClass(assumed ? "huf-plain-part huf-plain-assumed" : "huf-plain-part")
				.attr("title", assumed ? __("Nobody said so; it is what is usually meant.") : "")
				.text(text)
				.appendTo(line)
		);
		parts.push(line);
		if (problem) {
			parts.push($('<div class="form-message yellow">').text(problem));
		} else {
			parts.push(...huf.desk.plain_answer(answer, shape));
		}
	}
	parts.push(huf.desk.plain_foot(kind, answer, choices, ask, dismiss));
	return parts;
};

huf.desk.plain_text = ({ understood }) => understood.map(({ text }) => text).join(" · ");

huf.desk.plain_button = (label, act) =>
	$('<button type="button" class="btn btn-xs btn-default huf-plain-choice">').text(label).on("click", act);

huf.desk.plain_records = (title, records) => {
	const line = $("<div>").append($('<span class="text-muted mr-2">').text(title));
	records.forEach(({ label, title: name, url }) => {
		const address = huf.desk.address(url);
		const link = address ? $("<a>").attr("href", address) : $("<span>");
		line.append(link.text(`${label} ${name}`));
	});
	return line;
};

/** What a record says now and what belongs to it. It fills itself: that takes longer than to know which record is meant. */
huf.desk.plain_related = ({ doctype, name }) => {
	const box = $('<div class="huf-plain-related">');
	huf.desk.post(huf.desk.RECORD, { doctype, name }).then(
		({ now = {}, related = [] }) => {
			const said = Object.entries(now).map(([label, value]) => `${label}: ${value}`);
			$('<div class="text-muted small">').text(said.join(" · ")).appendTo(box);
			related.forEach(({ label, columns, rows, totals, url }) => {
				const line = $('<div class="huf-plain-part-title">').appendTo(box);
				const address = huf.desk.address(url);
				(address ? $("<a>").attr("href", address) : $("<span>")).text(label).appendTo(line);
				const sums = totals.filter(({ key }) => key !== "count");
				const shown = sums.map((sum) => `${sum.label}: ${huf.desk.plain_value(sum.value, sum)}`);
				const none = rows.length ? "" : __("None");
				if (rows.length > huf.desk.MOST_RELATED_ROWS) {
					shown.push(__("There are more rows than are shown."));
				}
				$('<span class="text-muted small ml-2">').text([...shown, none].filter(Boolean).join(" · ")).appendTo(line);
				if (rows.length) {
					box.append(huf.desk.plain_table(columns, rows.slice(0, huf.desk.MOST_RELATED_ROWS)));
				}
			});
		},
		// The record itself is named above; this is an addition to it.
		() => box.remove()
	);
	return box;
};

/** The number, and the rows, as far as the question asks for them. */
huf.desk.plain_answer = (answer, shape) => {
	const { doctype, totals = [], rows = [], columns = [], records, truncated, notes = [] } = answer;
	const parts = [];
	const counted = records === null || records === undefined ? "" : huf.desk.plain_value(records, {});
	const measured = totals.filter(({ key }) => key !== "count");
	if (shape === "number" && measured.length) {
		measured.forEach((total) => {
			const line = $('<div class="huf-plain-number">').text(huf.desk.plain_value(total.value, total));
			const label = counted ? __("{0}, of {1} records", [total.label, counted]) : total.label;
			parts.push(line.append($('<span class="huf-plain-label text-muted small ml-2">').text(label)));
		});
	} else if (["number", "list"].includes(shape) && counted) {
		parts.push($('<div class="huf-plain-number">').text(counted));
	}
	const groups = totals.find(({ key }) => key === "groups");
	if (groups) {
		parts.push($('<div class="huf-plain-number">').text(huf.desk.plain_value(groups.value, groups)));
	}
	if (shape !== "number" && rows.length) {
		parts.push(huf.desk.plain_table(columns, rows, doctype));
		if (shape !== "first" && (truncated || rows.length > huf.desk.MOST_PLAIN_ROWS)) {
			parts.push($('<div class="text-muted small">').text(__("There are more rows than are shown.")));
		}
	}
	notes.forEach((note) => parts.push($('<div class="text-muted small huf-plain-note">').text(note)));
	return parts;
};

huf.desk.plain_value = (value, { fieldtype, currency }) => {
	if (fieldtype === "Check") {
		return value ? __("Yes") : __("No");
	}
	if (typeof value !== "number") {
		return ["Date", "Datetime"].includes(fieldtype) && value ? frappe.datetime.str_to_user(value) : cstr(value);
	}
	const shown = format_number(value, null, Number.isInteger(value) && !currency ? 0 : 2);
	return currency ? `${shown} ${currency}` : shown;
};

/** Rows under their labels. What names a record leads to it: a link to the other DocType, and the name of a record of `doctype`. */
huf.desk.plain_table = (columns, rows, doctype = "") => {
	const table = $('<table class="table table-bordered small">');
	const head = $("<tr>").appendTo($("<thead>").appendTo(table));
	columns.forEach(({ label }) => $("<th>").text(label).appendTo(head));
	const body = $("<tbody>").appendTo(table);
	rows.slice(0, huf.desk.MOST_PLAIN_ROWS).forEach((row) => {
		const line = $("<tr>").appendTo(body);
		columns.forEach((column) => {
			const value = row[column.key];
			const is_number = typeof value === "number" && column.fieldtype !== "Check";
			const cell = $("<td>").toggleClass("text-right", is_number).appendTo(line);
			const target = column.key === "name" ? doctype : column.options;
			const text = huf.desk.plain_value(value, column);
			if (target && value) {
				$("<a>").attr("href", frappe.utils.get_form_link(target, value)).text(text).appendTo(cell);
			} else {
				cell.text(text);
			}
		});
	});
	return $('<div class="huf-plain-table">').append(table);
};

huf.desk.plain_foot = (kind, answer, choices, ask, dismiss) => {
	const foot = $('<div class="huf-plain-foot">');
	const address = answer && huf.desk.address(answer.url);
	if (address) {
		$('<a class="btn btn-xs btn-default" target="_blank" rel="noopener noreferrer">')
			.attr("href", address)
			.text(__("Open List"))
			.appendTo(foot);
	}
	if (kind === "list") {
		choices.forEach((choice) => {
			const label = __("{0} instead", [choice.understood[0].text]);
			foot.append(huf.desk.plain_button(label, () => ask({ doctype: choice.doctype })));
		});
	}
	$('<button type="button" class="btn btn-xs btn-default huf-plain-dismiss">')
		.text(__("This is not what I meant"))
		.on("click", dismiss)
		.appendTo(foot);
	return foot;
};
