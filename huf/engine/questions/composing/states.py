"""What a word for a state means for a DocType that says nothing of it: by its documents' status, its options and its checks."""

from huf.engine.questions.record_query import RecordCondition
from huf.engine.questions.vocabulary import DocTypeWords

DOCSTATUS = {"draft": 0, "submitted": 1, "cancelled": 2}
_DENIED = frozenset({"not closed", "not completed"})
"""States that every record is in that is not in the other: what is not *paid* may be nothing that anybody pays."""
DATES_OF_ALL = {"created": "creation", "opened": "creation", "modified": "modified"}
"""Dates that every record has."""


def state_conditions(described: DocTypeWords, key: str) -> tuple[RecordCondition, ...]:
	"""The conditions for the state of this key; none if the word says nothing of such records."""
	if key in described.states:
		return described.states[key]
	if described.is_submittable and key in DOCSTATUS:
		return (RecordCondition("docstatus", "=", DOCSTATUS[key]),)
	for each in described.fields:
		if each.name == described.status:
			for option in each.options:
				if option.casefold() == key:
					return (RecordCondition(each.name, "=", option),)
	if key in _DENIED:
		ended = state_conditions(described, key.removeprefix("not "))
		return tuple(
			RecordCondition(each.field, "!=", each.value)
			for each in ended
			if len(ended) == 1 and each.operator == "="
		)
	if key in ("disabled", "enabled"):
		return _switched(described, is_on=key == "enabled")
	return ()


def _switched(described: DocTypeWords, is_on: bool) -> tuple[RecordCondition, ...]:
	checks = {each.name for each in described.fields if each.kind == "check"}
	if "disabled" in checks:
		return (RecordCondition("disabled", "=", int(not is_on)),)
	for name in ("enabled", "is_active"):
		if name in checks:
			return (RecordCondition(name, "=", int(is_on)),)
	for each in described.fields:
		if each.name == described.status:
			wanted = "active" if is_on else "inactive"
			return tuple(
				RecordCondition(each.name, "=", option)
				for option in each.options
				if option.casefold() == wanted
			)
	return ()


def kind_of(described: DocTypeWords, name: str) -> str:
	"""The kind of a field; empty for one that is not known."""
	if name in DATES_OF_ALL.values():
		return "datetime"
	return next((each.kind for each in described.fields if each.name == name), "")
