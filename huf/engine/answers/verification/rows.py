"""A sentence beside the row of a table that it is said to stand in."""

import re

from huf.engine.answers.claims.claim import same_value
from huf.engine.answers.layout.tables import Row, tables_of
from huf.engine.answers.statements import is_light
from huf.engine.answers.verification.comparing import PassageFacts
from huf.engine.answers.verification.known_words import LEAST_STEM, is_in
from huf.engine.answers.verification.said import Said
from huf.engine.answers.verification.surroundings import terms_of_text

_WORD = re.compile(r"\w+")


def names_row(stated: Said, said: Said, passage: PassageFacts) -> bool:
	"""Whether the answer has the short words of a row's label, too: model 350 is not model 350 C."""
	row = _row_of(said, passage)
	if row is None or not row.cells:
		return True
	start, end = row.cells[0]
	label = passage.facts.text[start:end].lower()
	return {word for word in _WORD.findall(label) if len(word) < LEAST_STEM} <= {
		*_WORD.findall(stated.text.lower())
	}


def leaves_out_cell(stated: Said, said: Said, passage: PassageFacts) -> bool:
	"""Whether the answer names a column of a table and not what the row has in it: "is blocked", where the cell says "no"."""
	row = _row_of(said, passage)
	language = stated.language
	for column, (start, end) in enumerate(row.cells if row else ()):
		head = terms_of_text(row.head(column).lower(), language) if row else frozenset[str]()
		named = [
			word for word in head if not is_light(word, language) and not is_in(word, said.known, language)
		]
		cell = terms_of_text(passage.facts.text[start:end].lower(), language)
		values = [one.claim for one in said.claims if start <= one.claim.start < end]
		if (
			any(is_in(word, stated.known, language) for word in named)
			and not any(is_in(word, stated.known, language) for word in cell)
			and not any(same_value(one.claim, value) for one in stated.claims for value in values)
		):
			return True
	return False


def _row_of(said: Said, passage: PassageFacts) -> Row | None:
	number = next(place for place, one in enumerate(passage.facts.sentences) if one is said.sentence)
	return tables_of(passage.facts.text, passage.facts.sentences).get(number)
