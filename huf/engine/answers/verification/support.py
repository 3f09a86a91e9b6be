"""Is a sentence of an answer said, whole, by one sentence of its passages?

A value that stands in a passage proves nothing of the words beside it, so a sentence is supported only when all of it is found
together: every value, the other words as they are or in known other words, and every sign that turns the sense (denied, only, all,
before, than, if) with what it belongs to. Whatever is left over is a doubt; it does not say that the sentence is wrong.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

from huf.engine.answers.claims import Claim
from huf.engine.answers.claims.claim import same_value
from huf.engine.answers.layout.sentences import Sentence
from huf.engine.answers.layout.tables import tables_of
from huf.engine.answers.statements import Clause, bound_at, clash, is_light, meanings, same_sense
from huf.engine.answers.statements.words import MUST, ROLES
from huf.engine.answers.verification.comparing import PassageFacts, has_value
from huf.engine.answers.verification.markers import BOTH_WAYS, LANGUAGES, read_markers
from huf.engine.answers.verification.names import is_legal_form, read_mentions
from huf.engine.answers.verification.surroundings import Surroundings, terms_of_text
from huf.engine.prompt.untrusted import CITATION

_LEAST_OWN = 0.6
"""Of the words of the passage's sentence, where the answer takes a word from its title."""
_LEAST_STEM = 4
"""Letters that two words begin with to be taken for forms of one."""
_DENYING = re.compile(r"(?:un|in|im|ir|il|non|nicht|dis)\Z")
_CAPITAL = re.compile(r"(?<=[^.:!?] )[A-ZÀ-ÖØ-Þ][^\W\d_]+")
_ACRONYM = re.compile(r"(?<!\w)[A-ZÀ-ÖØ-Þ]{2,}(?!\w)")
"""In German every noun has a capital."""
_WORD = re.compile(r"\w+")
_PART = re.compile(
	r"[;,:()–](?=\s)|(?<=\s)(?:and|but|or|while|whereas|und|aber|oder|sondern|während|et|mais|ou|tandis|y|e|o|pero|mientras)(?=\s)"
)
"""Between the parts of a sentence that may say different things of different things."""
_TURN = re.compile(
	r";(?=\s)|(?<=\s)(?:but(?! also)|while|whereas|however|aber|sondern(?! auch)|während|hingegen|dagegen|jedoch|mais(?! aussi)|tandis|alors que|pero(?! también)|mientras|sino(?! también)|en cambio)(?=\s)"
)
"""Between two parts of a sentence of which the second says something else, or of something else."""


