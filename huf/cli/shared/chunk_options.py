"""The options of the command line that say how texts are cut and how scans are read."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

from huf.engine.chunkers.settings import CHUNKERS, UNITS, ChunkSettings

Command = TypeVar("Command", bound=Callable[..., Any])


def chunk_options(command: Command) -> Command:
	"""``--chunker``, ``--chunk-size``, ``--chunk-overlap`` and ``--chunk-unit``; the command gets one argument ``chunking``."""

	@click.option("--chunker", type=click.Choice(CHUNKERS), default="recursive", show_default=True)
	@click.option("--chunk-size", type=int, default=512, show_default=True)
	@click.option("--chunk-overlap", type=int, default=50, show_default=True)
	@click.option("--chunk-unit", type=click.Choice(UNITS), default="tokens", show_default=True)
	@wraps(command)
	def wrapper(
		*args: Any, chunker: str, chunk_size: int, chunk_overlap: int, chunk_unit: str, **kwargs: Any
	) -> Any:
		chunking = ChunkSettings(chunker, chunk_size, chunk_overlap, chunk_unit)
		return command(*args, chunking=chunking, **kwargs)

	return wrapper  # type: ignore[return-value]


def ocr_option(what_is_kept: str) -> Callable[[Command], Command]:
	"""``--ocr-languages``, and what becomes of it in a later run."""
	return click.option(
		"--ocr-languages",
		metavar="LANGUAGES",
		envvar="HUF_OCR_LANGUAGES",
		help="Read scans and pictures with Tesseract in these languages, such as eng+deu. "
		f"{what_is_kept}none leaves them unread.  [default: eng]",
	)
