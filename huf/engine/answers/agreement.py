"""Does a sentence of an answer say what the passage says around the values that both have?

A value that stands in a passage proves nothing of the words beside it. Before a sentence makes an answer Confirmed, its other
words are looked for where the value stands: periods, roles and their order, quantifiers, conditions, what comes before what.
What differs is a doubt, and what is not there at all leaves the sentence unconfirmed. Neither says that the sentence is wrong.
"""

import itertools
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from huf.engine.answers.comparing import PassageFacts
from huf.engine.answers.names import is_legal_form, read_mentions
from huf.engine.answers.sentences import Sentence
from huf.engine.answers.signs import certain, marks_of, period_side, roles_of, sides_of
from huf.engine.answers.statements import bound_at
from huf.engine.answers.statements.bounds import without_bounds
from huf.engine.answers.statements.words import AFFIRMATIONS, DENIALS, NEUTRAL
from huf.engine.answers.surroundings import Surroundings, terms_of_text
from huf.engine.untrusted import CITATION

Agreement = Literal["agrees", "open", "doubtful", "differs"]
"""*open*: words of the sentence are not found. *doubtful*: some stand against it. *differs*: it says something else."""
LANGUAGES = frozenset({"en", "de", "fr", "es"})
"""Whose words are known."""
_MOST_UNFOUND = 0.4
"""Share of the words of a sentence that may be others than the passage's."""
_LEAST_STEM = 4
"""Letters that two words begin with to be taken for forms of one."""
_PART = re.compile(
	r"[;,:](?=\s)|(?<=\s)(?:and|but|und|aber|sondern|et|mais|y|pero|while|whereas|während|tandis|mientras)(?=\s)"
)
_ORDER = re.compile(
	r"(?<!\w)(?:(before|prior to|ahead of|vor(?:dem|m)?|bevor|avant|antes)|(after|upon|following|nach(?:dem)?|après|después|tras))(?!\w)"
)
_THEN = re.compile(
	r"(?<!\w)(?:then|afterwards|finally|dann|danach|anschließend|ensuite|puis|luego|entonces|a continuación)(?!\w)"
)
_THAN = re.compile(r"(?<!\w)(?:than|als|que)(?!\w)")
_BY = re.compile(r"(?<!\w)(?:by|von|vom|durch|par|por)(?!\w)")
_COPULA = re.compile(
	r"(?<!\w)(?:is|are|ist|sind|est|sont|es|son|named|called|heißt|s'appelle|se llama)(?!\w)"
)
_CAUSE = re.compile(
	r"(?<!\w)(?:because(?: of)?|due to|caused by|cause was|owing to|weil|wegen|aufgrund|ursache war|à cause de|parce que|en raison de|porque|debido a|por causa de)(?!\w)"
)
_FROM = re.compile(
	r"(?:(?P<from>from|since|starting(?: on)?|as of|effective|ab(?: dem)?|seit(?: dem)?|vom|depuis(?: le)?|dès(?: le)?|à (?:partir|compter) du|desde(?: el)?|a partir del?)"
	r"|(?P<until>until|till|through|up to|bis(?: zum)?|jusqu'(?:au?|en)|hasta(?: el)?))\s*\Z"
)
_COMPARED = frozenset({"more", "price", "when", "long", "speed"})
"""Groups of comparatives."""
_CHANGED = frozenset({"change", "decision", "edge", "owed", "state", "travel", "side", "form", "limit"})
"""Groups of which the side is told by the part of a sentence that has the value."""
_SUPPOSED = re.compile(
	r"(?<!\w)(?:if|provided|wenn|sofern|falls|si|s'il|siempre que|cuando|lorsque|when)(?!\w)[^,;:.]*"
)
_NOT = re.compile(
	r"(?<!\w)(?:not?|never|without|un\w{4,}|nicht|kein\w*|ohne|pas|aucune?|sans|ningun\w*|ningún|nunca|sin)(?!\w)"
)
_PLAIN_NOT = re.compile(
	r"(?<!\w)(?:not?|never|cannot|nicht|kein\w*|nie|pas|jamais|aucune?|ningun[oa]|ningún|nunca)(?!\w)"
)
_CAPITAL = re.compile(r"(?<=[^\W\d_,;] )[A-ZÀ-ÖØ-Þ][^\W\d_]{2,}")
_LENGTH = re.compile(
	r"(?<!\w)(?:every|each|alle|jede\w?|cada|chaque|tou(?:te)?s les|once|einmal|une fois|una vez|(?:half )?an? hour|hours?|stunden?|minut\w+)(?!\w)"
)
"""Lengths of time that may say a period in another way."""
_OTHER_SCRIPT = re.compile("[\u0370-\u1dff\u3040-\ud7ff]")
_CLAUSE = re.compile(r"[;,:.](?=\s|\Z)")
_GENERIC = frozenset(
	"""amount amounts apply applies applied be become come comes cost costs costing get gets give given gives go goes have has had hold is it its
	last lasts lie lies make makes made mean pay pays paid receive stand take takes taken total per pro par por time times use used value set one two per each
	entitled entitle permitted allowed must may can shall should need needs needed required require possible following according also
	way case number day days week weeks month months year years euro euros eur usd dollar dollars percent working
	beträgt betragen liegt liegen beläuft belaufen kostet kosten gilt gelten wird werden haben hat erhält erhalten bekommt muss müssen darf dürfen
	kann können bei laut zahlen zahlbar höhe insgesamt euro prozent tage tag jahr monat woche erfolgt erfolgen steht sind ist gibt
	montant montants coûte coûtent élève élèvent est sont être avoir doit doivent peut peuvent pouvoir reçoit dure durée euros jours jour mois an
	importe asciende cuesta cuestan es son está están ser tener tiene tienen debe deben puede pueden dura euros días día mes año plazo
	belongs belong located call called named name amounting sum exactly alone namely thus therefore there this that these those which who
	still already then thereby among other others including such any every whole themselves itself arrange arranged planned intended scheduled
	noch bereits schon dabei davon unter anderem andere braucht brauchen benötigt können konnte konnten könnte vorgesehen geplant somit hierfür dafür wer wo sei
	encore déjà ainsi dont autre autres faut aura auront lieu car valeur prévu prévue peu tant comme auparavant
	aún todavía ya tanto como así hay haber sido hace falta previsto prevista quien quienes otro otros mismo además
	nicht kein keine auch jeweils bzw sowie höchstens mindestens maximal maximum minimum least most latest spätestens plus tard""".split()
)
"""Say nothing that a passage must have."""
_SAME = (
	"accept allow permit admit", "buyer customer client purchaser", "seller supplier vendor", "staff employee worker personnel", "firm company",
	"submit hand file send", "terminate cancel end quit", "obtain receive get", "begin start commence", "finish end complete expire", "notify inform tell report",
	"fee charge cost price", "reimburse refund repay", "ship deliver send dispatch", "invoice bill", "approve authorise authorize consent approval permission",
	"purchase buy", "leave vacation holiday", "replace exchange swap change", "prohibit forbid ban", "repair fix mend", "salary wage pay", "lead head run",
	"keep store retain", "responsible liable charge", "answer reply respond", "annual yearly", "check inspect examine verify", "discount rebate reduction",
	"carry bear cover pay borne", "arrive follow come", "miss lack outstanding", "belong property own", "notice terminate", "sign approve authorise authorize", "resolve solve settle fix",
	"increase rise grow raise grew rose", "decrease fall drop reduce decline fell", "deadline due payable", "record document note write", "deputy substitute replacement represent stand", "forbidden prohibit ban",
	"hold store keep retain", "announce notify inform", "insolvent bankrupt", "staff personnel workforce employee", "meeting session", "car vehicle", "error fault failure", "register record enter log",
	"tragen übernehmen zahlen bezahlen gezahlt", "senden schicken übermitteln versenden", "freigeben genehmigen zustimmen bewilligen", "einreichen vorlegen abgeben", "wagen pkw fahrzeug auto", "eigen privat",
	"wechseln ändern", "steigen erhöhen wachsen gestiegen gewachsen", "sinken fallen zurückgehen gesunken zurückging", "nachliefern nachlieferung", "erstatten übernehmen ersetzen erstattet übernommen",
	"bestellen auftrag bestellung", "frist termin", "störung fehler ausfall", "sitzung versammlung", "aufbewahren lagern", "vertreten vertretung", "gemeldet meldung mitteilen", "annehmen entgegennehmen angenommen entgegengenommen",
	"séance réunion", "envoyer expédier adresser transmettre", "valider approuver autoriser signer", "changer remplacer", "garder conserver", "augmenter hausse", "baisser reculer diminuer", "supporter payer prendre", "signaler déclarer avertir",
	"délai échéance", "former formation", "demander exiger requérir", "transmettre remettre soumettre", "facturer payer coûter",
	"cubrir cubierto cubierta cubre", "reducir bajar disminuir redujo bajaron", "aumentar subir crecer", "asumir pagar correr", "enviar remitir mandar", "aprobar autorizar firmar", "conservar guardar", "exigir requerir necesitar", "presentar entregar",
	"gestatten erlauben zulassen", "kündigen beenden", "zahlen bezahlen entrichten begleichen", "erstatten zurückzahlen ersetzen", "liefern zustellen versenden", "wechseln tauschen ersetzen austauschen",
	"prüfen kontrollieren", "melden mitteilen anzeigen informieren", "zustimmung genehmigung einwilligung", "aufbewahren behalten", "urlaub ferien", "leiten führen", "mitarbeiter beschäftigte arbeitnehmer",
	"rembourser restituer", "résilier mettre", "livrer envoyer expédier", "verser payer régler", "accord autorisation consentement", "diriger responsable", "remplacer changer", "congé vacances",
	"devolver reembolsar", "cancelar rescindir resolver", "entregar enviar", "pagar abonar", "autorización consentimiento aprobación", "cambiar sustituir reemplazar", "vacaciones descanso", "comunicar avisar notificar informar",
)  # fmt: skip
"""Words of about one meaning."""


