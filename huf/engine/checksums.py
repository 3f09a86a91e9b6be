"""Checksums of the files of a build: a flipped bit is noticed wherever it is, also where no word is indexed."""

import hashlib
from pathlib import Path

from huf.engine.errors import IndexCorrupt

_FILE = "checksums"
_BLOCK = 1 << 20


def write_checksums(folder: Path) -> None:
	"""Write down the SHA-256 of every file in ``folder``, one ``digest  name`` a line as ``sha256sum`` does."""
	lines = [f"{_digest(file)}  {file.name}\n" for file in sorted(folder.iterdir()) if file.name != _FILE]
	(folder / _FILE).write_text("".join(lines), "utf-8")


def check_files(folder: Path) -> None:
	"""Compare the files in ``folder`` with what :func:`write_checksums` wrote.

	Raises:
		IndexCorrupt: a file changed, is missing or is new; the message names it.
	"""
	try:
		lines = (folder / _FILE).read_text("utf-8", "replace").splitlines()
	except FileNotFoundError:
		raise IndexCorrupt("The checksums of the index are missing. Rebuild the source.") from None
	wanted = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
	present = {file.name: _digest(file) for file in folder.iterdir() if file.name != _FILE}
	if changed := sorted(name for name, _ in wanted.items() ^ present.items()):
		raise IndexCorrupt(
			f"The file {changed[0]} of the index changed after it was made. Rebuild the source."
		)


def _digest(file: Path) -> str:
	digest = hashlib.sha256()
	with file.open("rb") as stream:
		while block := stream.read(_BLOCK):
			digest.update(block)
	return digest.hexdigest()
