// What a rebuild of a source would take, said before it begins.

frappe.provide("huf.desk");

/** Ask, with the estimate, whether a source is to be rebuilt. */
huf.desk.confirm_rebuild = async (source, go_on) => {
	const question = __(
		"All inputs are read and indexed again. The index made before goes on answering until the new one is ready."
	);
	let told;
	try {
		told = await frappe.xcall(huf.desk.SOURCE_METHODS + "estimate_index", { knowledge_source: source });
	} catch {
		// Frappe has said why. Whoever may rebuild may do it without knowing what it takes.
		told = null;
	}
	const box = $("<div>").append($("<p>").text(question));
	if (told) {
		box.append(huf.desk.estimate(told));
	}
	frappe.confirm(box.prop("outerHTML"), go_on);
};

/** An estimate, as lines of text. */
huf.desk.estimate = (told) => {
	const box = $('<div class="huf-estimate">');
	const line = (text, css_class = "") => $("<p>").addClass(css_class).text(text).appendTo(box);
	if (told.error) {
		line(huf.said(told.error), "text-danger");
		return box;
	}
	line(huf.desk.inputs_text(told));
	line(huf.desk.cost_text(told));
	if (told.seconds) {
		line(__("It takes about {0}, as it did before.", [huf.desk.duration(told.seconds)]));
	}
	if (!told.is_local && told.tokens && told.is_rough) {
		line(__("This is rough: not all texts are known yet, or they will be cut otherwise."), "text-muted small");
	}
	if (told.left !== null && told.cost && told.cost > told.left) {
		line(
			__(
				"Caps leave {0} US dollars of this month. Indexing will wait there, with all that it has, until a cap is raised or the next month begins.",
				[huf.desk.dollars(told.left)]
			),
			"font-weight-bold"
		);
	}
	return box;
};

huf.desk.inputs_text = ({ inputs, unread }) => {
	const counted = inputs === 1 ? __("1 input") : __("{0} inputs", [huf.desk.count(inputs)]);
	return unread ? __("{0}, {1} of them not read yet.", [counted, huf.desk.count(unread)]) : `${counted}.`;
};

huf.desk.cost_text = ({ is_local, model, passages, new_passages, tokens, cost }) => {
	if (is_local) {
		return model
			? __("The vectors are made on this server, by {0}: that costs nothing.", [model])
			: __("No model is asked: that costs nothing.");
	}
	if (!tokens) {
		return __("All vectors are kept from before: {0} is asked for none, and that costs nothing.", [model]);
	}
	const asked = passages
		? __("Of {0} passages {1} have no vector yet.", [huf.desk.count(passages), huf.desk.count(new_passages)])
		: "";
	const price =
		cost === null
			? __("Nobody knows the price of {0}: enter it on the AI Model.", [model])
			: __("About {0} tokens go to {1}, for about {2} US dollars.", [
					huf.desk.count(tokens),
					model,
					huf.desk.dollars(cost),
			  ]);
	return [asked, price].filter(Boolean).join(" ");
};

/** Dollars as people say them: in cents, and exactly where it is less than a few. */
huf.desk.dollars = (amount) => format_number(flt(amount), null, amount > 0 && amount < 0.1 ? 6 : 2);

/** Seconds as people say them. */
huf.desk.duration = (seconds) => {
	if (seconds < 90) {
		return __("{0} seconds", [huf.desk.count(Math.max(1, Math.round(seconds)))]);
	}
	const minutes = Math.round(seconds / 60);
	return minutes < 120
		? __("{0} minutes", [huf.desk.count(minutes)])
		: __("{0} hours", [format_number(minutes / 60, null, 1)]);
};
