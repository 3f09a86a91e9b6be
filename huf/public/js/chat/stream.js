// The answer of one run while it is written, put together from realtime events and from what the server kept.

frappe.provide("huf.chat");

huf.chat.GOING_ON = ["Queued", "Running"];
huf.chat.is_going_on = (run) => huf.chat.GOING_ON.includes(run.status);

huf.chat.SILENT_MS = 3000;
huf.chat.POLL_MS = 1000;

/** The text of a run. An event says: from `start` on the text is now `text`. */
huf.chat.Stream = class Stream {
	constructor(text) {
		this.text = cstr(text);
		this.waiting = [];
	}

	/** Take an event in; false if one was missed before it, so that the server must be asked. */
	feed(event) {
		this.waiting.push(event);
		return this.drain();
	}

	/** What the server kept, which may lie behind the events that wait. */
	reset(text) {
		this.text = cstr(text);
		return this.drain();
	}

	drain() {
		const first = this.waiting.findIndex((event) => event.start <= this.text.length);
		if (first < 0) {
			return !this.waiting.length;
		}
		for (const { start, text } of this.waiting.slice(first)) {
			this.text = this.text.slice(0, start) + text;
		}
		this.waiting = [];
		return true;
	}
};

/** Follows one run until it is over: by events, and by asking each second while none come or one was missed. */
huf.chat.Follower = class Follower {
	/** @param run as get_run gives it @param changed called with the run after each change */
	constructor(run, changed) {
		this.run = run;
		this.changed = changed;
		this.stream = new huf.chat.Stream(run.text);
		this.heard = Date.now();
		this.whole = true;
		this.timer = setInterval(() => this.look(), huf.chat.POLL_MS);
	}

	end() {
		clearInterval(this.timer);
		this.is_over = true;
	}

	on_text(event) {
		this.heard = Date.now();
		this.whole = this.stream.feed(event);
		this.run.status = "Running";
		this.tell();
	}

	on_status({ status, step }) {
		this.heard = Date.now();
		if (huf.chat.GOING_ON.includes(status)) {
			Object.assign(this.run, { status, step });
			this.tell();
		} else {
			this.ask();
		}
	}

	look() {
		if (!this.whole || Date.now() - this.heard >= huf.chat.SILENT_MS) {
			this.ask();
		}
	}

	async ask() {
		if (this.asking || this.is_over) {
			return;
		}
		this.asking = true;
		try {
			const found = await huf.desk.post("huf.ai.agent_integration.get_run", { run: this.run.run });
			if (this.is_over) {
				return;
			}
			const { step } = this.run;
			Object.assign(this.run, found, { step, lost: "" });
			if (huf.chat.is_going_on(found)) {
				this.whole = this.stream.reset(found.text);
			} else {
				this.end();
			}
		} catch (error) {
			// The connection may come back: it is said, and asked again.
			this.run.lost = error.message;
		} finally {
			this.asking = false;
		}
		this.tell();
	}

	tell() {
		if (huf.chat.is_going_on(this.run)) {
			this.run.text = this.stream.text;
		}
		this.changed(this.run);
	}
};
