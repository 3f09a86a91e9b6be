"""The own text of a page of the web, without what surrounds it: related articles, comments, share bars, notices.

Only for pages that were fetched, or saved by a browser; any other file is read whole. How much is taken out depends on what the page says it is. One that
calls itself an article, as the sites of news and blogs do for those who link to them, is reduced to the part that holds its
prose. Any other, such as a manual, a list or a table, loses only blocks whose names leave no doubt, such as a notice about
cookies. Where the names would take away much of the text, they mean something else on that site and are not believed.
"""

import re
from itertools import islice
from typing import Any

from huf.engine.extractors.web.elements import HEADING, INLINE, is_dropped
from huf.engine.sentences import sentence

_ARTICLE = re.compile(r'"@type"\s*:\s*(?:\[[^\]]{0,200}?)?"(?:\w{0,30}Article|\w{0,30}BlogPosting|Report)"')
_CERTAIN = frozenset(
	"addthis addtoany advert advertisement advertising commentlist consent cookie cookies disqus gdpr "
	"outbrain sharebar sharedaddy taboola".split()
)
"""Words of class names that are surroundings on any page."""
_AROUND_ARTICLES = _CERTAIN | frozenset(
	"ad ads adv bio breadcrumb breadcrumbs carousel comment comments cta follow footer gallery lightbox nav navbar navigation newsletter newsletters next "
	"pager pagination popular prev promo promos promotion recirc recommendation recommendations recommended related replies "
	"respond share sharer sharing sidebar signup slider slideshow slideshows sociable social socials sponsor sponsored "
	"sponsors subscribe subscription tags taglist toolbar trending".split()
)
"""The same where the page is an article."""
_LONG = frozenset("comment comments commentlist disqus footer replies respond".split())
"""What may be longer than the article."""
_NOT_THAT = frozenset("body content embed has no with without".split())
"""Beside one of these a word says something else: ``has-sidebar`` is about the page, an embedded post is part of the text."""
_BODIES = tuple(
	frozenset(pair.split("-"))
	for pair in "article-body article-content article-text entry-content post-body post-content story-body blog-content".split()
)
"""Pairs of words that name the element with the text of an article."""
_TEXT_ELEMENTS = frozenset("pre td th dd dt li".split())
"""What stands in these is text of its own, however short, unless it is a link."""
_NO_CONTAINERS = INLINE | frozenset("p table tbody tr ul ol dl blockquote pre".split())

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORD = re.compile(r"[a-z]+")
_DENSE_SCRIPT = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SENTENCE_END = re.compile(r"[.!?…。！？][\"'”’»)\]]*\s*\Z")
_LONGEST_NAME = 1_000
_MOST_ELEMENTS = 200_000
"""A page with more is read whole: it is no article, and measuring it would take much memory."""

# Tuned on the half `dev` of the benchmark in benchmarks/reading/web_text.py.
_PROSE = 80
"""Letters from which on a run of text is prose, if at most half of them are links."""
_SENTENCE = 40
"""The same where it ends as a sentence does."""
_MOST_BY_NAME = 0.3
"""Share of the prose that a block may hold that is taken out by its name."""
_MOST_LONG = 0.8
"""The same for comments and footers."""
_LEAST_DECLARED = 0.4
"""Share of the prose that the element must hold that a page names as its article."""
_PEER = 0.25
"""Share of the largest such element that makes another one a second part of the text."""
_STEP = 0.85
"""Share of the prose that an inner element must hold to stand for the outer one."""
_LEAST_KEPT = 0.7
"""Share that all these steps together must leave."""


