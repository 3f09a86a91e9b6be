"""Where the files of a source lie: the only place that makes these paths.

``sites/<site>/private/knowledge/<artifact_id>/<build_id>/``. Not under ``private/files``: no File
record can ever make an index downloadable. Names come from random ids, never from the name
of a source, so no name can climb out of the folder or meet another one.
"""

import re
import secrets
import shutil
from contextlib import suppress
from pathlib import Path

import frappe

from huf.engine.errors import BuildError

_ARTIFACT_ID = re.compile(r"[0-9a-f]{32}")
_BACKUP = ".backup-"
_BUILD_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,139}")


def knowledge_root() -> Path:
	"""The folder that holds the artifacts of every source of this site."""
	return Path(frappe.get_site_path("private", "knowledge")).absolute()


def is_public(folder: Path) -> bool:
	"""Whether everybody can read what is in ``folder`` from the web."""
	return folder.resolve().is_relative_to(Path(frappe.get_site_path("public")).resolve())


def models_folder() -> Path:
	"""The folder of the models that were placed on this site. It need not exist."""
	return Path(frappe.get_site_path("private", "knowledge-models")).absolute()


def signing_key() -> Path:
	"""The file of the key that packs of this site are signed with. Not under ``private/files`` either: no File can give it out."""
	return Path(frappe.get_site_path("private", "knowledge-signing-key.pem")).absolute()


def private_file(name: str) -> Path:
	"""Where a private File of the site with this name lies; ``name`` is one that huf has made."""
	return Path(frappe.get_site_path("private", "files", name)).absolute()


def log_folder() -> Path:
	"""Where this site's processes write their logs. It need not exist."""
	return Path(frappe.get_site_path("logs")).absolute()


def source_folder(artifact_id: str) -> Path:
	"""The folder of one source. It need not exist.

	:raises BuildError: the id is not 32 hex digits.
	"""
	if not isinstance(artifact_id, str) or not _ARTIFACT_ID.fullmatch(artifact_id):
		raise BuildError("This knowledge source has no valid artifact id; save it again to give it one.")
	return knowledge_root() / artifact_id


def build_folder(artifact_id: str, build_id: str) -> Path:
	"""The folder of one build. It need not exist.

	:raises BuildError: one of the ids could not have been made by huf.
	"""
	if not isinstance(build_id, str) or not _BUILD_ID.fullmatch(build_id):
		raise BuildError("This is not the id of a knowledge build.")
	return source_folder(artifact_id) / build_id


def backup_work() -> list[Path]:
	"""The folders that backups and restorations work in, there being none but while one is at work or after it was killed."""
	root = knowledge_root()
	return sorted(root.glob(f"{_BACKUP}*")) if root.is_dir() else []


def new_backup_work() -> Path:
	"""Make such a folder, on the disk of the indexes, so that files can be linked."""
	folder = knowledge_root() / f"{_BACKUP}{secrets.token_hex(4)}"
	folder.mkdir(mode=0o700, parents=True)
	return folder


def pack_notes(artifact_id: str) -> Path:
	"""The file that says which packs were made of a source."""
	return source_folder(artifact_id) / "packs.jsonl"


def pack_listings(artifact_id: str) -> Path:
	"""The folder of what each pack that was made of a source lists. It need not exist."""
	return source_folder(artifact_id) / "packs-made"


def remove_source_folder(artifact_id: str, away: set[str] | None = None) -> None:
	"""Remove everything a source has on disk and in a vector store or a search engine. The caller made sure that the deletion is committed.

	While a store cannot be reached the notes about its collections stay, and the cleaning of orphans tries again. Collections
	that this site did not make stay for good, so that a copy of a site leaves those of the original alone.
	:param away: keys of stores that did not answer, which are not asked again.
	"""
	from huf.engine.builds import remove_root

	folder = source_folder(artifact_id)
	if folder.is_symlink():
		raise BuildError(f"{folder.name} is a symbolic link; huf removes only folders that it made.")
	remove_root(folder, away)


def source_folders() -> list[Path]:
	"""The folders of sources that there are, also of those that no row knows."""
	root = knowledge_root()
	return (
		[folder for folder in sorted(root.iterdir()) if is_artifact_id(folder.name)] if root.is_dir() else []
	)


def remove_scratch(oldest: float) -> None:
	"""Remove what killed jobs left of files that they unpacked beside the folders of sources, if it is older than ``oldest``, in Unix time."""
	from huf.engine.builds.folders import STAGING

	root = knowledge_root()
	for folder in root.glob(f"{STAGING}*") if root.is_dir() else []:
		# A job that is at work may take it away meanwhile.
		with suppress(FileNotFoundError):
			if folder.stat().st_mtime < oldest:
				shutil.rmtree(folder)


def remove_everything() -> list[str]:
	"""Remove every index of this site, its placed models and the key of its packs, whatever a vector store or search engine says. Gives the collections that stay
	there, each with why."""
	from huf.engine.backends.search_engine.making.sweeping import noted_places
	from huf.engine.backends.vector_store.ownership import noted

	away: set[str] = set()
	left = []
	for folder in source_folders():
		remove_source_folder(folder.name, away)
		for each in noted(folder):
			why = "its store cannot be reached" if each.is_own else "this site did not make it"
			left.append(f"{each.note.collection} in {each.note.store.path}: {why}")
		for place, is_own in noted_places(folder):
			why = "its engine cannot be reached" if is_own else "this site did not make it"
			left.append(f"{place.collection} in {place.settings.path}: {why}")
	if knowledge_root().exists():
		shutil.rmtree(knowledge_root())
	if models_folder().exists():
		shutil.rmtree(models_folder())
	signing_key().unlink(missing_ok=True)
	return left


def is_artifact_id(name: str) -> bool:
	"""Whether a folder of this name can be one that huf made."""
	return bool(_ARTIFACT_ID.fullmatch(name))
