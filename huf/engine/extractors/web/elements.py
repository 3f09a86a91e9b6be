"""What the elements of HTML are: which of them run within a line, and which hold no text of a page."""

import re
from typing import Any

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
