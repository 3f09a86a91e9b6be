// The parts of this page are in public/js/chat; the hook page_js sends them with it.

frappe.pages["knowledge-chat"].on_page_load = (wrapper) => {
	wrapper.huf_chat = new huf.chat.Chat(wrapper);
};

frappe.pages["knowledge-chat"].on_page_show = (wrapper) => wrapper.huf_chat.open();
