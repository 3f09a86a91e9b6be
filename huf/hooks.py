"""What huf tells Frappe about itself."""

app_name = "huf"
app_title = "Huf"
app_publisher = "huf contributors"
app_description = "Answers from a company's files and records, cited, with each user's own rights"
# The project has no mailbox: docs/support.md says where to write. An address in its place would be nobody's.
app_email = ""
app_license = "MIT"
# Frappe is enough; with ERPNext its records are read too.
required_apps: list[str] = []

add_to_apps_screen = [
	{
		"name": "huf",
		"logo": "/assets/huf/images/huf.svg",
		"title": "Knowledge",
		"route": "/app/knowledge",
		"has_permission": "huf.ai.start.landing.has_tile",
	}
]

# Before the DocTypes: Frappe makes a role that one of them names and that is missing, with the right to the desk.
# The workspace names the block, which must be there first, too.
before_install = ["huf.install.make_roles", "huf.install.make_get_started"]
after_install = "huf.install.after_install"
# The refusal first: whoever is refused finds everything as it was.
before_migrate = [
	"huf.install.before_migrate",
	"huf.install.make_roles",
	"huf.install.make_get_started",
]
after_migrate = ["huf.install.after_migrate"]
after_uninstall = "huf.install.after_uninstall"
# An app may bring packs, such as its manual; see huf/ai/knowledge/packs/manuals.py.
after_app_install = "huf.ai.knowledge.packs.manuals.after_app_install"
after_app_uninstall = "huf.ai.knowledge.packs.manuals.after_app_uninstall"

# Inputs and builds live and die with their source, and an input goes with its file: neither keeps anything from being
# deleted. Nor does what was taken out of a source, or searched for.
ignore_links_on_delete = [
	"Agent Test",
	"Knowledge Input",
	"Knowledge Build",
	"Knowledge Cost",
	"Knowledge Cost Hold",
	"Knowledge Gap",
	"Knowledge Glossary Proposal",
	"Knowledge Search Log",
	"Knowledge Test",
	"Knowledge Test Run",
	"Knowledge Tombstone",
]

# Sources follow the records that they select. Each handler asks one cached question first; see huf/ai/knowledge/following.
doc_events = {
	"*": {
		"on_change": "huf.ai.knowledge.following.events.on_change",
		"after_rename": [
			"huf.ai.knowledge.following.events.after_rename",
			"huf.ai.triggers.events.after_rename",
		],
		"after_delete": "huf.ai.knowledge.following.events.after_delete",
		"after_insert": "huf.ai.triggers.events.on_document",
		"on_update": "huf.ai.triggers.events.on_document",
		"on_update_after_submit": "huf.ai.triggers.events.on_document",
		"on_submit": "huf.ai.triggers.events.on_document",
		"on_cancel": "huf.ai.triggers.events.on_document",
		"before_print": "huf.ai.access.printing.before_print",
	},
	"ToDo": {
		"validate": "huf.ai.gaps.assigning.check_assignment",
		"on_update": "huf.ai.gaps.assigning.on_assignment_changed",
		"after_delete": "huf.ai.gaps.assigning.on_assignment_changed",
	},
	"DocShare": {"validate": "huf.ai.knowledge.record_sources.scope_checks.refuse_share"},
	"File": {"after_delete": "huf.ai.knowledge.following.events.after_file_delete"},
}
override_whitelisted_methods = {
	# Short addresses for other assistants (docs/mcp.md).
	"huf.mcp": "huf.ai.assistants.endpoints.mcp",
	"huf.dify": "huf.ai.assistants.endpoints.dify",
	# And for a monitor (docs/operations.md).
	"huf.metrics": "huf.ai.doctor.endpoints.metrics",
	# What links of the desk and the portal to PDFs name (docs/desk.md).
	"huf.page": "huf.ai.knowledge.pdf_page.pdf_page",
	# Addresses of before the rooms were moved, for callers of the REST API. They go with huf 2.
	"huf.ai.knowledge.records.asking.ask_record": "huf.ai.knowledge.ask_record.ask_record",
	"huf.ai.knowledge.scopes.record_source.record_source": (
		"huf.ai.knowledge.record_sources.record_source.record_source"
	),
	"huf.ai.knowledge.scopes.record_source.find_record_source": (
		"huf.ai.knowledge.record_sources.record_source.find_record_source"
	),
	"huf.ai.knowledge.scopes.record_source.bring_back": (
		"huf.ai.knowledge.record_sources.record_source.bring_back"
	),
}

