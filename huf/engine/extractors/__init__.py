"""From the bytes of an input to a stream of sections, each with its place in the original.

An *extractor* is a callable ``(content, notes) -> Iterator[Section]``. It appends a sentence to ``notes``
for everything that it left out or guessed, and raises a subclass of
:class:`~huf.engine.errors.InputError` with a sentence that says what to do. Its module has an ``int``
``VERSION``, to be raised whenever the same bytes give other sections, and may have ``USES``, the keys of other
extractors whose functions it calls, and of those that they call. ``docs/extractors.md`` lists what each of huf's own reads and leaves out.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import TypeAlias

from huf.engine.content import Content
from huf.engine.errors import NoText, SettingsError, UnsupportedType
from huf.engine.extractors.failures import parse_failure
from huf.engine.extractors.recognition.kinds import ALIASES, ARCHIVES, MEDIA_TYPES
from huf.engine.extractors.recognition.sniff import find_key
from huf.engine.extractors.sections import is_blank, storable_section
from huf.engine.extractors.versions import Asked, Versions, module_version
from huf.engine.registry import Registry
from huf.engine.sentences import sentence
from huf.engine.types import Section

__all__ = ["Extraction", "Extractor", "default_registry", "extract", "extractor_versions"]

Extractor: TypeAlias = Callable[[Content, list[str]], Iterator[Section]]

_BUILT_IN = {
	"txt": "plain.text.extract_text",
	"md": "plain.markdown.extract_markdown",
	"html": "web.html.extract_html",
	"pdf": "pdf.extractor.extract_pdf",
	"docx": "office.word.docx.extract_docx",
	"pptx": "office.presentations.pptx.extract_pptx",
	"xlsx": "office.spreadsheets.xlsx.extract_xlsx",
	"xlsb": "office.spreadsheets.xlsb.extract_xlsb",
	"csv": "plain.delimited.extract_csv",
	"tsv": "plain.delimited.extract_tsv",
	"json": "plain.structured.extract_json",
	"jsonl": "plain.structured.extract_jsonl",
	"yaml": "plain.structured.extract_yaml",
	"eml": "mail.message.extract_eml",
	"huf-record": "records.extractor.extract_record",
	"picture": "pictures.extractor.extract_picture",
	"odt": "office.opendocument.texts.extract_odt",
	"ods": "office.opendocument.workbooks.extract_ods",
	"odp": "office.opendocument.texts.extract_odp",
	"epub": "web.epub.extract_epub",
	"msg": "mail.outlook.extract_msg",
	"tnef": "mail.outlook.extract_tnef",
	"mbox": "mail.mbox.extract_mbox",
	"ics": "mail.contentlines.extract_ics",
	"vcf": "mail.contentlines.extract_vcf",
	"srt": "plain.subtitles.extract_srt",
	"ipynb": "plain.notebook.extract_ipynb",
	"zip": "archives.packed.extract_zip",
	"tar": "archives.packed.extract_tar",
	"gz": "archives.packed.extract_compressed",
	"mhtml": "web.mhtml.extract_mhtml",
	"p7m": "archives.signed.extract_p7m",
	"rtf": "office.rich_text.extractor.extract_rtf",
	"tex": "plain.tex.extract_tex",
	"xml": "xml.extractor.extract_xml",
	"svg": "xml.extractor.extract_svg",
	"xls": "office.spreadsheets.xls.extract_xls",
	"doc": "office.converted.DOC",
	"ppt": "office.converted.PPT",
	"vsd": "office.converted.VSD",
	"vsdx": "office.converted.VSDX",
	"odg": "office.converted.ODG",
	"pub": "office.converted.PUB",
	"wpd": "office.converted.WPD",
	"pages": "office.converted.PAGES",
}
MAX_DEPTH = 2
"""Files in files: those in an archive that came with a message are read, and what lies in them is not. Without an end, a small
file would hold an endless number of others."""


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


def extract(
	content: Content, registry: Registry[Extractor] | None = None, asked: set[str] | None = None
) -> Extraction:
	"""Recognise ``content`` and begin to read it.

	Args:
		content: the bytes, with their name and declared type.
		registry: extractors by file extension; huf's own when omitted.
		asked: gets the keys of the extractors that had a say in how it is read, also of those that are not there;
			complete when the sections are exhausted, or an error was raised.

	Raises:
		UnsupportedType: nothing reads this kind of file; the message names the kinds that are read. Or what does, from
			another app, cannot be used.
		CorruptFile: it is not what its name says, or is damaged.
		PasswordProtected: it is encrypted.
		NoText: it has no bytes.
		ContentMissing: the file is gone.
		UnknownKey: ``registry`` lacks an extractor for a kind that huf recognises.
	"""
	return _begin(
		content, default_registry() if registry is None else registry, set() if asked is None else asked, 0
	)


def _begin(content: Content, registry: Registry[Extractor], asked: set[str], depth: int) -> Extraction:
	"""``depth``: how many files ``content`` lies in."""
	try:
		key = find_key(content, Asked(registry, asked))
	except OSError as error:
		raise parse_failure(error) from error
	asked.add(key)
	if depth > MAX_DEPTH or (depth == MAX_DEPTH and key in ARCHIVES):
		raise UnsupportedType("This file lies in a file that lies in another one. Upload it on its own.")
	extractor = _usable(key, registry)
	asked.update(getattr(import_module(extractor.__module__), "USES", ()))
	loading, scans = content.loading, content.scans

	def inside(one: Content) -> Extraction:
		its_own = scans.inside(one.data) if scans and one.data else None
		return _begin(replace(one, loading=loading, scans=its_own), registry, asked, depth + 1)

	content = replace(content, read_inside=inside)
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
				[
					sentence("There is no text in this file."),
					*notes,
					sentence("Add a version with text, or paste the text."),
				]
			)
		)


def _usable(key: str, registry: Registry[Extractor]) -> Extractor:
	try:
		extractor = registry.get(key)
		module_version(key, extractor)
	except SettingsError as error:
		# One that an app brings is broken: that concerns the files of its type, and no others.
		raise UnsupportedType(
			f"This file cannot be read now. {error} The file is read by itself once that is mended."
		) from error
	return extractor


def extractor_versions(registry: Registry[Extractor] | None = None) -> Versions:
	"""The version of each registered extractor that can be used."""
	return Versions(default_registry() if registry is None else registry)
