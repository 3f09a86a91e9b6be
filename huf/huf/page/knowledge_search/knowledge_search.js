// The parts of this page are in public/js/search; the hook page_js sends them with it.

frappe.pages["knowledge-search"].on_page_load = (wrapper) => {
	wrapper.huf_search = new huf.search.SearchPage(wrapper);
};

frappe.pages["knowledge-search"].on_page_show = (wrapper) => wrapper.huf_search.open();
