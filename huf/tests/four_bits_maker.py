"""Makes a small model in one file with matrices in four bits, as :mod:`huf.engine.model_files.four_bits` reads it; any part of it can be another one. Imports no Frappe."""

import re
import struct
from typing import Any

import numpy as np
import numpy.typing as npt

from huf.engine.model_files.trios import TRIOS

WORDS = sorted({word for trio in TRIOS[:3] for text in trio for word in re.findall(r"\w+", text)})
"""Of the English sentences that a model is tried with, so that it reads these."""
PIECES = (
	"<s>",
	"<pad>",
	"</s>",
	"<unk>",
	"▁",
	"p",
	"r",
	"é",
	"～",
	"▁10",
	"20",
	"が",
	"?",
	".",
	*(f"▁{word}" for word in WORDS),
)
HIDDEN, LAYERS, HEADS, INNER, POSITIONS, TYPES = 32, 2, 4, 64, 64, 2
ROWS = len(PIECES) + 3


def numbers(name: str, count: int) -> npt.NDArray[np.float32]:
	"""Those of a table, by chance, in steps that four bits have as they are: small ones in layers, so that a text is about the sum of its words."""
	chance = np.random.default_rng(list(name.encode()))
	steps = chance.integers(-8, 8, count).astype(np.float32) * np.float32(step(name))
	return steps + 1 if name.endswith("ln.w") else steps


def step(name: str) -> float:
	"""Between the numbers of a table."""
	return 1 / 16 if name == "emb.word" else 1 / 256


def tables() -> dict[str, int]:
	"""The names of the tables of the model, and how many numbers they have."""
	found = {
		"emb.word": ROWS * HIDDEN,
		"emb.pos": POSITIONS * HIDDEN,
		"emb.type": TYPES * HIDDEN,
		"emb.ln.w": HIDDEN,
		"emb.ln.b": HIDDEN,
	}
	for layer in range(LAYERS):
		for part in ("q", "k", "v", "ao"):
			found |= {f"l{layer}.{part}.w": HIDDEN * HIDDEN, f"l{layer}.{part}.b": HIDDEN}
		found |= {f"l{layer}.fi.w": HIDDEN * INNER, f"l{layer}.fi.b": INNER}
		found |= {f"l{layer}.fo.w": HIDDEN * INNER, f"l{layer}.fo.b": HIDDEN}
		found |= {f"l{layer}.{norm}.{part}": HIDDEN for norm in ("aln", "oln") for part in "wb"}
	return found


def is_packed(name: str) -> bool:
	"""Whether a table is a matrix, in four bits."""
	return name == "emb.word" or (name[0] == "l" and name.endswith(".w") and "ln" not in name)


def packed(name: str) -> bytes:
	"""The blocks of a matrix."""
	whole = np.rint(numbers(name, tables()[name]) / step(name) + 8).astype(np.uint8).reshape(-1, 32)
	scale = np.full((len(whole), 1), step(name), "<f2").view(np.uint8).reshape(len(whole), 2)
	return np.hstack([scale, whole[:, :16] | whole[:, 16:] << 4]).tobytes()


def four_bits(
	*,
	header: tuple[Any, ...] = (HIDDEN, LAYERS, HEADS, INNER, ROWS, POSITIONS, TYPES, 1e-12, 32),
	begin: tuple[bytes, int] = (b"E5S1", 1),
	pieces: tuple[str, ...] = PIECES,
	scores: tuple[float, ...] | None = None,
	marks: tuple[int, ...] = (0, 2, 1, 3),
	places: list[int] | None = None,
	normalised: dict[int, str] | None = None,
	others: dict[str, bytes] | None = None,
	entries: dict[str, tuple[int, int, int]] | None = None,
	twice: str = "",
) -> bytes:
	"""The file.

	Args:
		places: where words begin, instead of one after another.
		others: the bytes of a table instead of its own; ``entries``: kind, count and beginning that the directory says of one.
		twice: the name of a table that is in the directory twice.
	"""
	texts = [piece.encode() for piece in pieces]
	places = [0, *np.cumsum([len(text) for text in texts]).tolist()] if places is None else places
	scores = tuple(-float(place) for place in range(len(pieces))) if scores is None else scores
	normalised = {0x0A: " ", 0xAD: "", 0xFB01: "fi", 0xFF21: "A"} if normalised is None else normalised
	table = b"".join(
		struct.pack("<IB", sign, len(into)) + into.encode("utf-32-le") for sign, into in normalised.items()
	)
	head = struct.pack("<4sI7ifi", *begin, *header)
	head += struct.pack("<5iQ", len(texts), *marks, sum(map(len, texts)))
	head += struct.pack(f"<{len(places)}I", *places) + struct.pack(f"<{len(scores)}f", *scores)
	head += b"".join(texts) + struct.pack("<iI", len(normalised), len(table)) + table
	names = [*tables(), *([twice] if twice else [])]
	at = len(head) + 4 + sum(2 + len(name) + 21 for name in names)
	directory, body = struct.pack("<i", len(names)), b""
	for name in names:
		count = tables()[name]
		data = (others or {}).get(name) or (
			packed(name) if is_packed(name) else numbers(name, count).tobytes()
		)
		entry = (entries or {}).get(name) or (int(is_packed(name)), count, at + len(body))
		directory += struct.pack("<H", len(name)) + name.encode() + struct.pack("<BIQQ", *entry, len(data))
		body += data
	return head + directory + body