@dataclass(frozen=True, slots=True)
class _Said:
	"""A sentence, of the answer or of a passage, as it is compared."""

	text: str
	"""In small letters, without marks of citations."""
	terms: frozenset[str]


def compare_sentence(
	answer: Surroundings,
	sentence: Sentence,
	passages: Sequence[PassageFacts],
	places: Collection[tuple[int, int, int]],
	*,
	confirmed: str = "",
	is_stated: bool = False,
	is_turned: bool = False,
) -> tuple[Agreement, PassageFacts | None, Sentence | None]:
	"""Whether a sentence agrees with the passage around the values that it shares with it, and with which sentence.

	``places``: where a value stands in the answer, the number of the passage, and where it stands there. ``answer`` has its words
	stemmed as the passages' language has it. ``confirmed``: names that were found, whether in a passage or a record. ``is_stated``:
	its clauses were found word for word, so that only quantifiers are left to compare. ``is_turned``: one of them was, so that
	what is denied was compared.
	"""
	ours = _read(answer, [sentence], answer.language)
	found = list(dict.fromkeys(_sentences_at(passages, places))) or list(_most_alike(ours, passages))
	if not found:
		return "open", None, None
	passage, said = found[0]
	parts = [_read(one.facts, _with_head(one, other), answer.language) for one, other in found]
	theirs = _Said(" . ".join(one.text for one in parts), frozenset().union(*(one.terms for one in parts)))
	if is_stated:
		return ("doubtful" if _says_of_more(ours, theirs) else "agrees"), passage, said
	if _differs(ours, theirs, answer, sentence, places, passages):
		return "differs", passage, said
	if (
		_is_doubtful(ours, theirs, answer.language)
		or _compares_alone(ours, theirs)
		or (not is_turned and _is_denied_otherwise(ours, theirs, answer.language))
		or _is_bound_twice(answer, passages, places)
		or _is_in_other_part(answer, sentence, passages, places)
		or _is_swapped(answer, sentence, passage, said, ours)
		or _is_beside(ours, answer, passages, places)
	):
		return "doubtful", passage, said
	heading = frozenset().union(
		_plain_terms(confirmed.lower(), answer.language), *(one.heading for one in passages)
	)
	if _has_other_capitals(answer, sentence, f"{theirs.text} {confirmed.lower()}", passages):
		return "open", passage, said
	return ("open" if _is_uncovered(ours, theirs, heading, passages, answer) else "agrees"), passage, said


