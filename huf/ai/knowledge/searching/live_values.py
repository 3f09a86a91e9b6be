"""What the records of hits say at this moment, for those who read the hits.

What stands in a record's own columns is for everybody who may read it (:mod:`huf.ai.knowledge.records.live`). An Item of ERPNext
says more that stands in other records: its stock (Bin) and its prices (Item Price), which have rights of their own. So they are
read as the acting user, by the condition of Frappe's list, in one statement each: the stock is that of the warehouses that the
user may see, and whoever may read no Item Price is told none. Where Frappe wants each document to be asked for itself (a
``has_permission`` hook, or nothing but shares), nothing is told: a search cannot ask thousands.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import frappe
from frappe.utils import nowdate

from huf.ai.access.impersonation import asked_as
from huf.ai.access.records.inputs import readable_inputs, tried
from huf.ai.access.records.records import rule_of
from huf.ai.access.words import quoted
from huf.ai.knowledge.records.labels import stored_meta
from huf.ai.knowledge.records.live import amount, quantity
from huf.ai.knowledge.records.staleness import with_freshness
from huf.engine.context import now_of
from huf.engine.types import Hit, Locator

if TYPE_CHECKING:
	from frappe.model.meta import Meta

ITEM = "Item"
MOST_PRICES = 4
"""Prices of one Item that are shown."""

Told = dict[str, dict[str, str]]
"""By Item: what is said of it, by label."""


@dataclass(frozen=True, slots=True)
class _Other:
	"""A DocType whose records say something about Items."""

	doctype: str
	columns: tuple[str, ...]
	"""All of them must be there, for everybody who reads the record; else nothing is told."""
	read: "Callable[[Meta, str], Told]"
	"""Given the meta, and which rows may be read, as a condition."""


def with_live_values(hits: Sequence[Hit], user: str) -> tuple[Hit, ...]:
	"""The hits with what their records say now, as far as ``user``, who was found to be allowed to read each, may know it."""
	return with_stock_and_prices(with_freshness(hits), user)


def said_now(inputs: Collection[str], user: str) -> dict[str, str]:
	"""What the records of these inputs say now, on one line each, as far as ``user`` may read them now."""
	readable = readable_inputs(inputs, user)
	rows = frappe.db.sql(
		"""select name, reference_doctype, reference_name from `tabKnowledge Input`
		where name in %s and input_type = 'DocType Records'""",
		(tuple(readable) or ("",),),
	)
	hits = [_hit_of(*row) for row in rows]
	return {hit.input: said for hit in with_live_values(hits, user) if (said := now_of(hit))}


def _hit_of(name: str, doctype: str | None, record: str | None) -> Hit:
	"""An input as a hit without a passage."""
	metadata = {"input_type": "DocType Records", "reference_doctype": doctype, "reference_name": record}
	return Hit("", "", 0.0, "", "", name, Locator(), "", "", 0, 0, "", metadata=metadata)


def with_stock_and_prices(hits: Sequence[Hit], user: str) -> tuple[Hit, ...]:
	"""The hits; those of Items with stock and prices in ``now``, as far as ``user`` may read them."""
	items = {
		str(hit.metadata.get("reference_name", ""))
		for hit in hits
		if hit.metadata.get("reference_doctype") == ITEM
		and hit.metadata.get("input_type") == "DocType Records"
	}
	if not items:
		return tuple(hits)
	told: Told = {}
	with asked_as(user):
		for other in OTHERS:
			found: Told = tried(other.doctype, partial(_read, other, items, user), {})
			for item, values in found.items():
				told[item] = told.get(item, {}) | values
	return tuple(_with(hit, told.get(str(hit.metadata.get("reference_name", "")), {})) for hit in hits)


def _with(hit: Hit, values: dict[str, str]) -> Hit:
	if (
		not values
		or hit.metadata.get("reference_doctype") != ITEM
		or hit.metadata.get("input_type") != "DocType Records"
	):
		return hit
	return hit._replace(metadata={**hit.metadata, "now": {**hit.metadata.get("now", {}), **values}})


def _read(other: _Other, items: Collection[str], user: str) -> Told:
	meta = stored_meta(other.doctype)
	if meta is None or not all(_is_open(meta, column) for column in other.columns):
		return {}
	rule = _rule(meta, user)
	if rule is None:
		return {}
	listed = ", ".join(quoted(item) for item in sorted(items))
	condition = f"`tab{other.doctype}`.item_code in ({listed})"
	return other.read(meta, f"{condition} and ({rule})" if rule else condition)


def _rule(meta: "Meta", user: str) -> str | None:
	"""The records that ``user`` may read as a condition, empty for all; None where a condition does not say everything."""
	rule = rule_of(meta.name, user)
	if rule.kind not in ("all", "list") or rule.asks_documents:
		return None
	return rule.condition


def _is_open(meta: "Meta", column: str) -> bool:
	field = meta.get_field(column)
	return bool(field and not field.permlevel and not field.is_virtual and not field.get("mask"))


def _stock(meta: "Meta", condition: str) -> Told:
	# Without values to bind: the rule may have percent signs of its own.
	rows = frappe.db.sql(
		f"""select item_code, sum(actual_qty), sum(projected_qty), max(stock_uom), sum(actual_qty != 0) from `tabBin`
		where {condition} group by item_code"""
	)
	actual, projected = (frappe._(meta.get_label(name)) for name in ("actual_qty", "projected_qty"))
	told: Told = {}
	for item, on_hand, expected, unit, places in rows:
		where = f"{places:.0f} × {frappe._('Warehouse')}"
		told[str(item)] = {actual: f"{quantity(on_hand, unit or '')} ({where})"}
		if expected != on_hand:
			told[str(item)][projected] = quantity(expected, unit or "")
	return told


def _prices(meta: "Meta", condition: str) -> Told:
	rows = frappe.db.sql(
		f"""select item_code, price_list, ifnull(uom, ''), ifnull(currency, ''), price_list_rate from `tabItem Price`
		where {condition} and ifnull(customer, '') = '' and ifnull(supplier, '') = ''
		and ifnull(valid_from, '1000-01-01') <= {quoted(nowdate())} and ifnull(valid_upto, '9999-12-31') >= {quoted(nowdate())}
		order by item_code, price_list, uom, valid_from"""
	)
	told: Told = {}
	for item, price_list, unit, currency, rate in rows:
		prices = told.setdefault(str(item), {})
		label = f"{price_list} / {unit}" if unit else str(price_list)
		# Of two prices of one list the one that began later is in force.
		if label in prices or len(prices) < MOST_PRICES:
			prices[label] = amount(rate, currency)
	return told


OTHERS = (
	_Other("Bin", ("item_code", "actual_qty", "projected_qty", "stock_uom"), _stock),
	_Other(
		"Item Price",
		(
			*("item_code", "price_list", "uom", "currency", "price_list_rate"),
			*("customer", "supplier", "valid_from", "valid_upto"),
		),
		_prices,
	),
)
