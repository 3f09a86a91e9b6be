"""The house as a picture: `python -m scripts.house --picture docs/images/house.svg`.

Larger rooms than those that are counted, so that they can be read: a folder of `huf` or `huf/ai`, and what stands in
`huf/ai/knowledge`. A line runs down to what a room imports; lines that others imply are left out (transitive reduction).
"""

from collections import defaultdict
from xml.sax.saxutils import escape

from scripts.house import Arrows, floors

OLD = "An old address"
"""How the docstring of a module begins that only passes on: no room of the house."""
WIDTH, ROW, BOX, GAP, LEFT = 1180, 74, 34, 12, 16
CHARACTER = 7.3
"""Pixels of a character of the boxes' font."""
COLOURS = (
	("huf.huf", "#e9d8f4", "DocTypes and commands"),
	("huf.commands", "#e9d8f4", ""),
	("huf.install", "#e9d8f4", ""),
	("huf.ai.knowledge", "#fde7b5", "knowledge of a site"),
	("huf.ai.site", "#f9cdb5", "site and rights"),
	("huf.ai.access", "#f9cdb5", ""),
	("huf.ai", "#f6c9d6", "agents of a site"),
	("huf.engine", "#bcd9f5", "the engine: pure Python"),
	("huf", "#c9e7c8", "pure Python: a folder, a model"),
)
"""Colour by the beginning of a room's name, the first that fits, and what the legend says of it."""


def large_room(room: str) -> str:
	"""The room that the picture shows: two parts of the name, one more in `huf.ai` and in `huf.ai.knowledge`."""
	parts = room.split(".")
	if parts[:3] == ["huf", "ai", "knowledge"]:
		return ".".join(parts[:4])
	return ".".join(parts[:3] if parts[:2] == ["huf", "ai"] else parts[:2])


def large_rooms(arrows: Arrows, left_out: set[str]) -> Arrows:
	"""The arrows between the rooms of the picture; folders that only hold rooms, and what has no arrow at all, are none."""
	shown: Arrows = defaultdict(set)
	for own, others in arrows.items():
		if own in left_out or own in ("huf", "huf.ai", "huf.ai.knowledge", "huf.huf"):
			continue
		shown[large_room(own)] |= {large_room(other) for other in others} - {large_room(own)}
	known = {own: {other for other in others if other in shown} for own, others in shown.items()}
	joined = {own for own, others in known.items() if others}.union(*known.values())
	return {own: others for own, others in known.items() if own in joined}


def label(room: str) -> str:
	"""A room's name on its box."""
	return "DocTypes" if room == "huf.huf" else room.removeprefix("huf.")


def reduced(arrows: Arrows) -> Arrows:
	"""The arrows without those to what another imported room reaches anyway. For arrows without a circle."""
	reached: dict[str, set[str]] = {}

	def below(name: str) -> set[str]:
		if name not in reached:
			reached[name] = set(arrows[name]).union(*(below(other) for other in arrows[name]))
		return reached[name]

	return {
		own: {other for other in others if not any(other in below(via) for via in others)}
		for own, others in arrows.items()
	}


def svg(arrows: Arrows) -> str:
	"""The picture, ground floor at the bottom. Raises RecursionError for rooms in a circle."""
	lines_of, height = reduced(arrows), floors(arrows)
	top = max(height.values())
	rows = [sorted(name for name in arrows if height[name] == level) for level in range(1, top + 1)]
	place: dict[str, tuple[float, float, float]] = {}
	for level, names in enumerate(rows):
		widths = [CHARACTER * len(label(name)) + 20 for name in names]
		spare = WIDTH - 2 * LEFT - sum(widths)
		gap = max(GAP, spare / (len(names) + 1))
		x = LEFT + gap if len(names) > 1 else (WIDTH - widths[0]) / 2
		for name, width in zip(names, widths, strict=True):
			place[name] = (x, (top - 1 - level) * ROW + 20, width)
			x += width + gap
	bottom = top * ROW + 20
	parts = [
		f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 40}" font-family="sans-serif" font-size="13">',
		f'<rect width="{WIDTH}" height="{bottom + 40}" fill="#ffffff"/>',
	]
	for own, others in sorted(lines_of.items()):
		x, y, width = place[own]
		for other in sorted(others):
			to_x, to_y, to_width = place[other]
			start, end = x + width / 2, to_x + to_width / 2
			parts.append(
				f'<path d="M{start:.0f} {y + BOX:.0f} C{start:.0f} {y + BOX + 34:.0f} {end:.0f} {to_y - 34:.0f} {end:.0f} {to_y:.0f}"'
				' fill="none" stroke="#8a94a3" stroke-opacity="0.55"/>'
			)
	for name, (x, y, width) in sorted(place.items()):
		colour = next(colour for prefix, colour, _legend in COLOURS if name.startswith(prefix))
		parts.append(
			f'<rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="{BOX}" rx="5" fill="{colour}" stroke="#6b7480"/>'
			f'<text x="{x + width / 2:.0f}" y="{y + 22}" text-anchor="middle">{escape(label(name))}</text>'
		)
	x = LEFT
	for _prefix, colour, legend in COLOURS:
		if legend:
			parts.append(
				f'<rect x="{x:.0f}" y="{bottom + 8}" width="14" height="14" fill="{colour}" stroke="#6b7480"/>'
			)
			parts.append(f'<text x="{x + 20:.0f}" y="{bottom + 20}">{escape(legend)}</text>')
			x += 40 + CHARACTER * len(legend)
	return "\n".join([*parts, "</svg>"]) + "\n"