def _read(source: Surroundings, sentences: Sequence[Sentence], language: str) -> _Said:
	text = " ".join(source.text[one.start : one.end] for one in sentences)
	plain = " ".join(CITATION.sub(" ", text).lower().replace("’", "'").split())
	return _Said(
		without_bounds(plain),
		frozenset().union(*(_content(source, one.start, one.end, language) for one in sentences)),
	)


def _content(source: Surroundings, start: int, end: int, language: str) -> frozenset[str]:
	"""The words of a part of a text, without its values, which are compared as such."""
	signs = list(source.text[start:end].lower())
	for placed in source.claims:
		first, last = max(start, placed.claim.start), min(end, placed.claim.end)
		if first < last and placed.claim.kind != "name":
			signs[first - start : last - start] = " " * (last - first)
	plain = CITATION.sub(" ", "".join(signs)).replace("’", " ").replace("'", " ")
	return _plain_terms(plain, language)


def _plain_terms(text: str, language: str) -> frozenset[str]:
	return frozenset(
		term for term in terms_of_text(text, language) if len(term) > 2 and not term.startswith("=")
	)


def _sentences_at(
	passages: Sequence[PassageFacts], places: Collection[tuple[int, int, int]]
) -> Iterator[tuple[PassageFacts, Sentence]]:
	for _, number, place in sorted(places):
		for passage in passages:
			if passage.number == number:
				for one in passage.facts.sentences:
					if one.start <= place < one.end:
						yield passage, one


