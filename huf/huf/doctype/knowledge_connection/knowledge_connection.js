/** What the fields are called and what is entered in them, by kind. */
const FIELDS = {
	WebDAV: () => ({
		address: [__("Address"), __("Of the folder, with Nextcloud https://HOST/remote.php/dav/files/USER/.")],
		user_name: [__("User Name"), __("Best an account of its own that may only read, with a password for apps.")],
		password: [__("Password")],
	}),
	S3: () => ({
		address: [__("Endpoint"), __("With Amazon https://s3.REGION.amazonaws.com.")],
		user_name: [__("Access Key"), __("Best a key of its own that has only s3:ListBucket and s3:GetObject for this bucket.")],
		password: [__("Secret Key")],
	}),
	IMAP: () => ({
		address: [__("Mail Server"), __("Such as imaps://mail.example.com. With imap:// encryption begins after the connection (STARTTLS).")],
		user_name: [__("User Name"), __("Mails are only read, and not marked as seen. Best a password for apps.")],
		password: [__("Password")],
	}),
};

frappe.ui.form.on("Knowledge Connection", {
	refresh(frm) {
		name_fields(frm);
		if (!frm.is_new()) {
			frm.add_custom_button(__("Test Connection"), () => test(frm));
		}
	},

	connection_type: name_fields,
});

function name_fields(frm) {
	const named = FIELDS[frm.doc.connection_type]?.() || {};
	const own_network = __("A server in your own network is named under Local File Servers in Agent Settings first.");
	for (const [field, [label, description = ""]] of Object.entries(named)) {
		frm.set_df_property(field, "label", label);
		frm.set_df_property(field, "description", field === "address" ? `${description} ${own_network}` : description);
	}
}

/** Ask the server, with what is stored, and say what it shows or what is wrong. */
async function test(frm) {
	if (frm.is_dirty()) {
		await frm.save();
	}
	const method = "huf.huf.doctype.knowledge_connection.knowledge_connection.test_connection";
	const answer = await frappe.call({
		method,
		args: { connection: frm.doc.name },
		freeze: true,
		freeze_message: __("The server is asked…"),
	});
	const { ok, problem, names, more } = answer.message;
	if (!ok) {
		frappe.msgprint({ title: __("It does not work"), message: huf.desk.escape(problem), indicator: "red" });
		return;
	}
	const list = names.map((name) => `<li style="word-break: break-all">${huf.desk.escape(name)}</li>`).join("");
	const others = more ? `<li class="text-muted">${__("and {0} more", [huf.desk.count(more)])}</li>` : "";
	const there = names.length ? `${__("At the top there is:")}<ul>${list}${others}</ul>` : __("There is nothing in it yet.");
	frappe.msgprint({ title: __("It works"), message: `${__("The server answers.")} ${there}`, indicator: "green" });
}
