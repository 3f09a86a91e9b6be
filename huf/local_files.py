"""The files of a folder as inputs: what the command line indexes."""

from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path

from huf.engine.content import Content
from huf.engine.ocr.reading import FACTS
from huf.engine.types import WantedInput

KEYS = ("extension", "modified", *FACTS)
"""What the metadata of a file may have."""
DATE_KEYS = ("date", "modified", "indexed_at")
"""By which newer files can be preferred."""


def wanted_files(folder: Path, index: Path) -> Iterator[WantedInput]:
	"""The files of ``folder`` and its subfolders in order; hidden ones and the index itself left out.

	``folder`` may also be one file.
	"""
	own = index.resolve()
	for path in [folder] if folder.is_file() else sorted(folder.rglob("*")):
		relative = Path(path.name) if path == folder else path.relative_to(folder)
		hidden = any(part.startswith(".") for part in relative.parts)
		if path.is_file() and not hidden and not path.resolve().is_relative_to(own):
			yield _wanted_file(path, _printable(relative.as_posix()))


def _wanted_file(path: Path, key: str) -> WantedInput:
	"""A file that cannot be read is wanted too: it is then named as an error, and the others are indexed."""
	content = Content(name=path.name, path=path)
	try:
		content_hash = content.sha256()
	except OSError:
		content_hash = ""
	return WantedInput(
		key,
		content_hash,
		title=_printable(path.name),
		open_content=lambda: content,
		metadata={"extension": _printable(path.suffix.lower().lstrip(".")), "modified": _modified(path)},
	)


def _modified(path: Path) -> str | None:
	"""When the file was changed, to the second in UTC; a filter reads it. None if that cannot be told."""
	try:
		changed = datetime.fromtimestamp(path.stat().st_mtime, timezone.utc)
	except (OSError, OverflowError, ValueError):
		return None
	return changed.isoformat(timespec="seconds").replace("+00:00", "Z")


def _printable(name: str) -> str:
	"""A file name as text: bytes that are no UTF-8 are written ``\\udcff``, since no database or terminal takes them."""
	return name.encode("utf-8", "backslashreplace").decode("utf-8")
