"""Which fields of the records of a business people ask about, in the order in which they read them.

The names are those of ERPNext and of Frappe's own contacts and addresses. What is not here is noise to a reader (the same
amount in the company's currency, how a page is printed, accounts of the ledger), or sensitive (:mod:`.sensitive`).
"""

from huf.ai.knowledge.records.presets.preset import Preset, RelatedRecords, names

_ENABLED = (("disabled", "=", 0),)

CONTACT = Preset(
	fields=names(
		"salutation company_name designation department email_id phone mobile_no email_ids phone_nos "
		"address links is_primary_contact user"
	),
	columns={
		"email_ids": names("email_id"),
		"phone_nos": names("phone"),
		"links": names("link_doctype link_name"),
	},
	title=("full_name", "company_name"),
	# Whether somebody answered them, which nobody keeps up.
	state=(),
)
ADDRESS = Preset(
	fields=names(
		"address_title address_type address_line1 address_line2 pincode city county state country email_id "
		"phone fax links is_primary_address is_shipping_address"
	),
	columns={
		"links": names("link_doctype link_name"),
	},
	filters=_ENABLED,
	title=("address_title", "address_type", "city"),
)

_SUBMITTED = ("docstatus", "=", 1)
_ORDERED = ("status", "not in", ("Completed", "Closed", "Cancelled", "Delivered"))


def _quotations() -> RelatedRecords:
	return RelatedRecords(
		"Open Quotations",
		"Quotation",
		"party_name",
		"quotation_to",
		where=(_SUBMITTED, ("status", "in", ("Open", "Replied", "Partially Ordered"))),
		fields=names("transaction_date valid_till status grand_total currency"),
		sums=("grand_total",),
		order=("transaction_date desc",),
	)


def _orders(doctype: str, link: str, due: str) -> RelatedRecords:
	label = "Open Sales Orders" if doctype == "Sales Order" else "Open Purchase Orders"
	return RelatedRecords(
		label,
		doctype,
		link,
		where=(_SUBMITTED, _ORDERED),
		fields=("transaction_date", due, "status", "grand_total", "currency"),
		sums=("grand_total",),
		order=(due,),
	)


def _invoices(doctype: str, link: str) -> RelatedRecords:
	"""Credit notes that are not settled count: they make less of what is owed."""
	return RelatedRecords(
		"Unpaid Invoices",
		doctype,
		link,
		where=(_SUBMITTED, ("outstanding_amount", "!=", 0)),
		fields=names("posting_date due_date status outstanding_amount party_account_currency"),
		sums=("outstanding_amount",),
		order=("due_date",),
	)


def _payments() -> RelatedRecords:
	# Not added up: the field does not say in which currency it is.
	return RelatedRecords(
		"Payments Not Allocated",
		"Payment Entry",
		"party",
		"party_type",
		where=(_SUBMITTED, ("unallocated_amount", ">", 0)),
		fields=names("posting_date payment_type unallocated_amount"),
		order=("posting_date desc",),
	)


def _prices(link: str) -> RelatedRecords:
	return RelatedRecords(
		"Prices",
		"Item Price",
		link,
		fields=names(
			"item_code item_name price_list uom price_list_rate currency customer supplier valid_from valid_upto"
		),
		order=("valid_from desc",),
	)


def _items_on_order(label: str, doctype: str, party: str, due: str, done: str) -> RelatedRecords:
	# Not "title": where ERPNext shows the party as title, the field keeps its default, "{customer_name}", to the letter.
	return RelatedRecords(
		label,
		doctype,
		"items.item_code",
		where=(_SUBMITTED, _ORDERED),
		fields=(party, "items.qty", f"items.{done}", "items.uom", due, "status"),
		order=(due,),
	)


def _issues(link: str) -> RelatedRecords:
	return RelatedRecords(
		"Open Issues",
		"Issue",
		link,
		where=(("status", "not in", ("Resolved", "Closed")),),
		fields=names("subject status priority opening_date"),
		order=("opening_date desc",),
	)


def _opportunities() -> RelatedRecords:
	return RelatedRecords(
		"Open Opportunities",
		"Opportunity",
		"party_name",
		"opportunity_from",
		where=(("status", "in", ("Open", "Replied", "Quotation")),),
		fields=names("title transaction_date expected_closing status opportunity_amount currency"),
		order=("transaction_date desc",),
	)


