"""The files of a folder in a second folder, without a second copy of their bytes where the disk can do so."""

import shutil
from pathlib import Path


def link_file(source: str, target: str) -> None:
	"""Make ``target`` the same file as ``source``, or a copy of it where the disk has no hard links.

	Raises:
		FileNotFoundError: there is no ``source``.
		OSError: it cannot be copied either.
	"""
	try:
		Path(target).hardlink_to(source)
	except FileNotFoundError:
		raise
	except OSError:
		shutil.copyfile(source, target)


def link_folder(source: Path, target: Path) -> None:
	"""Make ``target`` a folder with the files of ``source``, and of the folders in it.

	Whoever deletes ``source`` afterwards leaves ``target`` whole.

	Raises:
		FileNotFoundError, shutil.Error: ``source`` is not there, or is being deleted; what is in ``target`` is of no use.
	"""
	shutil.copytree(source, target, copy_function=link_file)
