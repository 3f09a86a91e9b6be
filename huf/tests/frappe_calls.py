"""How the tests call each method of Frappe that takes a DocType: with what arguments, and which not, and why not."""

import json
from typing import Any, NamedTuple

from huf.tests.frappe_methods import Method

MARK = "xylophonist"
"""A word of every text of the documents that are asked for, and of nothing else."""
OWNER = "huf-roads-owner@example.com"
"""Whose the documents are."""
TAG = "huf-roads-tag"


class Target(NamedTuple):
	"""What a call asks about."""

	doctype: str
	name: str
	field: str
	"""A field whose value has the mark."""
	mark: str = MARK

	@property
	def like(self) -> list[str]:
		"""A condition that is true of the field."""
		return ["like", f"%{self.mark}%"]

	@property
	def filters(self) -> str:
		"""The same as Frappe's lists take it."""
		return json.dumps([[self.doctype, self.field, *self.like]])

	@property
	def document(self) -> dict[str, Any]:
		"""As a form sends it, changed a while ago."""
		return {"doctype": self.doctype, "name": self.name, "modified": "2020-01-01 00:00:00.000000"}


def arguments(method: Method, target: Target) -> list[dict[str, Any]]:
	"""The calls of a method: what its arguments are called says what they take, unless CALLS knows better."""
	if method.path in CALLS:
		made = CALLS[method.path](target)
		return made if isinstance(made, list) else [made]
	values = _values(target)
	return [{name: values[name] for name in method.arguments if name in values}]


def _values(target: Target) -> dict[str, Any]:
	doctype, name, field = target.doctype, target.name, target.field
	found: dict[str, Any] = dict.fromkeys(
		"""_doctype doctype doctype_name document_type dt for_doctype parent_doctype ref_doctype reference_doctype
		reference_dt reminder_doctype""".split(),
		doctype,
	)
	found |= dict.fromkeys(
		"""dn doc_name docname name old old_name ref_name reference_docname reference_name reminder_docname
		source_name""".split(),
		name,
	)
	found |= dict.fromkeys(("docnames", "names", "source_names"), json.dumps([name]))
	found |= dict.fromkeys(("current_filters", "filters"), target.filters)
	found |= dict.fromkeys(("doc", "reference_doc"), json.dumps(target.document))
	found |= dict.fromkeys(("field", "fieldname"), field)
	found |= {
		"action": "Save",
		"args": json.dumps({"doctype": doctype, "name": name}),
		"assign_to": "Administrator",
		"comment": "A comment.",
		"comment_by": "Somebody",
		"comment_email": "Administrator",
		"content": "A comment.",
		"docs": json.dumps([target.document]),
		"fields": json.dumps(["name"]),
		"format": "Standard",
		"merge": 0,
		"new": "Huf Roads New",
		"new_name": "Huf Roads New",
		"label": "x",
		"page_len": 20,
		"page_length": 20,
		"permission_to": "read",
		"prev": 0,
		"reply": "x",
		"route": "x",
		"searchfield": "name",
		"start": 0,
		"stats": json.dumps([field, "owner"]),
		"tag": TAG,
		"tags": json.dumps([TAG]),
		"text": target.mark,
		"title": "x",
		"txt": target.mark,
		"user": "Administrator",
	}
	return found


def _listing(target: Target) -> list[dict[str, Any]]:
	"""A list: by text, in the order of it, with what it has, grouped by it."""
	table = f"`tab{target.doctype}`"
	base = {"doctype": target.doctype, "fields": json.dumps([f"{table}.`name`"]), "limit_page_length": 20}
	return [
		{**base, "filters": target.filters},
		{**base, "or_filters": target.filters},
		{**base, "filters": json.dumps({target.field: target.like})},
		{**base, "order_by": f"{table}.`{target.field}` desc"},
		{**base, "fields": json.dumps([f"{table}.`name`", f"{table}.`{target.field}`"])},
		{**base, "fields": json.dumps(["*"])},
		{**base, "fields": json.dumps([f"max({table}.`{target.field}`) as highest"])},
		{**base, "fields": json.dumps(["count(*) as number"]), "group_by": f"{table}.`{target.field}`"},
	]


