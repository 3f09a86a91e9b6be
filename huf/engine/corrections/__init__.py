"""What people say of the text of an input: this is left out, that is read otherwise.

Corrections are applied between reading and cutting (:func:`.applying.correct`), so that they hold whatever the size of passages and whoever
reads the file, as long as the text that they name is there. One whose text is not there changes nothing and is named. A
build keeps what became of them in the metadata of the input, under :data:`CORRECTIONS`; :func:`marks` tells it of a passage.

Searches import this room, so it loads nothing that only builds need: that is in :mod:`.applying` and :mod:`.reading`.
"""

from huf.engine.corrections.records import (
	CORRECTIONS,
	MOST_CHARACTERS,
	MOST_CORRECTIONS,
	CorrectionRecord,
	Span,
	digest,
	marks,
	marks_of,
	record_of,
)

__all__ = [
	"CORRECTIONS",
	"MOST_CHARACTERS",
	"MOST_CORRECTIONS",
	"CorrectionRecord",
	"Span",
	"digest",
	"marks",
	"marks_of",
	"record_of",
]
