"""Documents of buying, and payments."""

from huf.ai.knowledge.records.presets.preset import Preset, names

BUYING: dict[str, Preset] = {
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
}
