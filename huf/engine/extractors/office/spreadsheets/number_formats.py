"""Numbers as a spreadsheet shows them: the format codes of Excel (ECMA-376, part 1, 18.8.31), without colours and widths.

``1234.5`` with ``#,##0.00 "€"`` is ``1,234.50 €``. Signs are those of English, as the codes themselves have them: a file does not
say in which language somebody opens it.
"""

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import lru_cache

from huf.engine.extractors.sections import number_text

_LONGEST_CODE = 255
_MOST_PLACES = 30
_MOST_SCALE = 12
_EXACT = Context(prec=100)
"""More digits than a number under :data:`_LARGEST` with these scales and places can have."""
_LARGEST = 1e15
"""From here on spreadsheets show zeros for the digits that they do not have."""
_TOKEN = re.compile(
	r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[\$(?P<currency>[^\]-]*)[^\]]*\]|\[(?P<bracket>[^\]]*)\]'
	r"|_(?P<width>.)|\*(?P<fill>.)|(?P<general>General)|(?P<exponent>[Ee][+-])|(?P<one>.)",
	re.DOTALL | re.IGNORECASE,
)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)\Z")
_TIME = frozenset("ymdhsbgeYMDHSBGE")


@dataclass(frozen=True, slots=True)
class _Section:
	"""What one kind of number is shown with."""

	tokens: tuple[tuple[str, str], ...]
	"""Kind and text: ``literal``; ``digit`` (one of ``0 # ?``); ``point``."""
	condition: tuple[str, float] | None
	groups: bool
	"""Whether thousands are set apart."""
	scale: int
	"""Tens to multiply with: 2 for each percent sign, -3 for each comma behind the digits."""
	is_plain: bool
	"""Whether the number stands as it is: the code says so, or is of a kind that is not read here."""


def shown_number(value: int | float, code: str) -> str:
	"""``value`` as a person sees it in a cell with this format code; empty where the code shows nothing."""
	if code in ("", "General", "@") or not abs(value) < _LARGEST:
		return number_text(value)
	sections = _sections(code)
	section, value = _chosen(sections, value)
	if section.is_plain:
		texts = [text for kind, text in section.tokens if kind == "literal"]
		return (
			f"{''.join(texts)}{number_text(value)}"
			if len(sections) == 1 and not texts
			else number_text(value)
		)
	return " ".join(_filled_in(section, value).split())


def _chosen(sections: tuple[_Section, ...], value: int | float) -> tuple[_Section, int | float]:
	"""The section that is for ``value``, and what is left to show with it: the sign is the section's own matter."""
	if any(section.condition for section in sections):
		for section in sections:
			if section.condition is None or _holds(value, *section.condition):
				return section, value
		return sections[-1], value
	if value < 0 and len(sections) > 1:
		return sections[1], -value
	if value == 0 and len(sections) > 2:
		return sections[2], value
	return sections[0], value


def _holds(value: float, sign: str, than: float) -> bool:
	return {
		"<": value < than,
		">": value > than,
		"<=": value <= than,
		">=": value >= than,
		"=": value == than,
		"<>": value != than,
	}[sign]


@lru_cache(maxsize=512)
def _sections(code: str) -> tuple[_Section, ...]:
	if len(code) > _LONGEST_CODE:
		return (_Section((), None, False, 0, True),)
	parts: list[list[re.Match[str]]] = [[]]
	for found in _TOKEN.finditer(code):
		if found["one"] == ";":
			parts.append([])
		else:
			parts[-1].append(found)
	return tuple(map(_section, parts[:3]))


def _section(found: list[re.Match[str]]) -> _Section:
	tokens: list[tuple[str, str]] = []
	condition, scale, is_plain = None, 0, False
	groups = has_point = False
	commas = 0
	for match in found:
		one = match["one"]
		if one is not None and one in "0#?":
			groups = groups or (commas > 0 and not has_point)
			commas = 0
			tokens.append(("digit", one))
		elif one == ",":
			commas += any(kind == "digit" for kind, _ in tokens)
		elif one == "." and not has_point:
			has_point = True
			scale, commas = scale - 3 * commas, 0
			tokens.append(("point", "."))
		elif match["bracket"] is not None:
			if limit := _CONDITION.match(match["bracket"]):
				condition = (limit[1], float(limit[2]))
			is_plain = is_plain or match["bracket"].lower().strip("hms") == ""
		elif match["general"] or match["exponent"] or one == "/" or (one is not None and one in _TIME):
			is_plain = True
		elif match["width"] is None and match["fill"] is None:
			text = match["quoted"] or match["escaped"] or match["currency"] or one or ""
			scale += 2 if one == "%" else 0
			tokens.append(("literal", text))
	scale -= 3 * commas
	return _Section(tuple(tokens), condition, groups, scale, is_plain or abs(scale) > _MOST_SCALE)


def _filled_in(section: _Section, value: int | float) -> str:
	tokens = section.tokens
	point = next((n for n, (kind, _) in enumerate(tokens) if kind == "point"), len(tokens))
	whole = [n for n, (kind, _) in enumerate(tokens[:point]) if kind == "digit"]
	places = [n for n, (kind, _) in enumerate(tokens) if kind == "digit" and n > point][:_MOST_PLACES]
	if not whole and not places:
		return "".join(text for kind, text in tokens if kind == "literal")
	# Fifteen digits, as spreadsheets calculate; halves are rounded away from zero, as they show them.
	exact = Decimal(format(value, ".15g")).scaleb(section.scale)
	number = exact.quantize(Decimal(1).scaleb(-len(places)), ROUND_HALF_UP, _EXACT)
	digits, _, behind = format(number.copy_abs(), "f").partition(".")
	shown: dict[int, str] = {}
	for place, digit in zip(reversed(places), reversed(behind), strict=True):
		# Zeros at the end show only where the code asks for them.
		is_needed = digit != "0" or tokens[place][1] == "0" or any(shown.get(n) for n in places if n > place)
		shown[place] = digit if is_needed else ""
	shown.update(_whole_digits(tokens, whole, digits, groups=section.groups))
	text = "".join(shown.get(n, "") if kind == "digit" else text for n, (kind, text) in enumerate(tokens))
	if not behind.strip("0") and point < len(tokens) and not any(shown.get(n) for n in places):
		text = text.replace(".", "", 1) if text.rstrip().endswith(".") else text
	return f"-{text}" if number < 0 else text


def _whole_digits(
	tokens: tuple[tuple[str, str], ...], places: list[int], digits: str, *, groups: bool
) -> dict[int, str]:
	"""The digits before the point, on their places from the right; what is over stands with the first."""
	rest = "" if digits == "0" else digits
	shown: dict[int, str] = {}
	count = 0
	for place in reversed(places):
		is_first = place == places[0]
		taken = rest if is_first else rest[-1:]
		rest = "" if is_first else rest[:-1]
		if not taken and tokens[place][1] == "0":
			taken = "0"
		text = ""
		for digit in reversed(taken):
			text = digit + ("," if groups and count and count % 3 == 0 else "") + text
			count += 1
		shown[place] = text
	return shown
