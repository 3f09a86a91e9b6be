"""Finds words in UTF-8 text, and tells equal ones by a number: for millions of words at a time, in numpy."""

import secrets
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from huf.engine.analysis.words import EDGES

Numbers = npt.NDArray[np.int64]
Keys = npt.NDArray[np.uint64]

WINDOW = 8
"""Bytes of a word that are looked at together."""
_SPACE = np.zeros(256, dtype=np.bool_)
_SPACE[[*range(9, 14), *range(28, 33)]] = True
"""What ``str.split`` takes for white space in ASCII. Rarer spaces are found when a word is analysed."""
_EDGE = np.zeros(256, dtype=np.bool_)
_EDGE[[ord(sign) for sign in EDGES if sign.isascii()]] = True
_SMALL = np.zeros(256, dtype=np.bool_)
_SMALL[ord("a") : ord("z") + 1] = True
_MOST_EDGES = 8
"""Signs that are taken off each end of a word; where a row of dots goes on, whoever analyses it takes off the rest."""
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

	def words(self, places: Numbers) -> list[str]:
		"""Those at ``places``."""
		borders = zip(self.starts[places].tolist(), self.ends[places].tolist(), strict=True)
		if self.data.isascii():
			text = self.data.decode("ascii")
			return [text[start:end] for start, end in borders]
		return [self.data[start:end].decode("utf-8", "surrogatepass") for start, end in borders]

	def keys(self, places: Numbers) -> Keys:
		"""A number for each of the words at ``places``, never 0: equal for equal words, different for others.

		A word of up to 8 bytes is its own number. Longer ones are mixed into 64 bits: among ten million of them
		any two are mistaken for one another with a chance of three in a million (n² / 2⁶⁵).
		"""
		starts, lengths = self.starts[places], self.ends[places] - self.starts[places]
		padded = np.frombuffer(self.data + bytes(WINDOW), dtype=np.uint8)
		windows: Keys = np.ndarray((len(padded) - WINDOW + 1,), "<u8", padded, 0, (1,))
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


def plain(words: ByteWords) -> ByteWords:
	"""``words`` without the ASCII punctuation around them, and in small letters where that says nothing.

	So a text has half as many different words. Left as they are: words with letters outside ASCII, for which small
	letters are another matter, and those that may be names because they are in capitals, such as ``IT``. Words of
	punctuation alone are left out.
	"""
	raw = np.frombuffer(words.data, dtype=np.uint8)
	starts, ends = _trimmed(raw, words.starts, words.ends)
	lowered = np.frombuffer(bytearray(words.data.lower()), dtype=np.uint8)
	capitals = np.flatnonzero(raw != lowered)
	owners = np.searchsorted(starts, capitals, side="right") - 1
	kept = _kept(raw, starts, ends, owners[np.flatnonzero(np.diff(owners, prepend=-1))])
	lengths = ends[kept] - starts[kept]
	before = np.cumsum(lengths) - lengths
	restored = np.repeat(starts[kept] - before, lengths) + np.arange(lengths.sum())
	lowered[restored] = raw[restored]
	return ByteWords(lowered.tobytes(), starts, ends)


def _trimmed(raw: npt.NDArray[np.uint8], starts: Numbers, ends: Numbers) -> tuple[Numbers, Numbers]:
	starts, ends = starts.copy(), ends.copy()
	for borders, offset, step in ((starts, 0, 1), (ends, -1, -1)):
		places: Numbers = np.arange(len(starts))
		for _ in range(_MOST_EDGES):
			places = places[_EDGE[raw[borders[places] + offset]]]
			borders[places] += step
			places = places[starts[places] < ends[places]]
			if not len(places):
				break
		left = starts < ends
		if not left.all():
			starts, ends = starts[left], ends[left]
	return starts, ends


def _kept(raw: npt.NDArray[np.uint8], starts: Numbers, ends: Numbers, places: Numbers) -> Numbers:
	"""Which of the words at ``places`` keep their capitals: more than need to, which does no harm."""
	first, end = starts[places], ends[places]
	second = np.minimum(first + 1, end - 1)
	kept = (second > first) & ~(_SMALL[raw[first]] | _SMALL[raw[second]])
	if (raw >= 0x80).any():
		borders = np.stack((first, end), axis=1).ravel()
		# The last word may end where the text does, and each border has to be a place in it.
		kept |= np.maximum.reduceat(np.append(raw, np.uint8(0)), borders)[::2] >= 0x80
	found: Numbers = places[kept]
	return found


class NumberTable:
	"""Which place belongs to which key: a hash table with open addressing that is asked for many keys at once."""

	def __init__(self) -> None:
		self._size = 0
		self._reserve(1 << 14)

	def __len__(self) -> int:
		return self._size

	def find(self, keys: Keys) -> npt.NDArray[np.int32]:
		"""The place of each of ``keys``; -1 where it is unknown."""
		slots = self._slots(keys)
		there = self._keys[slots]
		places = np.where(there == keys, self._places[slots], np.int32(-1))
		asked = np.flatnonzero((there != keys) & (there != 0))
		slots = slots[asked]
		while len(asked):
			slots = (slots + 1) & self._mask
			there = self._keys[slots]
			found = there == keys[asked]
			places[asked[found]] = self._places[slots[found]]
			further = ~found & (there != 0)
			asked, slots = asked[further], slots[further]
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
