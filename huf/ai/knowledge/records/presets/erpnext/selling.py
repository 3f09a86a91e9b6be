"""Documents of selling."""

from huf.ai.knowledge.records.presets.preset import Preset, names

SELLING: dict[str, Preset] = {
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
}
