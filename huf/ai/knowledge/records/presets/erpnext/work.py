"""Work: issues, tasks, projects, contracts."""

from huf.ai.knowledge.records.presets.erpnext.related import invoices, issues, orders
from huf.ai.knowledge.records.presets.preset import ENABLED, Preset, RelatedRecords, names

WORK: dict[str, Preset] = {
	"Issue": Preset(
		fields=names(
			"customer customer_name raised_by contact lead priority issue_type project opening_date "
			"opening_time service_level_agreement agreement_status response_by first_responded_on "
			"sla_resolution_by sla_resolution_date company issue_split_from description resolution_details"
		),
		title=("subject", "customer_name", "customer"),
		comments=True,
		emails=True,
	),
	"Task": Preset(
		fields=names(
			"project priority type issue parent_task exp_start_date exp_end_date expected_time progress "
			"is_milestone is_group department company act_start_date act_end_date actual_time review_date "
			"completed_by completed_on description depends_on"
		),
		columns={
			"depends_on": names("task subject"),
		},
		filters=(("is_template", "=", 0),),
		title=("subject",),
		comments=True,
	),
	"Project": Preset(
		fields=names(
			"customer sales_order project_type priority department company is_active percent_complete "
			"expected_start_date expected_end_date actual_start_date actual_end_date actual_time "
			"estimated_costing total_sales_amount total_billed_amount notes users"
		),
		columns={
			"users": names("full_name email project_status"),
		},
		title=("project_name", "customer"),
		comments=True,
		related=(
			RelatedRecords(
				"Open Tasks",
				"Task",
				"project",
				where=(("status", "not in", ("Completed", "Cancelled", "Template")),),
				fields=names("subject status priority exp_end_date"),
				order=("exp_end_date",),
			),
			issues("project"),
			orders("Sales Order", "project", "delivery_date"),
			invoices("Sales Invoice", "project"),
		),
	),
	"Contract": Preset(
		expiry_field="end_date",
		comments=True,
	),
	"Terms and Conditions": Preset(
		fields=names("terms selling buying"),
		filters=ENABLED,
	),
}
