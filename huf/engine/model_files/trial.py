"""Runs in a process of its own: rewrites the tokenizer of a model that nobody has checked, loads the model and asks it for vectors.

``python -m huf.engine.model_files.trial FOLDER`` prints one line of JSON: what it found, or why the model is refused. The limits are the kernel's,
since no library asks anybody while it loops or allocates; whoever started it waits no longer than it likes.
"""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from huf.engine.embedding import checked
from huf.engine.embedding.static import TABLE, TOKENIZER, StaticEmbedder, open_tables
from huf.engine.errors import HufError, ModelRefused
from huf.engine.model_files.tokenizers import GIVEN, refused, rewrite_tokenizer

CPU_SECONDS = 300
MEMORY_BYTES = 6 << 30
"""Of addresses, beside the table, which is mapped: a tokenizer of 64 MB of JSON takes some 2 GB while it is read by Python and by the library."""
FILE_BYTES = 256 << 20
_AT_ONCE = 1 << 14
"""Rows of the table looked at together."""
_MOST_NUMBER = 1e6
"""Usual are less than a hundred. The squares of means of far larger ones are infinite, and their texts would have no vector."""
_CHARACTERS = 20_000
"""As long as a passage gets, many times over: a tokenizer for which that takes long is none for a search."""
_MOST_SECONDS = 10.0
"""Of the processor, for one such text; usual is less than one. Steps that are harmless alone can multiply a text together."""
_LEAST_RIGHT = 0.6
"""Of the trios in languages that the model reads; by chance it is half."""
_LEAST_COVERAGE = 0.3
"""From where on a model counts as reading a text."""

TRIOS = (
	(
		"How long does the delivery of a water pump take?",
		"The delivery time of the pump is three weeks.",
		"Employees have thirty days of paid holiday every year.",
	),
	(
		"Which invoices has the customer not paid?",
		"The customer has two unpaid invoices.",
		"The blue paint dries within six hours.",
	),
	(
		"Who approves the leave of an employee?",
		"Leave of employees is approved by their manager.",
		"The price of steel pipes went up in May.",
	),
	(
		"Wie lange dauert die Lieferung einer Pumpe?",
		"Die Lieferzeit der Pumpe beträgt drei Wochen.",
		"Alle Mitarbeiter haben dreißig Tage Urlaub im Jahr.",
	),
	(
		"Combien de temps prend la livraison de la pompe ?",
		"Le délai de livraison de la pompe est de trois semaines.",
		"Les employés ont trente jours de congé par an.",
	),
	(
		"¿Cuánto tarda la entrega de la bomba?",
		"El plazo de entrega de la bomba es de tres semanas.",
		"Los empleados tienen treinta días de vacaciones al año.",
	),
	(
		"Quanto tempo leva a entrega da bomba?",
		"O prazo de entrega da bomba é de três semanas.",
		"Os funcionários têm trinta dias de férias por ano.",
	),
	(
		"كم يستغرق تسليم المضخة؟",
		"مدة تسليم المضخة ثلاثة أسابيع.",
		"يحصل الموظفون على ثلاثين يوما من الإجازة.",
	),
	(
		"पंप की डिलीवरी में कितना समय लगता है?",
		"पंप की डिलीवरी तीन सप्ताह में होती है।",
		"कर्मचारियों को साल में तीस दिन की छुट्टी मिलती है।",
	),
	("水泵的交货期是多久?", "水泵的交货期为三周。", "员工每年有三十天带薪假期。"),
	(
		"ポンプの納期はどのくらいですか。",
		"ポンプの納期は三週間です。",
		"従業員には年に三十日の休暇があります。",
	),
	(
		"Сколько длится поставка насоса?",
		"Срок поставки насоса три недели.",
		"Сотрудники имеют тридцать дней отпуска в году.",
	),
)
"""A question, a text about the same, and one about something else."""


def main(folder: Path) -> dict[str, Any]:
	"""What is known of the model in ``folder`` after the trial.

	Raises:
		ModelRefused: it is not to be kept.
		EmbeddingRefused: its tokenizer fails.
		OSError: the disk does not take it.
	"""
	rows, weights, _ = open_tables(folder / TABLE)
	for table in (rows, weights):
		if table is not None:
			_check_numbers(table)
	rewrite_tokenizer(folder / GIVEN, folder / TOKENIZER)
	embedder = StaticEmbedder(folder, "trial", 0.5)
	# Here the files are loaded, which a process does once: it is no part of the time of a text.
	dimension = embedder.dimension
	# Whatever a text may have: one sign many times, every sign once.
	signs = [chr(number) for number in range(1, 0x30000) if not 0xD800 <= number < 0xE000]
	hard = [sign * _CHARACTERS for sign in "a !▁你"] + [
		"a " * _CHARACTERS,
		"".join(signs),
		" ".join(signs),
		"",
	]
	for text in hard:
		begun = time.process_time()
		checked(embedder, [text])
		if time.process_time() - begun > _MOST_SECONDS:
			raise refused(f"a long text takes it more than {_MOST_SECONDS:.0f} seconds")
	vectors = checked(embedder, [text for trio in TRIOS for text in trio]).reshape(len(TRIOS), 3, -1)
	read = [
		trio
		for trio, texts in zip(vectors, TRIOS, strict=True)
		if min(embedder.vocabulary_coverage(text) for text in texts) >= _LEAST_COVERAGE
		and trio.any(axis=1).all()
	]
	if not read:
		raise ModelRefused(
			"The model reads none of the ten languages that it was tried with. Choose one for the language of your texts."
		)
	right = sum(bool(trio[0] @ trio[1] > trio[0] @ trio[2]) for trio in read)
	if right < _LEAST_RIGHT * len(read):
		raise ModelRefused(
			f"The model says in {len(read) - right} of {len(read)} trials that a text about something else is nearer than one about the same. Choose another model."
		)
	return {
		"dimension": dimension,
		"rows": len(rows),
		"trials": len(read),
		"right": right,
	}


def _check_numbers(table: npt.NDArray[Any]) -> None:
	for start in range(0, len(table), _AT_ONCE):
		# As doubles: the least whole number of a type has no absolute value in it. NaN is not less than anything.
		if not (np.abs(table[start : start + _AT_ONCE].astype(np.float64)) < _MOST_NUMBER).all():
			raise ModelRefused(
				"The tables of the model have a number that is none (NaN or infinite). Choose another model."
			)


def limit() -> None:
	"""Let the kernel end this process where it takes too much."""
	import resource  # Frappe's systems have it; not every one on which this module can be imported

	size = sum(entry.stat().st_size for entry in os.scandir(sys.argv[1]))
	for kind, most in (
		(resource.RLIMIT_CPU, CPU_SECONDS),
		(resource.RLIMIT_AS, MEMORY_BYTES + size),
		(resource.RLIMIT_FSIZE, FILE_BYTES),
		(resource.RLIMIT_CORE, 0),
	):
		_, hard = resource.getrlimit(kind)
		resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


if __name__ == "__main__":
	limit()
	try:
		told = main(Path(sys.argv[1]))
	except HufError as refusal:
		told = {"refused": str(refusal)}
	print(json.dumps(told))