def _by_name_and_text(target: Target) -> list[dict[str, Any]]:
	base = {"doctype": target.doctype, "fieldname": target.field}
	return [
		{**base, "name": target.name, "filters": target.name},
		{**base, "filters": target.filters},
		{**base, "fieldname": "name", "filters": target.filters},
		{**base, "filters": json.dumps({target.field: target.like})},
		{**base, "name": {target.field: target.like}, "filters": {target.field: target.like}},
	]


def _searching(target: Target) -> list[dict[str, Any]]:
	base = {"doctype": target.doctype, "page_length": 20}
	return [
		{**base, "txt": target.mark},
		{**base, "txt": "", "filters": target.filters},
		{**base, "txt": "", "ignore_user_permissions": 1},
		{**base, "txt": target.mark, "ignore_user_permissions": 1, "reference_doctype": target.doctype},
		{**base, "txt": target.filters, "query": "frappe.client.get_count"},
		{**base, "txt": "", "searchfield": target.field},
	]


def _card(target: Target) -> dict[str, Any]:
	card = {"document_type": target.doctype, "function": "Count", "type": "Document Type"}
	return {
		"doc": json.dumps({**card, "doctype": "Number Card", "name": "x", "filters_json": target.filters}),
		"filters": target.filters,
		"result": 3,
	}


def _chart(target: Target) -> dict[str, Any]:
	chart = {
		"chart_type": "Group By",
		"group_by_based_on": target.field,
		"group_by_type": "Count",
		"document_type": target.doctype,
		"filters_json": target.filters,
		"name": "x",
	}
	return {"chart": json.dumps(chart), "filters": target.filters, "no_cache": 1}


def _new_todo(target: Target) -> dict[str, Any]:
	return {
		"doctype": "ToDo",
		"description": "x",
		"reference_type": target.doctype,
		"reference_name": target.name,
	}


