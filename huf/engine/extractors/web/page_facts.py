"""What a page of HTML says of itself in its head: author, day, language, title and address, for search engines and those who share it."""

import json
import re
from collections.abc import Iterator
from typing import Any

from huf.engine.content import Content
from huf.engine.extractors.properties import tell

_AUTHORS = ("author", "dc.creator", "dcterms.creator", "article:author", "citation_author", "parsely-author")
# A page changes with every comment and every new frame around it: when it was published says more.
_DATES = (
	"article:published_time", "datepublished", "citation_publication_date", "dcterms.issued", "dcterms.created", "dcterms.date",
	"dc.date", "date", "article:modified_time", "dcterms.modified", "last-modified",
)  # fmt: skip
_LANGUAGES = ("content-language", "dc.language", "dcterms.language", "og:locale")
_SCRIPTS, _LONGEST_SCRIPT, _MOST_OBJECTS = 10, 1 << 18, 1_000
_TEXTS = ("Article", "BlogPosting", "NewsArticle", "Report", "TechArticle", "WebPage", "HowTo")
"""Types of schema.org that are the page itself, and not a comment on it or a thing that it sells."""
_ADDRESS = re.compile(r"https?://[\w-]{1,63}(?:\.[\w-]{1,63}){1,20}(?:[:/?#]|\Z)", re.IGNORECASE)
"""On the web: programs mark their own manuals as saved from ``http://localhost``."""
_SAVED_FROM = re.compile(
	r"<!--\s{0,9}(?:saved from url=\(\d{4}\)|Page saved with SingleFile\s{1,9}url:\s{0,9})(\S{1,300})"
)
"""What browsers (since Internet Explorer) and the extension SingleFile write above a page that they save."""
_NO_SITE = "http://internet.e-mail"
"""Written by mail programs in the same place."""
_SAVED_WITHIN = 4096
"""Characters at the beginning of a file in which a browser says so."""


def is_saved_page(text: str, root: Any) -> bool:
	"""Whether a file says at which address of the web it stands: then somebody saved it from there.

	:param text: the file, :param root: and what was parsed of it, in which no comments are left.
	"""
	said = [found[1] for found in _SAVED_FROM.finditer(text[:_SAVED_WITHIN])]
	said += [link.get("href", "") for link in root.iterfind(".//link[@rel='canonical']")]
	said += [meta.get("content", "") for meta in root.iterfind(".//meta[@property='og:url']")]
	return any(is_web_address(one) and not one.startswith(_NO_SITE) for one in said)


def is_web_address(text: str) -> bool:
	"""Whether a text is an address on the web: on a host with a dot in its name."""
	return _ADDRESS.match(text.strip()) is not None


def tell_page(content: Content, root: Any) -> None:
	"""Keep what the page says of itself; it is as it was parsed, before anything is taken out."""
	if content.properties is None:
		return
	said: dict[str, str] = {}
	for meta in root.iter("meta"):
		name = (
			meta.get("property") or meta.get("name") or meta.get("itemprop") or meta.get("http-equiv") or ""
		)
		value = meta.get("content", "").strip()
		if value:
			said.setdefault(name.strip().casefold(), value)
	for time in root.iterfind(".//time[@itemprop='datePublished']"):
		said.setdefault("datepublished", time.get("datetime", ""))
	linked = _linked_data(root)
	tell(
		content,
		author=_first(said, _AUTHORS) or linked.get("author"),
		date=(_first(said, _DATES) or linked.get("date", "")).replace("/", "-"),
		language=root.get("lang")
		or root.get("{http://www.w3.org/XML/1998/namespace}lang")
		or _first(said, _LANGUAGES),
		title=root.findtext(".//title") or said.get("og:title"),
	)


def _first(said: dict[str, str], names: tuple[str, ...]) -> str:
	found = (said[name] for name in names if name in said)
	# Some name the page of an author instead of the author.
	return next((value for value in found if "://" not in value), "")


def _linked_data(root: Any) -> dict[str, str]:
	"""The same of schema.org in JSON."""
	found: dict[str, str] = {}
	for script in root.findall(".//script[@type='application/ld+json']")[:_SCRIPTS]:
		text = script.text or ""
		try:
			data = json.loads(text) if len(text) <= _LONGEST_SCRIPT else None
		except (ValueError, RecursionError):
			continue
		for one in _objects(data):
			kinds = one.get("@type")
			kinds = kinds if isinstance(kinds, list) else [kinds]
			if not any(kind in _TEXTS for kind in kinds):
				continue
			date, author = one.get("datePublished") or one.get("dateModified"), one.get("author")
			author = author[0] if isinstance(author, list) and author else author
			author = author.get("name") if isinstance(author, dict) else author
			for name, value in (("date", date), ("author", author)):
				if isinstance(value, str) and "://" not in value:
					found.setdefault(name, value)
	return found


def _objects(data: Any) -> Iterator[dict[str, Any]]:
	"""Those at the top, and in a graph of several."""
	stack = [data]
	for _ in range(_MOST_OBJECTS):
		if not stack:
			return
		one = stack.pop()
		if isinstance(one, list):
			stack.extend(reversed(one[:_MOST_OBJECTS]))
		elif isinstance(one, dict):
			yield one
			stack.append(one.get("@graph"))
