"""Encoders of the architecture of BERT (Devlin and others 2018, arXiv 1810.04805), which RoBERTa and XLM-RoBERTa have too, from their weights, with numpy alone.

The weights stay in their file, mapped into memory, so that all processes of a machine share them: of a model of a hundred languages four fifths are the table
of its tokens, of which a text needs a few rows. Texts are read one by one, without padding.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from huf.engine.encoders.batches import Ids, States
from huf.engine.encoders.refusals import not_taken
from huf.engine.encoders.safetensors import Tensor, read_header

FILE = "architecture.json"
"""Lies beside the weights, written by huf."""
Activation = Literal["gelu", "relu"]
_WORDS = "embeddings.word_embeddings.weight"
_GELU, _CUBIC = np.float32(sqrt(2 / np.pi)), np.float32(0.044715)
"""Of the approximation by tanh (Hendrycks and Gimpel 2016, arXiv 1606.08415). With it all-MiniLM-L6-v2 gives vectors whose cosine with those of the exact function is at least .999998."""


@dataclass(frozen=True, slots=True)
class Architecture:
	"""What the tables of a model do not say of it."""

	heads: int
	"""Into which each vector is taken apart for attention."""
	layers: int
	epsilon: float
	"""Added to a variance before it divides."""
	activation: Activation
	first_position: int
	"""The row of the table of positions for the first token: RoBERTa's begin after the number of the token for padding."""

	def write(self, folder: Path) -> None:
		"""Keep it beside the weights."""
		(folder / FILE).write_text(json.dumps(asdict(self)), "utf-8")

	@classmethod
	def of(cls, folder: Path) -> "Architecture":
		"""What :meth:`write` kept. Raises OSError."""
		return cls(**json.loads((folder / FILE).read_text("utf-8")))


@dataclass(frozen=True, slots=True)
class _Dense:
	"""A linear step: ``x @ weight.T + bias``."""

	weight: States
	"""(numbers after it, numbers before it)"""
	bias: States

	def __call__(self, values: States) -> States:
		found: States = values @ self.weight.T
		found += self.bias
		return found


@dataclass(frozen=True, slots=True)
class _Norm:
	"""Each vector brought to mean 0 and variance 1, then scaled and moved number by number."""

	scale: States
	shift: States
	epsilon: float

	def __call__(self, values: States) -> States:
		values -= values.mean(axis=-1, keepdims=True)
		variance = np.einsum("ij,ij->i", values, values) / values.shape[1]
		values /= np.sqrt(variance + np.float32(self.epsilon))[:, np.newaxis]
		values *= self.scale
		values += self.shift
		return values