CALLS: dict[str, Any] = {
	"frappe.automation.doctype.reminder.reminder.create_new_reminder": lambda t: {
		"remind_at": "2100-01-01 00:00:00",
		"description": "x",
		"reminder_doctype": t.doctype,
		"reminder_docname": t.name,
	},
	"frappe.client.attach_file": lambda t: {
		"doctype": t.doctype,
		"docname": t.name,
		"filename": "huf-roads.txt",
		"filedata": "x",
		"is_private": 1,
	},
	"frappe.client.bulk_update": lambda t: {
		"docs": json.dumps([{"doctype": t.doctype, "docname": t.name, "owner": "Guest"}])
	},
	"frappe.client.get": lambda t: [
		{"doctype": t.doctype, "name": t.name},
		{"doctype": t.doctype, "filters": {t.field: t.like}},
		{"doctype": t.doctype, "name": {t.field: t.like}},
	],
	"frappe.client.get_list": _listing,
	"frappe.client.get_value": _by_name_and_text,
	"frappe.client.insert": lambda t: {"doc": json.dumps(_new_todo(t))},
	"frappe.client.insert_many": lambda t: {"docs": json.dumps([_new_todo(t)])},
	"frappe.client.validate_link": lambda t: {
		"doctype": t.doctype,
		"docname": t.name,
		"fields": json.dumps([t.field]),
	},
	"frappe.core.doctype.communication.email.make": lambda t: {
		"doctype": t.doctype,
		"name": t.name,
		"content": "x",
		"subject": "x",
		"recipients": "somebody@example.com",
	},
	"frappe.core.doctype.data_export.exporter.export_data": lambda t: {
		"doctype": t.doctype,
		"select_columns": json.dumps({t.doctype: ["name", t.field]}),
		"with_data": 1,
		"filters": json.dumps({t.field: t.like}),
		"file_type": "CSV",
		"template": 1,
	},
	"frappe.core.doctype.data_import.data_import.download_template": lambda t: {
		"doctype": t.doctype,
		"export_fields": json.dumps({t.doctype: ["name", t.field]}),
		"export_records": "all",
		"export_filters": json.dumps({t.field: t.like}),
		"file_type": "CSV",
	},
	"frappe.desk.calendar.get_events": lambda t: {
		"doctype": t.doctype,
		"start": "2000-01-01",
		"end": "2100-01-01",
		"field_map": json.dumps({"start": "creation", "end": "modified", "title": t.field}),
		"filters": t.filters,
		"fields": json.dumps(["name"]),
	},
	"frappe.desk.calendar.update_event": lambda t: {
		"args": json.dumps({"doctype": t.doctype, "name": t.name, "start": "2020-01-01"}),
		"field_map": json.dumps({"start": "creation", "name": "name"}),
	},
	"frappe.desk.doctype.bulk_update.bulk_update.submit_cancel_or_update_docs": lambda t: {
		"doctype": t.doctype,
		"docnames": json.dumps([t.name]),
		"action": "update",
		"data": json.dumps({t.field: "x"}),
	},
	"frappe.desk.doctype.dashboard_chart.dashboard_chart.get": _chart,
	"frappe.desk.doctype.event.event.delete_communication": lambda t: {
		"event": json.dumps({"name": t.name}),
		"reference_doctype": t.doctype,
		"reference_docname": t.name,
	},
	"frappe.desk.doctype.number_card.number_card.get_percentage_difference": _card,
	"frappe.desk.doctype.number_card.number_card.get_result": _card,
	"frappe.desk.doctype.tag.tag.add_tags": lambda t: {
		"tags": json.dumps([TAG]),
		"dt": t.doctype,
		"docs": json.dumps([t.name]),
	},
	"frappe.desk.doctype.tag.tag.get_tagged_docs": lambda t: {"doctype": t.doctype, "tag": f"%{TAG}%"},
	"frappe.desk.form.assign_to.add": lambda t: {
		"doctype": t.doctype,
		"name": t.name,
		"assign_to": json.dumps(["Administrator"]),
	},
	"frappe.desk.form.assign_to.add_multiple": lambda t: {
		"doctype": t.doctype,
		"name": json.dumps([t.name]),
		"assign_to": json.dumps(["Administrator"]),
	},
	"frappe.desk.form.document_follow.update_follow": lambda t: {
		"doctype": t.doctype,
		"doc_name": t.name,
		"following": 1,
	},
	"frappe.desk.form.linked_with.cancel_all_linked_docs": lambda t: {
		"docs": json.dumps([{"doctype": t.doctype, "name": t.name, "docstatus": 1}]),
		"ignore_doctypes_on_cancel_all": "[]",
	},
	"frappe.desk.form.load.get_docinfo": lambda t: {"doctype": t.doctype, "name": t.name},
	"frappe.desk.form.utils.get_next": lambda t: [
		{"doctype": t.doctype, "value": t.name, "prev": 0, "filters": "[]", "sort_field": "creation"},
		{"doctype": t.doctype, "value": t.name, "prev": 1, "filters": t.filters, "sort_field": t.field},
	],
	"frappe.desk.gantt.update_task": lambda t: {
		"args": json.dumps({"doctype": t.doctype, "name": t.name, "start": "2020-01-01"}),
		"field_map": json.dumps({"start": "creation", "name": "name"}),
	},
	"frappe.desk.listview.get_group_by_count": lambda t: [
		{"doctype": t.doctype, "current_filters": t.filters, "field": field}
		for field in ("owner", "assigned_to", t.field)
	],
	"frappe.desk.notifications.get_open_count": lambda t: [
		{"doctype": t.doctype, "name": t.name, "items": "[]"},
		{"doctype": "User", "name": OWNER, "items": json.dumps([t.doctype])},
	],
	"frappe.desk.reportview.delete_items": lambda t: {"doctype": t.doctype, "items": json.dumps([t.name])},
	"frappe.desk.reportview.export_query": lambda t: [
		{**call, "file_format_type": "CSV", "title": "x"}
		# On PostgreSQL Frappe does not read its own columns any more where their table is named.
		for call in (*_listing(t)[:2], {**_listing(t)[0], "fields": json.dumps(["name", t.field])})
	],
	"frappe.desk.reportview.get": _listing,
	"frappe.desk.reportview.get_count": _listing,
	"frappe.desk.reportview.get_filter_dashboard_data": lambda t: {
		"doctype": t.doctype,
		"stats": json.dumps([{"name": t.field, "type": "Data"}, {"name": "owner", "type": "Data"}]),
		"filters": t.filters,
	},
	"frappe.desk.reportview.get_list": _listing,
	"frappe.desk.search.search_link": _searching,
	"frappe.desk.search.search_widget": _searching,
	"frappe.desk.treeview.get_all_nodes": lambda t: [
		{"doctype": t.doctype, "label": t.name, "parent": t.name, "tree_method": method}
		for method in (
			"frappe.client.get_count",
			"frappe.desk.form.linked_with.get",
			"frappe.share.get_users",
		)
	],
	"frappe.email.queue.unsubscribe": lambda t: {
		"doctype": t.doctype,
		"name": t.name,
		"email": "somebody@example.com",
	},
	"frappe.handler.upload_file": lambda t: {
		"doctype": t.doctype,
		"docname": t.name,
		"file_name": "huf-roads.txt",
		"file_url": "https://example.com/huf-roads.txt",
	},
	"frappe.handler.uploadfile": lambda t: {
		"doctype": t.doctype,
		"docname": t.name,
		"file_name": "huf-roads.txt",
		"file_url": "https://example.com/huf-roads.txt",
	},
	"frappe.model.rename_doc.update_document_title": lambda t: {
		"doctype": t.doctype,
		"docname": t.name,
		"title": "x",
		"name": "Huf Roads New",
	},
	"frappe.utils.file_manager.add_attachments": lambda t: {
		"doctype": t.doctype,
		"name": t.name,
		"attachments": json.dumps([]),
	},
	"frappe.utils.goal.get_monthly_goal_graph_data": lambda t: {
		"title": "x",
		"doctype": "User",
		"docname": OWNER,
		"goal_value_field": "login_after",
		"goal_total_field": "login_after",
		"goal_history_field": "bio",
		"goal_doctype": t.doctype,
		"goal_doctype_link": "owner",
		"goal_field": "name",
		"date_field": "creation",
		"aggregation": "count",
		"filters": json.dumps({t.field: t.like}),
	},
	"frappe.workflow.doctype.workflow.workflow.get_workflow_state_count": lambda t: {
		"doctype": t.doctype,
		"workflow_state_field": t.field,
		"states": json.dumps(["x"]),
	},
	"frappe.www.list.get": lambda t: {"doctype": t.doctype, "txt": t.mark, t.field: "x"},
	"frappe.www.list.get_list_data": lambda t: {"doctype": t.doctype, "txt": t.mark},
	"frappe.www.printview.get_html_and_style": lambda t: [
		{"doc": t.doctype, "name": t.name},
		{"doc": json.dumps(t.document)},
	],
	"frappe.www.printview.get_rendered_raw_commands": lambda t: {"doc": t.doctype, "name": t.name},
}
"""For methods whose arguments are not what their names say, or that can be asked in several ways."""


