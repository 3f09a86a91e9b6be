"""What is still to be paid: which words of a question ask for it, and which field of a DocType says it.

Who asks for the total of open invoices means what is still to come in, and not what these invoices were made out for. The field is told
by what it is called, so that DocTypes of a site's own have it as well.
"""

import re
from collections.abc import Iterable

from huf.engine.questions.vocabulary import FieldWords

OPEN = frozenset({"open", "not paid", "overdue", "due"})
"""Keys of states in which something is still to be paid, and of the date on which it is."""
_OPEN = re.compile(
	"outstanding|open|pending|unpaid|owed|due|offene?[mnrs]?|ausstehende?[mnrs]?|unbezahlte?[mnrs]?|restbetrag|restschuld|"
	"impayée?s?|restante?s?|dû|dus|encours|pendientes?|adeudad[oa]s?|impagad[oa]s?|pendentes?|devid[oa]s?|बकाया|المستحقة?|مستحقة?"
)
"""What the label of such a field says, in the languages that huf is translated into; ``due`` of “amount due”."""
_AMOUNT = re.compile(
	"amount|balance|total|sum|value|betrag|summe|saldo|wert|forderung|posten|montant|solde|somme|importe|monto|valor|quantia|राशि|المبلغ|مبلغ"
)
"""What it may say besides, without being about something narrower."""
_WORD = re.compile(r"[\w\u0900-\u097f]+")


def open_amount_of(amounts: Iterable[FieldWords]) -> str:
	"""The one of these fields with amounts of money whose label, or else name, says that it is still to be paid; empty if none does.

	Of several the one whose label says least besides, and of these the first.
	"""
	found: list[tuple[int, str]] = []
	for field in amounts:
		called = (*field.labels, field.name.rpartition(".")[2].replace("_", " "))
		beside = [count for label in called if (count := _besides(label)) is not None]
		if beside and "." not in field.name:
			found.append((min(beside), field.name))
	return min(found, key=lambda one: one[0], default=(0, ""))[1]


def _besides(label: str) -> int | None:
	"""How many words of a label say something else than an open amount; None if it is none."""
	words = _WORD.findall(label.lower())
	if not any(_OPEN.fullmatch(word) for word in words):
		return None
	return sum(not (_OPEN.fullmatch(word) or _AMOUNT.fullmatch(word)) for word in words)
