"""How texts are given to a model in ONNX, and what of its answer counts: written down once, when the model was checked."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

FILE = "reading.json"
"""Lies beside the model. huf wrote it: nothing that came with a model is read after its check but its graph and its tokenizer."""

Kind = Literal["embedding", "rerank"]
Pooling = Literal["mean", "cls", "max", ""]
"""How the vectors of tokens become that of a text: their mean, that of the first token, the greatest of each number; empty where the model does it."""


@dataclass(frozen=True, slots=True)
class Piece:
	"""A part of what the model is given: one of the texts, or marks of the model's own."""

	text: int
	"""0 or 1: the tokens of the first or the second text; -1: ``ids``."""
	ids: tuple[int, ...] = ()
	type: int = 0
	"""The ``token_type_ids`` of all its tokens."""


Template = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Reading:
	"""What has to be known of a model beside its files."""

	kind: Kind
	longest: int
	"""Tokens that the model reads at once, its marks included."""
	template: Template
	"""What it is given: of one text, or of a query and a passage."""
	output: str = ""
	"""The output of the graph that counts."""
	pooling: Pooling = "mean"
	is_share: bool = False
	"""Of a cross-encoder: it gives numbers from 0 to 1, and no logits."""
	padding: int = 0
	"""The token that fills up shorter texts of a batch."""
	query_prefix: str = ""
	"""What stands before each question, and before each text, since the model was trained with it."""
	document_prefix: str = ""

	@property
	def room(self) -> int:
		"""Tokens of texts that fit in at once."""
		return self.longest - sum(len(piece.ids) for piece in self.template)

	def filled(self, *texts: Sequence[int]) -> tuple[list[int], list[int]]:
		"""``input_ids`` and ``token_type_ids`` for the tokens of one or two texts."""
		ids: list[int] = []
		types: list[int] = []
		for piece in self.template:
			own = piece.ids if piece.text < 0 else texts[piece.text]
			ids += own
			types += [piece.type] * len(own)
		return ids, types

	def write(self, folder: Path) -> None:
		"""Keep it beside the model."""
		(folder / FILE).write_text(json.dumps(asdict(self), ensure_ascii=False), "utf-8")

	@classmethod
	def of(cls, folder: Path) -> "Reading":
		"""What :meth:`write` kept. Raises OSError."""
		values: dict[str, Any] = json.loads((folder / FILE).read_text("utf-8"))
		template = tuple(Piece(one["text"], tuple(one["ids"]), one["type"]) for one in values.pop("template"))
		return cls(template=template, **values)
