// A question on the page Ask where no agent answers: records that it asks for, and passages that have its words.

frappe.provide("huf.chat");

huf.chat.SEARCH = "huf.ai.knowledge.retriever.knowledge_search";

/** One such question, with what was found. */
huf.chat.looked_up = (question) => {
	const box = $('<div class="huf-turn">');
	$('<div class="huf-question">')
		.append($('<div class="huf-asked">').text(question))
		.appendTo(box);
	const reply = $('<div class="huf-reply">').append(huf.desk.plain_question(question)).appendTo(box);
	const passages = $('<div class="huf-passages">').text(__("Searching…")).appendTo(reply);
	huf.desk
		.post(huf.chat.SEARCH, { query: question })
		.then(({ hits }) => {
			passages.empty();
			if (!hits.length) {
				$('<div class="text-muted">').text(__("No passage of your sources has these words.")).appendTo(passages);
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
