"""Diagrams (SmartArt) of Office files: what stands in their boxes. The drawing names a part of the file that has their texts (ECMA-376, part 1, 21.4)."""

from collections.abc import Iterator
from typing import Any

from huf.engine.extractors.office.package import related_xml
from huf.engine.extractors.sections import is_blank, one_line

_DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
DIAGRAM = f"{_DIAGRAM}relIds"
"""What a drawing has where it shows one."""
DATA = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}dm"
"""Its attribute that names the part with the texts."""
_BOXES = ("node", "asst")
"""Points that people write into; others are the document itself, arrows, and how it is laid out."""
_DEEPEST = 8


def diagram_lines(drawn: Any, part: Any) -> Iterator[str]:
	"""A line for each box of a diagram, in their order; those below another box are indented.

	Args:
		drawn: the element :data:`DIAGRAM` of the drawing.
		part: of python-docx or python-pptx, in which it stands.
	"""
	model = related_xml(part, drawn.get(DATA, ""))
	if model is not None:
		yield from model_lines(model)


def model_lines(model: Any) -> Iterator[str]:
	"""The same of the part that a diagram names: its root."""
	points = {point.get("modelId", ""): point for point in model.iterfind(f"{_DIAGRAM}ptLst/{_DIAGRAM}pt")}
	below = _below(model)
	tops = [name for name, point in points.items() if point.get("type") == "doc"]
	# What nothing leads to is read last, in the order of the file: a damaged diagram loses its order and no text.
	waiting = [(name, 0) for name in reversed([*tops, *points])]
	seen: set[str] = set()
	while waiting:
		name, depth = waiting.pop()
		if name in seen or name not in points:
			continue
		seen.add(name)
		point = points[name]
		is_box = point.get("type", "node") in _BOXES
		text = one_line(" ".join(map(_text, point.iterfind(f"{_DIAGRAM}t/{_A}p")))) if is_box else ""
		if not is_blank(text):
			yield "  " * min(depth, _DEEPEST) + text
		deeper = depth + 1 if is_box else depth
		waiting.extend((child, deeper) for child in reversed(below.get(name, [])))


def _text(paragraph: Any) -> str:
	return "".join(run.text or "" for run in paragraph.iter(f"{_A}t"))


def _below(model: Any) -> dict[str, list[str]]:
	"""Of each point those that stand below it, in their order."""
	found: dict[str, list[tuple[int, str]]] = {}
	for arrow in model.iterfind(f"{_DIAGRAM}cxnLst/{_DIAGRAM}cxn"):
		if arrow.get("type", "parOf") == "parOf":
			order = arrow.get("srcOrd", "0")
			place = int(order) if order.isdecimal() and len(order) < 10 else 0
			found.setdefault(arrow.get("srcId", ""), []).append((place, arrow.get("destId", "")))
	return {name: [child for _, child in sorted(children)] for name, children in found.items()}
