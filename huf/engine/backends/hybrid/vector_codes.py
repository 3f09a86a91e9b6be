"""One bit for each number of a vector, its sign: a 32nd of the matrix, to find the rows that are worth reading.

The rows whose signs are most like those of the question are taken first. How alike these are is estimated from their
signs and the question in 4 bits: the number of bits that the signs have in common with each binary digit of the
question, weighted by what the digit is worth (as in Gao and Long 2024, "RaBitQ"). The likeliest are then compared
exactly, so scores are exact, and only a hit that both steps rank far too low is missed; ``docs/retrieval-measured.md`` says how
often that happens.
"""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from huf.engine.disk.mapped import MappedFile
from huf.engine.embedding import Vectors
from huf.engine.errors import IndexCorrupt

CODES = "vector_codes.bin"
LEAST_ROWS = 20_000
"""A smaller matrix is read as a whole in less than 2 ms."""
MOST_NUMBERS = 4032
"""Of a vector: beyond this the estimate does not fit into 16 bits."""
BLOCK = 4096
"""Rows whose codes are together, word by word: what is computed of them stays in the processor's cache."""
_WORD = np.dtype("<u8")
_SUM_TYPE = np.dtype("<f8")
_DIGITS = 4
_LARGEST = 7
"""Of a number with a sign in 4 bits."""
_NEVER = np.iinfo(np.int16).min
"""Below every estimate."""
_FIRST, _ROWS_OF_FIRST = 8, 50
"""So many rows for each wanted one, and one for so many in the matrix, go from the first step to the second."""
_GROUP = 64
"""Rows whose best value is taken together to find how high a value must be."""

Words = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]


def can_estimate() -> bool:
	"""Whether this numpy counts bits; before 2.0 it does not, and every search reads the whole matrix."""
	return hasattr(np, "bitwise_count")


def write_codes(path: Path, blocks: Iterable[Vectors], shape: tuple[int, int]) -> None:
	"""Write the codes of a matrix and the sum of all its rows; no file for one that is too small or too wide.

	``blocks`` are its rows, :data:`BLOCK` at a time, and ``shape`` how many rows of how many numbers it has.
	"""
	path.unlink(missing_ok=True)
	rows, dimension = shape
	if rows < LEAST_ROWS or dimension > MOST_NUMBERS:
		return
	total = np.zeros(dimension, dtype=_SUM_TYPE)
	with path.open("wb") as file:
		file.seek(total.nbytes)
		for block in blocks:
			total += block.sum(axis=0, dtype=_SUM_TYPE)
			file.write(_codes(block).tobytes())
		file.seek(0)
		file.write(total.tobytes())


def check_codes(path: Path, blocks: Iterable[Vectors], shape: tuple[int, int]) -> None:
	"""Each code is that of its row, which are given as to :func:`write_codes`.

	Raises:
		IndexCorrupt: it is not so.
	"""
	if not path.is_file():
		return
	codes = VectorCodes(path, *shape)
	for number, block in enumerate(blocks):
		if not np.array_equal(codes.words[number], _codes(block)):
			raise IndexCorrupt(
				"The index has codes of vectors that are not those of its passages. Rebuild the source."
			)


