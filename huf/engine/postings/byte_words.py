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
_IS_SPACE = bytes(byte in (*range(9, 14), *range(28, 33)) for byte in range(256))
"""1 for what ``str.split`` takes for white space in ASCII. Rarer spaces are found when a word is analysed."""
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

	def keys(self, places: Numbers | None = None) -> Keys:
		"""A number for each of the words at ``places``, or for all: never 0, equal for equal words, different for others.

		A word of up to 8 bytes is its own number. Longer ones are mixed into 64 bits: among ten million of them
		any two are mistaken for one another with a chance of three in a million (n² / 2⁶⁵).
		"""
		starts = self.starts if places is None else self.starts.take(places)
		lengths = (self.ends if places is None else self.ends.take(places)) - starts
		padded = np.frombuffer(self.data + bytes(WINDOW), dtype=np.uint8)
		windows: Keys = np.ndarray((len(padded) - WINDOW + 1,), "<u8", padded, 0, (1,))
		keys: Keys = windows[starts]
		# A word that goes on behind the window has all of it.
		keys &= _MASKS.take(lengths, mode="clip")
		done, longer = WINDOW, np.flatnonzero(lengths > WINDOW)
		starts, lengths, mixed = starts.take(longer), lengths.take(longer), keys.take(longer)
		while len(longer):
			part = windows[starts + done]
			part &= _MASKS.take(lengths - done, mode="clip")
			mixed *= _FACTOR
			mixed ^= mixed >> _SHIFT
			mixed ^= part
			mixed *= _FACTOR
			keys[longer] = mixed
			done += WINDOW
			left = np.flatnonzero(lengths > done)
			longer, starts = longer.take(left), starts.take(left)
			lengths, mixed = lengths.take(left), mixed.take(left)
		keys[keys == 0] = 1
		return keys


def find_words(data: bytes) -> ByteWords:
	"""What stands between white space in ``data``."""
	# In a third of the time that it takes to look each byte up in an array.
	space = np.frombuffer((b" " + data + b" ").translate(_IS_SPACE), dtype=np.bool_)
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
		# Of all words, and then of the few that have such a sign: take finds places in half the time of an index.
		places: Numbers = np.flatnonzero(_EDGE.take(raw.take(borders + offset)) & (starts < ends))
		for _ in range(_MOST_EDGES):
			borders[places] += step
			places = places[starts[places] < ends[places]]
			if not len(places):
				break
			places = places[_EDGE.take(raw.take(borders[places] + offset))]
	left = np.flatnonzero(starts < ends)
	return (starts, ends) if len(left) == len(starts) else (starts.take(left), ends.take(left))


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
		there = self._keys.take(slots)
		places = self._places.take(slots)
		others = np.flatnonzero(there != keys)
		places[others] = -1
		asked = others[there.take(others) != 0]
		slots, wanted = slots.take(asked), keys.take(asked)
		while len(asked):
			slots = (slots + 1) & self._mask
			there = self._keys.take(slots)
			is_it = there == wanted
			found = np.flatnonzero(is_it)
			places[asked.take(found)] = self._places.take(slots.take(found))
			further = np.flatnonzero(~is_it & (there != 0))
			asked, slots, wanted = asked.take(further), slots.take(further), wanted.take(further)
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
