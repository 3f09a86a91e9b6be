"""What authors say of a picture for those who do not see it."""

import re

from huf.engine.extractors.sections import is_blank, one_line

_BY_MACHINE = re.compile(
	r"\s*(?:Description automatically generated.*|AI-generated content may be incorrect\.?)\Z",
	re.IGNORECASE | re.DOTALL,
)
"""What Office adds where it has written the text itself."""
_FILE_NAME = re.compile(r"\S+\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|webp)\Z", re.IGNORECASE)
"""What programs write there that ask nobody."""


def said_of_picture(text: str) -> str:
	"""The alternative text on one line; empty where it says nothing, such as a name of a file."""
	text = one_line(_BY_MACHINE.sub("", text))
	return "" if is_blank(text) or _FILE_NAME.match(text) else text
