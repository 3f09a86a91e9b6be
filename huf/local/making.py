"""How the index of a folder is made: by what is asked for, and for the rest by the notes that the folder keeps of last time."""

from dataclasses import dataclass, replace
from pathlib import Path

from huf.engine.backends.base import Backend
from huf.engine.backends.search_engine.builds.connecting import is_engine
from huf.engine.backends.vector_store.settings import StoreSettings
from huf.engine.embedding import Embedder, embedder_for
from huf.engine.errors import SettingsError
from huf.engine.extractors import Extractor
from huf.engine.indexing import BuildSettings
from huf.engine.ocr import DEFAULT_LANGUAGES, Ocr, checked_languages
from huf.engine.registry import Registry
from huf.local.corrections import NAME as CORRECTIONS
from huf.local.corrections import FileCorrections, given_corrections, is_none
from huf.local.extractors import local_extractors
from huf.local.kinds import kind_for, kinds_with

EMBEDDER, STORE, OCR = "embedder", "vector_store", "ocr"
"""Files of an index with what was asked for last time."""
NO_STORE = "none"
"""Said instead of a vector store or search engine to keep all in files again."""
NO_EMBEDDER = "none"
"""Said instead of an embedder to go back to words alone."""
NO_OCR = "none"
"""Said instead of languages to leave scans unread."""


@dataclass(frozen=True, slots=True)
class IndexOptions:
	"""What is asked for beside the folder and the settings; None: as it was last time."""

	embedder: str | None = None
	"""``local``, ``minilm``, ``litellm:MODEL`` or ``none``."""
	store: StoreSettings | str | None = None
	"""A vector store, a search engine, or ``none``."""
	ocr_languages: str | None = None
	"""Those in which scans are read (``eng+deu``), or ``none``; at first English."""
	corrections: Path | None = None
	"""A file with all corrections of texts there are to be, or one that is called ``none``."""
	rebuild: bool = False
	"""Everything is read, and not only what changed."""
	follow_links: bool = False
	"""Symbolic links in the folder are followed, also out of it."""
	reading_processes: int = 0
	"""How many read files at once; 0: as :func:`~huf.engine.reading.processes_of_build` says."""


@dataclass(frozen=True, slots=True)
class Making:
	"""How an index is made: by what was asked for, and for the rest by what was kept of last time."""

	embedder_name: str
	embedder: Embedder | None
	store: StoreSettings | None
	settings: BuildSettings
	kinds: Registry[Backend]
	extractors: Registry[Extractor]
	ocr: Ocr
	corrected: FileCorrections


def making_of(directory: Path, folder: Path, settings: BuildSettings, options: IndexOptions) -> Making:
	"""How the index in ``directory`` is made of ``folder``.

	Raises:
		SettingsError: there is a vector store, and no embedder; or these are no languages, or no corrections.
		EmbedderMissing: there is no such embedder.
	"""
	name, stored = options.embedder or kept_embedder(directory), _store(directory, options.store)
	if isinstance(options.store, StoreSettings) and name == NO_EMBEDDER and not is_engine(options.store):
		raise SettingsError(
			"Only vectors go into a vector store. Say what makes them: --embedder local, for example."
		)
	languages = options.ocr_languages
	languages = kept_languages(directory) if languages is None else checked_languages(languages)
	ocr, model = Ocr(languages, directory), None if name == NO_EMBEDDER else embedder_for(name)
	kind = kind_for(model is not None, stored) or settings.backend
	return Making(
		embedder_name=name,
		embedder=model,
		store=stored,
		settings=replace(settings, backend=kind, ocr=ocr.in_use),
		kinds=kinds_with(model, stored),
		extractors=local_extractors(),
		ocr=ocr,
		corrected=_corrections(directory, folder, options.corrections),
	)


def kept_embedder(directory: Path) -> str:
	"""What makes the vectors of an index: ``local``, ``litellm:MODEL`` or ``none``."""
	try:
		return (directory / EMBEDDER).read_text("utf-8").strip() or NO_EMBEDDER
	except (FileNotFoundError, NotADirectoryError):
		return NO_EMBEDDER


def kept_languages(directory: Path) -> str:
	"""The languages in which the scans of an index are to be read, ``eng+deu``; empty for none."""
	try:
		return checked_languages((directory / OCR).read_text("utf-8"))
	except (FileNotFoundError, NotADirectoryError):
		return DEFAULT_LANGUAGES


def _store(directory: Path, wanted: StoreSettings | str | None) -> StoreSettings | None:
	if isinstance(wanted, StoreSettings) or wanted == NO_STORE:
		return wanted if isinstance(wanted, StoreSettings) else None
	try:
		text = (directory / STORE).read_text("utf-8").strip()
	except (FileNotFoundError, NotADirectoryError):
		return None
	return None if text == NO_STORE else StoreSettings.read(text)


def _corrections(directory: Path, folder: Path, given: Path | None) -> FileCorrections:
	"""Those that are given, else those that are kept."""
	kept = directory / CORRECTIONS
	known = FileCorrections.read(kept) if kept.is_file() else FileCorrections()
	if given is None:
		return known
	return FileCorrections() if is_none(given) else given_corrections(given, folder).dated_as(known)