def _most_alike(ours: _Said, passages: Sequence[PassageFacts]) -> Iterator[tuple[PassageFacts, Sentence]]:
	"""The sentence that shares most words."""
	shared = [
		(
			len(ours.terms & _read(passage.facts, _with_head(passage, one), passage.facts.language).terms),
			number,
			place,
		)
		for number, passage in enumerate(passages)
		for place, one in enumerate(passage.facts.sentences)
	]
	if shared and (best := max(shared))[0]:
		yield passages[best[1]], passages[best[1]].facts.sentences[best[2]]


def _with_head(passage: PassageFacts, sentence: Sentence) -> list[Sentence]:
	"""A sentence, and a row of a table with what its columns are called."""
	if sentence.kind != "row":
		return [sentence]
	head = [one for one in passage.facts.sentences if one.kind == "heading" and one.end <= sentence.start]
	return [*head[-1:], sentence]


def _differs(
	ours: _Said,
	theirs: _Said,
	answer: Surroundings,
	sentence: Sentence,
	places: Collection[tuple[int, int, int]],
	passages: Sequence[PassageFacts],
) -> bool:
	"""Whether it says another period, kind of day, tax or ordinal, or "until" where the passage says "from"."""
	mine, other = sides_of(ours.text), sides_of(theirs.text)
	for name in ("period", "days", "tax", "relative"):
		here, there = mine.get(name, frozenset()), other.get(name, frozenset())
		if name == "period":
			there |= _periods(theirs.text, passages, places)
		if here and there and not here & there:
			return True
	return any(
		_direction(answer.text, start) * _direction(passage.facts.text, place) < 0
		for start, number, place in places
		for passage in passages
		if passage.number == number
	)


def _periods(
	text: str, passages: Sequence[PassageFacts], places: Collection[tuple[int, int, int]]
) -> frozenset[int]:
	"""The periods of the values that were found."""
	wanted = {(number, place) for _, number, place in places}
	return frozenset(
		side
		for passage in passages
		for placed in passage.facts.claims
		if (passage.number, placed.claim.start) in wanted
		and (side := period_side(placed.claim.per)) is not None
	)


def _direction(text: str, place: int) -> int:
	found = _FROM.search(text[max(0, place - 20) : place].lower())
	return 0 if not found else 1 if found["from"] else -1


