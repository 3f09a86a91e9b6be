"""Fields of common DocTypes that searches are filtered by, and the field that holds a record's own date.

They apply where a selector names none. A field that this version of an app does not have, or that not every reader of the
record sees, is passed over.
"""

METADATA_FIELDS: dict[str, tuple[str, ...]] = {
	# Frappe
	"Blog Post": ("blog_category", "blogger"),
	"Communication": ("sender", "communication_medium"),
	"Help Article": ("category",),
	"ToDo": ("priority", "allocated_to"),
	# ERPNext: selling
	"Customer": ("customer_group", "territory"),
	"Quotation": ("party_name", "company", "grand_total", "currency", "valid_till"),
	"Sales Order": ("customer", "company", "project", "grand_total", "currency", "delivery_date"),
	"Sales Invoice": ("customer", "company", "project", "grand_total", "currency", "due_date"),
	"Delivery Note": ("customer", "company", "project", "grand_total", "currency"),
	"Lead": ("company_name", "territory"),
	"Opportunity": ("party_name", "company", "opportunity_amount", "currency"),
	"Contract": ("party_type", "party_name", "end_date"),
	# ERPNext: buying
	"Supplier": ("supplier_group", "country"),
	"Purchase Order": ("supplier", "company", "project", "grand_total", "currency", "schedule_date"),
	"Purchase Receipt": ("supplier", "company", "project", "grand_total", "currency"),
	"Purchase Invoice": ("supplier", "company", "project", "grand_total", "currency", "due_date"),
	"Material Request": ("material_request_type", "company", "schedule_date"),
	# ERPNext: stock and making
	"Item": ("item_group", "brand", "stock_uom"),
	"Item Price": ("item_code", "price_list", "price_list_rate", "currency"),
	"Bin": ("item_code", "warehouse"),
	"Batch": ("item", "expiry_date"),
	"BOM": ("item", "company", "project"),
	"Stock Entry": ("stock_entry_type", "company", "project"),
	"Work Order": ("production_item", "company", "project"),
	# ERPNext: money, people, work
	"Payment Entry": ("payment_type", "party_type", "party", "company", "paid_amount"),
	"Journal Entry": ("voucher_type", "company"),
	"Address": ("address_type", "city", "country"),
	"Employee": ("department", "designation", "branch", "company"),
	"Issue": ("customer", "priority", "issue_type", "project"),
	"Project": ("customer", "priority", "company", "expected_end_date"),
	"Task": ("project", "priority", "exp_end_date"),
	"Timesheet": ("customer", "company"),
	# Helpdesk
	"HD Article": ("category",),
	"HD Ticket": ("customer", "priority", "agent_group"),
}

DATE_FIELDS: dict[str, str] = {
	"Blog Post": "published_on",
	"Contract": "start_date",
	"Event": "starts_on",
	"HD Ticket": "opening_date",
	"Issue": "opening_date",
	"Item Price": "valid_from",
	"Project": "creation",
	"Task": "creation",
	"Timesheet": "start_date",
	# Its field date says when it is due.
	"ToDo": "creation",
}
"""Where none of the usual fields is it."""

USUAL_DATE_FIELDS = ("posting_date", "transaction_date", "communication_date", "date")
"""Of a DocType that is not above the first of these that it has. Of any other the date is when a record was last changed: it is kept up to
date, and was not written on a day."""