class VectorCodes:
	"""The codes of a matrix, mapped into memory."""

	def __init__(self, path: Path, rows: int, dimension: int) -> None:
		"""Map the file.

		Raises:
			IndexCorrupt: it is not of a matrix of that size.
		"""
		words, blocks = -(-dimension // 64), -(-rows // BLOCK)
		begin = dimension * _SUM_TYPE.itemsize
		file = MappedFile(path)
		if file.length != begin + blocks * words * BLOCK * _WORD.itemsize:
			raise IndexCorrupt("The codes of the vectors are not those of this index. Rebuild the source.")
		self._rows = rows
		self._sum = file.array(_SUM_TYPE, count=dimension)
		self.words: Words = file.array(_WORD, offset=begin).reshape(blocks, words, BLOCK)
		self.check = file.check
		"""Called before the codes are read: see :class:`~huf.engine.disk.mapped.MappedFile`."""

	@property
	def mean_row(self) -> Vectors:
		"""The average of all rows."""
		return (self._sum / self._rows).astype(np.float32)

	def likeliest(self, vector: Vectors, count: int, may: npt.NDArray[np.bool_] | None = None) -> Places:
		"""At least ``count`` rows, or all there are, ascending: those with the highest estimates.

		Where ``may`` is False for a row, it is left out.
		"""
		likeness = self._likeness(vector)
		if may is not None:
			likeness[~may] = _NEVER
		places = _highest(likeness, _FIRST * count + self._rows // _ROWS_OF_FIRST)
		codes = np.ascontiguousarray(self.words[places // BLOCK, :, places % BLOCK].T)
		return places[_highest(_estimates(codes, vector), count)]

	def _likeness(self, vector: Vectors) -> npt.NDArray[np.int16]:
		"""For each row, minus the number of signs that differ from those of ``vector``."""
		signs = _packed((vector > 0)[np.newaxis]).reshape(-1, 1)
		likeness = np.empty((len(self.words), BLOCK), dtype=np.int16)
		differing = np.empty(self.words.shape[1:], dtype=_WORD)
		counts = np.empty(self.words.shape[1:], dtype=np.uint8)
		for block, like in zip(self.words, likeness, strict=True):
			np.bitwise_xor(block, signs, out=differing)
			np.bitwise_count(differing, out=counts)
			np.negative(_added(counts), out=like)
		return likeness.reshape(-1)[: self._rows]


def _highest(values: npt.NDArray[np.int16], count: int) -> Places:
	"""At least ``count`` places of the highest values, ascending; never one of a row that is left out."""
	count = min(count, len(values))
	groups = values[: len(values) // _GROUP * _GROUP].reshape(-1, _GROUP).max(axis=1)
	# The best of so many groups: at least as many values are as high.
	among = values if count > len(groups) else groups
	least = np.partition(among, -count)[-count] if count else 0
	return np.flatnonzero(values >= max(int(least), _NEVER + 1))


def _estimates(codes: Words, vector: Vectors) -> npt.NDArray[np.int16]:
	"""How alike each column of ``codes`` is to ``vector``, on a scale of its own."""
	estimates = np.zeros(codes.shape[1], dtype=np.int16)
	for digit, bits in enumerate(_digits(vector)):
		common = _added(np.bitwise_count(codes & bits)) << digit
		# The highest digit of a number in two's complement counts negative.
		estimates += -common if digit == _DIGITS - 1 else common
	return estimates


def _added(counts: npt.NDArray[np.uint8]) -> npt.NDArray[np.int16]:
	"""The sum over the words. Three of at most 64 fit into 8 bits, which are added faster than 16."""
	total = np.zeros(counts.shape[1], dtype=np.int16)
	for start in range(0, len(counts), 3):
		part = counts[start]
		for row in counts[start + 1 : start + 3]:
			np.add(part, row, out=part)
		total += part
	return total


def _digits(vector: Vectors) -> Words:
	"""The numbers of ``vector`` from -7 to 7 in two's complement: for each of 4 digits, lowest first, its words."""
	step = max(float(np.abs(vector).max()) / _LARGEST, 1e-12)
	numbers = np.rint(vector / step).astype(np.int8)
	digits = [_packed(((numbers >> digit) & 1).astype(np.bool_)[np.newaxis]) for digit in range(_DIGITS)]
	return np.stack(digits).reshape(_DIGITS, -1, 1)


def _codes(block: Vectors) -> Words:
	"""The signs of a block: for each word of 64 numbers those of all rows, and zeros for rows that are not there."""
	packed = _packed(block > 0)
	codes = np.zeros((packed.shape[1], BLOCK), dtype=_WORD)
	codes[:, : len(block)] = packed.T
	return codes


def _packed(bits: npt.NDArray[np.bool_]) -> Words:
	packed = np.packbits(bits, axis=1, bitorder="little")
	missing = -packed.shape[1] % _WORD.itemsize
	return np.ascontiguousarray(np.pad(packed, ((0, 0), (0, missing)))).view(_WORD)