def _is_doubtful(ours: _Said, theirs: _Said, language: str) -> bool:
	mine, other = sides_of(ours.text), sides_of(theirs.text)
	sure = certain()
	for name, here in mine.items():
		there = other.get(name, frozenset())
		if here & there or name == "when":
			continue
		if there or (name == "period" and not _LENGTH.search(theirs.text)) or name in sure & {"days", "tax"}:
			return True
	if _says_of_more(ours, theirs):
		return True
	conditions, told = marks_of(ours.text, "condition"), marks_of(theirs.text, "condition")
	if ({"unless", "included"} & (conditions ^ told)) or ("if" in told and not conditions & {"if", "when"}):
		return True
	if {_denied(one) for one in _SUPPOSED.findall(ours.text)} ^ {
		_denied(one) for one in _SUPPOSED.findall(theirs.text)
	} == {True, False}:
		return True
	return (
		_is_turned(_ORDER, ours, theirs, language)
		or _is_turned(_THAN, ours, theirs, language)
		or _is_turned(_CAUSE, ours, theirs, language)
		or bool(_THEN.search(ours.text) and _steps_differ(ours, theirs, language))
	)


def _compares_alone(ours: _Said, theirs: _Said) -> bool:
	"""Whether it compares two things ("faster than", "más que") where the passage does not: what follows from numbers is not told."""
	return bool(
		_COMPARED & sides_of(ours.text).keys() and _THAN.search(ours.text) and not _THAN.search(theirs.text)
	)


def _is_denied_otherwise(ours: _Said, theirs: _Said, language: str) -> bool:
	"""Whether one denies what the other says: a word behind a negation that the other has, too, and denies nothing."""
	denied, said = _denied_words(ours.text, language), _denied_words(theirs.text, language)
	if not denied and not _NOT.search(ours.text):
		return any(_is_covered(term, ours.terms) for term in said - _generic(language))
	if not said and not _NOT.search(theirs.text):
		return any(_is_covered(term, theirs.terms) for term in denied - _generic(language))
	return False


def _denied_words(text: str, language: str) -> frozenset[str]:
	"""The words right before and behind those that deny."""
	found: set[str] = set()
	for one in _PLAIN_NOT.finditer(text):
		end = _CLAUSE.search(text, one.end())
		behind = text[one.end() : end.start() if end else len(text)].split()[:5]
		found |= _plain_terms(" ".join(behind), language)
	return frozenset(found)


def _is_bound_twice(
	answer: Surroundings, passages: Sequence[PassageFacts], places: Collection[tuple[int, int, int]]
) -> bool:
	"""Whether a value with a bound stands twice in a sentence of the passage, and not with that bound each time:
	"under three hours second class, from three hours on first class"."""
	for start, number, place in places:
		ours = bound_at(answer.clauses, start)
		for passage in passages:
			said = next((one for one in passage.facts.sentences if one.start <= place < one.end), None)
			if not ours or passage.number != number or said is None:
				continue
			own = next(one.claim for one in passage.facts.claims if one.claim.start == place)
			bounds = [
				bound_at(passage.facts.clauses, one.claim.start)
				for one in passage.facts.claims
				if said.start <= one.claim.start < said.end and one.claim.numbers == own.numbers
			]
			if len(bounds) > 1 and {*bounds} != {ours}:
				return True
	return False


def _part_at(source: Surroundings, place: int) -> tuple[Sentence, int, int] | None:
	"""The sentence of a place, and the part of it that the place stands in."""
	said = next((one for one in source.sentences if one.start <= place < one.end), None)
	if said is None or said.kind == "row":
		return None
	cuts = [said.start, *(one.end() for one in _PART.finditer(source.text, said.start, said.end)), said.end]
	return next((said, first, last) for first, last in itertools.pairwise(cuts) if first <= place < last)


def _is_in_other_part(
	answer: Surroundings,
	sentence: Sentence,
	passages: Sequence[PassageFacts],
	places: Collection[tuple[int, int, int]],
) -> bool:
	"""Whether a value stands in the passage beside words of another part of the answer's sentence, or beside one of opposite sense."""
	for start, number, place in places:
		mine = _part_at(answer, start)
		for passage in passages:
			theirs = _part_at(passage.facts, place) if passage.number == number else None
			if mine is None or theirs is None:
				continue
			one = sides_of(answer.text[mine[1] : mine[2]].lower())
			other = sides_of(passage.facts.text[theirs[1] : theirs[2]].lower())
			if any(not one[name] & other[name] for name in _CHANGED & one.keys() & other.keys()):
				return True
			own, rest = _own_and_rest(answer, mine, answer.language)
			near, far = _own_and_rest(passage.facts, theirs, answer.language)
			if (own - near) & far and (rest - own) & near - far and not own & near:
				return True
	return False