class Said:
	"""One sentence, of the answer or of a passage, as it is compared."""

	def __init__(self, source: Surroundings, sentence: Sentence) -> None:
		self.source = source
		self.sentence = sentence
		self.language = source.language
		self.clauses = [one for one in source.clauses if sentence.start <= one.start < sentence.end]
		self.claims = [one for one in source.claims if sentence.start <= one.claim.start < sentence.end]

	@cached_property
	def text(self) -> str:
		"""As it stands, with blanks for marks of citations."""
		text = self.source.text[self.sentence.start : self.sentence.end]
		return CITATION.sub(lambda found: " " * len(found.group()), text)

	@cached_property
	def masked(self) -> str:
		"""In small letters, with blanks for its values, too."""
		signs = list(self.text.lower().replace("'", " ").replace("’", " "))
		for one in self.claims:
			start, end = one.claim.start - self.sentence.start, one.claim.end - self.sentence.start
			signs[start:end] = " " * (end - start)
		return "".join(signs)

	@cached_property
	def words(self) -> list[str]:
		"""What it is about, in order."""
		if self.language in LANGUAGES:
			return [word for clause in self.clauses for word in clause.words]
		return [*terms_of_text(self.masked, self.language)]

	@cached_property
	def content(self) -> list[str]:
		"""The words of it that a passage must have; what denies, obliges or orders is compared apart."""
		return [word for word in dict.fromkeys(self.words) if _matters(word, self.language)]

	@cached_property
	def known(self) -> frozenset[str]:
		"""Its words with the groups of meaning that they belong to."""
		return _expanded([*self.words, *terms_of_text(self.masked, self.language)], self.language)

	@cached_property
	def parts(self) -> list[tuple[frozenset[str], list[Claim]]]:
		"""The words and the values of each part."""
		cuts = [0, *(one.end() for one in _PART.finditer(self.masked)), len(self.masked)]
		found = []
		for first, last in pairwise(cuts):
			terms = terms_of_text(self.masked[first:last], self.language)
			words = frozenset(term for term in terms if len(term) > 1 and not is_light(term, self.language))
			claims = [
				one.claim for one in self.claims if first <= one.claim.start - self.sentence.start < last
			]
			if words or claims:
				found.append((words, claims))
		return found

	@cached_property
	def sides(self) -> list[tuple[frozenset[str], list[Claim]]]:
		"""The words, with the groups of meaning that they belong to, and the values between one turn and the next."""
		cuts = [0, *(one.end() for one in _TURN.finditer(self.masked)), len(self.masked)]
		found = []
		for first, last in pairwise(cuts):
			words = [*terms_of_text(self.masked[first:last], self.language)]
			for clause in self.clauses:
				if first <= clause.start - self.sentence.start and clause.end - self.sentence.start <= last:
					words += clause.words
			claims = [
				one.claim for one in self.claims if first <= one.claim.start - self.sentence.start < last
			]
			found.append((_expanded(words, self.language), claims))
		return found

	@cached_property
	def actors(self) -> list[str]:
		"""Who does something: roles, names, and words with capitals where nouns have none, in their order."""
		if self.language == "de":
			mentions = read_mentions(self.source.text, [self.sentence], [], self.language)
			names = " ".join(one.text for one in mentions if one.cue in ("title", "firm"))
		else:
			names = " ".join(found.group() for found in _CAPITAL.finditer(self.text))
		capitals = terms_of_text(names.lower(), self.language)
		return [word for word in dict.fromkeys(self.words) if word in capitals or word.startswith(ROLES)]

	def of_clause(self, clause: Clause) -> "Said":
		"""One clause of it as a sentence."""
		return Said(self.source, replace(self.sentence, start=clause.start, end=clause.end))


def read_said(source: Surroundings) -> list[Said]:
	"""The sentences of a text."""
	return [Said(source, one) for one in source.sentences]


def is_supported(
	stated: Said, passage: PassageFacts, everything: Sequence[Said], names: Collection[str]
) -> bool:
	"""Whether one sentence of ``passage`` says all that ``stated`` says; or, clause by clause, two that follow each other.

	``everything``: the sentences of the passage. ``names``: what records are called that the passage names otherwise.
	"""
	if not stated.clauses and not stated.claims:
		return False
	evidence = [one for one in everything if one.sentence.kind != "heading"]
	if any(_says(said, stated, passage, names) for said in evidence):
		return True
	clauses = [stated.of_clause(one) for one in stated.clauses]
	if len(clauses) < 2 or any(len(one.content) < 2 for one in clauses):
		return False
	if sum(len(one.claims) for one in clauses) < len(stated.claims):
		return False
	return any(
		all(any(_says(said, clause, passage, names) for said in pair) for clause in clauses)
		for pair in pairwise(evidence)
	)


def _says(said: Said, stated: Said, passage: PassageFacts, names: Collection[str]) -> bool:
	if not all(
		any(has_value(one.claim, fact.claim, passage) for fact in said.claims) for one in stated.claims
	):
		return False
	if not _is_covered(stated, said, passage, names) or not _bounds_agree(stated, said):
		return False
	if said.sentence.kind == "row":
		return _names_row(stated, said, passage) and not _leaves_out_cell(stated, said, passage)
	if _is_of_other_part(stated, said) or _is_of_both_sides(stated, said):
		return False
	if stated.sentence.kind == "row":
		return True
	return (
		_senses_agree(stated, said)
		and _conditions(stated) == _conditions(said)
		and _sides(stated) <= _sides(said)
		and _markers_agree(stated, said)
		and _is_in_order(stated, said)
	)


