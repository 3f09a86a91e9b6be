// A plain question about many records, above what a search finds: what was understood, the number or the list, and a way to
// say that it was meant otherwise. Everything the server sent is shown as text.

frappe.provide("huf.desk");

huf.desk.PLAIN = "huf.ai.queries.plain_questions.ask_plainly";
huf.desk.RECORD = "huf.ai.records.get_record";
huf.desk.MOST_PLAIN_ROWS = 10;
huf.desk.MOST_RELATED_ROWS = 5;
huf.desk.FEWEST_DRAWN = 3;
huf.desk.MOST_PERIODS = 36;
huf.desk.SHORT_CELL = 12;

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
	const share = totals.filter(({ key }) => key === "share");
	const changes = totals.filter(({ key }) => key === "change");
	const measured = totals.filter(({ key }) => !["count", "share", "change"].includes(key));
	if (changes.length) {
		// The last rows are those of the second period, one for each currency.
		const last = rows.slice(-changes.length);
		const between = [rows[0], last[0]].map((row) => row[columns[0].key]).join(" → ");
		parts.push(...changes.map((total, place) => huf.desk.plain_change(total, last[place], between)));
	}
	if (share.length) {
		parts.push(...share.map((total, place) => huf.desk.plain_share(total, shape === "number" ? rows[place] : null, columns)));
	} else if (shape === "number" && measured.length) {
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
	const are_drawn = shape === "groups" && huf.desk.are_over_time(columns, rows);
	const most = are_drawn ? huf.desk.MOST_PERIODS : huf.desk.MOST_PLAIN_ROWS;
	if (are_drawn) {
		parts.push(huf.desk.plain_chart(columns, rows));
	}
	if (shape !== "number" && rows.length) {
		parts.push(huf.desk.plain_table(columns, rows, doctype, most));
		if (shape !== "first" && (truncated || rows.length > most)) {
			parts.push($('<div class="text-muted small">').text(__("There are more rows than are shown.")));
		}
	}
	notes.forEach((note) => parts.push($('<div class="text-muted small huf-plain-note">').text(note)));
	return parts;
};

/** Whether there is one number for each of several months, quarters or years, which a drawing tells better than a table. */
huf.desk.are_over_time = ([group, measure], rows) =>
	rows.length >= huf.desk.FEWEST_DRAWN &&
	/^(month|quarter|year)\(/.test(group.key) &&
	rows.every((row) => row[measure.key] === null || typeof row[measure.key] === "number") &&
	new Set(rows.map((row) => row[group.key])).size === rows.length;

huf.desk.plain_chart = ([group, measure], rows) => {
	const area = $('<div class="huf-plain-chart" aria-hidden="true">');
	// It is drawn as wide as its place is, so it needs one first.
	setTimeout(() => {
		if (area[0].isConnected) {
			new frappe.Chart(area[0], {
				type: "bar",
				height: 160,
				// While it moves the drawing is out of its place for a moment, and a window that changes its size then raises an error.
				animate: 0,
				disableEntryAnimation: 1,
				data: {
					labels: rows.map((row) => cstr(row[group.key])),
					datasets: [{ name: measure.label, values: rows.map((row) => flt(row[measure.key], 2)) }],
				},
				axisOptions: { xIsSeries: 1, shortenYAxisNumbers: 1 },
				tooltipOptions: { formatTooltipY: (value) => huf.desk.plain_value(value, measure) },
				colors: ["blue"],
			});
		}
	});
	return area;
};

/** By how much one period differs from the one before, and that in percent. */
huf.desk.plain_change = (total, { change_percent }, between) => {
	const signed = (value, column) => (value > 0 ? "+" : "") + huf.desk.plain_value(value, column);
	const line = $('<div class="huf-plain-number">').text(signed(total.value, total));
	const told = [change_percent].filter((value) => typeof value === "number").map((value) => signed(value, { fieldtype: "Percent" }));
	const label = [total.label, ...told, between].join(" · ");
	return line.append($('<span class="huf-plain-label text-muted small ml-2">').text(label));
};

/** A percentage, with the part and the whole where one row has them. */
huf.desk.plain_share = ({ value, label }, row, columns) => {
	const line = $('<div class="huf-plain-number">').text(huf.desk.plain_value(value, { fieldtype: "Percent" }) || "–");
	if (row) {
		const at = columns.findIndex(({ key }) => key === "part");
		const [part, whole] = columns.slice(at, at + 2).map((column) => huf.desk.plain_value(row[column.key], column));
		const all = [whole, row.currency].filter(Boolean).join(" ");
		label = __("{0} of {1}", [part, all]);
	}
	return line.append($('<span class="huf-plain-label text-muted small ml-2">').text(label));
};

huf.desk.plain_value = (value, { fieldtype, currency }) => {
	if (fieldtype === "Check") {
		return value ? __("Yes") : __("No");
	}
	if (typeof value !== "number") {
		return ["Date", "Datetime"].includes(fieldtype) && value ? frappe.datetime.str_to_user(value) : cstr(value);
	}
	const shown = format_number(value, null, Number.isInteger(value) && !currency ? 0 : 2);
	if (fieldtype === "Percent") {
		return `${shown} %`;
	}
	return currency ? `${shown} ${currency}` : shown;
};

/** Rows under their labels. What names a record leads to it: a link to the other DocType, and the name of a record of `doctype`. */
huf.desk.plain_table = (columns, rows, doctype = "", most = huf.desk.MOST_PLAIN_ROWS) => {
	const table = $('<table class="table table-bordered small">');
	const head = $("<tr>").appendTo($("<thead>").appendTo(table));
	columns.forEach(({ label }) => $("<th>").text(label).appendTo(head));
	const body = $("<tbody>").appendTo(table);
	rows.slice(0, most).forEach((row) => {
		const line = $("<tr>").appendTo(body);
		columns.forEach((column) => {
			const value = row[column.key];
			const is_number = typeof value === "number" && column.fieldtype !== "Check";
			const target = column.key === "name" ? doctype : column.options;
			const text = huf.desk.plain_value(value, column);
			const cell = $("<td>").toggleClass("text-right", is_number).appendTo(line);
			cell.toggleClass("text-nowrap", is_number || text.length <= huf.desk.SHORT_CELL);
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