def _paths(reasons: dict[str, str]) -> dict[str, str]:
	return {f"frappe.{path}": reason for reason, paths in reasons.items() for path in paths.split()}


NOT_CALLED = _paths(
	{
		"would change the site, and is for System Managers": """
			core.doctype.document_naming_settings.document_naming_settings.DocumentNamingSettings#get_options
			core.doctype.scheduled_job_type.scheduled_job_type.execute_event
			core.page.permission_manager.permission_manager.get_permissions
			core.page.permission_manager.permission_manager.get_standard_permissions
			core.page.permission_manager.permission_manager.remove
			core.page.permission_manager.permission_manager.reset
			core.page.permission_manager.permission_manager.update
			core.doctype.doctype.doctype.get_row_size_utilization
			core.report.database_storage_usage_by_tables.database_storage_usage_by_tables.optimize_doctype
			custom.doctype.customize_form.customize_form.get_orphaned_columns
			desk.doctype.system_console.system_console.execute_code
			desk.page.setup_wizard.setup_wizard.setup_complete
			modules.utils.export_customizations utils.nestedset.rebuild_tree""",
		"is for System Managers alone, which Frappe does not check in tests": "client.get_password",
		"tells of the DocType, and more when Frappe first reads it": "desk.form.load.getdoctype",
		"is about signing in, or a service elsewhere": """
			integrations.doctype.dropbox_settings.dropbox_settings.dropbox_auth_finish
			integrations.doctype.ldap_settings.ldap_settings.login
			integrations.frappe_providers.frappecloud_billing.api integrations.oauth2.authorize
			www.login.login_via_token""",
	}
)
"""Methods that the tests leave alone, and why."""
TELLS_NOTHING = _paths(
	{
		"looks into one DocType of Frappe, whatever it is given": """
			automation.doctype.auto_repeat.auto_repeat.get_auto_repeat_doctypes
			contacts.address_and_contact.filter_dynamic_link_doctypes contacts.doctype.address.address.address_query
			contacts.doctype.contact.contact.contact_query core.doctype.log_settings.log_settings.get_log_doctypes
			core.doctype.prepared_report.prepared_report.download_attachment core.doctype.role.role.role_query
			core.doctype.sms_settings.sms_settings.get_contact_number core.doctype.user.user.get_roles
			core.doctype.user.user.user_query
			core.doctype.user_permission.user_permission.clear_user_permissions
			core.doctype.user_permission.user_permission.get_applicable_for_doctype_list
			core.doctype.user_permission.user_permission.get_user_permissions
			core.doctype.user_type.user_type.get_user_linked_doctypes
			core.report.permitted_documents_for_user.permitted_documents_for_user.query_doctypes
			desk.desk_page.getpage desk.doctype.custom_html_block.custom_html_block.get_custom_blocks_for_user
			desk.doctype.dashboard_chart.dashboard_chart.get_charts_for_user desk.doctype.event.event.get_events
			desk.doctype.number_card.number_card.get_cards_for_user desk.doctype.tag.tag.get_tags
			desk.form.utils.remove_attach email.doctype.email_account.email_account.get_append_to
			email.get_communication_doctype utils.diff.version_query""",
		"tells of the DocType, or of the caller's own settings": """
			core.doctype.access_log.access_log.make_access_log custom.doctype.custom_field.custom_field.get_fields_label
			custom.doctype.customize_form.customize_form.get_link_filters_from_doc_without_customisations
			desk.doctype.desktop_icon.desktop_icon.add_user_icon desk.doctype.kanban_board.kanban_board.get_kanban_boards
			desk.doctype.kanban_board.kanban_board.quick_kanban_board
			desk.doctype.list_view_settings.list_view_settings.get_default_listview_fields
			desk.doctype.list_view_settings.list_view_settings.save_listview_settings
			desk.form.linked_with.get_linked_doctypes desk.listview.get_list_settings
			desk.listview.set_list_settings desk.reportview.save_report model.utils.user_settings.get
			model.utils.user_settings.save realtime.can_subscribe_doctype
			website.doctype.web_form.web_form.get_in_list_view_fields""",
		"works on what it is sent, or on a report, of which huf has none": """
			client.get_js core.doctype.prepared_report.prepared_report.get_reports_in_queued_state
			core.doctype.prepared_report.prepared_report.make_prepared_report desk.query_report.export_query
			desk.query_report.run desk.query_report.save_report email.email_body.get_email_html
			email.doctype.email_template.email_template.get_email_template search.web_search
			utils.csvutils.send_csv_to_client""",
		"is for what no DocType of huf is: a tree, a place, a workflow, submitted, amended, found by the global search": """
			client.is_document_amended desk.form.linked_with.cancel_all_linked_docs
			desk.form.linked_with.get_submitted_linked_docs desk.treeview.add_node desk.treeview.get_children
			geo.utils.get_coords model.workflow.apply_workflow model.workflow.bulk_workflow_approval
			model.workflow.can_cancel_document utils.global_search.search
			workflow.doctype.workflow_action.workflow_action.apply_action
			workflow.doctype.workflow_action.workflow_action.confirm_action""",
		"needs what a test has not: a printer, a mapper, a module that renders pages": """
			model.mapper.make_mapped_doc model.mapper.map_docs utils.print_format.download_multi_pdf
			utils.print_format.download_multi_pdf_async utils.print_format.download_pdf
			utils.print_format.print_by_server utils.weasyprint.download_pdf www.list.get""",
		"fails for every document of huf": """
			templates.includes.comments.comments.add_comment templates.includes.likes.likes.like desk.calendar.update_event desk.doctype.event.event.delete_communication
			desk.doctype.number_card.number_card.get_percentage_difference
			desk.reportview.get_filter_dashboard_data social.doctype.energy_point_log.energy_point_log.review""",
	}
)
"""Methods that say the same of a document that is there and of one that is not, to whoever may see it, and why."""