def _is_covered(stated: Said, said: Said, passage: PassageFacts, names: Collection[str]) -> bool:
	"""Whether the words of the answer stand in the passage's sentence, its heading and its title."""
	language = stated.language
	head = _head(said, passage)
	context = passage.heading | terms_of_text(head.lower(), language)
	known = said.known | terms_of_text(" ".join(names).lower(), language)
	missing = [word for word in stated.content if not _is_in(word, known, language)]
	around = _expanded(context, language)
	# Every word, not most of them: of answers by people who never saw the rules (tune 6 and independent 3), a fifth of other words
	# let twice as many wrong ones pass as confirmed, a third three times as many, for no or two more in a hundred of the right ones.
	if not all(_is_in(word, around, language) for word in missing):
		return False
	if missing:
		# What the title is about, this sentence need not be.
		own = sum(_is_in(word, stated.known, language) for word in said.content)
		if own < _LEAST_OWN * len(said.content):
			return False
	return not _has_other_name(stated, f"{said.text} {head} {passage.title} {' '.join(names)}".lower())


def _has_other_name(stated: Said, known: str) -> bool:
	"""Whether a word with a capital stands nowhere in ``known``: zone South for zone North."""
	pattern = _ACRONYM if stated.language == "de" else _CAPITAL
	return any(
		not is_legal_form(found.group()) and found.group().lower()[:_LEAST_STEM] not in known
		for found in pattern.finditer(stated.text)
		if not any(
			one.claim.start <= stated.sentence.start + found.start() < one.claim.end for one in stated.claims
		)
	)


def _bounds_agree(stated: Said, said: Said) -> bool:
	"""Whether no value is the most in one and the least in the other: "under three hours", where it is "from three hours on"."""
	for one in stated.claims:
		ours = bound_at(stated.source.clauses, one.claim.start)
		theirs = [
			bound_at(said.source.clauses, fact.claim.start)
			for fact in said.claims
			if same_value(one.claim, fact.claim)
		]
		if ours and (
			any(clash(ours, other) for other in theirs) or (len(theirs) > 1 and {*theirs} != {ours})
		):
			return False
	return True


def _names_row(stated: Said, said: Said, passage: PassageFacts) -> bool:
	"""Whether the answer has the short words of a row's label, too: model 350 is not model 350 C."""
	number = next(place for place, one in enumerate(passage.facts.sentences) if one is said.sentence)
	row = tables_of(passage.facts.text, passage.facts.sentences).get(number)
	if row is None or not row.cells:
		return True
	start, end = row.cells[0]
	label = passage.facts.text[start:end].lower()
	return {word for word in _WORD.findall(label) if len(word) < _LEAST_STEM} <= {
		*_WORD.findall(stated.text.lower())
	}


def _leaves_out_cell(stated: Said, said: Said, passage: PassageFacts) -> bool:
	"""Whether the answer names a column of a table and not what the row has in it: "is blocked", where the cell says "no"."""
	number = next(place for place, one in enumerate(passage.facts.sentences) if one is said.sentence)
	row = tables_of(passage.facts.text, passage.facts.sentences).get(number)
	language = stated.language
	for column, (start, end) in enumerate(row.cells if row else ()):
		head = terms_of_text(row.head(column).lower(), language) if row else frozenset[str]()
		named = [
			word for word in head if not is_light(word, language) and not _is_in(word, said.known, language)
		]
		cell = terms_of_text(passage.facts.text[start:end].lower(), language)
		values = [one.claim for one in said.claims if start <= one.claim.start < end]
		if (
			any(_is_in(word, stated.known, language) for word in named)
			and not any(_is_in(word, stated.known, language) for word in cell)
			and not any(same_value(one.claim, value) for one in stated.claims for value in values)
		):
			return True
	return False


