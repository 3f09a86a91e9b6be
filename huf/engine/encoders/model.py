"""An encoder model as it is used: its tokenizer, and the network that reads tokens."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from huf.engine.encoders.batches import Ids, Part, States, padded
from huf.engine.encoders.reading import Reading
from huf.engine.encoders.refusals import not_taken


class Network(Protocol):
	"""What reads tokens."""

	def states(self, ids: Ids, mask: Ids, types: Ids) -> npt.NDArray[Any]:
		"""What it says of texts (texts, tokens): (texts, tokens, numbers), where the mask is 0 whatever; of some graphs (texts, numbers).

		Raises whatever the library beneath raises for a text that it cannot read.
		"""


@dataclass(frozen=True, slots=True)
class EncoderModel:
	"""A loaded model."""

	reading: Reading
	tokenizer: Any
	network: Network
	unknown: int | None
	"""The token for what the tokenizer does not know."""

	def encoded(self, texts: Sequence[str]) -> list[Any]:
		"""The tokens of each text, without marks.

		Raises:
			ModelRefused: the tokenizer fails on one.
		"""
		try:
			found: list[Any] = self.tokenizer.encode_batch(list(texts), add_special_tokens=False)
		# Of the library's errors, Exception is the only common class.
		except Exception as error:
			raise not_taken("its tokenizer fails on a text") from error
		return found

	def run(self, batch: Sequence[Part]) -> tuple[States, Ids]:
		"""What the network says of a batch, as 32-bit numbers, and the mask (texts, tokens) of what is no padding.

		Raises:
			ModelRefused: the network fails, or gives numbers that are none.
		"""
		ids, mask, types = padded(batch, self.reading.padding)
		try:
			states: States = np.asarray(self.network.states(ids, mask, types), dtype=np.float32)
		# As above. Its words name nodes of the graph: they are for who looks at the log.
		except Exception as error:
			raise not_taken("it fails on a text") from error
		if not np.isfinite(states).all():
			raise not_taken("it gave a number that is none (NaN or infinite)")
		return states, mask