def _own_and_rest(
	source: Surroundings, part: tuple[Sentence, int, int], language: str
) -> tuple[frozenset[str], frozenset[str]]:
	said, first, last = part
	own = _content(source, first, last, language)
	rest = _content(source, said.start, first, language) | _content(source, last, said.end, language)
	return own - _generic(language), rest - _generic(language)


def _says_of_more(ours: _Said, theirs: _Said) -> bool:
	"""Whether it says of all, or of nothing else, what the passage does not: "some roles are" and "roles are"."""
	quantifiers, said = marks_of(ours.text, "quantifier"), marks_of(theirs.text, "quantifier")
	if ("all" in quantifiers and not said & {"all", "each"}) or (
		"only" in quantifiers and "only" not in said
	):
		return True
	return "some" in said and not quantifiers & {"some", "none", "only"}


def _denied(supposed: str) -> bool:
	return bool(_NOT.search(supposed))


def _is_turned(marker: re.Pattern[str], ours: _Said, theirs: _Said, language: str) -> bool:
	"""Whether what follows "after", "than" or "because" in one stands before it in the other."""
	first, second = marker.search(ours.text), marker.search(theirs.text)
	if not first or not second:
		return bool(first) and marker is _CAUSE
	lead, anchor = _around(first, ours.text, language)
	their_lead, their_anchor = _around(second, theirs.text, language)
	if not anchor or not their_anchor:
		return False
	# A clause that the marker begins leads nothing: all that is before or after counts.
	straight = len(anchor & their_anchor - their_lead) + len(lead & their_lead - their_anchor)
	crossed = len(anchor & their_lead - their_anchor) + len(lead & their_anchor - their_lead)
	is_reversed = marker is _ORDER and bool(first[1]) != bool(second[1])
	return (
		straight >= crossed and straight > 0
		if is_reversed
		else crossed > straight
		or (0 < crossed == straight)
		or (marker is _CAUSE and not anchor & their_anchor)
	)


def _around(marker: re.Match[str], text: str, language: str) -> tuple[frozenset[str], frozenset[str]]:
	"""The words of the other part, and those of the part that the marker begins."""
	sentence_end = text.find(" . ", marker.end())
	sentence_end = len(text) if sentence_end < 0 else sentence_end
	cut = _CLAUSE.search(text, marker.end(), sentence_end)
	stop = cut.start() if cut else sentence_end
	anchor = _plain_terms(text[marker.end() : stop], language)
	begin = text.rfind(" . ", 0, marker.start()) + 1
	return terms_of_text(
		f"{text[begin : marker.start()]} {text[stop:sentence_end]}", language
	) - anchor, anchor


def _steps_differ(ours: _Said, theirs: _Said, language: str) -> bool:
	"""Whether words that both have come in another order, where the answer tells one."""
	marker = _THEN.search(ours.text)
	assert marker is not None
	before = terms_of_text(ours.text[: marker.start()], language)
	after = terms_of_text(ours.text[marker.end() :], language)
	other = _THEN.search(theirs.text)
	if not other:
		return True
	their_before = terms_of_text(theirs.text[: other.start()], language)
	their_after = terms_of_text(theirs.text[other.end() :], language)
	straight = len(before & their_before - their_after) + len(after & their_after - their_before)
	crossed = len(before & their_after - their_before) + len(after & their_before - their_after)
	return crossed >= straight


