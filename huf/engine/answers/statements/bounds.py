"""Whether a value is said as the least or as the most there may be: "at least 14 days", "no later than 1 May", "18 or older"."""

import re
from functools import cache

AT_LEAST, MORE, AT_MOST, LESS = ">=", ">", "<=", "<"
_BEFORE = (
	(
		AT_MOST,
		r"no(?:t)? (?:more|later|longer|higher|older|greater|larger) than|at (?:the )?(?:most|latest)(?: on| by)?|up to|"
		r"max(?:imum|\.)?(?: of)?|within|not exceed(?:ing)?|not after|"
		r"nicht (?:mehr|später|länger|höher|älter|größer) als|höchstens|maximal|spätestens(?: am| bis| nach| zum)?|bis (?:zu|zum)|innerhalb(?: von)?|binnen|"
		r"pas plus de|pas plus tard que|au plus(?: tard)?(?: le)?|au maximum|jusqu'(?:à|au)|dans (?:les|un délai de)|"
		r"no más de|no más tarde del?|no mayor (?:de|a|que)|como máximo|a más tardar(?: el)?|hasta|en un plazo de|dentro de",
	),
	(
		AT_LEAST,
		r"no(?:t)? (?:less|fewer|earlier|sooner|shorter|lower|younger) than|at (?:the )?(?:least|earliest)|min(?:imum|\.)?(?: of)?|not before|not under|"
		r"nicht (?:weniger|früher|kürzer|niedriger|jünger) als|nicht (?:vor|unter)(?: dem)?|mindestens|wenigstens|frühestens(?: am| ab| nach)?|"
		r"pas moins de|au moins|au minimum|à partir d[ue]|au plus tôt(?: le)?|"
		r"no menos de|no antes de|al menos|por lo menos|como mínimo|a partir de",
	),
	(
		MORE,
		r"(?:more|greater|longer|later|higher|older|larger) than|above|over|exceed(?:s|ing)?|in excess of|"
		r"(?:mehr|länger|später|höher|älter|größer) als|über|oberhalb(?: von)?|"
		r"plus de|au-delà de|supérieure?s? à|dépass(?:e|ent|ant)|"
		r"más de|superior(?:es)? a|por encima de|supera(?:n)?|mayor(?:es)? (?:de|que|a)",
	),
	(
		LESS,
		r"(?:less|fewer|shorter|lower|younger|smaller) than|below|under|"
		r"(?:weniger|kürzer|niedriger|jünger|kleiner) als|unter|unterhalb(?: von)?|"
		r"moins de|inférieure?s? à|en dessous de|"
		r"menos de|inferior(?:es)? a|por debajo de|menor(?:es)? (?:de|que|a)",
	),
)
_BEHIND = (
	(
		AT_LEAST,
		r"or (?:more|older|longer|above|over|higher)|and (?:more|above|over)|oder (?:mehr|älter|länger|darüber)|und mehr|ou plus|et plus|o más|y más|or earlier$|at least|mindestens|au moins|como mínimo|minimum",
	),
	(
		AT_MOST,
		r"or (?:less|fewer|younger|below|lower)|oder (?:weniger|jünger|darunter)|ou moins|o menos|at (?:the )?(?:most|latest)|höchstens|maximal|au plus(?: tard)?|au maximum|como máximo|a más tardar|maximum",
	),
)
_WORDS = (
	(
		AT_MOST,
		r"(?:at the latest|spätestens|au plus tard|a más tardar|maximum|maximal\w*|höchst\w+|maximale?|máxim[oa])",
	),
	(
		AT_LEAST,
		r"(?:at the earliest|frühestens|au plus tôt|como pronto|minimum|minimal\w*|mindest\w+|minimale?|mínim[oa])",
	),
)
_IN_TIME = re.compile(r"late(?:r|st)|earl|sooner|später|frühe|spätest|früher|tard|tôt|pronto")
_BEFORE_IT = re.compile(r"\s*(?:calendar |working )?(?:before|prior to|ahead of|vor|avant|antes)(?!\w)")
_TURNED = {AT_LEAST: AT_MOST, AT_MOST: AT_LEAST}
_LOOK = 40
OPPOSITE = frozenset({(a, b) for a in (AT_LEAST, MORE) for b in (AT_MOST, LESS)})


@cache
def _patterns() -> tuple[tuple[tuple[str, re.Pattern[str]], ...], ...]:
	article = r"(?:\s(?:the|of|a|an|den|dem|der|einer?|eines|von|le|la|les|un|une|el|los|las|una))?"
	return (
		tuple((sign, re.compile(rf"(?<!\w)(?:{words}){article}[\s:(]*\Z")) for sign, words in _BEFORE),
		tuple((sign, re.compile(rf"\W{{0,3}}(?:{words})(?!\w)")) for sign, words in _BEHIND),
		tuple((sign, re.compile(rf"(?<!\w){words}(?!\w)")) for sign, words in _WORDS),
	)


def bound_of(text: str, start: int, end: int, clause: tuple[int, int]) -> str:
	"""The bound that ``text``, in small letters, sets with its value at ``start`` to ``end``; empty without one."""
	before, behind, words = _patterns()
	clause_start, clause_end = clause
	near = text[max(clause_start, start - _LOOK) : start]
	for sign, pattern in before:
		if found := pattern.search(near):
			# "No later than 14 days before" it is at least 14 days before it.
			is_turned = _IN_TIME.search(found.group()) and _BEFORE_IT.match(text, end)
			return _TURNED.get(sign, sign) if is_turned else sign
	for sign, pattern in behind:
		if pattern.match(text, end):
			return sign
	for sign, pattern in words:
		if pattern.search(text, clause_start, start) or pattern.search(
			text, end, min(end + _LOOK, clause_end)
		):
			return sign
	return ""


def without_bounds(text: str) -> str:
	"""``text`` with blanks for bounds that are said by denying: "no later than" denies nothing."""
	return _denying().sub(lambda found: " " * len(found.group()), text)


@cache
def _denying() -> re.Pattern[str]:
	return re.compile(
		r"(?<!\w)(?:no|not|nicht|pas|no)\s(?:more|less|fewer|later|earlier|sooner|longer|shorter|higher|lower|older|younger|greater|"
		r"larger|mehr|weniger|später|früher|länger|kürzer|höher|niedriger|älter|jünger|größer|plus|moins|más|menos|mayor|menor)"
		r"\s(?:than|als|de|que|tard|tarde)\w*|(?<!\w)not exceed\w*|(?<!\w)n(?:e |')\w+ pas (?:plus|moins) (?:de|tard)"
	)


def clash(ours: str, theirs: str) -> str:
	"""``opposite`` for two bounds of which the one is the denial of the other, ``edge`` when only the value itself is
	meant by one of them, empty when they agree or one is missing."""
	if not ours or not theirs or ours == theirs:
		return ""
	return "opposite" if (ours, theirs) in OPPOSITE or (theirs, ours) in OPPOSITE else "edge"
