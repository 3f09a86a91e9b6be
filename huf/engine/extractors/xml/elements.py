"""What elements of documents in XML are, by their local names in small letters, in the vocabularies that people have.

JATS 1.3 (articles), the patents of USPTO (2001 on) and EPO (ST.36, ST.32), DocBook 5, TEI P5, DITA 1.3, and what they share with HTML.
An element of another name is what its content makes of it: text with elements in it is a paragraph.
"""

from typing import Any

PARAGRAPHS = frozenset(
	"p para simpara paragraph ptext claim-text cmd shortdesc license-p copyright-statement verse-line l ab speech attribution def dd".split()
)
VERBATIM = frozenset(
	"pre preformat programlisting screen literallayout synopsis codeblock msgblock eg".split()
)
"""Text whose line ends are its own."""
TITLES = frozenset(
	"title head heading h h1 h2 h3 h4 h5 h6 subtitle bridgehead article-title invention-title title-of-invention".split()
)
LABELS = frozenset(("label", "term", "dt", "glossterm"))
"""What stands before the text that it numbers or explains."""
NUMBERED = frozenset(("ol", "orderedlist", "steps", "substeps", "procedure"))
LISTS = NUMBERED | frozenset(
	"ul list itemizedlist variablelist simplelist segmentedlist calloutlist glosslist glossary def-list dl sl steps-unordered choices listbibl".split()
)
ITEMS = frozenset("li list-item listitem item member step substep choice sli".split())
TABLES = frozenset("table informaltable simpletable properties choicetable".split())
TABLE_FRAMES = frozenset(("table-wrap", "tables", "table-wrap-group"))
CAPTIONS = frozenset(("label", "caption", "title", "head"))
"""What is said of a table at its side."""
FIGURES = frozenset(
	"caption fig fig-group figure informalfigure mediaobject informalexample boxed-text note tip warning caution important".split()
)
"""What has a title of its own that heads nothing else."""
NOTES = frozenset(("fn", "footnote", "ftnote"))
"""What stands elsewhere on a page than the text that it is in."""
ENTRIES = frozenset(
	"ref bibl biblstruct biblfull bibliomixed biblioentry mixed-citation element-citation citation nlm-citation patcit nplcit contrib aff author editor inventor us-applicant".split()
)
"""Read as one line, whatever is in them."""
INLINE = frozenset(
	"b bold i italic italics u underline o overline sub sup inf sc strike monospace sans-serif roman styled-content emphasis hi emph ph hil highlight smallcaps xref "
	"ref-inline link ulink uri ext-link email named-content quote q foreign citetitle code tt filename command option literal span a em strong small s pdat stext "
	"sb sp bo il figref claim-ref crossref cross-reference dependent-claim-reference clref inline-formula abbrev abbr acronym lb br break".split()
)
"""What runs within a line, so that no space is put around it."""
SPACED = frozenset(("lb", "br", "break", "disp-formula", "equation", "informalequation", "maths", "hr"))
SKIPPED = frozenset(
	"institution-id contrib-id object-id processing-meta style script annotation annotation-xml indexterm colspec spanspec col colgroup graphic img".split()
)
"""Identifiers for machines, and what shows nothing in its place."""
FORMULAS = frozenset(("tex-math", "math", "inlineequation"))
ABOUT = frozenset(
	"front front-stub teiheader info articleinfo bookinfo chapterinfo sectioninfo prolog sdobi subdoc-bibliographic-information "
	"us-bibliographic-data-application us-bibliographic-data-grant bibliographic-data".split()
)
"""What a document says of itself, in fields."""
HEADED = frozenset(("info", "articleinfo", "bookinfo", "chapterinfo", "sectioninfo"))
"""Whose title is that of what they stand in (DocBook)."""
NAMED = {
	"abstract": "Abstract", "subdoc-abstract": "Abstract", "sdoab": "Abstract", "claims": "Claims", "subdoc-claims": "Claims", "sdocl": "Claims",
	"ref-list": "References", "bibliography": "References", "listbibl": "References", "ack": "Acknowledgements", "prereqs": "Before you begin",
}  # fmt: skip
"""Sections that have no title where everybody knows what they are."""
ROOTS = frozenset(
	"tei teicorpus us-patent-application us-patent-grant patent-application-publication patdoc ep-patent-document pmc-articleset dita".split()
)
"""Of documents, whatever their parts look like."""
KNOWN = frozenset().union(
	PARAGRAPHS, VERBATIM, TITLES, LABELS, LISTS, ITEMS, TABLES, TABLE_FRAMES, FIGURES, NOTES, ENTRIES, INLINE, SPACED, SKIPPED, FORMULAS,
	ABOUT, NAMED,
)  # fmt: skip
BREAKS = PARAGRAPHS | VERBATIM | LISTS | TABLES | TABLE_FRAMES | FIGURES | NOTES
"""What ends the line that it stands in."""
GIVEN = frozenset("given-names given firstname first-name forename fnm".split())
FAMILY = frozenset("surname lastname last-name snm".split())

_SHORTEST = 20
"""Characters that paragraphs have on average, at least."""


def local_name(element: Any) -> str:
	"""Without its namespace, in small letters; empty for what is no element."""
	return element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else ""


def is_mixed(element: Any) -> bool:
	"""Whether text and elements stand beside each other in it, as in a sentence."""
	if not len(element):
		return False
	return bool((element.text or "").strip()) or any((child.tail or "").strip() for child in element)


def is_document(root: Any) -> bool:
	"""Whether a file is made of paragraphs, rather than of fields with values.

	Paragraphs are elements of that name, and mixed content beside its like. They must have most of the text, and fields (short values
	and attributes under names that no document has) may not be more of them, as they are in a catalogue with long descriptions.
	"""
	if local_name(root) in TABLES and any(
		root.find(f".//{{*}}{cell}") is not None for cell in ("entry", "td")
	):
		return True
	prose = others = paragraphs = fields = 0
	stack = [root]
	while stack:
		element = stack.pop()
		name = local_name(element)
		if not name or name in ABOUT or name in TABLES or name in TITLES or name in ENTRIES:
			continue
		mixed = is_mixed(element)
		if name in PARAGRAPHS or name in VERBATIM or (mixed and _has_its_like(element, name)):
			if size := size_of(element):
				prose += size
				paragraphs += 1
		elif mixed or not len(element):
			if size := size_of(element):
				others += size
				fields += name not in KNOWN or name in INLINE
		else:
			stack.extend(element)
		if name not in KNOWN:
			fields += sum(
				"}" not in key and key not in ("id", "class", "type", "lang") for key in element.attrib
			)
	if paragraphs and local_name(root) in ROOTS:
		return True
	return prose >= max(others, _SHORTEST * paragraphs) and 0 < paragraphs >= fields


def _has_its_like(element: Any, name: str) -> bool:
	beside = (element.getprevious(), element.getnext())
	return any(one is not None and local_name(one) == name and is_mixed(one) for one in beside)


def size_of(element: Any) -> int:
	"""Characters of text in an element, without the white space around its pieces."""
	return sum(len(text.strip()) for text in element.itertext())
