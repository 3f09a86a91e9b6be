"""From the bytes of an input to a stream of sections, each with its place in the original.

An *extractor* is a callable ``(content, notes) -> Iterator[Section]``. It appends a sentence to ``notes``
for everything that it left out or guessed, and raises a subclass of
:class:`~huf.engine.errors.InputError` with a sentence that says what to do. Its module has an ``int``
``VERSION``, to be raised whenever the same bytes give other sections. ``docs/extractors.md`` lists what
each of huf's own reads and leaves out.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import TypeAlias

from huf.engine.content import Content
from huf.engine.errors import NoText, SettingsError
from huf.engine.extractors.failures import parse_failure
from huf.engine.extractors.sections import is_blank, storable_section
from huf.engine.extractors.sniff import ALIASES, MEDIA_TYPES, find_key
from huf.engine.registry import Registry
from huf.engine.types import Section

__all__ = ["Extraction", "Extractor", "default_registry", "extract", "extractor_versions"]

Extractor: TypeAlias = Callable[[Content, list[str]], Iterator[Section]]

_BUILT_IN = {
	"txt": "text.extract_text",
	"md": "markdown.extract_markdown",
	"html": "html.extract_html",
	"pdf": "pdf.extract_pdf",
	"docx": "docx.extract_docx",
	"pptx": "pptx.extract_pptx",
	"xlsx": "xlsx.extract_xlsx",
	"csv": "delimited.extract_csv",
	"tsv": "delimited.extract_tsv",
	"json": "structured.extract_json",
	"jsonl": "structured.extract_jsonl",
	"yaml": "structured.extract_yaml",
	"eml": "mail.extract_eml",
	"huf-record": "record.extract_record",
	"picture": "picture.extract_picture",
}


@dataclass(frozen=True, slots=True)
class Extraction:
	"""The text of an input, being read: ``sections`` can be consumed once."""

	media_type: str
	"""What the bytes are, for example ``application/pdf``; ``application/octet-stream`` for types of other apps."""
	extractor: str
	"""Registry key of the extractor that reads it."""
	sections: Iterator[Section]
	"""Consuming it may raise any :class:`~huf.engine.errors.InputError`; an iterator that would give nothing
	raises :class:`~huf.engine.errors.NoText` instead."""
	notes: list[str] = field(default_factory=list)
	"""What was left out or guessed, one sentence each; complete when ``sections`` is exhausted."""


def default_registry() -> Registry[Extractor]:
	"""A fresh registry with huf's own extractors under every file extension they read."""
	registry: Registry[Extractor] = Registry("extractor")
	for key, path in _BUILT_IN.items():
		registry.register(key, f"{__name__}.{path}")
	for alias, key in ALIASES.items():
		registry.register(alias, f"{__name__}.{_BUILT_IN[key]}")
	return registry


def extract(content: Content, registry: Registry[Extractor] | None = None) -> Extraction:
	"""Recognise ``content`` and begin to read it.

	Args:
		content: the bytes, with their name and declared type.
		registry: extractors by file extension; huf's own when omitted.

	Raises:
		UnsupportedType: nothing reads this kind of file; the message names the kinds that are read.
		CorruptFile: it is not what its name says, or is damaged.
		PasswordProtected: it is encrypted.
		NoText: it has no bytes.
		ContentMissing: the file is gone.
		UnknownKey: ``registry`` lacks an extractor for a kind that huf recognises.
	"""
	registry = default_registry() if registry is None else registry
	try:
		key = find_key(content, registry)
	except OSError as error:
		raise parse_failure(error) from error
	extractor = registry.get(key)
	notes: list[str] = []
	return Extraction(
		media_type=MEDIA_TYPES.get(key, content.media_type or "application/octet-stream"),
		extractor=key,
		sections=_guarded(extractor, content, notes),
		notes=notes,
	)


def _guarded(extractor: Extractor, content: Content, notes: list[str]) -> Iterator[Section]:
	"""Sections that show something and can be stored; library failures become input errors."""
	found = False
	sections = None
	while True:
		# The seam to parsing libraries: on hostile bytes they raise exceptions of every kind, and an input that
		# does not parse must not end the build. parse_failure lets through what is not the file's fault.
		try:
			if sections is None:
				sections = iter(extractor(content, notes))
			section = next(sections)
			blank = is_blank(section.text)
			section = storable_section(section)
		except StopIteration:
			break
		except Exception as error:
			failure = parse_failure(error)
			if failure is error:
				raise
			raise failure from error
		if not blank:
			found = True
			yield section
	if not found:
		raise NoText(
			" ".join(
				["There is no text in this file.", *notes, "Add a version with text, or paste the text."]
			)
		)


def extractor_versions(registry: Registry[Extractor] | None = None) -> dict[str, int]:
	"""The version of each registered extractor, for the fingerprint of a build.

	huf's own extractor modules import their libraries only when they read a file, so this is cheap.

	Raises:
		SettingsError: an extractor cannot be imported, or its module has no int ``VERSION``.
	"""
	registry = default_registry() if registry is None else registry
	return {key: _version(key, registry.get(key)) for key in registry}


def _version(key: str, extractor: Extractor) -> int:
	module = import_module(extractor.__module__)
	version = getattr(module, "VERSION", None)
	if not isinstance(version, int):
		raise SettingsError(
			f"The module {extractor.__module__} of the extractor “{key}” needs an int VERSION, so that huf knows when to "
			"index its files again."
		)
	return version