class _Measured:
	"""Letters of prose in each element that shows, in document order, and what else is asked of all of them."""

	def __init__(self, root: Any) -> None:
		self.elements: list[Any] = []
		self.prose: dict[Any, float] = {}
		self.own_words: dict[Any, int] = {}
		"""Words that stand in it and in nothing in it."""
		self.headed: dict[Any, bool] = {}
		"""The elements with a heading in them; True where one is the first heading of the page."""
		self.nested: set[Any] = set()
		"""Articles in articles."""
		runs: dict[Any, list[tuple[str, bool]]] = {}
		stack: list[tuple[Any, Any, bool, bool]] = [(root, root, False, False)]
		while stack:
			element, block, in_link, in_article = stack.pop()
			self.elements.append(element)
			if element.tag not in INLINE and element.tag != "br":
				block = element
			in_link = in_link or element.tag == "a"
			if element.tag == "article":
				self.nested.update({element} if in_article else ())
				in_article = True
			for child in reversed(element):
				if not is_dropped(child):
					stack.append((child, block, in_link, in_article))
			texts = [element.text, *(child.tail for child in element)]
			self.own_words[element] = sum(len(text.split()) for text in texts if text)
			runs.setdefault(block, []).extend((text, in_link) for text in texts if text and text.strip())
		for element in reversed(self.elements):
			own = runs.get(element, [])
			self.prose[element] = self.prose.get(element, 0.0) + _prose(element.tag, own)
			if HEADING.match(element.tag):
				self.headed[element] = element.tag == "h1"
			if element is not root:
				parent = element.getparent()
				self.prose[parent] = self.prose.get(parent, 0.0) + self.prose[element]
				if element in self.headed:
					self.headed[parent] = self.headed.get(parent, False) or self.headed[element]
		self.words = sum(self.own_words.values())


def keep_main_text(root: Any, notes: list[str]) -> None:
	"""Take out of the parsed page ``root`` what surrounds its own text; a note says how much."""
	body = root.find(".//body")
	if body is None or sum(1 for _ in islice(body.iter(), _MOST_ELEMENTS + 1)) > _MOST_ELEMENTS:
		return
	before = _Measured(body)
	is_article = _is_article(root)
	_drop_named(before, is_article)
	after = _Measured(body)
	if is_article and after.prose[body]:
		_drop_outside(_part(after), after)
		for picture in body.iter("img"):
			picture.attrib.pop("alt", None)  # of an article it is seldom more than its caption
		after = _Measured(body)
	if (left_out := before.words - after.words) > 0:
		notes.append(
			sentence(
				f"{left_out:,} words around the text of the page (related pages, comments, notices) were left out."
			)
			if left_out > 1
			else sentence("A word around the text of the page was left out.")
		)


def _prose(tag: str, runs: list[tuple[str, bool]]) -> float:
	whole = sum(_letters(text) for text, _ in runs)
	if (
		not whole
		or HEADING.match(tag)
		or sum(_letters(text) for text, is_link in runs if is_link) > whole / 2
	):
		return 0.0
	if whole >= _PROSE or tag in _TEXT_ELEMENTS:
		return whole
	return whole if whole >= _SENTENCE and _SENTENCE_END.search(runs[-1][0]) else 0.0


def _letters(text: str) -> float:
	count = float(len(text.strip()))
	# One sign of these scripts says about what three letters do.
	return count if text.isascii() else count + 2 * len(_DENSE_SCRIPT.findall(text))


def _is_article(root: Any) -> bool:
	"""Whether the page says so: by Open Graph, by schema.org in its elements or in JSON."""
	for meta in root.iter("meta"):
		name = (meta.get("property") or meta.get("name") or "").lower()
		if name == "og:type" and meta.get("content", "").strip().lower() == "article":
			return True
		if name == "article:published_time" or meta.get("itemprop") == "datePublished":
			return True
	if root.find(".//*[@itemprop='articleBody']") is not None:
		return True
	return any(
		_ARTICLE.search(one.text or "") for one in root.iterfind(".//script[@type='application/ld+json']")
	)


def _names(element: Any, *, with_id: bool) -> frozenset[str]:
	"""The words of its class, and of its id."""
	written = f"{element.get('class', '')} {element.get('id', '') if with_id else ''}"
	return frozenset(_WORD.findall(_CAMEL.sub(" ", written[:_LONGEST_NAME]).lower()))


