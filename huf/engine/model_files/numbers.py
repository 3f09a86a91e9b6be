"""Whether the tables of a model that nobody has checked have numbers alone."""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from huf.engine.encoders.safetensors import read_header
from huf.engine.errors import ModelRefused

_AT_ONCE = 1 << 14
"""Rows of a table looked at together."""
_MOST_NUMBER = 1e6
"""Usual are less than a hundred. The squares of means of far larger ones are infinite, and their texts would have no vector."""


def check_tables(path: Path) -> None:
	"""Look at each table with fractions in a safetensors file.

	Raises:
		ModelRefused: it is no such file, or a number in it is none.
		OSError: it cannot be read.
	"""
	for table in read_header(path).values():
		if table.kind.kind == "f" and table.shape:
			check_numbers(table.mapped(path))


def check_numbers(table: npt.NDArray[Any]) -> None:
	"""Raises ModelRefused: NaN, infinite, or so large that its square soon is."""
	for start in range(0, len(table), _AT_ONCE):
		# As doubles: the least whole number of a type has no absolute value in it. NaN is not less than anything.
		if not (np.abs(table[start : start + _AT_ONCE].astype(np.float64)) < _MOST_NUMBER).all():
			raise ModelRefused(
				"The tables of the model have a number that is none (NaN or infinite). Choose another model."
			)