@dataclass(frozen=True, slots=True)
class _Layer:
	"""Attention, then two linear steps; each is added to what came in."""

	query: _Dense
	key: _Dense
	value: _Dense
	attended: _Dense
	attention_norm: _Norm
	wide: _Dense
	narrow: _Dense
	norm: _Norm
	heads: int
	activation: Activation

	def __call__(self, values: States) -> States:
		found = self.attended(self._attention(values))
		found += values
		found = self.attention_norm(found)
		after = self.narrow(_activated(self.wide(found), self.activation))
		after += found
		return self.norm(after)

	def _attention(self, values: States) -> States:
		tokens, numbers = values.shape

		def by_head(made: States) -> States:
			return made.reshape(tokens, self.heads, numbers // self.heads).transpose(1, 0, 2)

		scores = np.matmul(by_head(self.query(values)), by_head(self.key(values)).transpose(0, 2, 1))
		scores *= np.float32(1 / sqrt(numbers // self.heads))
		scores -= scores.max(axis=-1, keepdims=True)
		np.exp(scores, out=scores)
		scores /= scores.sum(axis=-1, keepdims=True)
		mixed: States = np.matmul(scores, by_head(self.value(values))).transpose(1, 0, 2)
		return mixed.reshape(tokens, numbers)


@dataclass(frozen=True, slots=True)
class BertNetwork:
	"""A :class:`~huf.engine.encoders.model.Network`."""

	words: npt.NDArray[Any]
	"""(tokens that there are, numbers), as in the file."""
	positions: npt.NDArray[Any]
	types: npt.NDArray[Any]
	norm: _Norm
	layers: tuple[_Layer, ...]
	first_position: int

	def states(self, ids: Ids, mask: Ids, types: Ids) -> States:
		"""The vector of each token after the last layer; zeros where the mask is.

		Raises:
			IndexError: a token, or so many of them, the model does not have.
		"""
		found = np.zeros((*ids.shape, self.words.shape[1]), dtype=np.float32)
		# What damaged weights make of a text is looked at by the caller.
		with np.errstate(all="ignore"):
			for row, length in enumerate(mask.sum(axis=1)):
				found[row, :length] = self._read(ids[row, :length], types[row, :length])
		return found

	def _read(self, ids: Ids, types: Ids) -> States:
		places = np.arange(self.first_position, self.first_position + len(ids))
		values: States = self.words[ids].astype(np.float32)
		values += self.positions[places]
		values += self.types[types]
		values = self.norm(values)
		for layer in self.layers:
			values = layer(values)
		return values


def open_bert(path: Path, architecture: Architecture) -> BertNetwork:
	"""The network whose weights ``path`` has.

	Raises:
		ModelRefused: they are not those of such a model.
		OSError: the file cannot be read.
	"""
	tables = _Tables(path, read_header(path))
	words = tables.shaped(_WORDS, (None, None))
	numbers = words.shape[1]
	if numbers % architecture.heads:
		raise not_taken(f"its vectors of {numbers} numbers cannot be taken apart into {architecture.heads}")

	def norm(name: str) -> _Norm:
		scale, shift = (tables.numbers(f"{name}.{part}", (numbers,)) for part in ("weight", "bias"))
		return _Norm(scale, shift, architecture.epsilon)

	def dense(name: str, after: int | None = numbers, before: int | None = numbers) -> _Dense:
		weight = tables.numbers(f"{name}.weight", (after, before))
		return _Dense(weight, tables.numbers(f"{name}.bias", (weight.shape[0],)))

	def layers() -> Iterator[_Layer]:
		for number in range(architecture.layers):
			at = f"encoder.layer.{number}"
			wide = dense(f"{at}.intermediate.dense", None)
			yield _Layer(
				dense(f"{at}.attention.self.query"),
				dense(f"{at}.attention.self.key"),
				dense(f"{at}.attention.self.value"),
				dense(f"{at}.attention.output.dense"),
				norm(f"{at}.attention.output.LayerNorm"),
				wide,
				dense(f"{at}.output.dense", before=wide.weight.shape[0]),
				norm(f"{at}.output.LayerNorm"),
				architecture.heads,
				architecture.activation,
			)

	return BertNetwork(
		words,
		tables.shaped("embeddings.position_embeddings.weight", (None, numbers)),
		tables.shaped("embeddings.token_type_embeddings.weight", (None, numbers)),
		norm("embeddings.LayerNorm"),
		tuple(layers()),
		architecture.first_position,
	)


class _Tables:
	"""The tables of a file by the names that they have in every such model; some publish them with one more name before."""

	def __init__(self, path: Path, tables: dict[str, Tensor]) -> None:
		self._path, self._tables = path, tables
		found = [name for name in tables if name == _WORDS or name.endswith(f".{_WORDS}")]
		if len(found) != 1:
			raise not_taken(f"there is no one table {_WORDS} of 16 or 32-bit numbers in it")
		self._before = found[0].removesuffix(_WORDS)

	def shaped(self, name: str, shape: tuple[int | None, ...]) -> npt.NDArray[Any]:
		"""A table as it lies in the file, mapped into memory. ``None`` in ``shape`` is any number from 1 on."""
		table = self._tables.get(self._before + name)
		if table is None or table.kind.kind != "f":
			raise not_taken(f"its table {name} is not there, or not of 16 or 32-bit numbers")
		if len(table.shape) != len(shape) or any(
			have < 1 or want not in (None, have) for have, want in zip(table.shape, shape, strict=False)
		):
			raise not_taken(
				f"its table {name} has the shape {list(table.shape)}, which does not go with the others"
			)
		# As an ordinary array: each step of arithmetic with a memmap asks Python for its class.
		return np.asarray(table.mapped(self._path))

	def numbers(self, name: str, shape: tuple[int | None, ...]) -> States:
		"""The same as 32-bit numbers: mapped where the file has such, else a copy. A file may have them where the processor cannot read them at once."""
		return np.require(self.shaped(name, shape), np.float32, "A")


def _activated(values: States, activation: Activation) -> States:
	if activation == "relu":
		return np.maximum(values, 0, out=values)
	inner = values * values
	inner *= _CUBIC
	inner += 1
	inner *= values
	inner *= _GELU
	np.tanh(inner, out=inner)
	inner += 1
	inner *= values
	inner *= np.float32(0.5)
	return inner
