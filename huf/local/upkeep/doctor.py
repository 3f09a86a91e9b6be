"""Whether an index in a folder, and the machine that it lies on, are as they should be. Changes nothing but a file that it makes and removes."""

import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from huf.engine.backends.formats import read_kind
from huf.engine.backends.sqlite_files import held_alone, why_no_texts
from huf.engine.builds import is_merge_due
from huf.engine.builds.folders import STAGING
from huf.engine.builds.merging import MERGING
from huf.engine.disk.checksums import check_files, check_lengths, total_bytes
from huf.engine.embedding import embedder_for
from huf.engine.errors import HufError
from huf.engine.ocr import Ocr
from huf.engine.request import Request
from huf.local.index import LocalIndex
from huf.local.kinds import kinds_with
from huf.local.making import NO_EMBEDDER
from huf.local.upkeep.findings import Found, Level
from huf.local.upkeep.owners import owners_in
from huf.local.upkeep.requirements import unmet

MEGABYTE = 1024 * 1024
AGAIN = "Make it again: huf index FOLDER --to DIR --rebuild"


def examine(directory: Path, *, with_services: bool = False) -> list[Found]:
	"""Look at everything, and give what was found, the worst first.

	:param with_services: ask the model, too, which may cost a little, and the vector store or search engine.
	:raises IndexMissing: nothing was indexed into this directory yet.
	"""
	local = LocalIndex(directory)
	build = local.live_build()
	checks: list[Callable[[LocalIndex, Path], Iterator[Found]]] = [
		*(_files, _kept, _inputs, _segments, _writer, _folder, _disk, _embedder, _scans, _libraries)
	]
	if with_services:
		checks.append(_services)
	found = [each for check in checks for each in check(local, build)]
	order = list(Level)
	return sorted(found, key=lambda each: order.index(each.level))


def _files(local: LocalIndex, build: Path) -> Iterator[Found]:
	"""The pointer, and every file of the build it names, by its checksum."""
	if why := _what_is_wrong(build):
		whole = [name for name in reversed(local.builds()) if not _what_is_wrong(local.directory / name)]
		yield Found(
			"files",
			Level.FAULT,
			why,
			f"{AGAIN}. Until then an older one can answer: write {whole[0]} into the file current."
			if whole
			else f"{AGAIN}.",
		)
	else:
		yield Found("files", Level.GOOD, f"Every file of the build {build.name} is as it was made.")


def _what_is_wrong(build: Path) -> str:
	try:
		if build.is_dir():
			read_kind(build)
		check_lengths(build)
		check_files(build)
	except HufError as error:
		return str(error)
	except OSError as error:
		return f"{error.strerror}: {error.filename}"
	return ""


def _kept(local: LocalIndex, build: Path) -> Iterator[Found]:
	for name in local.builds():
		if name != build.name and (why := _what_is_wrong(local.directory / name)):
			yield Found(
				"kept",
				Level.WARNING,
				f"The kept build {name} cannot answer any more. {why}",
				"Nothing asks it; the next ones replace it.",
			)


def _inputs(local: LocalIndex, build: Path) -> Iterator[Found]:
	try:
		inputs = list(local.inputs().values())
	except HufError:
		return  # its files say why
	failed = [item for item in inputs if not item.chunks]
	if failed:
		yield Found(
			"inputs",
			Level.WARNING,
			f"Inputs of {len(inputs)} that are not searchable: {len(failed)}.",
			"Each says why: huf info DIR",
		)
	else:
		yield Found("inputs", Level.GOOD, f"Inputs that are searchable: {len(inputs)}.")


def _segments(local: LocalIndex, build: Path) -> Iterator[Found]:
	try:
		is_due = is_merge_due(build, kinds=kinds_with())
	except (HufError, OSError):
		return  # its files say why
	if is_due:
		yield Found(
			"segments",
			Level.NOTICE,
			"Segments are due to be put together, which makes searches faster.",
			"The next huf index with a change does so.",
		)
	else:
		yield Found("segments", Level.GOOD, "No segments are due to be put together.")


def _writer(local: LocalIndex, build: Path) -> Iterator[Found]:
	"""Whether somebody writes, and if nobody does, whether one who did died."""
	if not os.access(local.directory, os.W_OK):
		return  # said of the folder
	with held_alone(local.directory / ".lock") as nobody_writes:
		begun = [
			entry.name for entry in local.directory.iterdir() if entry.name.startswith((STAGING, MERGING))
		]
		if not nobody_writes:
			yield Found("writer", Level.NOTICE, "Another process is indexing into this folder now.")
		elif begun:
			yield Found(
				"writer",
				Level.NOTICE,
				f"Folders that a process left which died while it indexed: {len(begun)}.",
				"The next huf index takes them away.",
			)
		else:
			yield Found("writer", Level.GOOD, "Nobody is writing, and nobody left anything half written.")


