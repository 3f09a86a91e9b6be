"""Finds words in UTF-8 text, and tells equal ones by a number: for millions of words at a time, in numpy."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]
Keys = npt.NDArray[np.uint64]

WINDOW = 8
"""Bytes of a word that are looked at together."""
_SPACE = np.zeros(256, dtype=np.bool_)
_SPACE[[*range(9, 14), *range(28, 33)]] = True
"""What ``str.split`` takes for white space in ASCII. Rarer spaces are found when a word is analysed."""
_MASKS = np.array([(1 << (8 * size)) - 1 for size in range(WINDOW + 1)], dtype=np.uint64)
# Not the same in any two processes, so that no text can be written whose words are mistaken for one another.
_FACTOR = np.uint64(secrets.randbits(64) | 1)
_SHIFT = np.uint64(29)


@dataclass(frozen=True, slots=True)
class ByteWords:
	"""The words of a text, in their order."""

	data: bytes
	starts: Numbers
	ends: Numbers

	def words(self, places: Numbers) -> Iterator[str]:
		"""Those at ``places``."""
		for start, end in zip(self.starts[places].tolist(), self.ends[places].tolist(), strict=True):
			yield self.data[start:end].decode("utf-8", "surrogatepass")

	def keys(self, places: Numbers) -> Keys:
		"""A number for each of the words at ``places``, never 0: equal for equal words, different for others.

		A word of up to 8 bytes is its own number. Longer ones are mixed into 64 bits: among ten million of them
		any two are mistaken for one another with a chance of three in a million (n² / 2⁶⁵).
		"""
		starts, lengths = self.starts[places], self.ends[places] - self.starts[places]
		padded = np.frombuffer(self.data + bytes(WINDOW), dtype=np.uint8)
		windows = np.ndarray((len(padded) - WINDOW + 1,), "<u8", padded, 0, (1,))
		keys: Keys = windows[starts] & _MASKS[np.minimum(lengths, WINDOW)]
		done, longer = WINDOW, np.flatnonzero(lengths > WINDOW)
		while len(longer):
			part = windows[starts[longer] + done] & _MASKS[np.minimum(lengths[longer] - done, WINDOW)]
			mixed = keys[longer] * _FACTOR
			mixed ^= mixed >> _SHIFT
			keys[longer] = (mixed ^ part) * _FACTOR
			done += WINDOW
			longer = longer[lengths[longer] > done]
		keys[keys == 0] = 1
		return keys


def find_words(data: bytes) -> ByteWords:
	"""What stands between white space in ``data``."""
	space = _SPACE[np.frombuffer(b" " + data + b" ", dtype=np.uint8)]
	borders = np.flatnonzero(space[1:] != space[:-1])
	return ByteWords(data, borders[::2], borders[1::2])


class NumberTable:
	"""Which place belongs to which key: a hash table with open addressing that is asked for many keys at once."""

	def __init__(self) -> None:
		self._size = 0
		self._reserve(1 << 14)

	def __len__(self) -> int:
		return self._size

	def find(self, keys: Keys) -> npt.NDArray[np.int32]:
		"""The place of each of ``keys``; -1 where it is unknown."""
		places = np.full(len(keys), -1, dtype=np.int32)
		slots = self._slots(keys)
		asked: Numbers = np.arange(len(keys))
		while len(asked):
			there = self._keys[slots]
			found = there == keys[asked]
			places[asked[found]] = self._places[slots[found]]
			further = ~found & (there != 0)
			asked = asked[further]
			slots = (slots[further] + 1) & self._mask
		return places

	def add(self, keys: Keys, places: npt.NDArray[np.int32]) -> None:
		"""Enter ``keys``, which are distinct and not in the table yet."""
		self._size += len(keys)
		if 2 * self._size > len(self._keys):
			known = self._keys != 0
			before = self._keys[known], self._places[known]
			self._reserve(1 << (4 * self._size).bit_length())
			self._enter(*before)
		self._enter(keys, places)

	def _enter(self, keys: Keys, places: npt.NDArray[np.int32]) -> None:
		slots = self._slots(keys)
		while len(keys):
			free = self._keys[slots] == 0
			# Of several keys for one slot the last stays; all look whether it was them.
			self._keys[slots[free]] = keys[free]
			mine = self._keys[slots] == keys
			self._places[slots[mine]] = places[mine]
			keys, places, slots = keys[~mine], places[~mine], (slots[~mine] + 1) & self._mask

	def _reserve(self, slots: int) -> None:
		self._keys = np.zeros(slots, dtype=np.uint64)
		self._places = np.zeros(slots, dtype=np.int32)
		self._mask = slots - 1
		self._shift = np.uint64(64 - self._mask.bit_length())

	def _slots(self, keys: Keys) -> Numbers:
		# The upper bits of a product depend on all bits of the key (multiplicative hashing, Knuth 6.4).
		return ((keys * _FACTOR) >> self._shift).astype(np.int64)
