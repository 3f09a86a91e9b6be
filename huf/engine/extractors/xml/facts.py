"""What documents in XML say of themselves: title, authors, date, kind and language."""

from typing import Any

from huf.engine.content import Content
from huf.engine.extractors.properties import tell
from huf.engine.extractors.sections import one_line
from huf.engine.extractors.xml.lines import line_of

_TITLES = (
	"front/article-meta/title-group/article-title",
	"front-stub/title-group/article-title",
	"teiHeader/fileDesc/titleStmt/title",
	"us-bibliographic-data-application/invention-title",
	"us-bibliographic-data-grant/invention-title",
	"subdoc-bibliographic-information/technical-information/title-of-invention",
	"SDOBI/B500/B540/B542",
	"SDOBI/B500/B540",
)
"""Where a title stands that is not the first thing in what it is the title of."""
_OWN_TITLES = (
	"info/title",
	"articleinfo/title",
	"bookinfo/title",
	"title",
	"topic/title",
	"concept/title",
	"task/title",
	"reference/title",
)
_AUTHORS = (
	"front/article-meta/contrib-group/contrib[@contrib-type='author']/name",
	"front/article-meta/contrib-group/contrib[@contrib-type='author']/string-name",
	"front/article-meta/contrib-group/contrib[@contrib-type='author']/collab",
	"teiHeader/fileDesc/titleStmt/author",
	"teiHeader/fileDesc/sourceDesc/biblStruct/analytic/author/persName",
	"info/author/personname",
	"info/author",
	"info/authorgroup/author/personname",
	"articleinfo/author",
	"bookinfo/author",
	"prolog/author",
	"us-bibliographic-data-application/us-parties/inventors/inventor/addressbook",
	"us-bibliographic-data-grant/us-parties/inventors/inventor/addressbook",
	"us-bibliographic-data-grant/parties/applicants/applicant/addressbook",
	"us-bibliographic-data-application/parties/applicants/applicant/addressbook",
	"subdoc-bibliographic-information/inventors/first-named-inventor/name",
	"subdoc-bibliographic-information/inventors/inventor/name",
	"SDOBI/B700/B720/B721/PARTY-US/NAM",
	"SDOBI/B700/B720/B721/snm",
)
_DATES = (
	"front/article-meta/pub-date[@pub-type='epub']",
	"front/article-meta/pub-date[@date-type='pub']",
	"front/article-meta/pub-date",
	"teiHeader/fileDesc/publicationStmt/date",
	"info/pubdate",
	"info/date",
	"articleinfo/pubdate",
	"bookinfo/pubdate",
	"prolog/critdates/revised",
	"prolog/critdates/created",
	"us-bibliographic-data-application/publication-reference/document-id/date",
	"us-bibliographic-data-grant/publication-reference/document-id/date",
	"subdoc-bibliographic-information/document-id/document-date",
	"SDOBI/B100/B140/DATE",
)
_KINDS = {
	"us-patent-application": "Patent application",
	"patent-application-publication": "Patent application",
	"us-patent-grant": "Patent",
	"PATDOC": "Patent",
	"ep-patent-document": "Patent",
}
_MOST_AUTHORS = 20
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


def title_of(element: Any) -> Any:
	"""The title of a document, an article or a patent that stands in the fields above its text; None where it is a heading like others."""
	return next(
		(
			found
			for path in _TITLES
			if (found := element.find(_anywhere(path))) is not None and line_of(found)
		),
		None,
	)


def tell_document(content: Content, root: Any) -> None:
	"""Keep what the document says of itself."""
	if content.properties is None:
		return
	title = title_of(root)
	if title is None:
		title = next(
			(found for path in _OWN_TITLES if (found := root.find(_anywhere(path))) is not None), None
		)
	kind = _KINDS.get(root.tag if isinstance(root.tag, str) else "", "") or root.get(
		"article-type", ""
	).replace("-", " ")
	tell(
		content,
		author=", ".join(_authors(root)),
		date=next(
			filter(None, (_date(one) for path in _DATES for one in root.iterfind(_anywhere(path)))), None
		),
		kind=kind[:1].upper() + kind[1:],
		language=root.get(_LANGUAGE) or root.get("lang"),
		title=line_of(title) if title is not None else None,
	)


def _authors(root: Any) -> list[str]:
	for path in _AUTHORS:
		if found := [name for one in root.findall(_anywhere(path))[:_MOST_AUTHORS] if (name := _person(one))]:
			return found
	return []


def _person(element: Any) -> str:
	"""The name of a person, without the address that stands beside it."""
	names = [element.find(f"{{*}}{name}") for name in ("first-name", "last-name")]
	return " ".join(line_of(one) for one in names if one is not None) or line_of(element)


def _date(element: Any) -> str:
	"""The day, as ISO writes it."""
	said = next(
		(
			element.get(name)
			for name in ("iso-8601-date", "when", "when-iso", "date", "modified")
			if element.get(name)
		),
		"",
	)
	text = one_line(said or line_of(element))
	return f"{text[:4]}-{text[4:6]}-{text[6:]}" if len(text) == 8 and text.isdecimal() else text


def _anywhere(path: str) -> str:
	"""A path of local names, in any namespace."""
	return "/".join(f"{{*}}{step}" for step in path.split("/"))
