"""The words of Rich Text (RTF 1.9.1), by what they are for."""

import re

TOKEN = re.compile(
	r"\\(?P<word>[a-zA-Z]{1,32})(?P<number>-?\d{1,9})?[ ]?|\\'(?P<hex>[0-9a-fA-F]{2})|\\(?P<sign>[^a-zA-Z])"
	r"|(?P<brace>[{}])|(?P<text>[^\\{}\r\n]+)|[\r\n]+|\\"
)
SIGNS = {
	"tab": "\t", "line": "\n", "emdash": "\u2014", "endash": "\u2013", "bullet": "\u2022", "lquote": "\u2018",
	"rquote": "\u2019", "ldblquote": "\u201c", "rdblquote": "\u201d", "emspace": " ", "enspace": " ", "qmspace": " ",
	"softline": "\n", "~": "\u00a0", "_": "\u2011", "{": "{", "}": "}", "\\": "\\", "nestcell": ", ", "nestrow": "; ",
}  # fmt: skip
HEADING = re.compile(r"\s*heading (\d)\s*;", re.IGNORECASE)
ENDS = frozenset(("par", "sect", "page", "column", "\n", "\r"))
LEFT_OUT = frozenset(
	(
		"colortbl listtable listoverridetable pict objdata object header headerl headerr headerf footer footerl footerr "
		"footerf fldinst themedata datastore colorschememapping latentstyles xmlnstbl rsidtbl generator bkmkstart bkmkend "
		"filetbl revtbl sp pntxtb pntxta template operator comment doccomm company manager category keywords "
		"subject printim buptim hlinkbase tc xe rxe nonesttables atnid atntime atndate atnref atrfstart atrfend "
		"atnparent"
	).split()
)
"""Destinations whose text no reader of the page sees. All that are marked as such (``\\*``) and not known are left out, too."""
OWN = {"footnote": "footnotes", "annotation": "comments", "shptxt": "", "result": ""}
"""Destinations that are read although what is around them is not, and the part in which their text goes; "" for the page."""
NO_PICTURES = frozenset(
	"header headerl headerr headerf footer footerl footerr footerf nonshppict shprslt listpicture objdata background bliptag".split()
)
"""Destinations whose pictures are not on the page, or are there a second time for older programs."""
KEPT = {"stylesheet", "fonttbl", "title", "author", "atnauthor"}
"""Destinations whose text says something of the document."""
NUMBERS = ("listtext", "pntext")
"""Destinations with what stands before an item of a list, as the program has written it for others."""
TIMES = ("revtim", "creatim")
"""When a document was last saved, and when it was made."""
PARTS_OF_TIME = ("yr", "mo", "dy", "hr", "min")
