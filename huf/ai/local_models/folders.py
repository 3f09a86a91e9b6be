"""Where a model is worked on before it is kept, and that one at a time is."""

import fcntl
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from huf.ai.site import artifacts
from huf.engine.errors import ModelRefused


@contextmanager
def alone(work: str) -> Iterator[Path]:
	"""The folder of models, in which one process at a time does this ``work``, such as ``adding``.

	:raises ModelRefused: another one does it now.
	"""
	root = artifacts.models_folder()
	root.mkdir(mode=0o700, parents=True, exist_ok=True)
	descriptor = os.open(root / f".{work}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
	try:
		try:
			fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
		except BlockingIOError:
			raise ModelRefused("Somebody else is at work on the models of this site. Wait for it.") from None
		yield root
	finally:
		os.close(descriptor)


@contextmanager
def scratch(root: Path, work: str) -> Iterator[Path]:
	"""A new folder for who is :func:`alone` at this ``work``. It is gone afterwards, and so are those of who was killed at it."""
	clear(root, work)
	folder = root / f"{_beginning(work)}{secrets.token_hex(8)}"
	folder.mkdir(mode=0o700)
	try:
		yield folder
	finally:
		shutil.rmtree(folder, ignore_errors=True)


def clear(root: Path, work: str) -> None:
	"""Remove what those have left who were killed at this ``work``; the caller is :func:`alone` at it."""
	for left in root.glob(f"{_beginning(work)}*"):
		if left.is_dir():
			shutil.rmtree(left)


def _beginning(work: str) -> str:
	return f".{work}-"
