"""With whom a business deals, and who works in it."""

from huf.ai.knowledge.records.presets.erpnext.related import (
	invoices,
	issues,
	opportunities,
	orders,
	payments,
	prices,
	quotations,
)
from huf.ai.knowledge.records.presets.preset import ENABLED, Preset, RelatedRecords, names

PARTIES: dict[str, Preset] = {
	"Customer": Preset(
		fields=names(
			"customer_type customer_group territory tax_id account_manager customer_primary_contact "
			"mobile_no email_id customer_primary_address primary_address website default_currency "
			"default_price_list payment_terms credit_limits language industry market_segment lead_name "
			"default_sales_partner sales_team loyalty_program is_frozen customer_details"
		),
		columns={
			"credit_limits": names("company credit_limit"),
			"sales_team": names("sales_person allocated_percentage"),
		},
		filters=ENABLED,
		comments=True,
		related=(
			opportunities(),
			quotations(),
			orders("Sales Order", "customer", "delivery_date"),
			invoices("Sales Invoice", "customer"),
			payments(),
			issues("customer"),
			prices("customer"),
		),
	),
	"Supplier": Preset(
		fields=names(
			"supplier_type supplier_group country tax_id supplier_primary_contact mobile_no email_id "
			"supplier_primary_address primary_address website default_currency default_price_list "
			"payment_terms language is_transporter on_hold hold_type release_date is_frozen "
			"supplier_details"
		),
		filters=ENABLED,
		comments=True,
		related=(
			orders("Purchase Order", "supplier", "schedule_date"),
			invoices("Purchase Invoice", "supplier"),
			payments(),
			prices("supplier"),
		),
	),
	"Lead": Preset(
		fields=names(
			"lead_name company_name job_title lead_owner email_id phone mobile_no website source "
			"campaign_name type request_type market_segment industry territory city state country "
			"no_of_employees annual_revenue qualification_status qualified_by qualified_on customer "
			"language"
		),
		title=("lead_name", "company_name"),
		comments=True,
		emails=True,
		related=(
			opportunities(),
			quotations(),
			issues("lead"),
		),
	),
	"Employee": Preset(
		fields=names(
			"employee_number designation department branch company reports_to date_of_joining user_id "
			"company_email holiday_list bio"
		),
		filters=(("status", "=", "Active"),),
		related=(
			RelatedRecords(
				"Reporting to Them",
				"Employee",
				"reports_to",
				where=(("status", "=", "Active"),),
				fields=names("employee_name designation department company_email"),
				order=("employee_name",),
			),
		),
	),
}