FAILS_ON_POSTGRES = _paths({"quotes words as names": "email.relink"})
"""The same where only MariaDB takes the method's SQL."""


def _list_routes(target: Target) -> list[tuple[str, str, dict[str, Any]]]:
	found = []
	for route in (f"/api/resource/{target.doctype}", f"/api/v2/document/{target.doctype}"):
		for values in _listing(target):
			found.append(("GET", route, {key: value for key, value in values.items() if key != "doctype"}))
	return found


def _name_routes(target: Target) -> list[tuple[str, str, dict[str, Any]]]:
	return [
		(http, f"/api/{root}/{target.doctype}/{target.name}", dict(values))
		for root in ("resource", "v1/resource", "v2/document")
		for http, values in (
			("GET", {}),
			("PUT", {"disabled": 1, "data": "{}"}),
			("DELETE", {}),
			*((("GET", {"run_method": "add_comment"}),) if root != "v2/document" else ()),
		)
	]


ROUTES: dict[str, Any] = {
	"list of documents": _list_routes,
	"one document": _name_routes,
	"method of a document": lambda t: [
		("POST", f"/api/v2/document/{t.doctype}/{t.name}/method/add_comment", {"text": "x"}),
		("POST", f"/api/resource/{t.doctype}/{t.name}", {"run_method": "add_comment", "text": "x"}),
	],
	"run_doc_method": lambda t: [
		("POST", "/api/method/run_doc_method", {"dt": t.doctype, "dn": t.name, "method": "add_comment"}),
		("POST", "/api/method/run_doc_method", {"docs": json.dumps(t.document), "method": "add_comment"}),
		("POST", "/api/v2/method/run_doc_method", {"document": t.document, "method": "add_comment"}),
	],
	"count of documents": lambda t: [
		("GET", f"/api/v2/doctype/{t.doctype}/count", {"filters": t.filters}),
		("GET", f"/api/v2/doctype/{t.doctype}/count", {}),
	],
}
"""The routes of Frappe's REST, as HTTP method, path and values."""
