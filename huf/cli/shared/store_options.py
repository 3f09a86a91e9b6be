"""The options of the command line that name a vector store or a search engine (``docs/scaling.md``)."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from huf.engine.backends.vector_store.settings import StoreSettings
from huf.local.making import NO_STORE

Command = TypeVar("Command", bound=Callable[..., Any])


def store_options(command: Command) -> Command:
	"""``--store`` and ``--store-settings``; the command gets one argument ``store``, settings, ``none`` or None."""

	@click.option(
		"--store",
		"store_name",
		metavar="NAME",
		help="Put all into qdrant, postgresql or milvus-whole, or the vectors into milvus, pgvector, or a LlamaIndex class by its dotted path; none: into files again.",
	)
	@click.option(
		"--store-settings",
		"store_file",
		metavar="FILE",
		type=click.Path(exists=True, dir_okay=False, path_type=Path),
		help="The store's arguments, a JSON object; ${NAME} in it is a variable of the environment.",
	)
	@wraps(command)
	def wrapper(*args: Any, store_name: str | None, store_file: Path | None, **kwargs: Any) -> Any:
		if store_name in (None, NO_STORE) and store_file is not None:
			raise click.UsageError("--store-settings goes with --store NAME.")
		store: StoreSettings | str | None = store_name
		if store_name is not None and store_name != NO_STORE:
			store = StoreSettings.named(store_name, store_file.read_text("utf-8") if store_file else "{}")
		return command(*args, store=store, **kwargs)

	return wrapper  # type: ignore[return-value]
