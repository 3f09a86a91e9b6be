"""Searching an index in a folder: what a search needs, and nothing that reads files or makes builds.

Who searches on the command line waits for whatever is imported, so all else about an index is in :mod:`huf.local.index`.
"""

from pathlib import Path

from huf.engine.errors import IndexMissing
from huf.engine.filters.known import check_date_key, check_known
from huf.engine.search import NO_STEPS, Request, SearchTarget, Steps, search
from huf.engine.types import SearchResult
from huf.local.kinds import kinds_with

POINTER = "current"
"""The file that names the live build."""


def live_build(directory: Path) -> Path:
	"""The folder of the live build.

	Raises:
		IndexMissing: nothing was indexed into this directory yet.
	"""
	try:
		build_id = (directory / POINTER).read_text("utf-8").strip()
	except (FileNotFoundError, NotADirectoryError):
		raise IndexMissing(
			f"There is no index in {directory}. Make one with: huf index FOLDER --to {directory}"
		) from None
	return directory / build_id


def search_index(
	directory: Path, request: Request, steps: Steps = NO_STEPS, build: Path | None = None
) -> SearchResult:
	"""The best hits, hybrid if the index has vectors; the one source there is has the name of the directory.

	:param build: a kept build that is to answer instead of the live one.

	Raises:
		IndexMissing: nothing was indexed into this directory yet.
		InvalidFilter: a filter asks what no file has.
		SettingsError: ``steps`` prefer newer files by what is no date of theirs.
	"""
	return search([index_target(directory, request, steps, build)], request, kinds=kinds_with())


def index_target(directory: Path, request: Request, steps: Steps, build: Path | None = None) -> SearchTarget:
	"""What is to be searched for a request, which is checked; see :func:`search_index`."""
	if request.filters.conditions or steps.freshness_key:
		# These names come from what reads files; most searches ask for none.
		from huf.local.files import DATE_KEYS, KEYS

		check_known(request.filters, KEYS)
		check_date_key(steps.freshness_key, DATE_KEYS)
	return SearchTarget(source=directory.name, build=build or live_build(directory), steps=steps)