# The page of the website. Whoever looks after the portal can switch its entry off in Portal Settings; without a DocType Frappe drops it.
standard_portal_menu_items = [
	{
		"title": "Knowledge",
		"route": "/knowledge",
		"reference_doctype": "Knowledge Source",
		"role": "Knowledge Portal User",
	}
]
update_website_context = ["huf.ai.start.landing.update_website_context"]

# The button Ask this Record can stand on any form, the bar at the top on any page. Nothing is built: files are served as they are.
app_include_js = [
	"/assets/huf/js/plain_texts.js",
	"/assets/huf/js/sentences.js",
	"/assets/huf/js/ask_record.js",
	"/assets/huf/js/record_knowledge.js",
	"/assets/huf/js/awesomebar.js",
]
app_include_css = [
	"/assets/huf/css/answer.css",
	"/assets/huf/css/get_started.css",
	"/assets/huf/css/input_view.css",
]
extend_bootinfo = [
	"huf.ai.knowledge.backends.kinds.extend_bootinfo",
	"huf.ai.knowledge.ask_record.extend_bootinfo",
	"huf.ai.knowledge.record_sources.closing.extend_bootinfo",
	"huf.ai.start.landing.extend_bootinfo",
]

# Scripts that several forms share travel with the forms themselves, so that no asset has to be built for them.
doctype_js = {
	"Agent": [
		"public/js/desk.js",
		"public/js/tours.js",
		"public/js/answer.js",
		"public/js/answer_blocks.js",
		"public/js/answer_text.js",
		"public/js/proposals.js",
		"public/js/test_dialog.js",
		"public/js/source_tests.js",
		"public/js/agent_answers.js",
	],
	"Agent Conversation": ["public/js/desk.js"],
	"Agent Run": [
		"public/js/desk.js",
		"public/js/answer.js",
		"public/js/answer_blocks.js",
		"public/js/answer_text.js",
		"public/js/proposals.js",
		"public/js/chat/stream.js",
	],
	"Agent Test": [
		"public/js/desk.js",
		"public/js/answer.js",
		"public/js/answer_blocks.js",
		"public/js/answer_text.js",
		"public/js/test_dialog.js",
	],
	"Agent Trigger": ["public/js/desk.js"],
	"AI Model": ["public/js/desk.js", "public/js/local_models.js"],
	"Communication": ["public/js/desk.js", "public/js/test_dialog.js", "public/js/mail_test.js"],
	"Knowledge Build": ["public/js/desk.js"],
	"Knowledge Connection": ["public/js/desk.js"],
	"Knowledge Gap": ["public/js/desk.js", "public/js/test_dialog.js"],
	"Knowledge Glossary Proposal": ["public/js/desk.js"],
	"Knowledge Test": ["public/js/desk.js", "public/js/test_dialog.js"],
	"Knowledge Test Run": ["public/js/desk.js", "public/js/test_dialog.js", "public/js/source_tests.js"],
	"Knowledge Input": [
		"public/js/desk.js",
		"public/js/input_corrections.js",
		"public/js/input_view.js",
		"public/js/purge.js",
	],
	"Knowledge Purge": ["public/js/desk.js"],
	"Knowledge Source": [
		"public/js/desk.js",
		"public/js/tours.js",
		"public/js/scopes.js",
		"public/js/search_why.js",
		"public/js/plain_question.js",
		"public/js/search_hits.js",
		"public/js/test_dialog.js",
		"public/js/source_tests.js",
		"public/js/purge.js",
		"public/js/source_builds.js",
		"public/js/search_dialog.js",
		"public/js/source_costs.js",
		"public/js/add_knowledge.js",
		"public/js/selectors.js",
		"public/js/listings.js",
		"public/js/packs.js",
		"public/js/local_models.js",
	],
	"Knowledge Tombstone": ["public/js/desk.js"],
}
page_js = {
	"knowledge-doctor": ["public/js/desk.js"],
	"knowledge-chat": [
		"public/js/desk.js",
		"public/js/answer.js",
		"public/js/answer_blocks.js",
		"public/js/answer_text.js",
		"public/js/proposals.js",
		"public/js/plain_question.js",
		"public/js/chat/looked_up.js",
		"public/js/chat/stream.js",
		"public/js/chat/used.js",
		"public/js/test_dialog.js",
		"public/js/chat/feedback.js",
		"public/js/chat/copy.js",
		"public/js/chat/conversations.js",
		"public/js/chat/knowledge.js",
		"public/js/chat/composer.js",
		"public/js/chat/turn.js",
		"public/js/chat/chat.js",
	],
	"knowledge-search": [
		"public/js/desk.js",
		"public/js/answer.js",
		"public/js/answer_blocks.js",
		"public/js/answer_text.js",
		"public/js/plain_question.js",
		"public/js/search_why.js",
		"public/js/search_hits.js",
		"public/js/search/marks.js",
		"public/js/search/hit.js",
		"public/js/search/state.js",
		"public/js/search/facets.js",
		"public/js/search/page.js",
	],
}
doctype_list_js = {
	"Agent": ["public/js/desk.js"],
	"Agent Conversation": ["public/js/desk.js"],
	"Agent Run": ["public/js/desk.js"],
	"Agent Test": ["public/js/desk.js"],
	"AI Model": ["public/js/desk.js", "public/js/local_models.js"],
	"Knowledge Build": ["public/js/desk.js"],
	"Knowledge Gap": ["public/js/desk.js"],
	"Knowledge Glossary Proposal": ["public/js/desk.js"],
	"Knowledge Input": ["public/js/desk.js", "public/js/input_quick_entry.js"],
	"Knowledge Profile": ["public/js/desk.js"],
	"Knowledge Purge": ["public/js/desk.js"],
	"Knowledge Source": ["public/js/desk.js", "public/js/packs.js"],
	"Knowledge Test": ["public/js/desk.js"],
	"Knowledge Test Run": ["public/js/desk.js"],
	"Knowledge Tombstone": ["public/js/desk.js"],
}

