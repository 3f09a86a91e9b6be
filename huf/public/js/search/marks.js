// Where the words of a query stand in a passage. Marked are elements that hold text; nothing becomes HTML.

frappe.provide("huf.search");

huf.search.SNIPPET = 320;
huf.search.WORDS = /[\p{L}\p{N}]+/gu;

/** A word without case and accents, so that it is compared as the index compares it. */
huf.search.folded = (word) => word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

huf.search.words_of = (query) => [
	...new Set((cstr(query).match(huf.search.WORDS) || []).map(huf.search.folded).filter((word) => word.length > 1)),
];

/** Whether a word of the passage is one of the query, or another form of it: *invoices* for *invoice*. */
huf.search.is_same_word = (found, word) => {
	if (found === word) {
		return true;
	}
	const stem = Math.max(4, word.length - 2);
	return word.length > 3 && found.slice(0, stem) === word.slice(0, stem) && Math.abs(found.length - word.length) < 4;
};

/** The places of the words: start, end and which word it is. Small words count only where there are no others. */
huf.search.places = (text, words) => {
	const long = words.filter((word) => word.length > 3 || /\d/.test(word));
	const wanted = long.length ? long : words;
	return [...cstr(text).matchAll(huf.search.WORDS)].flatMap((match) => {
		const found = huf.search.folded(match[0]);
		const word = wanted.find((one) => huf.search.is_same_word(found, one));
		return word ? [{ start: match.index, end: match.index + match[0].length, word }] : [];
	});
};

/** An element with the text from `first` to `last`, the places in it marked. */
huf.search.with_marks = (text, places, first = 0, last = text.length) => {
	const area = $("<span>");
	let at = first;
	places
		.filter(({ start, end }) => start >= first && end <= last)
		.forEach(({ start, end }) => {
			area.append(document.createTextNode(text.slice(at, start)), $("<mark>").text(text.slice(start, end)));
			at = end;
		});
	return area.append(document.createTextNode(text.slice(at, last)));
};

/** The part of the text that has most of the words: from and to. */
huf.search.best_part = (text, places) => {
	let best = { start: 0, words: 0 };
	places.forEach(({ start }, index) => {
		const near = places.slice(index).filter((place) => place.end <= start + huf.search.SNIPPET - 60);
		const words = new Set(near.map(({ word }) => word)).size + near.length / 1000;
		if (words > best.words) {
			best = { start, words };
		}
	});
	// A little before it, from the beginning of a word.
	let first = Math.max(0, best.start - 60);
	if (first > 0) {
		const space = text.slice(first, best.start).search(/\s/);
		first = space < 0 ? best.start : first + space + 1;
	}
	let last = Math.min(text.length, first + huf.search.SNIPPET);
	if (last < text.length) {
		const space = text.slice(first, last).search(/\s\S*$/);
		last = space > 0 ? first + space : last;
	}
	return { first, last };
};
