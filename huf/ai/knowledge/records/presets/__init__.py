"""Ready-made settings for DocTypes that many sites have: what makes the text, what counts as active, what expires.

They apply where a selector leaves the same thing empty. A field that this version of an app does not have is passed over.
Other apps add theirs by the hook ``huf_knowledge_presets`` (``docs/extending.md``).
"""

from collections.abc import Mapping
from dataclasses import fields
from importlib import import_module

from huf.ai.knowledge.records.presets.contacts import ADDRESS, CONTACT
from huf.ai.knowledge.records.presets.erpnext import ERPNEXT
from huf.ai.knowledge.records.presets.preset import Preset, RelatedRecords, names
from huf.engine.errors import SettingsError

HOOK = "huf_knowledge_presets"


PRESETS: dict[str, Preset] = {
	# Frappe
	"Note": Preset(fields=("content",)),
	"Web Page": Preset(
		fields=("meta_description", "main_section", "main_section_md", "main_section_html"),
		filters=(("published", "=", 1),),
		expiry_field="end_date",
		variants={
			"content_type": {
				"Rich Text": "main_section",
				"Markdown": "main_section_md",
				"HTML": "main_section_html",
			}
		},
	),
	"Help Article": Preset(fields=("category", "level", "content"), filters=(("published", "=", 1),)),
	"Communication": Preset(
		fields=("sender_full_name", "sender", "recipients", "cc", "communication_date", "content"),
		filters=(("communication_type", "=", "Communication"),),
		# Whether it is linked to a record.
		state=(),
	),
	"Contact": CONTACT,
	"Address": ADDRESS,
	# Helpdesk
	"HD Article": Preset(fields=("category", "content"), filters=(("status", "=", "Published"),)),
	"HD Ticket": Preset(comments=True, emails=True),
	# Wiki
	"Wiki Page": Preset(fields=("content",), filters=(("published", "=", 1),)),
	**ERPNEXT,
}

LIVE: dict[str, tuple[str, ...]] = {
	"Batch": ("batch_qty",),
	"Contract": ("fulfilment_status",),
	"Delivery Note": ("per_returned",),
	"Material Request": ("per_ordered",),
	"Project": ("percent_complete",),
	"Purchase Receipt": ("per_returned",),
	"Task": ("progress",),
}
"""What these DocTypes have of their own that changes without anybody saving the record (``Preset.live``)."""


EVERYWHERE = (
	RelatedRecords(
		"Contacts",
		"Contact",
		"links.link_name",
		"links.link_doctype",
		fields=names("full_name designation department email_id phone mobile_no"),
		order=("is_primary_contact desc", "full_name"),
	),
	RelatedRecords(
		"Addresses",
		"Address",
		"links.link_name",
		"links.link_doctype",
		where=(("disabled", "=", 0),),
		fields=names("address_type address_line1 address_line2 pincode city country phone email_id"),
		order=("is_primary_address desc", "address_type"),
	),
)
"""What Frappe itself links to records of any DocType."""


def related_to(doctype: str) -> tuple[RelatedRecords, ...]:
	"""The records that belong to the view of one of this DocType, in the order in which they are shown."""
	return (*EVERYWHERE, *preset_of(doctype).related)


def live_fields_of(doctype: str) -> tuple[str, ...]:
	"""The fields of a DocType that its ready-made settings call live; huf's own and an app's."""
	return (*LIVE.get(doctype, ()), *preset_of(doctype).live)


def preset_of(doctype: str) -> Preset:
	"""The settings for a DocType: huf's own, else those of an app, else none at all.

	Raises:
		SettingsError: an app's hook is wrong, or two apps have settings for it.
	"""
	import frappe

	return find_preset(doctype, frappe.get_hooks(HOOK) or {})


def find_preset(doctype: str, hooked: Mapping[str, list[str] | str]) -> Preset:
	"""The same with the hook's value given: dotted paths of dictionaries by DocType."""
	if doctype in PRESETS or doctype not in hooked:
		return PRESETS.get(doctype, Preset())
	paths = hooked[doctype]
	# Frappe collects what several apps give in a list; which one came first would be chance.
	path, *others = [paths] if isinstance(paths, str) else paths
	if others:
		raise SettingsError(f"Two apps have ready-made settings for {doctype}: {path} and {others[0]}.")
	module, _, name = path.rpartition(".")
	try:
		values = getattr(import_module(module), name)
	except (ImportError, AttributeError, ValueError) as error:
		raise SettingsError(f"The settings for {doctype} at “{path}” cannot be imported: {error}") from error
	return _preset(doctype, path, values)


def _preset(doctype: str, path: str, values: object) -> Preset:
	known = {f.name for f in fields(Preset)}
	if not isinstance(values, Mapping) or not values.keys() <= known:
		raise SettingsError(
			f"The settings for {doctype} at “{path}” are a dictionary with some of: {', '.join(sorted(known))}."
		)
	given = dict(values)
	for name in {"fields", "leave_out", "zeros", "title", "state"} & given.keys():
		given[name] = tuple(given[name])
	given["columns"] = {table: tuple(columns) for table, columns in given.get("columns", {}).items()}
	given["filters"] = tuple(tuple(condition) for condition in given.get("filters", ()))
	given["live"] = tuple(given.get("live", ()))
	given["related"] = tuple(_related(doctype, path, values) for values in given.get("related", ()))
	return Preset(**given)


def _related(doctype: str, path: str, values: object) -> RelatedRecords:
	known = {f.name for f in fields(RelatedRecords)}
	needed = {"label", "doctype", "link"}
	if not isinstance(values, Mapping) or not needed <= values.keys() <= known:
		raise SettingsError(
			f"The related records of {doctype} at “{path}” are dictionaries with label, doctype and link, and some of:"
			f" {', '.join(sorted(known - needed))}."
		)
	given = dict(values)
	for name in {"fields", "sums", "order"} & given.keys():
		given[name] = tuple(given[name])
	given["where"] = tuple(tuple(condition) for condition in given.get("where", ()))
	return RelatedRecords(**given)
