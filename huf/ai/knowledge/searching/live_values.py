"""What the records of hits say at this moment, for those who read the hits.

What stands in a record's own columns is for everybody who may read it (:mod:`huf.ai.knowledge.records.live`). An Item of ERPNext
says more that stands in other records: its stock (Bin) and its prices (Item Price), which have rights of their own. So they are
read as the acting user, by the condition of Frappe's list: the stock is that of the warehouses that the user may see, and whoever
may read no Item Price is told none. All of it is one statement. Where Frappe wants each document to be asked for itself (a
``has_permission`` hook, or nothing but shares), nothing is told: a search cannot ask thousands.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import frappe
from frappe.utils import flt, nowdate

from huf.ai.access.impersonation import asked_as
from huf.ai.access.records.inputs import readable_inputs, tried
from huf.ai.access.records.records import rule_of_stored
from huf.ai.access.words import quoted
from huf.ai.knowledge.records.labels import stored_meta
from huf.ai.knowledge.records.live import amount, quantity
from huf.ai.knowledge.records.staleness import ShownRecords, told
from huf.ai.knowledge.records.together import Kind, Select, read_together
from huf.ai.site.database.dialect import as_text
from huf.engine.prompt.context import now_of
from huf.engine.types import Hit, Locator

if TYPE_CHECKING:
	from frappe.model.meta import Meta

ITEM = "Item"
MOST_PRICES = 4
"""Prices of one Item that are shown."""

_Rows = list[list[Any]]
Told = dict[str, dict[str, str]]
"""By Item: what is said of it, by label."""


Row = Sequence[Any]
"""What :attr:`_Other.columns` gives: texts, the Item first, then numbers."""


@dataclass(frozen=True, slots=True)
class _Other:
	"""A DocType whose records say something about Items."""

	doctype: str
	fieldnames: tuple[str, ...]
	"""All of them must be there, for everybody who reads the record; else nothing is told."""
	columns: "Callable[[], Mapping[Kind, Sequence[str]]]"
	"""As SQL."""
	rows: "Callable[[str], str]"
	"""Given which rows may be read, as a condition, what follows ``from``."""
	tell: "Callable[[Meta, Iterable[Row]], Told]"
	"""Given the meta and what the statement found, in any order."""


@dataclass(frozen=True, slots=True)
class _Part:
	"""What is read of one such DocType for a user."""

	other: _Other
	meta: "Meta"
	select: Select
	is_ruled: bool
	"""A rule of Frappe's or of an app says of which rows."""


def with_live_values(hits: Sequence[Hit], user: str) -> tuple[Hit, ...]:
	"""The hits with what their records say now, as far as ``user``, who was found to be allowed to read each, may know it."""
	shown = ShownRecords.of(hits)
	items = {str(hit.metadata.get("reference_name", "")) for hit in hits if _is_of_item(hit)}
	with asked_as(user):
		parts = list(_parts(items, user)) if items else []
		rows, rows_of_parts = _read(shown.selects, parts)
	of_items: Told = {}
	for part, found in zip(parts, rows_of_parts, strict=True):
		for item, values in part.other.tell(part.meta, found).items():
			of_items.setdefault(item, {}).update(values)
	return tuple(
		_with(hit, of_items.get(str(hit.metadata.get("reference_name", "")), {})) if _is_of_item(hit) else hit
		for hit in told(hits, shown.freshness(rows))
	)


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


def _is_of_item(hit: Hit) -> bool:
	said = hit.metadata
	return said.get("reference_doctype") == ITEM and said.get("input_type") == "DocType Records"


def _with(hit: Hit, values: Mapping[str, str]) -> Hit:
	if not values:
		return hit
	return hit._replace(metadata={**hit.metadata, "now": {**hit.metadata.get("now", {}), **values}})


def _parts(items: Collection[str], user: str) -> Iterator[_Part]:
	listed = ", ".join(quoted(item) for item in sorted(items))
	for other in OTHERS:
		asked: tuple[Meta, str] | None = tried(other.doctype, partial(_asked, other, user), None)
		if asked is None:
			continue
		meta, rule = asked
		condition = f"`tab{other.doctype}`.item_code in ({listed})"
		if rule:
			condition = f"{condition} and ({rule})"
		yield _Part(other, meta, Select(other.columns(), other.rows(condition)), bool(rule))


