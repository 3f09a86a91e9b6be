"""What huf recommends for records of a DocType, as values of a selector's fields."""

import json
from typing import Any

from huf.ai.knowledge.records.labels import stored_meta
from huf.ai.knowledge.records.labels.metadata_fields import keys_of
from huf.ai.knowledge.records.presets import preset_of
from huf.ai.knowledge.records.presets.metadata import METADATA_FIELDS


def settings_for(doctype: str) -> dict[str, Any]:
	"""Values by field of Knowledge Selector; empty if huf knows nothing of the DocType.

	Only what this version of the DocType has, and what everybody may see who reads its records.

	:raises SettingsError: an app's ready-made settings are wrong.
	"""
	preset, meta = preset_of(doctype), stored_meta(doctype)
	if meta is None:
		return {}
	open_fields = {field.fieldname for field in meta.fields if not field.permlevel}
	conditions = [list(condition) for condition in preset.filters if condition[0] in open_fields]
	found = {
		"filters": json.dumps(conditions) if conditions else "",
		"expiry_field": preset.expiry_field if preset.expiry_field in open_fields else "",
		"include_comments": int(preset.comments),
		"include_emails": int(preset.emails),
		"metadata_fields": "\n".join(
			key for key in keys_of(meta) if key in METADATA_FIELDS.get(meta.name, ())
		),
	}
	return {field: value for field, value in found.items() if value}


def expiry_field_of(doctype: str) -> str:
	"""The recommended date field; empty if there is none. It counts where a selector names none."""
	return settings_for(doctype).get("expiry_field", "")