def _drop_named(found: _Measured, is_article: bool) -> None:
	"""Blocks whose names say that they are surroundings."""
	words = _AROUND_ARTICLES if is_article else _CERTAIN
	total = found.prose[found.elements[0]]
	chosen: list[Any] = []
	inside: set[Any] = set()
	of_text = 0.0
	for element in found.elements[1:]:
		if element.getparent() in inside:
			inside.add(element)
			continue
		if not (kind := _surrounding(element, found, words, is_article)):
			continue
		if found.headed.get(element):
			# It holds the first heading of the page.
			continue
		if found.prose[element] > total * (_MOST_LONG if kind & _LONG else _MOST_BY_NAME):
			continue
		inside.add(element)
		chosen.append(element)
		of_text += 0.0 if kind & _LONG else found.prose[element]
	# A site may call every block of its text so, and the only text of a page may be a notice.
	if of_text <= total / 2 and sum(found.own_words[one] for one in inside) < found.words:
		for element in chosen:
			element.drop_tree()


def _surrounding(element: Any, found: _Measured, words: frozenset[str], is_article: bool) -> frozenset[str]:
	"""What an element is by its names; nothing if it is text."""
	if element.tag in ("main", "tr", "td", "th", "tbody", "thead") or HEADING.match(element.tag):
		return frozenset()
	if element.get("role") == "note":
		# WAI-ARIA: it is about the text around it. Encyclopedias say so where a term has an article of its own ("navigation-not-searchable").
		return frozenset()
	# The id of a block with a heading is often made of the heading.
	names = _names(element, with_id=element not in found.headed)
	if names & _NOT_THAT:
		return frozenset()
	if is_article and element in found.nested:
		# HTML: what is nested so is related to the outer one, such as a comment.
		return frozenset({"related"})
	return names & words


def _part(found: _Measured) -> Any:
	"""The element that holds the article."""
	part = _declared(found)
	least = found.prose[part] * _LEAST_KEPT
	while True:
		inner = max(
			(one for one in part if one in found.prose), key=lambda one: found.prose[one], default=None
		)
		if (
			inner is None
			or inner.tag in _NO_CONTAINERS
			or found.prose[inner] < max(least, found.prose[part] * _STEP)
			or _is_chapter(inner, found)
		):
			return part
		part = inner


def _is_chapter(element: Any, found: _Measured) -> bool:
	"""Whether it is one of several sections with headings, of which the longest is not the text of all."""
	return element.tag == "section" and any(
		one is not element and one.tag == "section" and one in found.headed for one in element.getparent()
	)


def _declared(found: _Measured) -> Any:
	"""The element that the page names as that of its text; the body if it names none, or several of about the same size."""
	body = found.elements[0]
	for is_it in (_is_article_body, _is_called_body, _is_article_element, _is_main):
		named = sorted(filter(is_it, found.elements), key=lambda one: found.prose[one], reverse=True)
		if not named or found.prose[named[0]] < found.prose[body] * _LEAST_DECLARED:
			continue
		related = {*named[0].iter(), *named[0].iterancestors()}
		if all(one in related or found.prose[one] <= found.prose[named[0]] * _PEER for one in named):
			return named[0]
	return body


def _is_article_body(element: Any) -> bool:
	return bool(element.get("itemprop") == "articleBody")


def _is_called_body(element: Any) -> bool:
	names = _names(element, with_id=True)
	return any(pair <= names for pair in _BODIES)


def _is_article_element(element: Any) -> bool:
	return bool(element.tag == "article")


def _is_main(element: Any) -> bool:
	return bool(element.tag == "main" or element.get("role") == "main")


def _drop_outside(part: Any, found: _Measured) -> None:
	"""All of the body but ``part`` and the page's first heading."""
	body = found.elements[0]
	heading = (
		None if found.headed.get(part) else next((one for one in found.elements if one.tag == "h1"), None)
	)
	one = part
	while one is not body:
		parent = one.getparent()
		parent.text = one.tail = None
		for sibling in list(parent):
			if sibling is not one:
				parent.remove(sibling)
		one = parent
	if heading is not None:
		heading.tail = None
		body.insert(0, heading)
