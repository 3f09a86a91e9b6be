"""A cross-encoder in ONNX that somebody has placed on this machine: it reads query and passage together. Imported by who uses one: few searches do."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from huf.engine.encoders.batches import Part, batches
from huf.engine.encoders.loading import loaded
from huf.engine.encoders.model import EncoderModel
from huf.engine.encoders.refusals import not_taken
from huf.engine.errors import ModelRefused, RerankFailed, RerankTimedOut

_TOKENS_AT_ONCE = 2_048
"""Padding included. The time is looked at after each batch, so it bounds how long one is worked on that nobody waits for any more."""
_QUERY_SHARE = 2
"""A query gets at most this part of what the model reads at once: half, so that something is left for the passage."""
_STEEPEST = 60.0
"""Logits beyond this are as good as 0 and 1."""


@dataclass(frozen=True, slots=True)
class CrossEncoder:
	"""A :class:`~huf.engine.search.steps.reranker.Reranker` that asks no service and costs nothing."""

	key: str
	"""As users know it, ``local/NAME``."""
	folder: Path
	"""Holds the files of a model that was checked."""

	def prepare(self) -> None:
		"""Load the model: that takes seconds once in a process.

		Raises:
			RerankFailed: ONNX Runtime or the files are not there.
		"""
		self._model()

	def scores(self, query: str, texts: Sequence[str], timeout_s: float) -> Sequence[float]:
		"""For each text how well it answers, 0 to 1. Of a passage that is too long the beginning is read.

		Raises:
			RerankTimedOut: it takes longer than ``timeout_s``. Nothing of it goes on in the background for longer than a batch.
			RerankFailed: the model fails.
		"""
		until = time.monotonic() + timeout_s
		model = self._model()
		found = np.zeros(len(texts), dtype=np.float64)
		try:
			for batch in batches(_pairs(model, query, texts), _TOKENS_AT_ONCE):
				if time.monotonic() >= until:
					raise RerankTimedOut(f"{self.key} was not ready within {timeout_s:g} s.")
				found[[part.text for part in batch]] = _scores(model, batch)
		except ModelRefused as error:
			raise RerankFailed(f"{self.key}: {error}") from error
		return [float(score) for score in found]

	def _model(self) -> EncoderModel:
		try:
			return loaded(self.folder)
		except ModelRefused as error:
			raise RerankFailed(f"{self.key}: {error}") from error


def _pairs(model: EncoderModel, query: str, texts: Sequence[str]) -> list[Part]:
	reading = model.reading
	asked, *passages = (encoded.ids for encoded in model.encoded([query, *texts]))
	asked = asked[: reading.room // _QUERY_SHARE]
	left = reading.room - len(asked)
	return [
		Part(number, *reading.filled(asked, ids[:left]), len(ids[:left]))
		for number, ids in enumerate(passages)
	]


def _scores(model: EncoderModel, batch: Sequence[Part]) -> Sequence[float]:
	"""Raises ModelRefused: the graph fails, or gives something else than one number for each pair."""
	given, _mask = model.run(batch)
	if given.shape not in ((len(batch), 1), (len(batch),)):
		raise not_taken(
			f"it gives numbers of shape {given.shape} for {len(batch)} pairs, where a cross-encoder gives one for each"
		)
	scores = given.reshape(-1).astype(np.float64)
	if model.reading.is_share:
		return [float(score) for score in np.clip(scores, 0.0, 1.0)]
	return [float(score) for score in 1 / (1 + np.exp(-np.clip(scores, -_STEEPEST, _STEEPEST)))]