# The two halves of one rule; see huf/ai/access/doctypes.
permission_query_conditions = {
	"Agent": "huf.ai.access.scopes.agents.agent_conditions",
	"Agent Conversation": "huf.ai.access.doctypes.rules.conversation_conditions",
	"Agent Knowledge": "huf.ai.access.doctypes.rules.child_conditions",
	"Agent Role": "huf.ai.access.doctypes.rules.child_conditions",
	"Agent Run": "huf.ai.access.doctypes.rules.run_conditions",
	"Agent Run Chunk": "huf.ai.access.doctypes.rules.child_conditions",
	"Agent Run Proposal": "huf.ai.access.doctypes.rules.child_conditions",
	"Agent Query DocType": "huf.ai.access.doctypes.rules.child_conditions",
	"Agent Test": "huf.ai.access.doctypes.tests.agent_test_conditions",
	"Agent Tool": "huf.ai.access.doctypes.rules.child_conditions",
	"Agent Trigger": "huf.ai.access.doctypes.rules.trigger_conditions",
	"Agent Run File": "huf.ai.access.doctypes.rules.child_conditions",
	"Agent Writable DocType": "huf.ai.access.doctypes.rules.child_conditions",
	"Knowledge Build": "huf.ai.access.doctypes.rules.build_conditions",
	"Knowledge Build Failure": "huf.ai.access.doctypes.rules.child_conditions",
	"Knowledge Correction": "huf.ai.access.doctypes.corrections.correction_conditions",
	"Knowledge Cost": "huf.ai.access.doctypes.costs.cost_conditions",
	"Knowledge Cost Hold": "huf.ai.access.doctypes.costs.hold_conditions",
	"Knowledge Gap": "huf.ai.access.doctypes.rules.gap_conditions",
	"Knowledge Glossary": "huf.ai.access.doctypes.rules.glossary_conditions",
	"Knowledge Glossary Entry": "huf.ai.access.doctypes.rules.child_conditions",
	"Knowledge Glossary Proposal": "huf.ai.access.doctypes.proposals.proposal_conditions",
	"Knowledge Input": "huf.ai.access.doctypes.rules.input_conditions",
	"Knowledge Search Log": "huf.ai.access.doctypes.rules.search_log_conditions",
	"Knowledge Search Source": "huf.ai.access.doctypes.rules.child_conditions",
	"Knowledge Selector": "huf.ai.access.doctypes.rules.child_conditions",
	"Knowledge Source": "huf.ai.access.scopes.sources.source_conditions",
	"Knowledge Source Agent": "huf.ai.access.doctypes.rules.child_conditions",
	"Knowledge Source Role": "huf.ai.access.doctypes.rules.child_conditions",
	"Knowledge Test": "huf.ai.access.doctypes.tests.test_conditions",
	"Knowledge Test Run": "huf.ai.access.doctypes.tests.run_of_tests_conditions",
	"Knowledge Tombstone": "huf.ai.knowledge.selectors.tombstones.tombstone_conditions",
}
has_permission = {
	"Agent": "huf.ai.access.scopes.agents.has_agent_permission",
	"Agent Conversation": "huf.ai.access.doctypes.rules.has_own_permission",
	"Agent Run": "huf.ai.access.doctypes.rules.has_own_permission",
	"Agent Test": "huf.ai.access.doctypes.tests.has_agent_test_permission",
	"Agent Trigger": "huf.ai.access.doctypes.rules.has_trigger_permission",
	"Knowledge Build": "huf.ai.access.doctypes.rules.has_build_permission",
	"Knowledge Correction": "huf.ai.access.doctypes.corrections.has_correction_permission",
	"Knowledge Cost": "huf.ai.access.doctypes.costs.has_cost_permission",
	"Knowledge Cost Hold": "huf.ai.access.doctypes.costs.has_cost_permission",
	"Knowledge Gap": "huf.ai.access.doctypes.rules.has_gap_permission",
	"Knowledge Glossary": "huf.ai.access.doctypes.rules.has_glossary_permission",
	"Knowledge Glossary Proposal": "huf.ai.access.doctypes.proposals.has_proposal_permission",
	"Knowledge Input": "huf.ai.access.doctypes.rules.has_input_permission",
	"Knowledge Search Log": "huf.ai.access.doctypes.rules.has_search_log_permission",
	"Knowledge Source": "huf.ai.access.scopes.sources.has_source_permission",
	"Knowledge Test": "huf.ai.access.doctypes.tests.has_test_permission",
	"Knowledge Test Run": "huf.ai.access.doctypes.tests.has_run_of_tests_permission",
	"Knowledge Tombstone": "huf.ai.knowledge.selectors.tombstones.has_tombstone_permission",
}