def _is_swapped(
	answer: Surroundings, sentence: Sentence, passage: PassageFacts, said: Sentence, ours: _Said
) -> bool:
	"""Whether two roles or names that both sentences have stand in another order, or a role beside another name."""
	mine = _entities(answer, sentence)
	other = _entities(passage.facts, said)
	common = {one for _, one in mine} & {one for _, one in other}
	if len(common) < 2:
		# One of two roles of the passage: it must stand in the part that says the rest.
		return _is_other_part(mine, other, answer, sentence, passage, said)
	first = list(dict.fromkeys(one for _, one in mine if one in common))
	second = list(dict.fromkeys(one for _, one in other if one in common))
	text = answer.text[sentence.start : sentence.end].lower()
	theirs = passage.facts.text[said.start : said.end].lower()
	if (
		len(common) == 2
		and _COPULA.search(text)
		and any(one[0] == "@" for one in common)
		and any(one[0] != "@" for one in common)
	):
		return not _stand_together(common, other, theirs, said.start)
	if first == second:
		return len(common) == 2 and bool(_between(mine, first, text, sentence.start)) != bool(
			_between(other, first, theirs, said.start)
		)
	return not (
		len(common) == 2
		and bool(_between(mine, first, text, sentence.start))
		!= bool(_between(other, second, theirs, said.start))
	)


def _entities(one: Surroundings, sentence: Sentence) -> list[tuple[int, str]]:
	text = one.text[sentence.start : sentence.end].lower().replace("’", "'")
	found = [(sentence.start + place, role) for place, role in roles_of(text)]
	mentions = read_mentions(one.text, [sentence], [], one.language)
	found += [
		(mention.start, f"@{mention.words[0]}")
		for mention in mentions
		if mention.cue != "single" and mention.words
	]
	return sorted(found)


def _between(
	found: Sequence[tuple[int, str]], order: Sequence[str], text: str, start: int
) -> re.Match[str] | None:
	"""The word of a passive between two entities."""
	begin = next(place for place, one in found if one == order[0])
	end = next(place for place, one in found if one == order[1])
	return _BY.search(text, min(begin, end) - start, max(begin, end) - start)


def _stand_together(common: set[str], found: Sequence[tuple[int, str]], text: str, start: int) -> bool:
	"""Whether a role and a name stand in one part of a sentence."""
	cuts = [0, *(one.end() for one in _PART.finditer(text)), len(text) + 1]
	parts = [
		{one for place, one in found if first <= place - start < last}
		for first, last in itertools.pairwise(cuts)
	]
	return any(common <= part for part in parts)


def _is_other_part(
	mine: Sequence[tuple[int, str]],
	other: Sequence[tuple[int, str]],
	answer: Surroundings,
	sentence: Sentence,
	passage: PassageFacts,
	said: Sentence,
) -> bool:
	"""Whether the one role of the answer stands in another part of the passage's sentence than what is said of it."""
	roles = {one for _, one in mine if one[0] != "@"}
	theirs = {one for _, one in other if one[0] != "@"}
	if len(roles) != 1 or len(theirs) < 2 or not roles <= theirs:
		return False
	text = passage.facts.text[said.start : said.end]
	language = passage.facts.language
	cuts = [0, *(one.end() for one in _PART.finditer(text)), len(text)]
	wanted = terms_of_text(answer.text[sentence.start : sentence.end].lower(), language)
	best, holds = -1, False
	for first, last in itertools.pairwise(cuts):
		inside = {one for place, one in other if first <= place - said.start < last}
		shared = len(wanted & terms_of_text(text[first:last].lower(), language))
		if shared > best or (shared == best and roles <= inside):
			best, holds = shared, roles <= inside
	return not holds


def _is_beside(
	ours: _Said,
	answer: Surroundings,
	passages: Sequence[PassageFacts],
	places: Collection[tuple[int, int, int]],
) -> bool:
	"""Whether the words of the answer stand in a later part of the passage's sentence than the value, which is said of another thing."""
	for _, number, place in places:
		for passage in passages:
			if passage.number != number:
				continue
			said = next((one for one in passage.facts.sentences if one.start <= place < one.end), None)
			if said is None or said.kind == "row":
				continue
			text, language = passage.facts.text, answer.language
			cuts = [said.start, *(one.end() for one in _PART.finditer(text, said.start, said.end)), said.end]
			parts = [
				(first, last, _content(passage.facts, first, last, language))
				for first, last in itertools.pairwise(cuts)
			]
			own: frozenset[str] = next(terms for first, last, terms in parts if first <= place < last)
			later = frozenset[str]().union(*(terms for first, _, terms in parts if first > place)) - own
			missing = own - ours.terms - _generic(language)
			if missing and later & ours.terms - _generic(language):
				if len(missing) >= len(own & ours.terms):
					return True
				if not _covers_all(missing, ours.terms):
					return True
	return False


