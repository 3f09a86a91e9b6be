"""all-MiniLM-L6-v2 from files that lie on this machine: no key, no server, no download.

huf ships no model. ``HUF_MINILM`` names a folder that holds ``tokenizer.json`` and ``model.onnx`` (or ``onnx/model.onnx``), which ONNX Runtime
runs, or ``model.safetensors``, as the model's authors publish them. A text is the mean of the vectors of its word pieces, as the model's card says; the model
reads 256 of them at once, so a longer text is read in parts, and their mean weighted by length is its vector.
"""

import hashlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from huf.engine.embedding.base import Kind, Vectors, normalised
from huf.engine.encoders.batches import Ids, Part, batches, mean_of, padded
from huf.engine.encoders.bert import Architecture, open_bert
from huf.engine.encoders.loading import Loaded
from huf.engine.encoders.model import Network
from huf.engine.errors import EmbedderMissing
from huf.engine.evidence import MEANING_FLOOR

FOLDER = "HUF_MINILM"
"""The environment variable."""
_TOKENIZER = "tokenizer.json"
_WEIGHTS = "model.safetensors"
_MODELS = ("model.onnx", "onnx/model.onnx", _WEIGHTS)
"""The first of them is used: indexes are marked by its digest, so one that is added later does not make them outdated."""
_ARCHITECTURE = Architecture(heads=12, layers=6, epsilon=1e-12, activation="gelu", first_position=0)
_DIMENSION = 384
_LONGEST = 256
"""Word pieces that the model was published to read at once, its two marks for begin and end included."""
_PIECES_AT_ONCE = 4_096
"""Padding included; bounds memory: some 250 MB, most of it attention."""
_TEXTS_AT_ONCE = 512
"""Texts that are sorted by length together, so that little is padding."""
_KNOWN_CHARACTERS = 4.0
"""Characters that a word piece stands for in English; scripts that are taken apart into letters have 1."""


class MiniLMEmbedder:
	"""The 384 dimensions of all-MiniLM-L6-v2. Files are read on first use; instances share them."""

	is_costly = True
	dimension = _DIMENSION
	weight = 0.87
	meaning_floor = MEANING_FLOOR
	knows_words_only = False

	@cached_property
	def key(self) -> str:
		"""Kind, and the digest of the model's file: another file is another model."""
		return f"minilm:{_digest(_folder())}"

	def vocabulary_coverage(self, text: str) -> float:
		"""Characters a word piece, of those the model has pieces for, against what is usual in English."""
		encoded = _loaded.get(_folder()).tokenizer.encode(text, add_special_tokens=False)
		if not encoded.ids:
			return 0.0
		unknown = _loaded.get(_folder()).unknown
		known: int = sum(
			end - start
			for number, (start, end) in zip(encoded.ids, encoded.offsets, strict=True)
			if number != unknown
		)
		return min(1.0, known / len(encoded.ids) / _KNOWN_CHARACTERS)

	def embed(self, texts: Sequence[str], kind: Kind = "document") -> Vectors:
		"""The mean of the vectors of each text's word pieces, brought to length 1.

		Raises:
			EmbedderMissing: the extra or the model's files are not there, or the files are of another model.
		"""
		model = _loaded.get(_folder())
		vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
		for start in range(0, len(texts), _TEXTS_AT_ONCE):
			parts = list(_parts(model, texts[start : start + _TEXTS_AT_ONCE]))
			for batch in batches(parts, _PIECES_AT_ONCE):
				for part, row in zip(batch, normalised(_means(model, batch)), strict=True):
					vectors[start + part.text] += row * part.own
		return normalised(vectors)


@dataclass(frozen=True, slots=True)
class _Model:
	"""The tokenizer, the network, and the numbers of the pieces that are no words."""

	tokenizer: Any
	network: Network
	begin: int
	end: int
	unknown: int


