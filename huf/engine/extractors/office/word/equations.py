"""Equations of Office files (OMML) in one line of text, as people type them: ``x^2``, ``(a + b)/2``, ``√(b)``.

The form follows what Office itself shows for a linear equation (Murray Sargent, UnicodeMath, Unicode Technical Note 28),
without its invisible signs.
"""

import re
from typing import Any

M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
EQUATION = f"{M}oMath"
_INVISIBLE = dict.fromkeys(range(0x2061, 0x2065))
"""Function application, invisible times, separator and plus (Unicode 6.0, chapter 15.6): what stands for them shows already."""
_SIMPLE = re.compile(r"[^\W_]+(?:\.\d+)?|\([^()]*\)|\[[^][]*\]")
_PROPERTIES = re.compile(r"\{[^}]*\}\w+Pr\Z")
_PARTS = {
	"sSup": "{e}^{sup}",
	"sSub": "{e}_{sub}",
	"sSubSup": "{e}_{sub}^{sup}",
	"sPre": "_{sub}^{sup} {e}",
	"limLow": "{e}_{lim}",
	"limUpp": "{e}^{lim}",
}
"""Elements by the order of their arguments (ECMA-376, part 1, 22.1.2)."""


def equation_text(element: Any) -> str:
	"""The text of an ``m:oMath`` element, or of what is in one."""
	return re.sub(r" {2,}", " ", _text(element).translate(_INVISIBLE)).strip()


def _text(element: Any) -> str:
	if not isinstance(element.tag, str) or not element.tag.startswith(M):
		# Word's own marks inside an equation: insertions hold parts of it, and run properties no text.
		return "" if _PROPERTIES.match(str(element.tag)) else _all(element)
	name = element.tag[len(M) :]
	if name == "t":
		return element.text or ""
	if name.endswith("Pr"):
		return ""
	if name in _PARTS:
		return _PARTS[name].format(
			**{part: _group(_arg(element, part)) for part in ("e", "sub", "sup", "lim")}
		)
	match name:
		case "f":
			top, bottom = _arg(element, "num"), _arg(element, "den")
			# Without a bar it is a binomial coefficient, or two lines over each other.
			bar = ", " if _setting(element, "f", "type", "bar") == "noBar" else "/"
			return f"{_group(top)}{bar}{_group(bottom)}"
		case "rad":
			degree = (
				""
				if _setting(element, "rad", "degHide", "0") in ("1", "on", "true")
				else _arg(element, "deg")
			)
			return f"{degree and f'[{degree}]'}√({_arg(element, 'e')})"
		case "nary":
			sign = _setting(element, "nary", "chr", "∫")
			bounds = "".join(
				f"{mark}{_group(bound)}"
				for mark, part in (("_", "sub"), ("^", "sup"))
				if (bound := _arg(element, part))
			)
			return f"{sign}{bounds} {_arg(element, 'e')}"
		case "d":
			begin, end = _setting(element, "d", "begChr", "("), _setting(element, "d", "endChr", ")")
			return (
				begin + _setting(element, "d", "sepChr", "|").join(map(_all, element.findall(f"{M}e"))) + end
			)
		case "func":
			return f"{_arg(element, 'fName')} {_arg(element, 'e')}"
		case "m":
			rows = (", ".join(map(_all, row.findall(f"{M}e"))) for row in element.findall(f"{M}mr"))
			return f"[{'; '.join(rows)}]"
		case "eqArr":
			return "; ".join(map(_all, element.findall(f"{M}e")))
		case "acc":
			return _arg(element, "e") + _setting(element, "acc", "chr", "\u0302")
	return _all(element)


def _all(element: Any) -> str:
	return "".join(map(_text, element))


def _arg(element: Any, name: str) -> str:
	found = element.find(f"{M}{name}")
	return _all(found).strip() if found is not None else ""


def _group(text: str) -> str:
	return text if not text or _SIMPLE.fullmatch(text) else f"({text})"


def _setting(element: Any, kind: str, name: str, default: str) -> str:
	"""A property of an element, which stands for ``default`` where it is not there."""
	found = element.find(f"{M}{kind}Pr/{M}{name}")
	return (
		found.get(f"{M}val", default if name not in ("degHide",) else "1") if found is not None else default
	)
