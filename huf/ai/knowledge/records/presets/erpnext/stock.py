"""What is sold, bought, kept and made."""

from huf.ai.knowledge.records.presets.erpnext.related import items_on_order, prices
from huf.ai.knowledge.records.presets.preset import ENABLED, Preset, RelatedRecords, names

STOCK: dict[str, Preset] = {
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
		filters=ENABLED,
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
			prices("item_code"),
			items_on_order(
				"On Sales Orders", "Sales Order", "customer_name", "delivery_date", "delivered_qty"
			),
			items_on_order(
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
		filters=ENABLED,
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
}
