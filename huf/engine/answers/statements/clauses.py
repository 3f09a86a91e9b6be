"""A text as clauses: what each is about, and how often it is turned round."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from huf.engine.analysis.words import index_terms
from huf.engine.answers.claims import Claim
from huf.engine.answers.layout.sentences import Sentence
from huf.engine.answers.statements.bounds import bound_of, without_bounds
from huf.engine.answers.statements.words import AUXILIARIES, NEUTRAL, PERIODS, lexicon

_FINITE = frozenset(
	"is are was were ist sind war wird wurde werden wurden est sont était sera es son fue era será".split()
)
"""Behind "and" they begin a clause that leaves its subject to the one before."""
_NO = re.compile(r"(?:no|kein\w*|aucune?|ningun\w*|ningún)\Z")
"""Denies what it stands before; in Spanish "no" stands before the verb."""


@dataclass(frozen=True, slots=True)
class Clause:
	"""A part of a sentence that states one thing."""

	start: int
	end: int
	words: tuple[str, ...]
	"""The terms that it is about, in their order; a word with antonyms is the pair, a value what it is equal to."""
	denials: int
	"""How many words turn it round."""
	sides: frozenset[tuple[str, str, int]]
	"""Kind, base and side of words that have an opposite: ``("complement", "=order", 1)`` for "before"."""
	bounds: frozenset[tuple[str, str]]
	"""Values with the bound they set."""
	bounded: frozenset[tuple[int, str]]
	"""Where values with a bound begin, unless the clause is turned round: "up to 500 no approval" is "above 500 approval"."""
	sentence: frozenset[str]
	"""The terms of the whole sentence."""
	is_only: bool = False
	is_only_if: bool = False
	"""It is so only under the condition that follows."""
	is_bare: bool = False
	"""It has no word that says what is done or may be done, as far as that can be told: a list, a heading."""
	is_supposed: bool = False
	"""A condition: "if it is not paid"."""
	is_exception: bool = False
	withouts: frozenset[str] = frozenset()
	"""What it says to be without."""
	nones: frozenset[str] = frozenset()
	"""What it says that there is none of, when it denies nothing else: "has no fixed term"."""
	may: bool = False
	"""It says what may be done."""
	number: int = 0
	"""Of its sentence."""

	@property
	def terms(self) -> frozenset[str]:
		"""What it is about."""
		return frozenset(self.words)

	@property
	def is_denied(self) -> bool:
		"""Whether what it says is not so."""
		return self.denials % 2 == 1


@dataclass(slots=True)
class _Part:
	start: int
	end: int
	is_exception: bool = False


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
	return {
		"both": re.compile(
			r"(?<!\w)(?:not (?:only|just|merely)|nicht (?:nur|allein)|pas (?:seulement|uniquement)|non seulement|no (?:sólo|solo|solamente|únicamente))(?!\w)"
		),
		"yes_no": re.compile(r"\A\W*(?:no|nein|non|yes|ja|oui|sí)\s*[,.:;!–—-]"),
		"number": re.compile(r"(?<!\w)no\.? ?(?=[\d\x00]|nr)"),
		"none": re.compile(r"(?<!\w)with no(?!\w)"),
		"ended": re.compile(r"(?<!\w)(?:no longer|not any ?more|any longer)(?! than)(?!\w)"),
		"free": re.compile(
			r"(?<!\w)(?:free of charge|for free|(?:at no|without) (?:extra |additional )?(?:cost|charge)s?)(?!\w)"
		),
		"per": re.compile(
			r"(?<!\w)(?:(?:per|(?<!for )an?|each|every|pro|je|jede[nrsm]?|im|par|chaque|tous les|toutes les|al|por|cada|a la|once an?)\s+|l')"
			rf"(?:calendar |kalender)?({'|'.join(' '.join(PERIODS.values()).split())})(?!\w)"
		),
		"contracted": re.compile(r"n't(?!\w)"),
		"except": re.compile(
			r"(?<!\w)(?:except(?: for| that| when| if| in)?|excepting|unless|with the exception of|other than|apart from|außer|mit ausnahme (?:von|der|des)|es sei denn|"
			r"sauf|excepté|hormis|à l'exception (?:de|des|du)|à moins que|excepto|salvo|a menos que|con excepción de|a excepción de)(?!\w)"
			r"|(?:(?<=,)\s*|\A)ausgenommen(?= \w)"
		),
		"cut": re.compile(
			r"[;:–—]|,(?!\d)|(?<!\w)(?:but(?: not)?|however|while|whereas|because|since|which|sondern|aber|jedoch|während|weil|mais|tandis que|pero|sino|mientras que)(?!\w)"
			r"|(?<=\s)(?:if|when|falls|wenn|sofern|sobald|lorsque|quand|cuando|si)(?!\w)"
		),
		"joint": re.compile(r"(?<=\s)(?:and|or|und|oder|et|ou|y|o|e)(?=\s)"),
		"word": re.compile(r"[^\W\d_]+|=[^\s\x00]+"),
	}


def read_clauses(
	text: str, masked: str, sentences: Sequence[Sentence], claims: Sequence[Claim], language: str
) -> list[Clause]:
	"""The clauses of ``text``. ``masked`` is the same with blanks for its claims; words are stemmed as ``language`` has it."""
	lower = masked.lower().replace("’", "'")
	whole = text.lower().replace("’", "'")
	if len(lower) != len(text) or len(whole) != len(text):
		# Some capitals have more small letters than one; places would shift.
		return []
	found: list[Clause] = []
	for number, sentence in enumerate(sentences):
		if sentence.kind == "code" or not sentence.states:
			continue
		inside = [claim for claim in claims if sentence.start <= claim.start < sentence.end]
		clauses = [_clause(part, lower, whole, inside, language) for part in _parts(lower, sentence)]
		found += _joined([clause for clause in clauses if clause.words or clause.denials], number)
	return found


def bound_at(clauses: Sequence[Clause], place: int) -> str:
	"""The bound of the value that begins at ``place``; empty without one, and where a clause is turned round."""
	return next((bound for clause in clauses for start, bound in clause.bounded if start == place), "")


def _parts(lower: str, sentence: Sentence) -> Iterator[_Part]:
	start, end = sentence.start, sentence.end
	patterns = _patterns()
	if sentence.kind == "row":
		yield _Part(start, end)
		return
	cuts = [(start, start, False)]
	exceptions = [(one.start(), one.end(), True) for one in patterns["except"].finditer(lower, start, end)]
	cuts += exceptions
	for one in patterns["cut"].finditer(lower, start, end):
		if not any(first <= one.start() < last for first, last, _ in exceptions):
			# A word stays with what follows it, a sign with nothing.
			cuts.append((one.start(), one.end() if not one.group()[0].isalpha() else one.start(), False))
	cuts.sort()
	for place, (_, begin, is_exception) in enumerate(cuts):
		stop = cuts[place + 1][0] if place + 1 < len(cuts) else end
		part = _Part(begin, max(begin, stop), is_exception)
		# An exception is said of the whole that stands before it.
		yield from _apart(lower, part, has_exception=bool(exceptions))


def _apart(lower: str, part: _Part, *, has_exception: bool) -> Iterator[_Part]:
	"""Two clauses joined by "and" where both have a verb; "returns and exchanges" is no clause."""
	begin = part.start
	for joint in _patterns()["joint"].finditer(lower, part.start, part.end):
		sides = lower[begin : joint.start()].split(), lower[joint.end() : part.end].split()
		# "... ends in June and is renewed": the verb behind the joint shows it, whatever that of the first part is.
		if all(AUXILIARIES.intersection(side) for side in sides) or (
			not has_exception and len(sides[0]) > 2 and len(sides[1]) > 1 and sides[1][0] in _FINITE
		):
			yield _placed(part, begin, joint.start())
			begin = joint.end()
	yield _placed(part, begin, part.end)


def _placed(part: _Part, start: int, end: int) -> _Part:
	"""The same kind of part at another place."""
	return _Part(start, end, part.is_exception)


def _clause(part: _Part, lower: str, whole: str, claims: Sequence[Claim], language: str) -> Clause:
	patterns, words = _patterns(), lexicon()
	inside = [claim for claim in claims if part.start <= claim.start < part.end]
	text = lower[part.start : part.end]
	for name in ("both", "yes_no", "number"):
		text = patterns[name].sub(lambda found: " " * len(found.group()), text)
	text = patterns["none"].sub(" without ", text)
	text = patterns["ended"].sub(" not ", text)
	text = patterns["free"].sub(" gratis ", text)
	text = patterns["per"].sub(lambda found: f" {_period(found[1])} ", text)
	text = without_bounds(patterns["contracted"].sub(" not", text))
	tokens = [*patterns["word"].findall(text), *(_period(claim.per) for claim in inside if claim.per)]
	denials, kept, sides, withouts = _negations(tokens), [], set(), set()
	only = may = is_without = False
	before: list[str] = []
	is_no, nones = False, set()
	for word in tokens:
		is_no = is_no or (bool(_NO.match(word)) and (word != "no" or language == "en"))
		if word in words.only:
			only = True
		elif word in words.without:
			is_without = True
		elif words.negator(word) or word in ("ne", "n", "nor", "noch"):
			continue
		else:
			kind, base, side = words.meaning(word)
			denials += kind == "denial"
			may = may or (kind == "affirmation" and not base)
			if kind in ("complement", "contrast"):
				sides.add((kind, base, side))
			if base:
				kept.append(f"{base}{side or ''}")
			elif not kind and word not in NEUTRAL:
				kept += _terms(word, language)[:1]
			if is_without and kept and kept[-1:] != before:
				withouts.add(kept[-1])
				is_without = False
			if is_no and kept and kept[-1:] != before:
				nones.add(kept[-1])
				is_no = False
			before = kept[-1:]
	if "ne" in tokens or "n" in tokens:
		only = only or (not denials and ("que" in tokens or "qu" in tokens))
	values = [(claim, value_term(claim)) for claim in inside]
	bounds = {
		(value, bound)
		for claim, value in values
		if (bound := bound_of(whole, claim.start, claim.end, (part.start, part.end)))
	}
	placed = frozenset(
		(claim.start, bound) for claim, value in values for one, bound in bounds if one == value
	)
	kept += [value for _, value in values if value]
	bases = [base for _, base, _ in sides]
	# Both of a pair in one clause tell nothing: "from the beginning to the end". One alone is its pair.
	sides = {one for one in sides if bases.count(one[1]) == 1}
	alone = {f"{base}{side}": base for _, base, side in sides}
	kept = [alone.get(word, word) for word in kept]
	return Clause(
		start=part.start,
		end=part.end,
		words=tuple(dict.fromkeys(kept)),
		denials=denials,
		sides=frozenset(sides),
		bounds=frozenset(bounds),
		bounded=placed if not denials else frozenset(),
		sentence=frozenset(),
		is_only=only,
		is_only_if=only and _ends_in_only(tokens, lower[part.end : part.end + 12]),
		is_bare=not denials and not sides and not AUXILIARIES.intersection(tokens),
		is_supposed=bool(tokens) and tokens[0] in words.conditions,
		is_exception=part.is_exception,
		withouts=frozenset(withouts),
		nones=frozenset(alone.get(word, word) for word in nones) if denials == 1 else frozenset(),
		may=may and not any(map(words.negator, patterns["word"].findall(lower[part.start : part.end]))),
	)


def _period(unit: str) -> str:
	return next((name for name, units in PERIODS.items() if unit in units.split()), unit)


def _ends_in_only(tokens: Sequence[str], following: str) -> bool:
	"""Whether "only" stands right before a condition, which it belongs to."""
	words = lexicon()
	last = tokens[-1] if tokens else ""
	begins = _patterns()["word"].findall(following)
	return (last in words.only or last in ("que", "qu")) and bool(begins) and begins[0] in words.conditions


def _negations(tokens: Sequence[str]) -> int:
	"""How many times the words of one clause deny it, by the custom of their language."""
	words = lexicon()
	denying = [languages for word in tokens if (languages := words.negator(word))]
	if any(not {*languages.split()} & {"en", "de"} for languages in denying):
		# French and Spanish say one negation with several words.
		return 1
	if ("ne" in tokens or "n" in tokens) and not denying:
		# "ne … plus", and "ne" alone; "ne … que" is "only".
		return 0 if "que" in tokens or "qu" in tokens else 1
	return len(denying) or int("nor" in tokens)


def value_term(claim: Claim) -> str:
	"""A value as a term, the same for equal ones that are written otherwise."""
	if claim.numbers:
		number = min(claim.written) if not claim.dimensions else min(claim.numbers)
		return f"#{number}{'|'.join(sorted(claim.dimensions))}"
	if claim.dates:
		return f"#{sorted(claim.dates, key=str)[0]}"
	return f"#{claim.key}"


@lru_cache(maxsize=20_000)
def _terms(word: str, language: str) -> tuple[str, ...]:
	return tuple(
		term
		for term in index_terms(word, language)
		if not term.isdigit() and (len(term) > 1 or not term.isascii())
	)


def _with_heads(clauses: Sequence[Clause]) -> Iterator[Clause]:
	"""Clauses with the denial that stands alone in front of them: "it is not permitted, to ..."."""
	head = None
	for clause in clauses:
		if head:
			clause = replace(
				clause,
				denials=clause.denials + head.denials,
				may=clause.may or head.may,
				bounded=frozenset() if head.denials else clause.bounded,
			)
			head = None
		if clause.denials and not clause.words and not clause.is_exception:
			head = clause
		else:
			yield clause
	if head:
		yield head


def _joined(clauses: Sequence[Clause], number: int) -> Iterator[Clause]:
	"""The clauses of a sentence with what they leave to their neighbours: an exception is said of the clause before it."""
	clauses = list(_with_heads(clauses))
	sentence = frozenset(term for clause in clauses for term in clause.words)
	for place, clause in enumerate(clauses):
		whole = replace(clause, sentence=sentence, number=number)
		main = clauses[place - 1] if place else clauses[1] if len(clauses) > 1 else None
		is_bare = bool(place) and clause.denials == 1 and len(clause.words) <= 2 and not clause.may
		if clause.is_exception and main:
			# "... unless they are damaged": the reverse of the clause, for what the exception names.
			merged = tuple(dict.fromkeys((*main.words, *clause.words)))
			denials = main.denials + clause.denials + 1
			yield replace(
				whole, words=merged, denials=denials, sides=main.sides | clause.sides, is_supposed=False
			)
		elif is_bare and main and not main.is_denied:
			# "..., but not drinks": what is denied is the clause before.
			yield replace(whole, words=tuple(dict.fromkeys((*main.words, *clause.words))))
		else:
			yield whole
