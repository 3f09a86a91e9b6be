"""What the commands of LaTeX stand for that matter to who reads the text: letters, headings, environments, arguments that are no text."""

import unicodedata

HEADINGS = {
	"part": 1, "chapter": 2, "section": 3, "subsection": 4, "subsubsection": 5, "paragraph": 6, "subparagraph": 7,
}  # fmt: skip
"""Levels below the title of the document."""
TABLES = frozenset("tabular tabularx tabulary longtable tabu supertabular".split())
"""Environments of rows. What stands in braces behind their names is no text."""
VERBATIM = frozenset("verbatim Verbatim lstlisting minted alltt comment".split())
FORMULAS = frozenset("math displaymath equation align eqnarray gather multline flalign alignat".split())
LISTS = frozenset("itemize enumerate description".split())
ARGUMENTS = {
	"adjustbox": 1, "minipage": 1, "minted": 1, "multicols": 1, "subfigure": 1, "subtable": 1, "thebibliography": 1, "wrapfigure": 2,
}  # fmt: skip
"""Of other environments, how many arguments in braces are no text."""
NO_TEXT = {
	"addbibresource": 1, "addcontentsline": 3, "addtolength": 2, "bibliography": 1, "bibliographystyle": 1, "cline": 1, "color": 1,
	"colorbox": 1, "def": 1, "definecolor": 3, "documentclass": 1, "fontsize": 2, "geometry": 1, "graphicspath": 1, "href": 1,
	"hspace": 1, "hypersetup": 1, "includegraphics": 1, "index": 1, "label": 1, "lstset": 1, "multirow": 2, "newcommand": 2,
	"newenvironment": 3, "pagenumbering": 1, "pagestyle": 1, "providecommand": 2, "raisebox": 1, "renewcommand": 2, "rowcolor": 1,
	"setcounter": 2, "setlength": 2, "textcolor": 1, "thispagestyle": 1, "usepackage": 1, "vspace": 1,
}  # fmt: skip
"""How many arguments in braces a reader of the printed document does not see."""
INCLUDED = frozenset(("include", "input", "subfile"))
SIGNS = {
	"AA": "Å", "AE": "Æ", "LaTeX": "LaTeX", "O": "Ø", "OE": "Œ", "S": "§", "TeX": "TeX", "aa": "å", "ae": "æ", "copyright": "©",
	"dag": "†", "degree": "°", "dots": "…", "euro": "€", "i": "i", "j": "j", "l": "ł", "L": "Ł", "ldots": "…", "newline": "\n", "o": "ø",
	"oe": "œ", "par": "\n\n", "pounds": "£", "quad": " ", "qquad": " ", "ss": "ß", "textasciitilde": "~", "textbackslash": "\\",
	"textdegree": "°", "textellipsis": "…", "textemdash": "—", "textendash": "–", "texteuro": "€", "textregistered": "®",
	"texttrademark": "™", "textunderscore": "_", "today": "",
}  # fmt: skip
MARKS = {
	'"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "=": "\u0304", ".": "\u0307",
	"c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a", "d": "\u0323", "b": "\u0331",
}  # fmt: skip
"""Accents by their commands, as the combining characters that follow a letter."""


def accented(letter: str, command: str) -> str:
	"""A letter under an accent, as one character where there is one."""
	return unicodedata.normalize("NFC", letter + MARKS[command])


def typographic(text: str) -> str:
	"""Dashes and quotation marks as they are printed."""
	for written, printed in (("---", "—"), ("--", "–"), ("``", "“"), ("''", "”")):
		text = text.replace(written, printed)
	return text