def _parts(model: _Model, texts: Sequence[str]) -> Iterator[Part]:
	room = _LONGEST - 2
	for number, encoded in enumerate(model.tokenizer.encode_batch(list(texts), add_special_tokens=False)):
		for start in range(0, len(encoded.ids), room):
			own = encoded.ids[start : start + room]
			yield Part(number, [model.begin, *own, model.end], [0] * (len(own) + 2), len(own))


def _means(model: _Model, batch: Sequence[Part]) -> Vectors:
	"""For each part the mean of what the model says about its pieces, padding left out."""
	ids, mask, types = padded(batch)
	states = model.network.states(ids, mask, types)
	if states.shape != (*ids.shape, _DIMENSION):
		raise EmbedderMissing(
			f"The model in {FOLDER} gives numbers of shape {states.shape} for {ids.shape}, which is not all-MiniLM-L6-v2."
			" Put its model.onnx there."
		)
	return mean_of(states, mask)


def _folder() -> Path:
	named = os.environ.get(FOLDER, "")
	if not named:
		raise EmbedderMissing(
			f"Where the model all-MiniLM-L6-v2 lies is not known. Set {FOLDER} to a folder with its"
			f" {_TOKENIZER} and {_MODELS[0]}."
		)
	return Path(named)


def _model_file(folder: Path) -> Path:
	found = next((folder / name for name in _MODELS if (folder / name).is_file()), None)
	if found is None or not (folder / _TOKENIZER).is_file():
		raise EmbedderMissing(
			f"{FOLDER} is {folder}, which lacks {f'{_MODELS[0]} or {_WEIGHTS}' if found is None else _TOKENIZER}."
			" Put the files of all-MiniLM-L6-v2 there."
		)
	return found


@lru_cache(maxsize=1)
def _digest(folder: Path) -> str:
	with _model_file(folder).open("rb") as file:
		digest = hashlib.sha256()
		while block := file.read(1 << 20):
			digest.update(block)
	return digest.hexdigest()[:16]


def _open_model(folder: Path) -> _Model:
	"""Tokenizer and session.

	Raises:
		EmbedderMissing: the extra is not installed, a file is missing or cannot be read.
	"""
	from tokenizers import Tokenizer  # few processes come here, and it takes a while

	path = _model_file(folder)
	try:
		network = open_bert(path, _ARCHITECTURE) if path.name == _WEIGHTS else _open_graph(path)
		tokenizer = Tokenizer.from_file(str(folder / _TOKENIZER))
	except EmbedderMissing:
		raise
	# Of both libraries' errors for files that they cannot read, Exception is the only common class.
	except Exception as error:
		raise EmbedderMissing(
			f"The model in {folder} cannot be read: {error}. Put the files of all-MiniLM-L6-v2 there."
		) from error
	tokenizer.no_padding()
	tokenizer.no_truncation()
	marks: list[Any] = [tokenizer.token_to_id(mark) for mark in ("[CLS]", "[SEP]", "[UNK]")]
	if None in marks:
		raise EmbedderMissing(
			f"The tokenizer in {folder} is not the one of all-MiniLM-L6-v2. Put its {_TOKENIZER} there."
		)
	return _Model(tokenizer, network, *marks)


@dataclass(frozen=True, slots=True)
class _Graph:
	"""A session of ONNX Runtime."""

	session: Any
	inputs: frozenset[str]

	def states(self, ids: Ids, mask: Ids, types: Ids) -> Any:
		given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}
		return self.session.run(None, {name: given[name] for name in given if name in self.inputs})[0]


def _open_graph(path: Path) -> _Graph:
	try:
		from onnxruntime import InferenceSession
	except ImportError:
		raise EmbedderMissing(
			"MiniLM as ONNX needs ONNX Runtime, which is not installed. Install it: pip install 'huf[minilm]'; "
			f"or put the model's {_WEIGHTS} into the folder instead, which needs nothing."
		) from None
	session = InferenceSession(str(path), providers=["CPUExecutionProvider"])
	return _Graph(session, frozenset(entry.name for entry in session.get_inputs()))


_loaded = Loaded(_open_model, 1)