default_log_clearing_doctypes = {
	"Knowledge Access Log": 365,
	"Knowledge Search Log": 90,
	"Knowledge Test Run": 365,
}

# "Clear Cache", a rename or a customised form delete every key of the site: the leases of running jobs must stay.
persistent_cache_keys = ["huf_knowledge_"]

# What users think of answers is counted, and a question whose answer did not help is a gap.
huf_run_rated = ["huf.ai.gaps.feedback.on_rated"]

# A run of an agent has ended: its question may be a gap, and the trigger that started it wants to know.
huf_run_ended = ["huf.ai.gaps.noting.note_run"]
huf_triggered_run_ended = ["huf.ai.triggers.record.note_end"]

# A search that a user made for themselves found nothing: its question may be a gap.
huf_nothing_found = ["huf.ai.gaps.searches.note_search"]

# Inputs are being deleted because a person empties their source: verified answers among them are to be verified anew.
huf_inputs_cleared = ["huf.ai.gaps.forget_inputs"]

# The index of a source agrees with its inputs: what waited for that goes on.
huf_index_settled = ["huf.ai.gaps.proof.queue_proofs"]

# A person decided that an index which was held answers, or is thrown away (its source and its build): what else belongs to it follows.
huf_held_published = ["huf.ai.knowledge.packs.switching.on_held_published"]
huf_held_discarded = ["huf.ai.knowledge.packs.switching.on_held_discarded"]