def _folder(local: LocalIndex, build: Path) -> Iterator[Found]:
	folder = local.directory
	try:
		with tempfile.TemporaryFile(dir=folder):
			pass
	except OSError as error:
		yield Found(
			"folder",
			Level.WARNING,
			f"The folder cannot be written: {error.strerror}. It can be searched, and not indexed into.",
			"Mount it writable, or index as the user that it belongs to.",
		)
		return
	strange = owners_in(folder).strange
	if strange:
		yield Found(
			"folder",
			Level.WARNING,
			f"Files that belong to another user than the folder: {strange}.",
			"Give all of it to one user: chown -R",
		)
	store = folder / "vector_store"
	if (
		store.is_file()
		and os.name == "posix"
		and stat.S_IMODE(store.stat().st_mode) & (stat.S_IRGRP | stat.S_IROTH)
	):
		yield Found(
			"folder",
			Level.WARNING,
			"Others on this machine can read the file vector_store, which may hold a password.",
			"chmod 600 on it, and ${NAME} in place of what is secret.",
		)
	elif not strange:
		yield Found("folder", Level.GOOD, "The folder can be written, and all in it belongs to one user.")


def _disk(local: LocalIndex, build: Path) -> Iterator[Found]:
	free, size = shutil.disk_usage(local.directory).free, total_bytes(build) if build.is_dir() else 0
	words = f"{free / MEGABYTE:,.0f} MB are free, and the index has {size / MEGABYTE:,.1f} MB."
	if free < size:
		yield Found("disk", Level.WARNING, f"{words} That is too little to make it anew.", "Make room.")
	else:
		yield Found("disk", Level.GOOD, words)


def _embedder(local: LocalIndex, build: Path) -> Iterator[Found]:
	try:
		made_with = local.info().embedder
	except (HufError, OSError):
		return  # its files say why
	if not made_with:
		yield Found("embedder", Level.GOOD, "The index is searched by words, without a model.")
		return
	try:
		key = embedder_for(local.embedder_name()).key if local.embedder_name() != NO_EMBEDDER else ""
	except HufError as error:
		yield Found("embedder", Level.FAULT, str(error), "Until it is there, searches go by words alone.")
		return
	if key != made_with:
		yield Found(
			"embedder",
			Level.WARNING,
			f"The vectors were made by {made_with}, and this huf would make them by {key or 'nothing'}.",
			f"{AGAIN}.",
		)
	else:
		yield Found("embedder", Level.GOOD, f"What made the vectors is there: {made_with}.")


def _services(local: LocalIndex, build: Path) -> Iterator[Found]:
	"""A search by meaning needs the model and the store, so one is made."""
	try:
		result = local.search(Request("OK", top_k=1))
	except HufError as error:
		yield Found("services", Level.FAULT, str(error), "Start it, or correct its address and key.")
		return
	said = [*result.notes, *(skipped.reason for skipped in result.skipped)]
	if said:
		yield Found(
			"services", Level.FAULT, " ".join(map(str, said)), "Start it, or correct its address and key."
		)
	else:
		yield Found("services", Level.GOOD, "A search was answered, by all that it needs.")


def _scans(local: LocalIndex, build: Path) -> Iterator[Found]:
	ocr = Ocr(local.ocr_languages(), local.directory)
	if local.ocr_languages() and not ocr.in_use:
		yield Found(
			"scans",
			Level.NOTICE,
			f"Scans are not read: this machine has no text recognition for {local.ocr_languages()}.",
			"Install Tesseract with these languages, or say --ocr-languages none when you index.",
		)
	else:
		yield Found(
			"scans",
			Level.GOOD,
			f"Scans are read as {ocr.in_use}." if ocr.in_use else "Scans are not to be read.",
		)


def _libraries(local: LocalIndex, build: Path) -> Iterator[Found]:
	if reason := why_no_texts():
		yield Found(
			"libraries",
			Level.FAULT,
			f"SQLite of this Python cannot search texts: {reason}",
			"Use a Python whose SQLite was built with FTS5.",
		)
	missing = unmet()
	for each in missing:
		yield Found(
			"libraries",
			Level.WARNING if each.installed else Level.FAULT,
			f"{each.name} {each.installed} is installed, and this huf was made for {each.wanted}."
			if each.installed
			else f"The library {each.name} is not installed.",
			"Install huf again: pip install --upgrade huf",
		)
	if not missing and not reason:
		yield Found("libraries", Level.GOOD, "SQLite and every library are as huf wants them.")
