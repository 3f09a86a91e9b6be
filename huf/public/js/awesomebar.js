// One entry in the bar at the top of the desk while somebody types: the same words, searched for in what the company knows. It is
// added to what Frappe offers and takes nothing away.

(() => {
	const { AwesomeBar } = frappe.search || {};
	const offered = AwesomeBar?.prototype.add_defaults;
	if (!offered) {
		return;
	}
	AwesomeBar.prototype.add_defaults = function (text) {
		offered.call(this, text);
		if (!frappe.boot.huf_may_search || text.startsWith("#")) {
			return;
		}
		this.options.push({
			// Frappe shows the label as HTML.
			label: __("Search knowledge for {0}", [frappe.utils.escape_html(text).bold()]),
			value: __("Search knowledge for {0}", [text]),
			match: text,
			// Under Frappe's own search, which Enter starts.
			index: 99,
			default: "Knowledge",
			onclick() {
				const page = frappe.router.make_url(["knowledge-search"]);
				history.pushState(null, null, `${page}?q=${encodeURIComponent(text)}`);
				frappe.router.route();
			},
		});
	};
})();