ERPNEXT: dict[str, Preset] = {
	# What is sold, bought and kept.
	"Item": Preset(
		fields=names(
			"item_group brand description variant_of stock_uom standard_rate barcodes customer_items supplier_items "
			"default_item_manufacturer default_manufacturer_part_no is_fixed_asset default_bom item_defaults "
			"reorder_levels safety_stock min_order_qty lead_time_days uoms purchase_uom sales_uom max_discount "
			"warranty_period shelf_life_in_days has_batch_no has_serial_no has_expiry_date weight_per_unit "
			"weight_uom country_of_origin customs_tariff_number customer quality_inspection_template"
		),
		columns={
			"uoms": names("uom conversion_factor"),
			"barcodes": names("barcode"),
			"customer_items": names("customer_name ref_code"),
			"supplier_items": names("supplier supplier_part_no"),
			"item_defaults": names("default_warehouse default_supplier default_price_list"),
			"reorder_levels": names("warehouse warehouse_reorder_level warehouse_reorder_qty"),
		},
		filters=_ENABLED,
		expiry_field="end_of_life",
		comments=True,
		related=(
			RelatedRecords(
				"Stock by Warehouse",
				"Bin",
				"item_code",
				fields=names("warehouse actual_qty reserved_qty ordered_qty projected_qty stock_uom"),
				sums=("actual_qty", "projected_qty"),
				order=("actual_qty desc",),
			),
			_prices("item_code"),
			_items_on_order(
				"On Sales Orders", "Sales Order", "customer_name", "delivery_date", "delivered_qty"
			),
			_items_on_order(
				"On Purchase Orders", "Purchase Order", "supplier_name", "schedule_date", "received_qty"
			),
		),
	),
	"Item Price": Preset(
		fields=names(
			"price_list_rate uom packing_unit customer supplier brand "
			"batch_no valid_from valid_upto lead_time_days selling buying note reference"
		),
		expiry_field="valid_upto",
		zeros=("price_list_rate",),
		title=("item_code", "item_name", "price_list", "customer", "supplier"),
	),
	"Bin": Preset(
		fields=names(
			"actual_qty stock_uom projected_qty reserved_qty reserved_stock "
			"ordered_qty indented_qty planned_qty reserved_qty_for_production "
			"reserved_qty_for_sub_contract reserved_qty_for_production_plan"
		),
		zeros=("actual_qty", "projected_qty"),
		kind="Stock",
		title=("item_code", "warehouse"),
	),
	"Batch": Preset(
		fields=names(
			"item item_name batch_qty stock_uom manufacturing_date expiry_date supplier parent_batch "
			"reference_doctype reference_name description"
		),
		filters=_ENABLED,
		expiry_field="expiry_date",
		title=("item", "item_name"),
	),
	"BOM": Preset(
		fields=names(
			"item item_name quantity uom is_active is_default project routing description items operations "
			"scrap_items process_loss_percentage quality_inspection_template"
		),
		columns={
			"items": names("item_code item_name description qty uom source_warehouse operation bom_no"),
			"operations": names("operation workstation workstation_type time_in_mins description"),
			"scrap_items": names("item_code item_name stock_qty stock_uom"),
		},
		title=("item", "item_name"),
		comments=True,
	),
	"Work Order": Preset(
		fields=names(
			"production_item item_name qty stock_uom produced_qty material_transferred_for_manufacturing "
			"bom_no sales_order project planned_start_date planned_end_date expected_delivery_date "
			"actual_start_date actual_end_date wip_warehouse fg_warehouse source_warehouse company "
			"required_items operations description"
		),
		columns={
			"required_items": names(
				"item_code item_name description required_qty transferred_qty consumed_qty stock_uom "
				"source_warehouse"
			),
			"operations": names(
				"operation workstation status completed_qty planned_start_time planned_end_time"
			),
		},
		zeros=("produced_qty",),
		title=("production_item", "item_name"),
		comments=True,
	),
	# With whom.
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
		filters=_ENABLED,
		comments=True,
		related=(
			_opportunities(),
			_quotations(),
			_orders("Sales Order", "customer", "delivery_date"),
			_invoices("Sales Invoice", "customer"),
			_payments(),
			_issues("customer"),
			_prices("customer"),
		),
	),
	"Supplier": Preset(
		fields=names(
			"supplier_type supplier_group country tax_id supplier_primary_contact mobile_no email_id "
			"supplier_primary_address primary_address website default_currency default_price_list "
			"payment_terms language is_transporter on_hold hold_type release_date is_frozen "
			"supplier_details"
		),
		filters=_ENABLED,
		comments=True,
		related=(
			_orders("Purchase Order", "supplier", "schedule_date"),
			_invoices("Purchase Invoice", "supplier"),
			_payments(),
			_prices("supplier"),
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
			_opportunities(),
			_quotations(),
			_issues("lead"),
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
	# Selling.
	"Opportunity": Preset(
		fields=names(
			"opportunity_from party_name opportunity_type transaction_date expected_closing sales_stage "
			"probability opportunity_amount opportunity_owner contact_person contact_display contact_email "
			"contact_mobile source campaign territory customer_group industry market_segment website city "
			"country company items order_lost_reason lost_reasons competitors"
		),
		columns={
			"items": names("item_code item_name description qty uom rate amount"),
		},
		title=("title", "customer_name"),
		comments=True,
		emails=True,
	),
	"Quotation": Preset(
		fields=names(
			"quotation_to party_name transaction_date valid_till order_type address_display "
			"contact_display contact_mobile contact_email shipping_address company territory opportunity "
			"items packed_items total_qty net_total total_taxes_and_charges discount_amount grand_total "
			"taxes payment_terms_template payment_schedule tc_name terms order_lost_reason lost_reasons "
			"competitors"
		),
		columns={
			"items": names(
				"item_code item_name description qty uom rate discount_percentage amount warehouse "
				"is_alternative additional_notes"
			),
			"taxes": names("description rate tax_amount"),
			"payment_schedule": names("payment_term description due_date invoice_portion payment_amount"),
			"packed_items": names("parent_item item_code item_name qty uom warehouse"),
		},
		title=("title", "customer_name"),
		comments=True,
	),
	"Sales Order": Preset(
		fields=names(
			"customer transaction_date delivery_date order_type po_no po_date grand_total advance_paid "
			"per_delivered per_billed address_display contact_display contact_mobile contact_email "
			"shipping_address company territory project set_warehouse items packed_items total_qty "
			"net_total total_taxes_and_charges discount_amount taxes sales_partner sales_team "
			"payment_terms_template payment_schedule tc_name terms"
		),
		columns={
			"items": names(
				"item_code item_name description qty uom rate discount_percentage amount delivery_date "
				"delivered_qty warehouse additional_notes"
			),
			"sales_team": names("sales_person allocated_percentage"),
			"taxes": names("description rate tax_amount"),
			"payment_schedule": names("payment_term description due_date invoice_portion payment_amount"),
			"packed_items": names("parent_item item_code item_name qty uom warehouse"),
		},
		title=("customer_name",),
		comments=True,
	),
	"Delivery Note": Preset(
		fields=names(
			"customer posting_date is_return return_against po_no po_date address_display contact_display "
			"contact_mobile contact_email shipping_address company set_warehouse transporter "
			"transporter_name driver_name vehicle_no lr_no lr_date project per_billed instructions items "
			"packed_items total_qty net_total total_taxes_and_charges discount_amount grand_total tc_name "
			"terms"
		),
		columns={
			"items": names(
				"item_code item_name description qty uom rate discount_percentage amount warehouse "
				"batch_no serial_no against_sales_order against_sales_invoice"
			),
			"packed_items": names("parent_item item_code item_name qty uom warehouse"),
		},
		title=("title", "customer_name"),
		comments=True,
	),
	"Sales Invoice": Preset(
		fields=names(
			"customer posting_date due_date is_return return_against is_debit_note grand_total "
			"outstanding_amount paid_amount total_advance write_off_amount po_no po_date tax_id "
			"address_display contact_display contact_mobile contact_email shipping_address company "
			"territory project items packed_items timesheets total_qty net_total total_taxes_and_charges "
			"discount_amount taxes payments sales_partner sales_team remarks payment_terms_template "
			"payment_schedule tc_name terms"
		),
		columns={
			"items": names(
				"item_code item_name description qty uom rate discount_percentage amount warehouse "
				"batch_no serial_no sales_order delivery_note"
			),
			"timesheets": names("activity_type description billing_hours billing_amount"),
			"payments": names("mode_of_payment amount"),
			"sales_team": names("sales_person allocated_percentage"),
			"taxes": names("description rate tax_amount"),
			"payment_schedule": names("payment_term description due_date invoice_portion payment_amount"),
			"packed_items": names("parent_item item_code item_name qty uom warehouse"),
		},
		zeros=("outstanding_amount",),
		title=("title", "customer_name"),
		comments=True,
	),
	# Buying.
	"Material Request": Preset(
		fields=names(
			"material_request_type transaction_date schedule_date customer company set_from_warehouse "
			"set_warehouse per_ordered per_received work_order job_card items tc_name terms"
		),
		columns={
			"items": names(
				"item_code item_name description qty uom schedule_date warehouse ordered_qty received_qty "
				"project"
			),
		},
		title=("material_request_type",),
		comments=True,
	),
	"Purchase Order": Preset(
		fields=names(
			"supplier transaction_date schedule_date order_confirmation_no order_confirmation_date "
			"grand_total advance_paid per_received per_billed address_display contact_display "
			"contact_mobile contact_email shipping_address_display company project set_warehouse customer "
			"items total_qty net_total total_taxes_and_charges discount_amount taxes "
			"payment_terms_template payment_schedule tc_name terms"
		),
		columns={
			"items": names(
				"item_code item_name description qty uom rate discount_percentage amount schedule_date "
				"expected_delivery_date received_qty warehouse manufacturer_part_no material_request"
			),
			"taxes": names("description rate tax_amount"),
			"payment_schedule": names("payment_term description due_date invoice_portion payment_amount"),
		},
		title=("supplier_name",),
		comments=True,
	),
	"Purchase Receipt": Preset(
		fields=names(
			"supplier supplier_delivery_note posting_date is_return return_against address_display "
			"contact_display contact_mobile contact_email shipping_address_display company set_warehouse "
			"transporter_name lr_no lr_date project per_billed instructions remarks items total_qty "
			"net_total total_taxes_and_charges discount_amount grand_total tc_name terms"
		),
		columns={
			"items": names(
				"item_code item_name description received_qty rejected_qty qty uom rate "
				"discount_percentage amount warehouse batch_no serial_no purchase_order "
				"manufacturer_part_no"
			),
		},
		title=("title", "supplier_name"),
		comments=True,
	),
	"Purchase Invoice": Preset(
		fields=names(
			"supplier bill_no bill_date posting_date due_date is_return return_against grand_total "
			"outstanding_amount paid_amount total_advance write_off_amount on_hold release_date "
			"hold_comment tax_id address_display contact_display contact_mobile contact_email "
			"shipping_address_display company project items total_qty net_total total_taxes_and_charges "
			"discount_amount taxes remarks payment_terms_template payment_schedule tc_name terms"
		),
		columns={
			"items": names(
				"item_code item_name description qty uom rate discount_percentage amount warehouse "
				"batch_no serial_no purchase_order purchase_receipt manufacturer_part_no"
			),
			"taxes": names("description rate tax_amount"),
			"payment_schedule": names("payment_term description due_date invoice_portion payment_amount"),
		},
		zeros=("outstanding_amount",),
		title=("title", "supplier_name"),
		comments=True,
	),
	"Payment Entry": Preset(
		fields=names(
			"payment_type party_type party party_name posting_date mode_of_payment paid_amount "
			"received_amount unallocated_amount reference_no reference_date clearance_date company "
			"contact_person contact_email project references deductions remarks"
		),
		columns={
			"references": names(
				"reference_doctype reference_name bill_no due_date total_amount allocated_amount payment_term"
			),
			"deductions": names("description amount"),
		},
		title=("title", "party_name"),
		comments=True,
	),
	# Work.
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
			_issues("project"),
			_orders("Sales Order", "project", "delivery_date"),
			_invoices("Sales Invoice", "project"),
		),
	),
	"Contract": Preset(
		expiry_field="end_date",
		comments=True,
	),
	"Terms and Conditions": Preset(
		fields=names("terms selling buying"),
		filters=_ENABLED,
	),
}
