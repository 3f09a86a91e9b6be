"""What the beginning of a text says of the whole, whatever its file says: its language, and of a letter its day.

Files know little of either: a template of Word says American English of a German text, and the date of a file is that of its last copy.
"""

import re
from datetime import date
from functools import cache

from huf.engine.analysis.languages import SAMPLE, known_language, told_language
from huf.engine.analysis.months import MONTHS
from huf.engine.extractors.properties import DATE, KIND, LANGUAGE
from huf.engine.extractors.recognition.kinds import ALIASES
from huf.engine.types import JSONValue, Section

LETTER = "Letter"
_WRITTEN = frozenset(("doc", "docx", "odt", "pdf", "picture", "rtf", "txt"))
"""What letters are written in; elsewhere a salutation is a quotation."""
_HEAD_LINES, _HEAD_LINE = 40, 100
"""Lines in which a letter has its head, and characters of one."""
_PLACE = 40
"""Characters beside the date in its line: a word for it, or a town."""

_YEAR = r"(?P<y>(?:19|20)\d\d)"
_SLASHED = "slashed"


@cache
def _salutation() -> re.Pattern[str]:
	return re.compile(
		r"(?:dear|to whom it may concern|estimad[oa]s?|muy señor(?:a|es|as)?|distinguid[oa]s?|apreciad[oa]s?|prezad[oa]s?|exm[oa]s?)\b.{0,80}[,:;!]|"
		r"(?:sehr geehrte[rs]?|liebe[rs]?|guten tag|madame|mesdames|monsieur|messieurs|ch[eè]re?s?|gentil[ei]|gentilissim[oa]|egregi[oa]?|spettabile|spett|"
		r"car[oai]|caros|caras|geachte|beste|bästa|hej|kære|kjære|hyvä|arvois[ae]t?|szanown\w+|vážen\w+|уважаем\w+|шановн\w+|sayın|stimat\w*|tisztelt|"
		r"αγαπητ\w+|αξιότιμ\w+|yth|dengan hormat|kính gửi|kính thưa|प्रिय|आदरणीय|माननीय|عزيز\w+|السيد\w*|السادة|حضرة)\b.{0,80}[,!،,।]|"
		r"(?:尊敬的|亲爱的|敬启者|致相关人士).{0,40}|(?:拝啓|謹啓|前略).{0,80}|.{0,40}(?:귀하|님께)",
		re.IGNORECASE,
	)


@cache
def _dates() -> tuple[tuple[str, re.Pattern[str]], ...]:
	"""Compiled for the first letter, and not for a command that reads nothing."""
	name = "|".join(re.escape(name) for name in sorted(MONTHS, key=len, reverse=True))
	forms = {
		"iso": rf"{_YEAR}-(?P<m>\d\d)-(?P<d>\d\d)",
		"named": rf"(?P<d>\d\d?)(?:st|nd|rd|th|er|º|ª|°|\.)?\s*(?:of|de|del|di)?\s*(?P<m>{name})[.,]?\s*(?:of|de|del|di)?\s*{_YEAR}",
		"American": rf"(?P<m>{name})\.?\s*(?P<d>\d\d?)(?:st|nd|rd|th)?,?\s+{_YEAR}",
		"dotted": rf"(?P<d>\d\d?)\.\s?(?P<m>\d\d?)\.\s?{_YEAR}",
		_SLASHED: rf"(?P<d>\d\d?)[/-](?P<m>\d\d?)[/-]{_YEAR}",
		"Han": rf"{_YEAR}\s?[年년]\s?(?P<m>\d\d?)\s?[月월]\s?(?P<d>\d\d?)\s?[日일]",
	}
	return tuple(
		(how, re.compile(rf"(?<![\w/.-]){form}(?![\w/-])", re.IGNORECASE)) for how, form in forms.items()
	)


