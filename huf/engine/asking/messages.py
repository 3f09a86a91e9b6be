"""What of a message its writer says: without the greeting, the signature, and what somebody else wrote before."""

import re
from collections.abc import Sequence

from huf.engine.asking.sentences import weight

_LEAST_OWN = 3
"""Words that say something, of a message that is more than a cover for what it forwards."""
_LONGEST_GREETING = 7
_LONGEST_CLOSING = 7
"""Words."""
_LONGEST_SIGNATURE = 14
"""Lines with text after a closing formula. More of them are no signature."""

_GREETING = re.compile(
	r"(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|greetings|to whom it may concern|hallo|moin|servus|guten (?:tag|morgen|abend)|"
	r"liebe[rs]?|sehr geehrte[rs]?|werte[rs]?|bonjour|bonsoir|salut|cher|chère|madame|monsieur|hola|buen[oa]s (?:días|tardes|noches)|estimad[oa]s?|"
	r"querid[oa]s?|ciao|buongiorno|buonasera|salve|gentile|egregi[oa]?|spett(?:abile|\.le)|beste|geachte|goede(?:morgen|middag)|olá|oi|bom dia|"
	r"boa (?:tarde|noite)|prezad[oa]s?|car[oa]s?)\b",
	re.IGNORECASE,
)
_CLOSING = re.compile(
	r"(?:(?:best|kind|kindest|warm|warmest) (?:regards|wishes)|regards|with (?:best|kind) (?:regards|wishes)|many thanks|thanks|thank you|thx|cheers|"
	r"sincerely|yours|all the best|best|take care|mit (?:freundlichen|besten|herzlichen|lieben) gr[üu](?:ß|ss)en|(?:viele|liebe|beste|herzliche|"
	r"schöne|freundliche) gr[üu](?:ß|ss)e|gr[üu](?:ß|ss)e|gru(?:ß|ss)|mfg|lg|vg|danke|vielen dank|besten dank|cordialement|bien (?:à vous|cordialement)|"
	r"salutations|sincères salutations|merci|amicalement|(?:un (?:cordial |afectuoso )?)?saludos?|un abrazo|atentamente|(?:muchas )?gracias|cordialmente|"
	r"(?:cordiali|distinti) saluti|saluti|grazie|met vriendelijke groet(?:en)?|groet(?:en|jes)?|bedankt|atenciosamente|cumprimentos|"
	r"(?:com os )?melhores cumprimentos|obrigad[oa]|abraços?)\b",
	re.IGNORECASE,
)
_REPLY = re.compile(
	r"(?:(?:on|am|le|el|il|op|em)\b.{6,160}(?:wrote|schrieb.{0,60}|a écrit|escribió|ha scritto|schreef.{0,60}|escreveu)\s*:\s*$)"
	r"|(?:.{3,80}\b(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu)\s*:\s*$)",
	re.IGNORECASE,
)
_DIVIDER = re.compile(
	r"\s*(?:[-_*=]{2,}\s*(?:original(?:e)? (?:message|nachricht)|ursprüngliche nachricht|message d'origine|mensaje original|messaggio originale|"
	r"oorspronkelijk bericht|mensagem original)\s*[-_*=]*|_{10,})\s*$",
	re.IGNORECASE,
)
_FORWARDED = re.compile(
	r"\s*[-_*=]{2,}\s*(?:forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato|"
	r"doorgestuurd bericht|mensagem encaminhada)\s*[-_*=]*\s*$",
	re.IGNORECASE,
)
_HEADER = re.compile(
	r"\s*\*{0,2}(?:from|sent|date|to|cc|subject|von|gesendet|datum|an|betreff|de|envoyé|à|objet|enviado|fecha|para|asunto|da|inviato|data|a|oggetto|"
	r"verzonden|aan|onderwerp|assunto)\*{0,2}\s*:\*{0,2}\s",
	re.IGNORECASE,
)


def own_lines(lines: list[str]) -> list[str]:
	"""What the writer says: without greeting, signature, and what others wrote before."""
	own, history = _parted(lines)
	own = _without_frame(own)
	if sum(map(weight, own)) < _LEAST_OWN and history:
		# Who only forwards something asks what it asks.
		forwarded, _ = _parted([line.lstrip("> ") for line in history])
		own += _without_frame(forwarded)
	return own


def _parted(lines: list[str]) -> tuple[list[str], list[str]]:
	"""The lines before what others wrote, and those."""
	quoted = [line for line in lines if line.lstrip().startswith(">")]
	own = [line for line in lines if not line.lstrip().startswith(">")]
	for place, line in enumerate(own):
		if _FORWARDED.match(line):
			body = _without_headers(own[place + 1 :])
			return [*_without_frame(own[:place]), "", *_without_frame(body)], quoted
		if _DIVIDER.match(line) or _is_header(own, place):
			return own[:place], [*quoted, *_without_headers(own[place:])]
		if _REPLY.match(line) and (quoted or place):
			return own[:place], [*quoted, *own[place + 1 :]]
	return own, quoted


def _is_header(lines: Sequence[str], place: int) -> bool:
	"""Whether the lines of a mail's header begin here: three of them, one after another."""
	following = lines[place : place + 3]
	return len(following) == 3 and all(map(_HEADER.match, following))


def _without_headers(lines: Sequence[str]) -> list[str]:
	return [line for line in lines if not (_HEADER.match(line) or _DIVIDER.match(line))]


def _without_frame(lines: list[str]) -> list[str]:
	"""Without the greeting in front, and the signature at the end."""
	lines = list(lines)
	while lines and not lines[0].strip():
		lines.pop(0)
	if lines and _GREETING.match(lines[0]) and len(lines[0].split()) <= _LONGEST_GREETING:
		lines.pop(0)
	for place, line in enumerate(lines):
		if _ends(line) and sum(bool(one.strip()) for one in lines[place + 1 :]) <= _LONGEST_SIGNATURE:
			return lines[:place]
	return lines


def _ends(line: str) -> bool:
	"""Whether a line begins the end of a message."""
	if line.rstrip() in ("--", "—"):
		return True
	return bool(_CLOSING.match(line.strip())) and len(line.split()) <= _LONGEST_CLOSING and "?" not in line