def _is_uncovered(
	ours: _Said,
	theirs: _Said,
	heading: frozenset[str],
	passages: Sequence[PassageFacts],
	answer: Surroundings,
) -> bool:
	"""Whether too many words stand not where the values stand, or one of them elsewhere in the passages."""
	language = answer.language
	own = frozenset(term for term in ours.terms - _generic(language))
	unfound = {term for term in own - theirs.terms - heading if not _is_covered(term, theirs.terms | heading)}
	if not unfound:
		return False
	if len(unfound) > _MOST_UNFOUND * len(own):
		return True
	everything = frozenset[str]().union(
		*(terms_of_text(one.facts.text.lower(), one.facts.language) for one in passages)
	)
	return bool(unfound & everything)


def _has_other_capitals(
	answer: Surroundings, sentence: Sentence, said: str, passages: Sequence[PassageFacts]
) -> bool:
	"""Whether a word inside the sentence has a capital, and the passage's sentence and title do not have it: zone South for
	zone North. Not in German, where every noun has one."""
	if answer.language == "de":
		return False
	known = f"{said} {' '.join(one.title for one in passages).lower()}"
	values = [one.claim for one in answer.claims]
	text = CITATION.sub(lambda found: " " * len(found.group()), answer.text[sentence.start : sentence.end])
	everything = " ".join(one.facts.text for one in passages)
	names = [one.text for one in read_mentions(answer.text, [sentence], values, answer.language)]

	def is_known_name(word: str) -> bool:
		# "Jane Doe", where the passage's sentence says "Ms Doe" and another one the whole name.
		return any(
			word in name.split()
			and name in everything
			and any(part.lower() in known for part in name.split())
			for name in names
		)

	return any(
		not is_legal_form(found.group())
		and found.group().lower()[:_LEAST_STEM] not in known
		and not is_known_name(found.group())
		for found in _CAPITAL.finditer(text)
		if not any(one.start <= sentence.start + found.start() < one.end for one in values)
	)


def _covers_all(wanted: Collection[str], terms: frozenset[str]) -> bool:
	return all(_is_covered(term, terms) for term in wanted)


def _is_covered(term: str, terms: frozenset[str]) -> bool:
	if term in terms:
		return True
	if any(_is_form(term, other) for other in terms):
		return True
	return any(
		any(_is_form(term, word) for word in group)
		and any(_is_form(other, word) for other in terms for word in group)
		for group in _groups()
	)


def _is_form(one: str, other: str) -> bool:
	"""Whether two words begin alike, or one ends the other as in a compound."""
	short, long = sorted((one, other), key=len)
	if len(short) < _LEAST_STEM:
		return one == other
	same = next((place for place, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
	return same >= max(_LEAST_STEM, len(short) - 2) or (len(short) > 4 and long.endswith(short))


def _groups() -> list[list[str]]:
	return [line.split() for line in _SAME]


_known: dict[str, frozenset[str]] = {}


def _generic(language: str) -> frozenset[str]:
	"""The words that say nothing, as terms."""
	if language not in _known:
		_known[language] = (
			terms_of_text(" ".join(sorted(_GENERIC | NEUTRAL)), language) | _GENERIC | _turning(language)
		)
	return _known[language]


def _turning(language: str) -> frozenset[str]:
	"""Words that deny, allow or oblige: statements are compared by them apart."""
	lines = f"{DENIALS}\n{AFFIRMATIONS}".strip().splitlines()
	words = " ".join(word.rstrip("*") for line in lines for word in line.split(" | ")[-1].split())
	return terms_of_text(words, language)


def is_known(text: str, language: str) -> bool:
	"""Whether the words of a sentence can be compared."""
	return language in LANGUAGES and not _OTHER_SCRIPT.search(text)


def shares_words(text: str, passages: Sequence[PassageFacts], language: str) -> bool:
	"""Whether half of the words of a sentence stand in the passages: a short one does not tell its language."""
	words = _plain_terms(CITATION.sub(" ", text).lower(), language)
	everything = frozenset[str]().union(*(_plain_terms(one.facts.text.lower(), language) for one in passages))
	return 2 * len(words & everything) >= len(words)
