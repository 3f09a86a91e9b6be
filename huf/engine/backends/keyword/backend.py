"""Keyword index: postings and FTS5 in one folder."""

from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import TYPE_CHECKING

from huf.engine import analysis
from huf.engine.analysis.stemming import stemmers_version
from huf.engine.backends.base import Backend, Writer
from huf.engine.backends.keyword import schema
from huf.engine.backends.keyword.opened import OpenBuild
from huf.engine.backends.keyword.reader import SqliteFtsReader

if TYPE_CHECKING:
	from huf.engine.backends.keyword.merger import SegmentMerger


def _open_writer(folder: Path, base: Path | None) -> Writer:
	# A process that only searches does not wait for what makes builds.
	from huf.engine.backends.keyword.writer import SqliteFtsWriter

	return SqliteFtsWriter(folder, base)


def _open_merger(base: Path) -> "SegmentMerger":
	from huf.engine.backends.keyword.merger import SegmentMerger

	return SegmentMerger(base)


def _hold_open(folder: Path) -> AbstractContextManager[OpenBuild]:
	"""Keep the segments of the build in ``folder`` open for this thread."""
	return closing(OpenBuild(folder))


BACKEND = Backend(
	key="sqlite_fts",
	version=f"{schema.FORMAT} {schema.TOKENIZER} words {analysis.VERSION} of Snowball {stemmers_version()}",
	open_writer=_open_writer,
	open_reader=SqliteFtsReader,
	shares_files=True,
	open_merger=_open_merger,
	open_rewriter=_open_merger,
	hold_open=_hold_open,
)
