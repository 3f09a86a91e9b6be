"""Tries a static model that nobody has checked: its tables, its tokenizer, and what it says of sentences."""

import time
from pathlib import Path
from typing import Any

from huf.engine.embedding import checked
from huf.engine.embedding.static import TABLE, TOKENIZER, StaticEmbedder, open_tables
from huf.engine.model_files.numbers import check_numbers
from huf.engine.model_files.tokenizers import GIVEN, hard_texts, refused, rewrite_tokenizer
from huf.engine.model_files.trios import LEAST_COVERAGE, TRIOS, judged

_MOST_SECONDS = 10.0
"""Of the processor, for a long text; usual is less than one. Steps that are harmless alone can multiply a text together."""


def try_static(folder: Path) -> dict[str, Any]:
	"""What is known of the static model in ``folder`` after the trial.

	Raises:
		ModelRefused: it is not to be kept.
		EmbeddingRefused: its tokenizer fails.
		OSError: the disk does not take it.
	"""
	rows, weights, _ = open_tables(folder / TABLE)
	for table in (rows, weights):
		if table is not None:
			check_numbers(table)
	rewrite_tokenizer(folder / GIVEN, folder / TOKENIZER)
	embedder = StaticEmbedder(folder, "trial", 0.5)
	# Here the files are loaded, which a process does once: it is no part of the time of a text.
	dimension = embedder.dimension
	for text in hard_texts():
		begun = time.process_time()
		checked(embedder, [text])
		if time.process_time() - begun > _MOST_SECONDS:
			raise refused(f"a long text takes it more than {_MOST_SECONDS:.0f} seconds")
	vectors = checked(embedder, [text for trio in TRIOS for text in trio]).reshape(len(TRIOS), 3, -1)
	trials, right = judged(
		[
			bool(trio[0] @ trio[1] > trio[0] @ trio[2])
			for trio, texts in zip(vectors, TRIOS, strict=True)
			if min(embedder.vocabulary_coverage(text) for text in texts) >= LEAST_COVERAGE
			and trio.any(axis=1).all()
		]
	)
	return {"kind": "static", "dimension": dimension, "rows": len(rows), "trials": trials, "right": right}
