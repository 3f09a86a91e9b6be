"""What a question about many records is answered with. Values only."""

from dataclasses import dataclass
from typing import Any

from huf.engine.questions.record_query import RecordQuery

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class ResultColumn:
	"""A column of the answer."""

	key: str
	"""As the question names it: ``customer``, ``sum(grand_total)``."""
	label: str
	fieldtype: str = "Data"
	currency: str = ""
	"""Of all amounts in it; empty when they have none, or several: then a column of the answer says which."""
	options: str = ""
	"""The DocType that a link leads to."""

	@property
	def heading(self) -> str:
		"""The label with the currency."""
		return f"{self.label} ({self.currency})" if self.currency else self.label


@dataclass(frozen=True, slots=True)
class Total:
	"""A number over all records that fit and that the user may see, whatever rows are shown."""

	key: str
	label: str
	value: Cell
	currency: str = ""
	words: str = ""
	"""A sentence with the number, and over what it is."""


@dataclass(frozen=True, slots=True)
class QueryResult:
	"""The answer to a :class:`~huf.engine.questions.record_query.RecordQuery`, or what a saved report said."""

	doctype: str
	columns: tuple[ResultColumn, ...]
	rows: tuple[tuple[Cell, ...], ...]
	words: str
	"""What was asked, in the language of whoever asked: “Sales Invoice where Status is Overdue, not cancelled”."""
	url: str
	"""Where the desk shows the same records, without the host; empty when its list cannot."""
	records: int | None = None
	"""How many records fit that the user may see; None when that could not be found out, and for reports."""
	totals: tuple[Total, ...] = ()
	truncated: bool = False
	"""There are more rows than are shown."""
	notes: tuple[str, ...] = ()
	"""What has to be known to read the numbers rightly."""
	query: RecordQuery | None = None
	"""What was answered; None for a report."""
	report: str = ""

	def to_dict(self) -> dict[str, Any]:
		"""Ready for JSON."""
		keys = [column.key for column in self.columns]
		return {
			"doctype": self.doctype,
			"words": self.words,
			"records": self.records,
			"columns": [
				{
					"key": column.key,
					"label": column.label,
					"fieldtype": column.fieldtype,
					"currency": column.currency,
					"options": column.options,
				}
				for column in self.columns
			],
			"rows": [dict(zip(keys, row, strict=True)) for row in self.rows],
			"totals": [
				{
					"key": total.key,
					"label": total.label,
					"value": total.value,
					"currency": total.currency,
					"words": total.words,
				}
				for total in self.totals
			],
			"truncated": self.truncated,
			"notes": list(self.notes),
			"url": self.url,
			**({"report": self.report} if self.report else {}),
		}
