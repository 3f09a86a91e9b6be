"""Tries an encoder model that nobody has checked: its graph or its weights, its tokenizer, and what it says of sentences."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from huf.engine.embedding import checked
from huf.engine.embedding.coverage import coverage_of
from huf.engine.embedding.encoder import EncoderEmbedder
from huf.engine.embedding.static import DIMENSIONS
from huf.engine.encoders.batches import Part
from huf.engine.encoders.graph import GRAPH
from huf.engine.encoders.loading import TOKENIZER, WEIGHTS, open_model
from huf.engine.encoders.model import EncoderModel
from huf.engine.encoders.reading import Reading
from huf.engine.encoders.refusals import not_taken
from huf.engine.model_files.configuration import architecture_of, reading_of
from huf.engine.model_files.graphs import check_graph
from huf.engine.model_files.numbers import check_tables
from huf.engine.model_files.tokenizers import GIVEN, hard_texts, refused, rewrite_tokenizer
from huf.engine.model_files.trios import LEAST_COVERAGE, TRIOS, judged
from huf.engine.search.steps.cross_encoder import CrossEncoder

_MOST_SECONDS = 10.0
"""Of the processor, for the tokens of a long text; usual is less than one."""
_UNLIMITED_S = 3_600.0
"""The limits of this process end before."""
_SAME = 1e-4
"""So far numbers of the same texts may lie apart: sums of another order."""
_MOST_VOCABULARY = 4_000_000


def try_encoder(folder: Path) -> dict[str, Any]:
	"""What is known of the model in ``folder`` after the trial; how it reads is then written beside it.

	Raises:
		HufError: it is not to be kept.
		OSError: the disk does not take it.
	"""
	if (folder / GRAPH).exists():
		check_graph(folder / GRAPH)
	else:
		check_tables(folder / WEIGHTS)
		architecture_of(folder).write(folder)
	rewrite_tokenizer(folder / GIVEN, folder / TOKENIZER)
	model = open_model(folder, reading_of(folder))
	_check_tokenizer(model)
	reading, states, seconds = _shaped(model)
	reading.write(folder)
	told = _try_pairs(folder, model) if reading.kind == "rerank" else _try_vectors(folder, states.shape[-1])
	if told.pop("is_share", False):
		replace(reading, is_share=True).write(folder)
	return {"rows": 0, "longest": reading.longest, "seconds": round(seconds, 4), **told}


def _check_tokenizer(model: EncoderModel) -> None:
	for text in hard_texts():
		begun = time.process_time()
		model.encoded([text])
		if time.process_time() - begun > _MOST_SECONDS:
			raise refused(f"a long text takes it more than {_MOST_SECONDS:.0f} seconds")
	size = model.tokenizer.get_vocab_size(with_added_tokens=True)
	if size > _MOST_VOCABULARY:
		raise refused(f"it has {size:,} tokens")


def _shaped(model: EncoderModel) -> tuple[Reading, Any, float]:
	"""How the model reads, now that what it answers is seen; the answer, and the seconds for as much as it reads at once.

	The first and the last token that the tokenizer knows are in it: a table that is too short for them fails here and not in a search.
	"""
	reading = model.reading
	last = max(model.tokenizer.get_vocab(with_added_tokens=True).values())
	own = [0, last] * (reading.room // 2)
	half = len(own) // 2
	texts = (own,) if reading.kind == "embedding" else (own[:half], own[half:])
	ids, types = reading.filled(*texts)
	part = Part(0, ids, types, len(own))
	model.run([part])
	begun = time.perf_counter()
	states, mask = model.run([part])
	seconds = time.perf_counter() - begun
	if reading.kind == "rerank":
		return reading, states, seconds
	if states.ndim == 2:
		reading = replace(reading, pooling="")
	dimension = states.shape[-1] if states.ndim else 0
	if states.shape not in ((1, dimension), (*mask.shape, dimension)) or dimension not in DIMENSIONS:
		raise not_taken(
			f"its output {reading.output} has the shape {list(states.shape)} for one text of {mask.shape[1]} tokens, which is no embedding of sentences"
		)
	return reading, states, seconds


def _try_vectors(folder: Path, dimension: int) -> dict[str, Any]:
	embedder = EncoderEmbedder(folder, "trial", dimension, 0.5)
	texts = [text for trio in TRIOS for text in trio]
	together = checked(embedder, texts)
	# One by one they are not padded: a model that reads the padding gives other vectors, each time by the company of a text.
	alone = np.concatenate([checked(embedder, [text]) for text in texts])
	if float(np.min(np.sum(together * alone, axis=1) - np.any(together, axis=1))) < -0.02:
		raise not_taken("it gives a text another vector when it is read together with others")
	vectors = together.reshape(len(TRIOS), 3, -1)
	if np.allclose(vectors, vectors[0, 0], atol=_SAME):
		raise not_taken("it gives each text the same vector")
	trials, right = judged(
		[
			bool(trio[0] @ trio[1] > trio[0] @ trio[2])
			for trio, own in zip(vectors, TRIOS, strict=True)
			if min(embedder.vocabulary_coverage(text) for text in own) >= LEAST_COVERAGE
			and trio.any(axis=1).all()
		]
	)
	return {"kind": "embedding", "dimension": dimension, "trials": trials, "right": right}


def _try_pairs(folder: Path, model: EncoderModel) -> dict[str, Any]:
	encoder = CrossEncoder("The model", folder)
	scores = np.array([encoder.scores(trio[0], trio[1:], _UNLIMITED_S) for trio in TRIOS])
	again = np.array(
		[[encoder.scores(trio[0], [text], _UNLIMITED_S)[0] for text in trio[1:]] for trio in TRIOS]
	)
	if not np.allclose(scores, again, atol=0.05):
		raise not_taken("it gives a pair another score when it is read together with others")
	if np.allclose(scores, scores[0, 0], atol=_SAME):
		raise not_taken("it gives each pair the same score")
	trials, right = judged(
		[
			bool(pair[0] > pair[1])
			for pair, trio in zip(scores, TRIOS, strict=True)
			if min(_coverage(model, text) for text in trio) >= LEAST_COVERAGE
		]
	)
	# huf makes shares of logits. Those of shares lie between a half and .74, and a model's logits do not all by chance.
	is_share = bool((scores >= 0.5).all() and (scores <= 1 / (1 + np.exp(-1.0))).all())
	return {"kind": "rerank", "dimension": 0, "trials": trials, "right": right, "is_share": is_share}


def _coverage(model: EncoderModel, text: str) -> float:
	(encoded,) = model.encoded([text])
	return coverage_of(text, encoded, model.unknown)
