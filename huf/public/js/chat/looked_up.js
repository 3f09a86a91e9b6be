// A question on the page Ask where no agent answers: records that it asks for, and passages that have its words.

frappe.provide("huf.chat");

huf.chat.SEARCH = "huf.ai.knowledge.retriever.knowledge_search";

/**
 * One such question, with what was found. Where records answer it, that no passage has its words goes without saying.
 * @param passes called with the passages once it is known that no records answer it
 */
huf.chat.looked_up = (question, passes) => {
	const box = $('<div class="huf-turn">');
	$('<div class="huf-question">')
		.append($('<div class="huf-asked">').text(question))
		.appendTo(box);
	const reply = $('<div class="huf-reply">').appendTo(box);
	const passages = $('<div class="huf-passages">').text(__("Searching…")).appendTo(reply);
	huf.desk.plain_question(question, () => passes(passages)).prependTo(reply);
	huf.desk
		.post(huf.chat.SEARCH, { query: question })
		.then(({ hits }) => {
			passages.empty();
			if (!hits.length) {
				const none = __("No passage of your sources has these words, and no records that you may read were recognized in the question.");
				$('<div class="text-muted huf-no-passage">').text(none).appendTo(passages);
			}
			hits.forEach((hit) => huf.chat.found_passage(hit).appendTo(passages));
		})
		.catch((error) => passages.empty().append($('<div class="form-message red">').text(error.message)));
	return box;
};

huf.chat.found_passage = ({ title, text, url, locator }) => {
	const box = $('<div class="huf-used-passage">');
	const address = huf.desk.address(url);
	const link = address ? $('<a target="_blank" rel="noopener noreferrer">').attr("href", address) : $("<span>");
	const head = $('<div class="huf-used-head">').append(link.addClass("huf-title").text(title)).appendTo(box);
	$('<span class="text-muted small">')
		.text((locator && locator.label) || "")
		.appendTo(head);
	$('<div class="huf-passage small">').css({ "white-space": "pre-wrap" }).text(text).appendTo(box);
	return box;
};
