"""Text that a file holds and no reader sees: white on white, of no size, or marked as hidden.

It is left out of the index, as hidden sheets and slides are, and a note says how much of it there was: what an author
hides from people is meant for machines. Only what is certain from the element itself is taken for hidden; colours that a
style sheet or a picture may lie under are not.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from huf.engine.sentences import sentence

_STYLE = re.compile(
	r"(?:^|;)\s*(color|background|background-color|font-size|opacity)\s*:\s*([^;!]+)", re.IGNORECASE
)
_NO_SIZE = re.compile(r"0*(?:\.0+)?(?:px|pt|em|rem|%|ex|vw|vh|mm|cm|in)?\Z|0?\.\d+(?:px|pt)\Z|1px\Z")
_HEX = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{6})\Z")
_RGB = re.compile(r"rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+%?))?\s*\)\Z")
_NAMED = {"white": (255, 255, 255), "black": (0, 0, 0)}
_TRANSPARENT = "transparent"
_WHITE = (255, 255, 255)
_NEARLY = 8
"""Of 255: two colours so near each other cannot be told apart."""
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_LEAST_HALF_POINTS = 4
"""Word: text under two points is no bigger than a full stop."""
_OFF = frozenset({"0", "false", "off"})
_DEEPEST = 20

Colour = tuple[int, int, int]


def drop_hidden_html(root: Any, notes: list[str]) -> None:
	"""Take elements whose own ``style`` makes their text invisible out of a parsed page."""
	has_sheets = root.find(".//style") is not None or root.find(".//link[@rel='stylesheet']") is not None
	hidden_elements = [element for element in root.iter() if _is_hidden(element, is_alone=not has_sheets)]
	words, dropped = 0, set()
	for element in hidden_elements:
		if element.getparent() is None or any(parent in dropped for parent in element.iterancestors()):
			continue
		dropped.add(element)
		words += len("".join(element.itertext()).split())
		# drop_tree keeps the text behind the element, which shows.
		element.drop_tree()
	_note(words, notes)


def drop_hidden_word(
	root: Any, hidden_styles: frozenset[str], notes: list[str], *, is_white_page: bool
) -> None:
	"""Take runs that Word does not show, or shows white on a white page, out of ``root``."""
	words = 0
	for run in list(root.iter(f"{_W}r")):
		if _is_hidden_run(run, hidden_styles, is_white_page):
			words += len("".join(text.text or "" for text in run.iter(f"{_W}t")).split())
			run.getparent().remove(run)
	_note(words, notes)


def hidden_word_styles(styles: Mapping[str, Any]) -> frozenset[str]:
	"""The ids of the styles whose text is hidden, by themselves or by the style that they are based on."""
	return frozenset(
		name
		for name, style in styles.items()
		if any(_switched_on(own, "vanish") for own in _line_of(style, styles))
	)


def _line_of(style: Any, styles: Mapping[str, Any]) -> Iterator[Any]:
	for _ in range(_DEEPEST):
		if style is None:
			return
		yield style.find(f"{_W}rPr")
		base = style.find(f"{_W}basedOn")
		style = styles.get(base.get(f"{_W}val", "")) if base is not None else None


def _is_hidden(element: Any, *, is_alone: bool) -> bool:
	if not isinstance(element.tag, str):
		return False
	style = element.get("style")
	colour = _colour(element.get("color", "")) if element.tag == "font" else None
	if not style and colour is None:
		return False
	rules = {name.lower(): value.strip().lower() for name, value in _STYLE.findall(style or "")}
	if _NO_SIZE.match(rules.get("font-size", "x")) or _NO_SIZE.match(rules.get("opacity", "x")):
		return True
	if rules.get("color") == _TRANSPARENT or _is_clear(rules.get("color", "")):
		return "background" not in (style or "").lower()
	colour = _colour(rules.get("color", "")) or colour
	return colour is not None and _is_same(colour, _behind(element, is_alone=is_alone))


def _behind(element: Any, *, is_alone: bool) -> Colour | None:
	"""The colour behind the text of ``element``; None when a style sheet or a picture may decide it."""
	for one in (element, *element.iterancestors()):
		rules = {name.lower(): value.strip().lower() for name, value in _STYLE.findall(one.get("style", ""))}
		written = rules.get("background-color") or rules.get("background") or one.get("bgcolor", "").lower()
		if written and written != _TRANSPARENT:
			return _colour(written)
		if one.get("background"):
			return None
	return _WHITE if is_alone else None


def _colour(written: str) -> Colour | None:
	written = written.strip().lower()
	if written in _NAMED:
		return _NAMED[written]
	if found := _HEX.match(written):
		digits = found[1] if len(found[1]) == 6 else "".join(digit * 2 for digit in found[1])
		return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
	if found := _RGB.match(written):
		return int(found[1]), int(found[2]), int(found[3])
	return None


def _is_clear(written: str) -> bool:
	found = _RGB.match(written)
	return bool(found and found[4] and not float(found[4].rstrip("%")))


def _is_same(one: Colour, other: Colour | None) -> bool:
	return other is not None and all(abs(a - b) <= _NEARLY for a, b in zip(one, other, strict=True))


def _is_hidden_run(run: Any, hidden_styles: frozenset[str], is_white_page: bool) -> bool:
	own = run.find(f"{_W}rPr")
	paragraph = next(run.iterancestors(f"{_W}p"), None)
	shown = own is not None and own.find(f"{_W}vanish") is not None and not _switched_on(own, "vanish")
	if _switched_on(own, "vanish"):
		return True
	names = {
		_val(own, "rStyle"),
		_val(paragraph.find(f"{_W}pPr") if paragraph is not None else None, "pStyle"),
	}
	if names & hidden_styles and not shown:
		return True
	if own is None:
		return False
	size = _val(own, "sz")
	if size.isdecimal() and int(size) < _LEAST_HALF_POINTS:
		return True
	return is_white_page and _val(own, "color").upper() == "FFFFFF" and not _has_ground(run)


def _has_ground(run: Any) -> bool:
	"""Whether something may lie under a run: shading, a highlight, a cell of a table, a shape, or a style."""
	if run.find(f"{_W}rPr/{_W}shd") is not None or run.find(f"{_W}rPr/{_W}highlight") is not None:
		return True
	for parent in run.iterancestors():
		if parent.tag in (f"{_W}tbl", f"{_W}txbxContent"):
			return True
		if parent.tag == f"{_W}p" and parent.find(f"{_W}pPr") is not None:
			properties = parent.find(f"{_W}pPr")
			return any(properties.find(f"{_W}{name}") is not None for name in ("shd", "pStyle", "framePr"))
	return False


def _switched_on(properties: Any, name: str) -> bool:
	element = properties.find(f"{_W}{name}") if properties is not None else None
	return element is not None and element.get(f"{_W}val", "1") not in _OFF


def _val(properties: Any, name: str) -> str:
	element = properties.find(f"{_W}{name}") if properties is not None else None
	return element.get(f"{_W}val", "") if element is not None else ""


def _note(words: int, notes: list[str]) -> None:
	if words:
		notes.append(
			sentence(
				"A word that a reader does not see (white, of no size or marked as hidden) was left out."
			)
			if words == 1
			else sentence(
				f"{words:,} words that a reader does not see (white, of no size or marked as hidden) were left out."
			)
		)
