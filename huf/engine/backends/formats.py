"""The versions of what a build is made of: an older one is made anew, a newer one is left as it is.

Each part of a build has a version of its own, which is raised when an older huf could misread what a newer one writes. The layout of the
folder is told before anything else in it is looked at; the others stand in the build's meta.
"""

from collections.abc import Mapping
from pathlib import Path

from huf.engine.errors import IndexTooNew

LAYOUT = 2
"""Of the folder: which files it has besides those of its kind, how checksums are noted, which entries every kind writes into its meta.
1 is a build of one segment; 2 has a manifest (:mod:`~huf.engine.backends.manifest`)."""
KIND_FILE = "backend"
"""Names the kind of index, so that a build can be opened without knowing its source. From layout 2 on its second line is the layout."""


def write_kind(folder: Path, kind: str, layout: int) -> None:
	"""Note the kind of index of the build in ``folder``, and its layout."""
	(folder / KIND_FILE).write_text(kind if layout == 1 else f"{kind}\n{layout}\n", "utf-8")


def read_kind(folder: Path) -> str:
	"""The kind of index of a build; an empty string if it is not told.

	Raises:
		IndexTooNew: the folder is laid out as a newer huf does it.
		FileNotFoundError, NotADirectoryError: there is no build, or its kind is not there.
	"""
	kind, layout, *_ = [*(folder / KIND_FILE).read_text("utf-8", "replace").splitlines(), "", ""]
	_check(layout.strip(), LAYOUT)
	return kind.strip()


def check_formats(meta: Mapping[str, str], known: Mapping[str, int]) -> None:
	"""Refuse a build of which a part was written by a newer huf.

	``known`` has the newest version that is understood, by the entry of ``meta`` that tells the version. An entry that is missing is
	of a huf that did not write it, and so older.

	Raises:
		IndexTooNew: one of them is higher.
	"""
	for entry, newest in known.items():
		_check(meta.get(entry, ""), newest)


def _check(made: str, newest: int) -> None:
	if made.isascii() and made.isdecimal() and int(made[:9]) > newest:
		raise IndexTooNew(
			"This index was made by a newer version of huf and is left as it is. Install that version again, or rebuild the source with "
			"this one."
		)
