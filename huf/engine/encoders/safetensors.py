"""Tables of numbers in a safetensors file: eight bytes of header length, a JSON header, the numbers.

The file is read as something that an attacker made, and mapped into memory: a table of half a gigabyte is there once for all processes of
a machine. The package of the same name copies what it reads, so each worker would hold a table of its own.
"""

import json
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from huf.engine.errors import ModelRefused

MOST_HEADER_BYTES = 1 << 20
"""A table has one line of some hundred bytes; beside it there may be notes of who made it."""
_TYPES = {"F16": "<f2", "F32": "<f4", "F64": "<f8", "I8": "<i1", "I32": "<i4", "I64": "<i8"}
_MOST_TENSORS = 1_000
"""An encoder has sixteen in each layer, and the largest have two dozen layers."""
_MOST_DIMENSIONS = 4


@dataclass(frozen=True, slots=True)
class Tensor:
	"""Where the numbers of one table lie."""

	kind: np.dtype[Any]
	shape: tuple[int, ...]
	offset: int
	"""Bytes from the beginning of the file."""

	def mapped(self, path: Path) -> npt.NDArray[Any]:
		"""The numbers, read when they are asked for. The file must not be cut off meanwhile."""
		return np.memmap(path, dtype=self.kind, mode="r", offset=self.offset, shape=self.shape)


def read_header(path: Path) -> dict[str, Tensor]:
	"""The tables of a file by their names. Types that huf does not know are left out.

	Raises:
		ModelRefused: it is no such file, or says of itself what cannot be.
		OSError: it cannot be read.
	"""
	size = path.stat().st_size
	with path.open("rb") as file:
		length = int.from_bytes(file.read(8), "little")
		if not 2 <= length <= min(MOST_HEADER_BYTES, size - 8):
			raise _refused("its header would be longer than a header is")
		data = file.read(length)
	try:
		header = json.loads(data)
	except (ValueError, RecursionError):
		raise _refused("its header cannot be read") from None
	if not isinstance(header, dict) or len(header) > _MOST_TENSORS:
		raise _refused("its header is no list of tables")
	begin = 8 + length
	return {
		name: tensor
		for name, entry in header.items()
		if name != "__metadata__" and (tensor := _tensor(entry, begin, size - begin)) is not None
	}


def _tensor(entry: Any, begin: int, room: int) -> Tensor | None:
	"""What the header says of one table, if the numbers that it speaks of are there."""
	try:
		kind, shape, (first, last) = entry["dtype"], tuple(entry["shape"]), entry["data_offsets"]
	except (TypeError, KeyError, ValueError):
		raise _refused("its header says of a table not where it is") from None
	numbers = (*shape, first, last)
	if len(shape) > _MOST_DIMENSIONS or not all(type(one) is int and 0 <= one <= room for one in numbers):
		raise _refused("a table would lie outside of the file")
	if not isinstance(kind, str) or kind not in _TYPES:
		return None
	found = np.dtype(_TYPES[kind])
	if first > last or last - first != prod(shape) * found.itemsize:
		raise _refused("a table has another length than its shape")
	return Tensor(found, shape, begin + first)


def _refused(why: str) -> ModelRefused:
	return ModelRefused(
		f"The file model.safetensors is damaged, or none of this kind: {why}. Get it again from where it came from."
	)