_BESIDE = re.compile(
	r"(?:date|datum|fecha|data|dato|päiväys|дата|tarih|ngày|tanggal|التاريخ|दिनांक|日期)?\s*[:.]?|[^\W\d_][^\d:;|@]*,?\s*(?:den|am|the|le|el|il|on|a|em)?,?",
	re.IGNORECASE,
)
"""A word for the date, or where the letter was written: “Hamburg, den”."""
_OF_ELSE = re.compile(
	r"\b(?:your|our|ihr\w*|unser\w*|votre|vos|notre|nos|su|sus|nuestr\w+|vostr\w+|uw|letter|schreiben|nachricht|lettre|carta|due|fällig\w*|until|bis|by|"
	r"jusqu\w*|hasta|birth|born|geb\w*|né|née|nacid\w+|since|seit|from|vom|du|valid|gültig|page|seite)\b",
	re.IGNORECASE,
)
"""Beside a date that is another one than the letter's: of the letter that it answers, of a birthday, of a limit."""


class Beginning:
	"""Collects the first characters of an input, and says what they tell."""

	def __init__(self) -> None:
		self._parts: list[str] = []
		self._missing = SAMPLE
		self._language: str | None = None
		"""Once it has been looked for."""
		self._dates: dict[bool, date | None] = {}
		"""Of a letter, by whether days come before months, once they have been looked for."""

	@property
	def is_there(self) -> bool:
		"""Whether no more of it is needed."""
		return self._missing <= 0

	def add(self, section: Section) -> None:
		"""Take the next section."""
		if not self.is_there:
			self._parts.append(section.text[: self._missing])
			self._missing -= len(section.text)

	def tell(self, properties: dict[str, JSONValue], extractor: str) -> None:
		"""Add to what the file says of itself; a letter's own day and a language that the text tells come before that.

		May be called again when the file has said more, as some do behind their text.

		:param extractor: registry key of what read it.
		"""
		text = "".join(self._parts)
		declared = str(properties.get(LANGUAGE) or "")
		# A text in a language that is not known here looks like one in a language beside it.
		if not declared or known_language(declared):
			if self._language is None:
				self._language = told_language(text)
			properties[LANGUAGE] = self._language or declared
		if ALIASES.get(extractor, extractor) in _WRITTEN and properties.get(KIND) in (None, LETTER):
			is_day_first = properties.get(LANGUAGE) not in (None, "", "en")
			if is_day_first not in self._dates:
				self._dates[is_day_first] = letter_date(text, is_day_first=is_day_first)
			if day := self._dates[is_day_first]:
				properties[DATE] = day.isoformat()
				properties[KIND] = LETTER
		if not properties.get(LANGUAGE):
			properties.pop(LANGUAGE, None)


def letter_date(text: str, *, is_day_first: bool) -> date | None:
	"""The day that a letter names above its salutation; None if this is no letter, or where its date is not clear.

	:param is_day_first: 3/4/2021 is 3 April; otherwise it could be either.
	"""
	above: list[str] = []
	for line in text.split("\n", _HEAD_LINES)[:_HEAD_LINES]:
		line = line.strip()
		if len(line) <= _HEAD_LINE and _salutation().fullmatch(line):
			break
		above.append(line)
	else:
		return None
	# A line of nothing but the date comes before one with a town or a word; the last one is nearest to the letter.
	found = [
		(size, -number, day) for number, line in enumerate(above) for size, day in _dated(line, is_day_first)
	]
	return min(found)[2] if found else None


def _dated(line: str, is_day_first: bool) -> list[tuple[int, date]]:
	"""The day of a line that has hardly anything else, and how much else."""
	if len(line) > _HEAD_LINE:
		return []
	for how, pattern in _dates():
		dates = list(pattern.finditer(line))
		if not dates:
			continue
		beside = (line[: dates[0].start()] + line[dates[0].end() :]).strip()
		if len(dates) > 1 or len(beside) > _PLACE or _OF_ELSE.search(beside) or not _BESIDE.fullmatch(beside):
			return []
		day = _day(dates[0], is_clear=is_day_first or how != _SLASHED)
		return [(len(beside), day)] if day else []
	return []


def _day(found: re.Match[str], *, is_clear: bool) -> date | None:
	"""``is_clear``: whether day and month stand in this order."""
	name = found["m"].casefold()
	day, month = int(found["d"]), MONTHS.get(name) or int(name)
	if not is_clear and month > 12:
		day, month = month, day
	elif not is_clear and day <= 12 and day != month:
		return None
	try:
		return date(int(found["y"]), month, day)
	except ValueError:
		return None
