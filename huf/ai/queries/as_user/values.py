"""Operators and values of conditions, checked against the field that they are about and brought into the database's form."""

from datetime import date, datetime, timedelta

from frappe import _
from frappe.utils import getdate
from frappe.utils.data import get_timespan_date_range

from huf.ai.queries.as_user.errors import QueryRefused, said
from huf.ai.queries.as_user.readable import Column
from huf.engine.questions.record_query import Operator, RecordCondition, Value

LONGEST_TEXT = 500
"""Characters of one value."""
MOST_VALUES = 200
"""Values of one ``in``."""
DOCSTATUS = {"draft": 0, "submitted": 1, "cancelled": 2}

_COMPARING: tuple[Operator, ...] = ("<", "<=", ">", ">=", "between")
_SET = ("set", "not set")
_TRUE, _FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off", "")

One = str | int | float


def checked(column: Column, condition: RecordCondition) -> RecordCondition:
	"""The condition with its value as the database holds such values. Raises QueryRefused, which says what can be asked."""
	operator, value = condition.operator, condition.value
	if operator == "is":
		if value not in _SET:
			raise _refused(column, _("“is” takes “set” or “not set”."))
		return condition
	if operator in ("like", "not like"):
		return RecordCondition(condition.field, operator, _pattern(column, value))
	if operator in _COMPARING and not (column.is_number or column.is_date or column.fieldtype == "Time"):
		raise _refused(column, _("Only numbers and dates are more or less than others."))
	if operator in ("in", "not in", "between"):
		return RecordCondition(condition.field, operator, _several(column, operator, value))
	if value is None or isinstance(value, tuple):
		raise _refused(
			column, _("“{0}” takes one value; for none at all ask “is” “not set”.").format(operator)
		)
	return RecordCondition(condition.field, operator, one(column, value))


def one(column: Column, value: object) -> One:
	"""One value of a field, as the database holds it."""
	if isinstance(value, str):
		value = _text(column, value)
	if column.fieldname == "docstatus":
		return _docstatus(column, value)
	if column.fieldtype == "Check":
		return _check(column, value)
	if column.is_number:
		return _number(column, value)
	if column.is_date:
		return _moment(column, value)
	if isinstance(value, bool) or not isinstance(value, str | int | float):
		raise _refused(column, _("What is wanted is a text."))
	return _choice(column, str(value)) if column.choices else str(value)


def dates_meant(words: str) -> tuple[str, str] | None:
	"""The first and last day of a span such as ``this year`` or ``last month``; None if it is none.

	These: yesterday, today, tomorrow, ``this``, ``last`` and ``next`` with week, month, quarter and year, and what else
	Frappe calls a time span.
	"""
	found = get_timespan_date_range(" ".join(words.lower().split()))
	if not found:
		return None
	first, last = found
	return str(getdate(first)), str(getdate(last))


def day_bounds(value: str) -> tuple[str, str]:
	"""The first moment of a day, and that of the next one, for columns that hold moments."""
	day = date.fromisoformat(value)
	return f"{day} 00:00:00", f"{day + timedelta(days=1)} 00:00:00"


def is_day(value: object) -> bool:
	"""Whether a value of a date field is a whole day, and not a moment."""
	return isinstance(value, str) and len(value) == 10


def _several(column: Column, operator: Operator, value: Value) -> tuple[One, ...]:
	if not isinstance(value, tuple):
		raise _refused(column, _("“{0}” takes a list of values.").format(operator))
	if operator == "between" and len(value) != 2:
		raise _refused(column, _("“between” takes both ends."))
	if not 1 <= len(value) <= MOST_VALUES:
		raise _refused(column, _("“{0}” takes 1 to {1} values.").format(operator, MOST_VALUES))
	return tuple(one(column, each) for each in value)


def _pattern(column: Column, value: Value) -> str:
	if column.is_number or column.is_date:
		raise _refused(column, _("Only texts can be compared by “like”."))
	if not isinstance(value, str) or not value.strip():
		raise _refused(column, _("“like” takes a text."))
	text = _text(column, value)
	return text if "%" in text else f"%{text}%"


def _text(column: Column, value: str) -> str:
	text = value.strip()
	if len(text) > LONGEST_TEXT:
		raise _refused(column, _("A value has at most {0} characters.").format(LONGEST_TEXT))
	try:
		text.encode()
	except UnicodeEncodeError:
		raise _refused(column, _("The value holds half a character.")) from None
	if "\x00" in text:
		raise _refused(column, _("The value holds a null character."))
	return text


def _docstatus(column: Column, value: object) -> int:
	number = DOCSTATUS.get(str(value).lower(), value)
	if number in (0, 1, 2, "0", "1", "2"):
		return int(str(number))
	raise _refused(column, _("It is 0 (draft), 1 (submitted) or 2 (cancelled)."))


def _check(column: Column, value: object) -> int:
	word = str(value).lower()
	if word in _TRUE:
		return 1
	if word in _FALSE:
		return 0
	raise _refused(column, _("It is 1 (yes) or 0 (no)."))


def _number(column: Column, value: object) -> int | float:
	try:
		number = float(str(value))
	except ValueError:
		raise _refused(
			column, _("“{0}” is no number. Write it with a point, such as 1250.5.").format(said(str(value)))
		) from None
	if number != number or abs(number) > 1e18:
		raise _refused(column, _("That number is out of range."))
	return int(number) if number.is_integer() else number


def _moment(column: Column, value: object) -> str:
	"""A day as ``YYYY-MM-DD``; of a field with a time also ``YYYY-MM-DD HH:MM:SS``."""
	text = str(value).replace("T", " ")
	try:
		if len(text) > 10 and column.fieldtype == "Datetime":
			return datetime.fromisoformat(text).replace(tzinfo=None).isoformat(" ", "microseconds")
		return date.fromisoformat(text[:10]).isoformat()
	except ValueError:
		raise _refused(
			column, _("“{0}” is no date. Write it as YYYY-MM-DD.").format(said(str(value)))
		) from None


def _choice(column: Column, value: str) -> str:
	"""The option that is meant, in the letters of the options, also by its translation."""
	by_word = {_(option).casefold(): option for option in column.choices}
	by_word |= {option.casefold(): option for option in column.choices}
	if (found := by_word.get(value.casefold())) is not None:
		return found
	raise _refused(
		column,
		_("“{0}” is none of its options. These are: {1}.").format(said(value), ", ".join(column.choices)),
	)


def _refused(column: Column, why: str) -> QueryRefused:
	return QueryRefused(f"{column.label} ({column.path}): {why}")
