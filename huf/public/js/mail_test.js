// On the form of a mail: a Knowledge Test of the question that it asks. The words are looked for here; the person sees them before anything is saved.

(() => {
	/** As many as a test keeps of a question. */
	const MOST_CHARACTERS = 500;
	/** Where what was answered begins, in the words that mail programs put above it. */
	const ANSWERED = /^(>|-{2,}\s*$|_{5,}|-+\s*(original|ursprüngliche|forwarded|weitergeleitete)|(from|von|de|da|من|प्रेषक)\s*:|(on|am|le|el|em)\s.{5,200}(wrote|schrieb|écrit|escribió|escreveu)\s*:)/i;
	const END_OF_SENTENCE = /([.!?？؟।])\s+/gu;
	const ANSWER_MARKS = /^\s*((re|fw|fwd|aw|wg|antw|rv|tr|res|enc)\s*(\[\d+\])?\s*:\s*)+/i;

	/** The text of a mail without what it answers and without its signature. */
	function own_text(html) {
		const page = new DOMParser().parseFromString(cstr(html), "text/html");
		page.querySelectorAll("blockquote, style, script, .gmail_quote, .moz-cite-prefix").forEach((part) => part.remove());
		page.querySelectorAll("br, p, div, li, tr, h1, h2, h3").forEach((part) => part.after("\n"));
		const lines = page.body.textContent.split("\n").map((line) => line.trim());
		const end = lines.findIndex((line) => ANSWERED.test(line));
		return lines.slice(0, end < 0 ? lines.length : end).join("\n");
	}

	/** What a mail asks: the first question in it, else its subject. */
	function question_of({ subject, content }) {
		const sentences = own_text(content).replace(END_OF_SENTENCE, "$1\n").split("\n");
		const found = sentences.find((sentence) => /[?？؟]\s*$/.test(sentence) && /\p{L}/u.test(sentence));
		const words = found || cstr(subject).replace(ANSWER_MARKS, "");
		return words.replace(/\s+/g, " ").trim().slice(0, MOST_CHARACTERS);
	}

	frappe.ui.form.on("Communication", {
		refresh(frm) {
			if (!frm.is_new() && huf.desk.may_make_tests()) {
				frm.add_custom_button(__("Make a Test"), () => new huf.desk.TestDialog({ question: question_of(frm.doc) }), __("Knowledge"));
			}
		},
	});
})();
