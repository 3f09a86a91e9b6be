// The dialog Connect a Model: a service, its key, a test with a plain verdict, a model of its list. The server decides who may.

frappe.provide("huf");

huf.CONNECTING = "huf.ai.start.connecting.";

huf.ConnectModel = class ConnectModel {
	/** @param connected called once a model answers */
	constructor(connected) {
		this.connected = connected;
		this.make();
	}

	async make() {
		try {
			this.presets = await huf.desk.post(`${huf.CONNECTING}model_presets`, {});
		} catch (error) {
			frappe.msgprint({ title: __("Connect a Model"), message: huf.desk.escape(error.message), indicator: "orange" });
			return;
		}
		this.dialog = new frappe.ui.Dialog({
			title: __("Connect a Model"),
			fields: [
				{ fieldname: "presets", fieldtype: "HTML" },
				{ fieldname: "api_base", fieldtype: "Data", label: __("Address") },
				{
					fieldname: "own_network",
					fieldtype: "Check",
					label: __("The server is in our own network"),
					description: __("It is entered under Local Model Servers in Agent Settings."),
				},
				// No field of the type Password: that one measures how strong a new password is.
				{ fieldname: "api_key", fieldtype: "Data", label: __("API Key") },
				{ fieldname: "verdict", fieldtype: "HTML" },
				{ fieldname: "model", fieldtype: "Autocomplete", label: __("Model"), ignore_validation: 1, max_items: 1000 },
			],
			primary_action_label: __("Test Connection"),
			primary_action: () => this.next(),
		});
		this.dialog.$wrapper.addClass("huf-connect-model");
		// Not before: a field that is hidden from the first has no input yet.
		["api_base", "own_network", "api_key", "model"].forEach((name) => this.dialog.set_df_property(name, "hidden", 1));
		this.field("api_key").$input.attr({ type: "password", autocomplete: "off", spellcheck: false });
		["api_key", "api_base"].forEach((name) => this.field(name).$input.on("input", () => this.forget_test()));
		const box = $('<div class="huf-presets">').appendTo(this.field("presets").$wrapper);
		this.presets.forEach((preset) =>
			$('<button type="button" class="huf-preset">')
				.attr({ "data-preset": preset.key, "aria-pressed": false })
				.text(__(preset.title))
				.on("click", () => this.choose(preset))
				.appendTo(box)
		);
		this.dialog.get_primary_btn().hide();
		this.dialog.show();
	}

	field(name) {
		return this.dialog.fields_dict[name];
	}

	choose(preset) {
		this.preset = preset;
		this.dialog.$wrapper.find(".huf-preset").each((_index, one) => {
			$(one).attr("aria-pressed", $(one).attr("data-preset") === preset.key);
		});
		const is_own = preset.key === "ollama" || preset.key === "compatible";
		this.dialog.set_df_property("api_base", "hidden", !preset.address);
		this.dialog.set_df_property("api_base", "description", huf.desk.escape(preset.address && __("Such as {0}", [preset.address])));
		this.dialog.set_df_property("own_network", "hidden", !is_own);
		this.dialog.set_df_property("api_key", "hidden", preset.key === "ollama");
		const where = preset.hint ? __("You find it at {0}.", [preset.hint]) : preset.needs_key ? "" : __("If the server wants one.");
		this.dialog.set_df_property("api_key", "description", huf.desk.escape(where));
		this.field("api_base").$input.val(preset.key === "ollama" ? preset.address : "");
		this.field("own_network").set_value(preset.key === "ollama" ? 1 : 0);
		this.field("api_key").$input.val("");
		this.forget_test();
		this.dialog.get_primary_btn().show();
		this.field(preset.address ? "api_base" : "api_key").$input.trigger("focus");
	}

	/** What was tested is not what stands in the fields any more. */
	forget_test() {
		this.is_tested = false;
		this.field("verdict").$wrapper.empty();
		this.dialog.set_df_property("model", "hidden", 1);
		this.dialog.get_primary_btn().text(__("Test Connection"));
	}

	get entered() {
		return {
			preset: this.preset.key,
			api_key: this.field("api_key").$input.val(),
			api_base: this.field("api_base").$input.val(),
		};
	}

	async next() {
		if (this.is_busy) {
			return;
		}
		this.is_busy = true;
		const button = this.dialog.get_primary_btn().prop("disabled", true);
		this.say(this.is_tested ? __("The model is asked…") : __("The service is asked…"), "blue");
		try {
			await (this.is_tested ? this.connect() : this.test());
		} catch (error) {
			this.say(error.message, "red");
		}
		button.prop("disabled", false);
		this.is_busy = false;
	}

	async test() {
		const own_network = this.field("own_network").get_value() ? 1 : 0;
		const { ok, message, models, model } = await huf.desk.post(`${huf.CONNECTING}test_connection`, {
			...this.entered,
			own_network,
		});
		this.say(message, ok ? "green" : "red");
		if (!ok) {
			return;
		}
		this.is_tested = true;
		this.dialog.set_df_property("model", "hidden", 0);
		this.field("model").set_data(models);
		this.field("model").set_value(model);
		this.dialog.get_primary_btn().text(__("Connect"));
	}

	async connect() {
		const model = this.field("model").$input.val();
		const { ok, message } = await huf.desk.post(`${huf.CONNECTING}connect_model`, { ...this.entered, model });
		this.say(message, ok ? "green" : "red");
		if (ok) {
			this.dialog.hide();
			frappe.boot.huf_answers = true; // as the next load of the desk would say
			frappe.show_alert({ message: huf.desk.escape(message), indicator: "green" });
			this.connected();
		}
	}

	say(message, color) {
		this.field("verdict")
			.$wrapper.empty()
			.append($(`<div class="form-message ${color} huf-verdict-of-test" role="status">`).text(message));
	}
};
