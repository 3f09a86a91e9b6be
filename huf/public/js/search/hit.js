// What Knowledge Search of the desk and the page of the website show alike: their keys, and parts of a hit. All words are shown as text.

frappe.provide("huf.search");

/** Source, place and date, as far as the hit has them. */
huf.search.place_of = ({ source, locator, metadata = {} }) => {
	const date = cstr(metadata.date || metadata.document_date || metadata.modified).slice(0, 10);
	const day = /^\d{4}-\d\d-\d\d$/.test(date) ? frappe.datetime.str_to_user(date) : "";
	return [source, locator && locator.label, day].filter(Boolean).join(" · ");
};

/** The part of the passage that has most of the words, with these marked; the rest by a click. */
huf.search.passage = (text, words) => {
	const places = huf.search.places(text, words);
	const { first, last } = huf.search.best_part(text, places);
	const area = $('<div class="huf-passage">');
	if (first > 0) {
		area.append("… ");
	}
	area.append(huf.search.with_marks(text, places, first, last));
	if (first > 0 || last < text.length) {
		area.append(last < text.length ? " … " : " ");
		$('<button type="button" class="btn-link huf-whole">')
			.text(__("Show All"))
			.on("click", () => area.empty().append(huf.search.with_marks(text, places)))
			.appendTo(area);
	}
	return area;
};

/** Whether none of what was found is near what was asked. */
huf.search.are_far = (hits) => hits.every(({ is_matched, nearness }) => !is_matched || (nearness && !nearness.is_near));

/** That is said first, and what was found is folded beneath. */
huf.search.nothing_near = (query) =>
	$('<div class="huf-nothing-near">').append(
		$("<strong>").text(__("Nothing near “{0}” was found", [query])),
		$("<div>").text(__("The results below have little to do with it. Try other words."))
	);

huf.search.less_near = (count) =>
	$('<details class="huf-less-near">').append($('<summary class="text-muted">').text(__("Less near: {0}", [count])));

/** What each key does there. */
huf.search.keys = () => {
	const keys = $('<p class="small">');
	[
		["/", __("to search")],
		["↓ ↑", __("through the results")],
		["Enter", __("opens one")],
		["Esc", __("back to the box")],
	].forEach(([key, what]) => keys.append($("<kbd>").text(key), document.createTextNode(` ${what}  `)));
	return keys;
};
