// Why a hit of Test Search stands where it stands, as a picture to fold out. All words are shown as text.

frappe.provide("huf.desk");

huf.desk.STEP_NAMES = {
	found: __("Found"),
	collapse: __("Equal texts together"),
	rerank: __("Re-ranked"),
	freshness: __("Newer first"),
	floor: __("Relevance floor"),
	"at most per input": __("At most so many of one input"),
	mmr: __("Different ones first"),
};

/** A word of a question without the marks of its sentence behind it. */
huf.desk.as_word = (typed) => {
	return typed.replace(/[,;:.!?…]+$/, "") || typed;
};

/** One line about the whole search: the words that counted, and what was left out. */
huf.desk.why_search = (explanation) => {
	const box = $('<div class="text-muted small mb-2 huf-why-search">');
	if (!explanation) {
		return box;
	}
	const facts = [__("Words: {0}", [explanation.words.map(huf.desk.as_word).join(", ") || __("none")])];
	if (explanation.left_out.length) {
		facts.push(__("not counted: {0}", [explanation.left_out.map(huf.desk.as_word).join(", ")]));
	}
	if (explanation.filters.length) {
		facts.push(__("only: {0}", [explanation.filters.join("; ")]));
	}
	const together = explanation.sources.filter((source) => source.read_with && source.read_with.length);
	if (together.length) {
		facts.push(__("re-ranked together: {0}", [together.map((source) => source.source).join(", ")]));
	}
	explanation.sources.forEach((source) => {
		if (source.searched_for) {
			facts.push(__("searched for “{0}”", [source.searched_for]));
		}
		if (source.vector_weight) {
			const share = [huf.desk.percent(source.vector_weight)];
			facts.push(
				source.words_suffice
					? __("meaning counts {0}, since a passage has all the words", share)
					: __("meaning counts {0}", share)
			);
		}
		if (source.refused) {
			facts.push(__("{0} passages left out by rights", [source.refused]));
		}
		Object.entries(source.removed).forEach(([step, count]) => {
			facts.push(__("{0} left out by “{1}”", [count, huf.desk.STEP_NAMES[step] || step]));
		});
	});
	return box.text(facts.join(" · "));
};

/** The fold-out of one hit: what it answers, its legs, its words, its way through the steps. */
huf.desk.why_hit = (why, hit) => {
	if (!why) {
		return $();
	}
	const box = $('<details class="huf-why small mt-2">');
	$('<summary class="text-muted">').text(__("Why")).appendTo(box);
	if (hit.also_in && hit.also_in.length) {
		const line = $("<div>").text(`${__("The same text in")}: `).appendTo(box);
		hit.also_in.forEach((name, index) => {
			line.append(index ? ", " : "", huf.desk.link("Knowledge Input", name));
		});
	}
	if (why.evidence) {
		huf.desk.why_evidence(why.evidence).appendTo(box);
	}
	if (why.summary) {
		$('<div class="huf-why-summary">')
			.text(__("Found by a model's summary of {0}, which is no text of the document: {1}", [hit.summary_of, why.summary]))
			.appendTo(box);
	}
	if (why.enrichment) {
		const said = why.enrichment.split("\n").join(" · ");
		$('<div class="huf-why-enrichment">')
			.text(__("Found by these words of a model too, which the text does not have: {0}", [said]))
			.appendTo(box);
	}
	const way = why.steps
		.filter((step, index) => {
			const before = why.steps[index - 1];
			return !before || before.rank !== step.rank || before.score !== step.score;
		})
		.map((step) => {
			const name = huf.desk.STEP_NAMES[step.step] || step.step;
			return __("{0}: place {1} ({2})", [name, step.rank, huf.desk.short_number(step.score)]);
		});
	way.push(__("Shown: place {0} ({1})", [why.rank, huf.desk.short_number(why.score)]));
	$('<div class="text-muted mt-1 huf-why-way">').text(way.join(" → ")).appendTo(box);
	return box;
};

huf.desk.why_evidence = ({ query_coverage, legs, words }) => {
	const table = $('<table class="table table-sm table-borderless mb-0">');
	const row = (label, share, weight, text, color) => {
		const line = $("<tr>").appendTo(table);
		$('<td class="py-0 text-nowrap">').css("width", "8em").text(label).appendTo(line);
		$('<td class="py-0 align-middle">')
			.css("width", "min(12em, 20vw)")
			.append(huf.desk.why_bar(share, weight, color))
			.appendTo(line);
		$('<td class="py-0 text-muted">').css("overflow-wrap", "anywhere").text(text).appendTo(line);
	};
	row(__("Answers"), query_coverage, 1, __("{0} of the question", [huf.desk.percent(query_coverage)]), "var(--green-500)");
	const leg_names = { keyword: __("Words"), vector: __("Meaning"), similar: __("Similar passages"), part: __("Closest part") };
	Object.entries(legs).forEach(([name, leg]) => {
		row(leg_names[name] || name, leg.share, 1, huf.desk.why_leg(name, leg), "var(--blue-500)");
	});
	words.forEach((match) => {
		const weight = huf.desk.percent(match.weight);
		const text = match.terms.length
			? __("{0} of the question; found as {1}", [weight, match.terms.join(", ")])
			: __("{0} of the question; not in the passage", [weight]);
		row(`“${huf.desk.as_word(match.word)}”`, match.share, match.weight, text, "var(--yellow-500)");
	});
	return table;
};

/** What a leg says of a hit. The last two are no places of their own in the search: they moved what words and meaning had found. */
huf.desk.why_leg = (name, leg) => {
	const score = huf.desk.short_number(leg.score);
	if (name === "similar") {
		return __("those most like it have a score of {0}, of which it borrows", [score]);
	}
	if (name === "part") {
		return __("{0} like the question, place {1} of those compared", [huf.desk.percent(leg.score), leg.rank]);
	}
	const place = leg.rank ? __("place {0}", [leg.rank]) : __("not among the first");
	return __("{0}, score {1}", [place, score]);
};

/** A bar: `share` is filled, `weight` is how far it could go; both of 1. */
huf.desk.why_bar = (share, weight, color) => {
	const width = (value) => `${Math.max(0, Math.min(1, value)) * 100}%`;
	const style = { height: "0.5em", "border-radius": "2px" };
	const track = $("<div>").css({ ...style, width: width(weight), background: "var(--gray-200)" });
	const filled = weight ? share / weight : 0;
	return track.append($("<div>").css({ ...style, width: width(filled), background: color }));
};

huf.desk.percent = (share) => `${Math.round(share * 100)} %`;

huf.desk.short_number = (value) => String(Number(Number(value).toPrecision(3)));
