"""Records of the ERP as inputs: what is read of them, how they are labelled, and how fresh a hit is.

Nothing here asks for a user's rights. What a record says, and that it exists, must be shown only to those who may
read it; who that is, is decided by whoever shows it, at that moment.

======================  ==============================================================================================
``describe``            Titles, addresses and labels of records, in bulk (:mod:`.labels` says what the labels are).
``open_record``         One record as content for the index.
``RecordReader``        The same for many, read ahead.
``RecordOptions``       What a selector says about the text: comments, e-mails, a template.
``check_template``      Refuses a template that cannot work, with the line.
``preset_of``           Ready-made settings for a DocType.
``freshness``           Whether hits are of the records as they are now; ``with_freshness`` has them say so.
======================  ==============================================================================================
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
	from huf.ai.knowledge.records.checking import check_template
	from huf.ai.knowledge.records.labels import Description, describe
	from huf.ai.knowledge.records.presets import Preset, preset_of
	from huf.ai.knowledge.records.reader import RecordOptions, RecordReader, open_record
	from huf.ai.knowledge.records.staleness import Freshness, freshness, with_freshness

# Imported when they are asked for: a search needs none of what a build needs, and presets and templates need no Frappe.
_ROOMS = {
	"Description": "labels",
	"Freshness": "staleness",
	"Preset": "presets",
	"RecordOptions": "reader",
	"RecordReader": "reader",
	"check_template": "checking",
	"describe": "labels",
	"freshness": "staleness",
	"open_record": "reader",
	"preset_of": "presets",
	"with_freshness": "staleness",
}

__all__ = [
	"Description",
	"Freshness",
	"Preset",
	"RecordOptions",
	"RecordReader",
	"check_template",
	"describe",
	"freshness",
	"open_record",
	"preset_of",
	"with_freshness",
]


def __getattr__(name: str) -> Any:
	if name not in _ROOMS:
		raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
	return getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
