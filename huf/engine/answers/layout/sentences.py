"""An answer cut into sentences, whatever language and layout it has, and what each of them cites.

An item of a list and a row of a table are sentences of their own. What ends one is told by its sign and by what
follows: a point after an abbreviation, a number or a single letter ends nothing.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from huf.engine.analysis.marks import MARKS
from huf.engine.prompt.citations import CODE, numbers_in
from huf.engine.prompt.untrusted import CITATION

SentenceKind = Literal["prose", "item", "row", "heading", "code"]

_FENCED = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_CODE = re.compile(CODE, re.DOTALL)
_LINE = re.compile(r"[^\n]+")
_ITEM = re.compile(r"[ \t>]*(?:[-*+•‣▪–·][ \t]+|\(?\d{1,3}[.)、][ \t]+|\(?[a-zA-Z][.)][ \t]+|[①-⑳][ \t]*)")
_HEADING = re.compile(r"[ \t]*(?:#{1,6}[ \t]|(?:\*\*|__)[^*_\n]+(?:\*\*|__):?[ \t]*\Z)")
_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*\Z")
_RULE = re.compile(r"[ \t]*\|?[ \t:|-]*-{2,}[ \t:|-]*\Z")
_WIDE_END = "。！？｡．؟।॥۔…"
_END = re.compile(
	rf"(?:[.!?]+|[{_WIDE_END}]+)[\"'”’»)\]）」』*_]*"
	rf"(?P<marks>(?:[ \t]*{CITATION.pattern})*)(?P<after>\s+|\Z|(?<=[{_WIDE_END}])|(?=[^\s.!?]))",
)
_ABBREVIATIONS = frozenset(
	"""approx art bzw ca cf ch chap co corp dept dr ed eds ej etc evtl fig ggf gen gov hr inc incl inkl jr kap lt ltd max
	min mr mrs ms mt nr núm no nos op p pag pág par pp prof pt ref rev rs s sec seg sr sra st str tab tel u usw v vgl vol vs z
	zb abs abt anm aufl bd bspw dgl einschl exkl geb gem jh lfd mind mio mrd mtl od sog std tgl tsd zzgl av ex
	g e i b d a h m n t ud uds vd art bl nos mme mlle cie env éd hab janv févr juil sept oct nov déc jan feb mar apr
	jun jul aug sep okt dez ene abr ago dic""".split()
)
_QUESTION = re.compile(r"[?？؟][\s\"'”’»)\]*_]*\Z")
_LETTERS = re.compile(r"[^\W\d_]")
_DIGIT = re.compile(r"\d")
_WORDS = re.compile(rf"[\w{MARKS}'’-]+")
_OPENING = re.compile(
	r"\W*(?:(?:hello|hi|dear \w+|good (?:morning|afternoon|evening|day)|thanks?(?: you)?(?: (?:so|very) much| a lot)?|sure|certainly|"
	r"of course|absolutely|gladly|great question|you(?:'re| are) welcome|hallo|guten (?:tag|morgen|abend)|(?:vielen |herzlichen )?dank(?:e)?|"
	r"gern(?:e)?|natürlich|selbstverständlich|sicher|klar|bonjour|bonsoir|merci(?: beaucoup)?|bien sûr|avec plaisir|de rien|hola|"
	r"buenos días|buenas tardes|(?:muchas )?gracias|claro(?: que sí)?|por supuesto|con mucho gusto|de nada)(?!\w)[\s,.!:–-]*)+",
	re.IGNORECASE,
)
_COURTESY = re.compile(
	r"\W*(?:i hope (?:this|that|it)|hope (?:this|that) helps|(?:please )?let me know|(?:please )?feel free|(?:i(?:'m| am) )?happy to help|"
	r"if you (?:have|need) (?:any )?(?:more|other|further|additional|questions)|do not hesitate|don't hesitate|have a (?:nice|good|great)|"
	r"(?:here (?:is|are)|below (?:is|are)) (?:the|what|an?|your) \w+(?: \w+){0,4}\W*\Z|is there anything|"
	r"ich hoffe|(?:bitte )?lassen sie (?:es )?mich|bei (?:weiteren |rück)?fragen|melden sie sich gern|schönen tag|hier (?:ist|sind) (?:die|der|das) \w+(?: \w+){0,3}\W*\Z|"
	r"j'espère|n'hésitez pas|bonne journée|voici (?:les?|la|un|une) \w+(?: \w+){0,3}\W*\Z|"
	r"espero que|no dude|quedo a su|que tenga|aquí (?:tiene|está|están) (?:los?|las?|una?|el) \w+(?: \w+){0,3}\W*\Z)",
	re.IGNORECASE,
)
"""What is said out of politeness. It says nothing of the matter, so it can be neither true nor cited."""
_LEAST_WORDS = 3
_LEAST_SIGNS = 6
"""What a statement has at least, in words, or in signs of a script without spaces; less is "Yes." or "好的。"."""
_SPACELESS = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Sentence:
	"""One sentence of an answer."""

	start: int
	end: int
	kind: SentenceKind
	states: bool
	"""Whether it is a statement, which can be true or wrong and should cite what it rests on. No question is one, no heading,
	code, greeting or other courtesy, and no words that only lead to a list. A sentence that says what was not found is told by
	its token (:mod:`~huf.engine.answers.missing`), and the verification takes it out."""
	citations: tuple[int, ...] = ()
	"""The passages it cites, each once; an item that has none of its own has those of the words that lead to its list."""


def split_sentences(answer: str, known: Collection[int] | None = None) -> list[Sentence]:
	"""The sentences of ``answer`` in order. They do not overlap; what is between them is white space and signs of layout.

	``known`` are the numbers that passages have; without it every number counts.
	"""
	sentences = [_with_citations(sentence, answer, known) for sentence in _sentences(answer)]
	return _inherited(sentences, answer)


def _sentences(answer: str) -> Iterator[Sentence]:
	place = 0
	for fence in _FENCED.finditer(answer):
		yield from _lines(answer, place, fence.start())
		yield Sentence(fence.start(), fence.end(), "code", False)
		place = fence.end()
	yield from _lines(answer, place, len(answer))


def _lines(answer: str, start: int, end: int) -> Iterator[Sentence]:
	lines = [(found.start(), found.end()) for found in _LINE.finditer(answer, start, end)]
	for place, (begin, stop) in enumerate(lines):
		line = answer[begin:stop]
		if not line.strip() or _RULE.match(line):
			continue
		following = answer[slice(*lines[place + 1])] if place + 1 < len(lines) else ""
		if _ROW.match(line):
			is_head = bool(_RULE.match(following))
			yield Sentence(begin, stop, "heading" if is_head else "row", not is_head and _says(line))
		elif _HEADING.match(line):
			yield Sentence(begin, stop, "heading", False)
		else:
			item = _ITEM.match(line)
			kind: SentenceKind = "item" if item else "prose"
			yield from _of_line(answer, begin + (item.end() if item else 0), stop, kind)


def _of_line(answer: str, start: int, end: int, kind: SentenceKind) -> Iterator[Sentence]:
	code = [(found.start(), found.end()) for found in _CODE.finditer(answer, start, end)]
	begin = start
	for found in _END.finditer(answer, start, end):
		if any(first <= found.start() < last for first, last in code):
			continue
		if not _ends(answer, begin, found, end):
			continue
		stop = found.end("marks") if found["marks"] else found.start("after")
		yield from _one(answer, begin, stop, kind)
		begin = found.end()
	yield from _one(answer, begin, end, kind)


def _ends(answer: str, begin: int, found: re.Match[str], end: int) -> bool:
	"""Whether a sign that may end a sentence does."""
	sign, following = answer[found.start()], answer[found.end() : end]
	if sign in _WIDE_END:
		return True
	if not found["after"] and found.end() < end:
		# No white space follows: 3.5, example.com, "?)" inside a sentence.
		return False
	if sign != "." or not following.strip():
		return True
	word = re.search(r"[^\s(\[\"“„'’]*\Z", answer[begin : found.start()])
	before = word.group() if word else ""
	if found["marks"]:
		return True
	next_sign = following.lstrip(" \t\"'“”„«»([*_")[:1]
	if next_sign and unicodedata.category(next_sign) == "Ll":
		return False
	plain = before.lower().replace(".", "")
	if len(plain) == 1 and re.search(r"\d\s?\Z", answer[begin : found.start() - 1]):
		# "22 h. Then": a unit and no abbreviation.
		return True
	if before and before[-1].isdigit():
		# "am 3. März" and "Nr. 5. Danach": a number that begins a word and a capital after it may be either.
		return not re.fullmatch(r"\d{1,2}", before) or next_sign.isdigit()
	return not (plain in _ABBREVIATIONS or (len(plain) == 1 and plain.isalpha()) or _is_initials(before))


def _is_initials(word: str) -> bool:
	"""Whether it is written with points inside, as "U.S" and "z.B" are, and "example.com" is not."""
	return "." in word and all(len(part) <= 2 for part in word.split("."))


def _one(answer: str, start: int, end: int, kind: SentenceKind) -> Iterator[Sentence]:
	text = answer[start:end]
	bare = text.strip()
	if not bare:
		return
	start += len(text) - len(text.lstrip())
	yield Sentence(start, start + len(bare), kind, _says(bare))


def _says(text: str) -> bool:
	"""Whether it states something, as far as its form tells."""
	bare = CITATION.sub(" ", _CODE.sub(" x ", text)).strip()
	if not _LETTERS.search(bare) or _QUESTION.search(bare):
		return False
	if bare.rstrip("*_ ").endswith((":", "：")) or (_COURTESY.match(bare) and not CITATION.search(text)):
		return False
	bare = _OPENING.sub("", bare, count=1) if _OPENING.match(bare) else bare
	if _DIGIT.search(bare):
		return True
	spaceless = len(_SPACELESS.findall(bare))
	return spaceless >= _LEAST_SIGNS or len(_WORDS.findall(bare)) >= _LEAST_WORDS


def _with_citations(sentence: Sentence, answer: str, known: Collection[int] | None) -> Sentence:
	if sentence.kind == "code":
		return sentence
	text = _CODE.sub(lambda found: " " * len(found.group()), answer[sentence.start : sentence.end])
	numbers = [number for marker in CITATION.finditer(text) for number in numbers_in(marker.group())]
	cited = tuple(dict.fromkeys(number for number in numbers if known is None or number in known))
	return replace(sentence, citations=cited)


def _inherited(sentences: Sequence[Sentence], answer: str) -> list[Sentence]:
	"""Citations that stand apart from what they belong to are given to it.

	Markers alone after a sentence belong to it. Items and rows without markers have those of the words that lead to
	them ("The rates are [1]:"), of the sentence before the head of their table, or of a line of nothing but markers after it.
	"""
	merged: list[Sentence] = []
	for sentence in sentences:
		alone = sentence.citations and not CITATION.sub("", answer[sentence.start : sentence.end]).strip(
			" .,;。"
		)
		if alone and merged:
			merged = _given(merged, sentence.citations)
		else:
			merged.append(sentence)
	leading: tuple[int, ...] = ()
	caption: tuple[int, ...] = ()
	result = []
	for before, sentence in pairwise([Sentence(0, 0, "prose", False), *merged]):
		if sentence.kind in ("item", "row"):
			if before.kind not in (sentence.kind, "heading") and not before.states:
				leading = before.citations
			elif before.kind == "heading" and sentence.kind == "row":
				leading = before.citations or caption
			sentence = sentence if sentence.citations else replace(sentence, citations=leading)
		elif sentence.kind == "heading" and _ROW.match(answer[sentence.start : sentence.end]):
			caption = before.citations if before.kind == "prose" else ()
		else:
			leading = ()
		result.append(sentence)
	return result


def _given(sentences: list[Sentence], citations: tuple[int, ...]) -> list[Sentence]:
	"""``citations`` added to the last sentence, or to all rows of a table that ends here."""
	kind = sentences[-1].kind
	given = list(sentences)
	for place in range(len(given) - 1, -1, -1):
		if place < len(given) - 1 and (kind != "row" or given[place].kind != "row"):
			break
		if not (kind == "row" and given[place].citations):
			both = tuple(dict.fromkeys((*given[place].citations, *citations)))
			given[place] = replace(given[place], citations=both)
	return given
