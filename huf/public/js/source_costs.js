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
	if (told.model || !told.enrichment_model) {
		line(huf.desk.cost_text(told));
	}
	if (told.adds_lines) {
		line(huf.desk.enrichment_text(told));
	}
	if (told.adds_summaries) {
		line(huf.desk.summaries_text(told));
	}
	const is_enriched = told.enrichment_requests || told.summary_requests;
	if (told.seconds) {
		const time = [huf.desk.duration(told.seconds)];
		line(
			is_enriched
				? __("It takes about {0}.", time)
				: __("It takes about {0}, as it did before.", time)
		);
	}
	const is_asked = (!told.is_local && told.tokens) || is_enriched;
	if (is_asked && told.is_rough) {
		line(__("This is rough: not all texts are known yet, or they will be cut otherwise."), "text-muted small");
	}
	const cost = flt(told.cost) + flt(told.enrichment_cost) + flt(told.summary_cost);
	if (told.left !== null && cost > told.left) {
		const left = [huf.desk.dollars(told.left)];
		const text = is_enriched
			? __(
					"Caps leave {0} US dollars of this month. From there on passages are indexed without enrichment, and vectors wait, until a cap is raised or the next month begins.",
					left
			  )
			: __(
					"Caps leave {0} US dollars of this month. Indexing will wait there, with all that it has, until a cap is raised or the next month begins.",
					left
			  );
		line(text, "font-weight-bold");
	}
	return box;
};

huf.desk.inputs_text = ({ inputs, unread }) => {
	const counted = huf.desk.input_count(inputs);
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
	const asked = passages ? huf.desk.without_vectors(passages, new_passages) : "";
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

/** Of how many passages vectors are yet to be made. */
huf.desk.without_vectors = (passages, lacking) => {
	if (passages === 1) {
		return __("Its only passage has no vector yet.");
	}
	return lacking === 1
		? __("Of {0} passages 1 has no vector yet.", [huf.desk.count(passages)])
		: __("Of {0} passages {1} have no vector yet.", [huf.desk.count(passages), huf.desk.count(lacking)]);
};

/** What the enrichment model is asked about. */
huf.desk.enrichment_text = ({ enrichment_model, enrichment_requests, enrichment_tokens, enrichment_cost }) => {
	if (!enrichment_requests) {
		return __("Enrichment: all answers are kept from before, {0} is asked for none.", [enrichment_model]);
	}
	const numbers = [
		enrichment_model,
		huf.desk.passage_count(enrichment_requests),
		huf.desk.count(enrichment_tokens),
	];
	if (enrichment_cost === null) {
		return __(
			"Enrichment: {0} is asked about {1}, with about {2} tokens. Nobody knows its price: enter it on the AI Model.",
			numbers
		);
	}
	return enrichment_cost
		? __("Enrichment: {0} is asked about {1}, with about {2} tokens, for about {3} US dollars.", [
				...numbers,
				huf.desk.dollars(enrichment_cost),
		  ])
		: __("Enrichment: {0} is asked about {1}, with about {2} tokens. That costs nothing.", numbers);
};

/** What it is asked to sum up. */
huf.desk.summaries_text = ({ enrichment_model, summary_requests, summary_tokens, summary_cost }) => {
	if (!summary_requests) {
		return __("Summaries: no long document has to be summed up, {0} is asked for none.", [enrichment_model]);
	}
	const numbers = [enrichment_model, huf.desk.count(summary_requests), huf.desk.count(summary_tokens)];
	if (summary_cost === null) {
		return __(
			"Summaries: {0} is asked {1} times to sum up long documents, with about {2} tokens. Nobody knows its price: enter it on the AI Model.",
			numbers
		);
	}
	return summary_cost
		? __("Summaries: {0} is asked {1} times to sum up long documents, with about {2} tokens, for about {3} US dollars.", [
				...numbers,
				huf.desk.dollars(summary_cost),
		  ])
		: __("Summaries: {0} is asked {1} times to sum up long documents, with about {2} tokens. That costs nothing.", numbers);
};

/** Dollars as people say them: in cents, and exactly where it is less than a few. */
huf.desk.dollars = (amount) => format_number(flt(amount), null, amount > 0 && amount < 0.1 ? 6 : 2);

/** Seconds as people say them. */
huf.desk.duration = (seconds) => {
	if (seconds < 1.5) {
		return __("1 second");
	}
	if (seconds < 90) {
		return __("{0} seconds", [huf.desk.count(Math.round(seconds))]);
	}
	const minutes = Math.round(seconds / 60);
	return minutes < 120
		? __("{0} minutes", [huf.desk.count(minutes)])
		: __("{0} hours", [format_number(minutes / 60, null, 1)]);
};