# The watchdog has looked after the sources, each minute: now for other work whose job may be lost.
huf_watchdog = [
	"huf.ai.gaps.proof.queue_proofs",
	"huf.ai.knowledge.listings.jobs.queue_due",
	"huf.ai.triggers.following.queue_waiting",
	"huf.ai.runs.background.queue_lost_runs",
	"huf.ai.search_log.storing.store",
	"huf.ai.quality.running.close_silent",
	"huf.ai.costs.holds.close_dead",
	"huf.ai.backups.following.queue_due",
]

# A monitor's token is none of Frappe's.
before_request = ["huf.ai.site.metrics_token.take"]

after_request = [
	# A body that is no JSON is a bad request, not an error of the site.
	"huf.ai.site.unreadable_requests.after_request",
	# Frappe sends the history of a document with its form, fields above the reader's level too.
	"huf.ai.access.doctypes.versions.after_request",
]

auth_hooks = [
	# The way in for an assistant that cannot send a key as Frappe wants it.
	"huf.ai.assistants.endpoints.authorize",
	# Nobody is let in here: it is the moment when the user is known and Frappe has not begun to answer.
	"huf.ai.access.doctypes.requests.check_request",
	# Nor here: Frappe has no event for a tag that is taken away.
	"huf.ai.knowledge.following.events.on_request",
]

scheduler_events = {
	"cron": {
		"* * * * *": [
			"huf.ai.knowledge.watching.watch",
			"huf.ai.knowledge.watching.watch_too",
			"huf.ai.triggers.firing.run_due",
		],
		"*/5 * * * *": ["huf.ai.runs.keeping.rows.fail_stale_runs", "huf.ai.purging.job.resume"],
		"0 */6 * * *": ["huf.ai.knowledge.record_sources.purge.sweep_record_sources"],
	},
	"hourly_long": [
		"huf.ai.knowledge.pages.refresh",
		"huf.ai.knowledge.following.sweep.compare_tags",
		"huf.ai.runs.files.store.sweep",
	],
	"daily_long": [
		"huf.ai.runs.tools.proposals.expire_proposals",
		"huf.ai.knowledge.maintenance.check_files",
		"huf.ai.knowledge.maintenance.compare_indexes",
		"huf.ai.knowledge.maintenance.clean_orphans",
		"huf.ai.knowledge.indexing.live.merging.merge_at_night",
		"huf.ai.knowledge.following.sweep.compare_all",
		"huf.ai.knowledge.following.sweep.delete_orphans",
		"huf.ai.quality.running.run_at_night",
		"huf.ai.agent_tests.suite.run_at_night",
		"huf.ai.learning.job.learn_at_night",
		"huf.ai.local_models.job.clear_killed",
	],
}

export_python_type_annotations = True
require_type_annotated_api_methods = True