def _is_of_other_part(stated: Said, said: Said) -> bool:
	"""Whether a part of the sentence has words or values of two parts of the passage's, which say them of something else: "48 cartons of
	oil and 12 of vinegar" does not say "48 cartons of vinegar", nor "12 cartons of oil and 48 of vinegar"."""
	language = stated.language
	values = [one.claim for one in stated.claims]
	across = 0
	if any(_is_of_left_value(word, said, values) for words, _ in stated.parts for word in words):
		return True
	for words, claims in stated.parts:
		near = [
			(theirs, facts)
			for theirs, facts in said.parts
			if (
				_has_any(facts, claims)
				if claims
				else not facts and any(_is_in(word, _expanded(theirs, language), language) for word in words)
			)
		]
		if not near:
			continue
		if all(_is_one_of_two(claims, facts, values) for _, facts in near):
			return True
		if all(_is_across(words, claims, part, said) for part in near):
			across += 1
			if all(_has_own(part, stated, values) for part in near):
				return True
	return across > 1


def _is_of_both_sides(stated: Said, said: Said) -> bool:
	"""Whether a sentence without a turn takes its words from both sides of one in the passage: "gaskets are changed by staff, whereas the
	valve must be by a technician" does not say that staff change gaskets and the valve."""
	sides = said.sides
	if len(sides) < 2 or len(stated.sides) > 1:
		return False
	language = stated.language
	return not any(
		all(_is_in(word, known, language) for word in stated.content if _is_in(word, said.known, language))
		and all(_has_any(facts, [one.claim]) for one in stated.claims)
		for known, facts in sides
	)


def _is_of_left_value(word: str, said: Said, values: Sequence[Claim]) -> bool:
	"""Whether a word stands in the passage beside nothing but values that the answer leaves out: "two years or 500 cycles"."""
	beside = [
		facts for words, facts in said.parts if _is_in(word, _expanded(words, said.language), said.language)
	]
	return bool(beside) and all(
		any(not fact.is_weak for fact in facts) and not _has_any(facts, values) for facts in beside
	)


def _has_any(facts: Iterable[Claim], claims: Iterable[Claim]) -> bool:
	return any(same_value(one, fact) for one in claims for fact in facts)


def _is_one_of_two(claims: Sequence[Claim], facts: Sequence[Claim], values: Sequence[Claim]) -> bool:
	"""Whether a value stands in the passage beside another of its kind that the answer does not have: "84 of 112"."""
	return any(
		fact.kind == one.kind != "identifier"
		and fact.dimensions == one.dimensions
		and not _has_any([fact], values)
		for one in claims
		for fact in facts
	)


def _is_across(
	words: Collection[str], claims: Sequence[Claim], part: tuple[frozenset[str], list[Claim]], said: Said
) -> bool:
	"""Whether some of the words or values stand in other parts of the passage's sentence alone."""
	theirs, facts = part
	known = _expanded(theirs, said.language)
	far = _expanded(frozenset().union(*(one for one, _ in said.parts)) - theirs, said.language)
	return any(
		not _is_in(word, known, said.language) and _is_in(word, far, said.language) for word in words
	) or any(
		not _has_any(facts, [one]) and _has_any([fact.claim for fact in said.claims], [one]) for one in claims
	)


def _has_own(part: tuple[frozenset[str], list[Claim]], stated: Said, values: Sequence[Claim]) -> bool:
	"""Whether a part of the passage's sentence says something that the answer does not."""
	return any(not _is_in(word, stated.known, stated.language) for word in part[0]) or any(
		not fact.is_weak and not _has_any([fact], values) for fact in part[1]
	)


def _senses_agree(stated: Said, said: Said) -> bool:
	"""Whether each clause is denied, allowed and supposed as the one of the passage that shares most words with it."""
	for clause in stated.clauses:
		shares = [
			(
				sum(
					_is_in(word, _expanded(one.words, said.language), said.language) for word in clause.words
				),
				one,
			)
			for one in said.clauses
		]
		most = max((share for share, _ in shares), default=0)
		if not most and clause.denials:
			return False
		if most and not any(same_sense(clause, one) for share, one in shares if share == most):
			return False
	return True


