"""Texts of all lengths in batches of tokens: sorted, so that little is padding, and as many at once as memory takes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Ids = npt.NDArray[np.int64]
States = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Part:
	"""Tokens that a model reads at once, its marks among them."""

	text: int
	"""Which text they are of."""
	ids: list[int]
	types: list[int]
	"""``token_type_ids``."""
	own: int
	"""How many of the tokens are the text's own."""


def batches(parts: Sequence[Part], most: int) -> Iterator[list[Part]]:
	"""``parts`` by length, so many together that they have at most ``most`` tokens, padding included; one at least."""
	batch: list[Part] = []
	for part in sorted(parts, key=lambda part: len(part.ids)):
		if batch and (len(batch) + 1) * len(part.ids) > most:
			yield batch
			batch = []
		batch.append(part)
	if batch:
		yield batch


def padded(batch: Sequence[Part], padding: int = 0) -> tuple[Ids, Ids, Ids]:
	"""``input_ids``, ``attention_mask`` and ``token_type_ids`` of a batch, each (texts, tokens)."""
	shape = len(batch), max(len(part.ids) for part in batch)
	ids, mask, types = np.full(shape, padding, np.int64), np.zeros(shape, np.int64), np.zeros(shape, np.int64)
	for row, part in enumerate(batch):
		length = len(part.ids)
		ids[row, :length], mask[row, :length], types[row, :length] = part.ids, 1, part.types
	return ids, mask, types


def mean_of(states: States, mask: Ids) -> States:
	"""For each text the mean of the vectors (texts, tokens, numbers) of its tokens, padding left out."""
	weights = mask[:, :, np.newaxis].astype(np.float32)
	means: States = (states * weights).sum(axis=1) / weights.sum(axis=1)
	return means
