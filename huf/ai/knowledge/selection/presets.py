"""What huf recommends for records of a DocType, as values of a selector's fields."""

from typing import Any


def settings_for(doctype: str) -> dict[str, Any]:
	"""Values by field of Knowledge Selector; empty if huf knows nothing of the DocType."""
	return {}