def _conditions(said: Said) -> tuple[bool, bool, bool]:
	return (
		any(one.is_supposed for one in said.clauses),
		any(one.is_exception for one in said.clauses),
		any(one.is_only_if for one in said.clauses),
	)


def _sides(said: Said) -> frozenset[tuple[str, int]]:
	return frozenset((base, side) for one in said.clauses for _, base, side in one.sides)


def _markers_agree(stated: Said, said: Said) -> bool:
	"""Whether small words such as "before" and "only" stand before the same words in both."""
	language = stated.language
	facts = [one.claim for one in said.claims]
	ours = [*read_markers(stated.text, _values(stated, facts), language, stated.actors)]
	theirs = [*read_markers(said.text, _values(said, facts), language, said.actors)]
	for meaning, anchors in ours:
		if not any(
			meaning == other and (not anchors or not behind or _is_alike(anchors, behind, language))
			for other, behind in theirs
		):
			return False
	marked = {meaning for meaning, _ in ours}
	return not any(
		meaning in BOTH_WAYS - marked and anchors and _is_in(anchors[0], stated.known, language)
		for meaning, anchors in theirs
	)


def _values(said: Said, facts: Sequence[Claim]) -> dict[int, tuple[int, Claim]]:
	"""Where values begin and end, and the value of the passage that each is."""
	return {
		one.claim.start - said.sentence.start: (
			one.claim.end - said.sentence.start,
			next((fact for fact in facts if same_value(one.claim, fact)), one.claim),
		)
		for one in said.claims
	}


def _is_alike(ours: Sequence[str], theirs: Sequence[str], language: str) -> bool:
	"""Whether the first word behind one marker is among the first behind the other."""
	return _is_in(ours[0], _expanded(theirs, language), language) or _is_in(
		theirs[0], _expanded(ours, language), language
	)


def _is_in_order(stated: Said, said: Said) -> bool:
	"""Whether names and roles, and values of one kind, stand in the same order: often nothing else tells what is said of which."""
	for one, other in pairwise(stated.claims):
		if one.claim.dimensions == other.claim.dimensions and one.claim.kind == other.claim.kind:
			places = [
				[place for place, fact in enumerate(said.claims) if same_value(value.claim, fact.claim)]
				for value in (one, other)
			]
			if all(places) and min(places[0]) > max(places[1]):
				return False
	common = {*stated.actors} & {*said.actors}
	return [one for one in stated.actors if one in common] == [one for one in said.actors if one in common]


def _head(said: Said, passage: PassageFacts) -> str:
	"""The heading that a sentence stands under; of a row, what its columns are called."""
	heads = [
		one for one in passage.facts.sentences if one.kind == "heading" and one.end <= said.sentence.start
	]
	return " ".join(passage.facts.text[one.start : one.end] for one in heads[-1:])


def _matters(word: str, language: str) -> bool:
	return word[0] != "#" and word not in MUST and word != "=order" and not is_light(word, language)


def _expanded(words: Iterable[str], language: str) -> frozenset[str]:
	words = frozenset(words)
	return words.union(*(meanings(word, language) for word in words))


def _is_in(word: str, known: frozenset[str], language: str) -> bool:
	"""Whether a word, another of its meaning, or a form of it is among the known."""
	if word in known or not known.isdisjoint(meanings(word, language)):
		return True
	return word[0] not in "#=~" and any(_is_form(word, other) for other in known if other[0] not in "#=~")


def _is_form(one: str, other: str) -> bool:
	"""Whether two words begin alike, or one ends the other as in a compound ("Schutzbrille" and "Brille")."""
	short, long = (one, other) if len(one) <= len(other) else (other, one)
	if len(short) < _LEAST_STEM:
		return False
	if long.endswith(short):
		return len(short) > _LEAST_STEM and not _DENYING.search(long[: -len(short)])
	return long.startswith(short[: max(_LEAST_STEM, len(short) - 1)]) and len(long) - len(short) <= 3
