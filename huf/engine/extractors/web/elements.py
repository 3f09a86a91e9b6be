"""What the elements of HTML are: which of them run within a line, and which hold no text of a page."""

import re
from itertools import islice
from typing import Any

from huf.engine.extractors.pictures.alternative import said_of_picture
from huf.engine.extractors.sections import one_line

_DROPPED = frozenset(
	"script style noscript template nav footer aside head svg math iframe object canvas audio video select button dialog".split()
)
_DROPPED_ROLES = frozenset(
	{"navigation", "banner", "contentinfo", "complementary", "search", "menu", "dialog"}
)
INLINE = frozenset(
	"a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark q rp rt ruby s samp small span "
	"strike strong sub sup time tt u var wbr".split()
)
_ICON = 32
"""Pixels of a side below which a picture is an icon (as in :mod:`huf.engine.extractors.pictures.inside`)."""
_MOST_NEAR = 50
"""Elements of a link or figure that are compared with what is said of a picture in it."""
HEADING = re.compile(r"h[1-6]\Z")
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


def is_dropped(element: Any) -> bool:
	"""Whether an element and all in it is no text of the page: scripts, navigation, forms' controls, what is hidden."""
	if not isinstance(element.tag, str):
		return True
	if element.tag in _DROPPED or element.get("hidden") is not None or element.get("aria-hidden") == "true":
		return True
	if element.get("role", "").lower() in _DROPPED_ROLES:
		return True
	if element.tag == "header" and not any(
		a.tag in ("article", "main", "section") for a in element.iterancestors()
	):
		# The page's own header is navigation, unless it carries the page's main heading.
		return element.find(".//h1") is None
	return bool(_HIDDEN_STYLE.search(element.get("style", "")))


def alternative_text(picture: Any) -> str:
	"""What is said of an ``img`` for those who do not see it, with spaces around it; empty for icons and for what its link or figure says, too."""
	if any(
		(size := picture.get(side, "")).isdecimal() and int(size[:9]) < _ICON for side in ("width", "height")
	):
		return ""
	said = said_of_picture(picture.get("alt", ""))
	around = picture.getparent()
	while around is not None and around.tag in INLINE and around.tag != "a":
		around = around.getparent()
	if said and around is not None and around.tag in ("a", "figure"):
		near = islice(around.iter(), _MOST_NEAR)
		if said in one_line("".join(text for one in near for text in (one.text, one.tail) if text)):
			return ""
	return f" {said} " if said else ""
