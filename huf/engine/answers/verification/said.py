"""A sentence as it is compared: its words, its values, and the parts of it that may say different things."""

import re
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

from huf.engine.answers.claims import Claim
from huf.engine.answers.layout.sentences import Sentence
from huf.engine.answers.statements import Clause, is_light
from huf.engine.answers.statements.words import ROLES
from huf.engine.answers.verification.known_words import expanded, matters
from huf.engine.answers.verification.markers import LANGUAGES
from huf.engine.answers.verification.names import read_mentions
from huf.engine.answers.verification.surroundings import Surroundings, terms_of_text
from huf.engine.prompt.untrusted import CITATION

CAPITAL = re.compile(r"(?<=[^.:!?] )[A-ZÀ-ÖØ-Þ][^\W\d_]+")
"""A word with a capital that is not the first of its sentence: a name, where nouns have none."""
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
		return [word for word in dict.fromkeys(self.words) if matters(word, self.language)]

	@cached_property
	def known(self) -> frozenset[str]:
		"""Its words with the groups of meaning that they belong to."""
		return expanded([*self.words, *terms_of_text(self.masked, self.language)], self.language)

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
			found.append((expanded(words, self.language), claims))
		return found

	@cached_property
	def actors(self) -> list[str]:
		"""Who does something: roles, names, and words with capitals where nouns have none, in their order."""
		if self.language == "de":
			mentions = read_mentions(self.source.text, [self.sentence], [], self.language)
			names = " ".join(one.text for one in mentions if one.cue in ("title", "firm"))
		else:
			names = " ".join(found.group() for found in CAPITAL.finditer(self.text))
		capitals = terms_of_text(names.lower(), self.language)
		return [word for word in dict.fromkeys(self.words) if word in capitals or word.startswith(ROLES)]

	def of_clause(self, clause: Clause) -> "Said":
		"""One clause of it as a sentence."""
		return Said(self.source, replace(self.sentence, start=clause.start, end=clause.end))


def read_said(source: Surroundings) -> list[Said]:
	"""The sentences of a text."""
	return [Said(source, one) for one in source.sentences]