def _asked(other: _Other, user: str) -> "tuple[Meta, str] | None":
	"""The meta of the DocType, and :func:`_rule` of it; None where nothing is to be told."""
	meta = stored_meta(other.doctype)
	if meta is None or not all(_is_open(meta, fieldname) for fieldname in other.fieldnames):
		return None
	rule = _rule(meta, user)
	return None if rule is None else (meta, rule)


def _read(records: Sequence[Select], parts: Sequence[_Part]) -> "tuple[list[_Rows], list[_Rows]]":
	"""The rows of the records, and of the parts."""
	together = [*records, *(part.select for part in parts)]
	if not any(part.is_ruled for part in parts):
		found = read_together(together)
		return found[: len(records)], found[len(records) :]
	doctypes = " + ".join(part.other.doctype for part in parts if part.is_ruled)
	found = tried(doctypes, partial(read_together, together), [])
	if found:
		return found[: len(records)], found[len(records) :]
	# Each by itself: a condition of an app that fails must not take with it what it is not about.
	free = [part.select for part in parts if not part.is_ruled]
	rows = iter(read_together([*records, *free]))
	of_records = [next(rows) for _record in records]
	none: list[_Rows] = [[]]
	return of_records, [
		tried(part.other.doctype, partial(read_together, [part.select]), none)[0]
		if part.is_ruled
		else next(rows)
		for part in parts
	]


def _rule(meta: "Meta", user: str) -> str | None:
	"""The records that ``user`` may read as a condition, empty for all; None where a condition does not say everything."""
	rule = rule_of_stored(meta, user)
	if rule.kind not in ("all", "list") or rule.asks_documents:
		return None
	return rule.condition


def _is_open(meta: "Meta", column: str) -> bool:
	field = meta.get_field(column)
	return bool(field and not field.permlevel and not field.is_virtual and not field.get("mask"))


def _stock_columns() -> Mapping[Kind, Sequence[str]]:
	return {
		"text": [as_text("item_code"), as_text("max(stock_uom)")],
		"number": [
			"sum(actual_qty)",
			"sum(projected_qty)",
			"sum(case when actual_qty != 0 then 1 else 0 end)",
		],
	}


def _stock_rows(condition: str) -> str:
	return f"`tabBin` where {condition} group by item_code"


def _tell_stock(meta: "Meta", rows: Iterable[Row]) -> Told:
	actual, projected = (frappe._(meta.get_label(name)) for name in ("actual_qty", "projected_qty"))
	warehouse = frappe._("Warehouse")
	told: Told = {}
	for item, unit, on_hand, expected, places in rows:
		where = f"{flt(places):.0f} × {warehouse}"
		told[item] = {actual: f"{quantity(on_hand, unit or '')} ({where})"}
		if flt(expected) != flt(on_hand):
			told[item][projected] = quantity(expected, unit or "")
	return told


def _price_columns() -> Mapping[Kind, Sequence[str]]:
	label = "concat_ws(' / ', price_list, nullif(uom, ''))"
	texts = ("item_code", label, "coalesce(currency, '')", "coalesce(valid_from, '1000-01-01')")
	return {"text": [as_text(text) for text in texts], "number": ["price_list_rate"]}


def _price_rows(condition: str) -> str:
	today = quoted(nowdate())
	return f"""`tabItem Price` where {condition} and coalesce(customer, '') = '' and coalesce(supplier, '') = ''
		and coalesce(valid_from, '1000-01-01') <= {today} and coalesce(valid_upto, '9999-12-31') >= {today}"""


def _tell_prices(_meta: "Meta", rows: Iterable[Row]) -> Told:
	found: dict[str, dict[str, tuple[Any, str]]] = {}
	# Of two prices of one list the one that began later is in force.
	for item, label, currency, _since, rate in sorted(rows, key=lambda row: (row[0], row[1], row[3])):
		prices = found.setdefault(item, {})
		if label in prices or len(prices) < MOST_PRICES:
			prices[label] = (rate, currency)
	return {
		item: {label: amount(*price) for label, price in prices.items()} for item, prices in found.items()
	}


OTHERS = (
	_Other(
		"Bin",
		("item_code", "actual_qty", "projected_qty", "stock_uom"),
		_stock_columns,
		_stock_rows,
		_tell_stock,
	),
	_Other(
		"Item Price",
		(
			*("item_code", "price_list", "uom", "currency", "price_list_rate"),
			*("customer", "supplier", "valid_from", "valid_upto"),
		),
		_price_columns,
		_price_rows,
		_tell_prices,
	),
)
