"""Models for embeddings and re-ranking that whoever looks after the server has placed on this site (``bench huf-model add``).

Each has a folder of its own that is called by the digest of its files, with ``about.json`` beside them. What lies there was checked when it was placed, and
only the user of the bench can write there: no record and no File makes one, and no request but for one of the models that huf knows by their digest
(:mod:`huf.ai.local_models.desk`).
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import frappe
from frappe import _

from huf.ai.knowledge.backends.model_records import LOCAL_PREFIX
from huf.ai.site import artifacts
from huf.engine.embedding import Embedder
from huf.engine.embedding.static import KIND, StaticEmbedder
from huf.engine.errors import EmbedderMissing
from huf.engine.evidence import MEANING_FLOOR
from huf.engine.model_files.floors import Floor

if TYPE_CHECKING:
	from huf.engine.search.steps.cross_encoder import CrossEncoder

PLACED = frozenset({KIND, "onnx", "bert"})
"""One of these begins the key of their vectors."""
AIKind = Literal["embedding", "rerank"]
"""Of an AI Model."""
ABOUT = "about.json"


@dataclass(frozen=True, slots=True)
class Gain:
	"""What a cross-encoder changes in the answers of the site's tests, question by question."""

	questions: int
	"""Tests that were asked with it and without. 0 if there were too few to say anything."""
	before: float
	"""Mean nDCG of them without it, 0 to 1."""
	after: float
	won: int
	"""Questions whose answer stands higher with it."""
	lost: int
	p: float
	"""Of a paired randomisation test, two-sided (:func:`huf.local.quality.comparison.paired_p`)."""
	seconds_before: float
	"""That a search takes without it, the median."""
	seconds_after: float
	late: int
	"""Searches for which it took longer than a source waits for it, unless that is set otherwise."""


@dataclass(frozen=True, slots=True)
class PlacedModel:
	"""A model, and what is known of it."""

	name: str
	"""An AI Model calls it ``local/NAME``."""
	digest: str
	dimension: int
	"""Numbers in a vector; 0 of a cross-encoder."""
	rows: int
	"""Vectors in the table of a static model."""
	file: str
	"""What the file was called that it came from."""
	added: str
	"""When, ISO 8601."""
	floor: Floor
	"""Of a model that makes vectors."""
	kind: str = "static"
	"""A table of vectors (``static``), or an encoder that makes vectors (``embedding``) or scores (``rerank``)."""
	longest: int = 0
	"""Tokens that an encoder reads at once."""
	seconds: float = 0.0
	"""That it took for so many when it was placed."""
	gain: Gain | None = None
	"""Of a cross-encoder."""
	usual_floor: float = MEANING_FLOOR
	"""What :attr:`floor` is where the site has too little to measure it by."""

	@property
	def ai_kind(self) -> AIKind:
		"""The kind of its AI Model."""
		return "rerank" if self.kind == "rerank" else "embedding"

	@property
	def key(self) -> str:
		"""What indexes made with it are marked by; empty of a cross-encoder, which makes none."""
		return "" if self.kind == "rerank" else self.embedder().key

	@property
	def folder(self) -> Path:
		"""Where its files lie."""
		return artifacts.models_folder() / self.digest

	def embedder(self) -> Embedder:
		"""What makes vectors with it."""
		return embedder_in(self.folder, self)

	def reranker(self) -> "CrossEncoder":
		"""What reads the hits of a search with it."""
		return reranker_in(self.folder, self.name)

	def write(self, folder: Path) -> None:
		"""Keep this beside its files, whole or not at all."""
		new = folder / f".{ABOUT}"
		descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
		with open(descriptor, "w", encoding="utf-8") as file:
			json.dump(asdict(self), file)
			file.flush()
			os.fsync(file.fileno())
		os.replace(new, folder / ABOUT)


def embedder_in(folder: Path, placed: PlacedModel) -> Embedder:
	"""What makes vectors with the checked files in ``folder``."""
	if placed.kind == "static":
		return StaticEmbedder(folder, placed.digest, placed.floor.value)
	from huf.engine.embedding.encoder import EncoderEmbedder

	return EncoderEmbedder(folder, placed.digest, placed.dimension, placed.floor.value)


def reranker_in(folder: Path, name: str) -> "CrossEncoder":
	"""What reads hits with the checked files in ``folder``."""
	from huf.engine.search.steps.cross_encoder import CrossEncoder

	return CrossEncoder(LOCAL_PREFIX + name, folder)


def placed_models() -> list[PlacedModel]:
	"""Those of this site, by name."""
	root = artifacts.models_folder()
	found = [_read(path) for path in root.glob(f"[0-9a-f]*/{ABOUT}")] if root.is_dir() else []
	return sorted(found, key=lambda one: one.name)


def placed_model(name: str, kind: AIKind | None = None) -> PlacedModel:
	"""The model of this name, and of this kind if one is named. Raises EmbedderMissing: there is none."""
	for one in placed_models():
		if one.name == name and kind in (None, one.ai_kind):
			return one
	raise EmbedderMissing(
		_(
			"There is no local model {0} on this site. Place it: bench --site {1} huf-model add FILE --name {0}"
		).format(name, frappe.local.site)
	)


def placed_of_key(key: str) -> PlacedModel:
	"""The model that makes vectors with this key. Raises EmbedderMissing: it is not here any more."""
	for one in placed_models():
		if one.key == key:
			return one
	raise EmbedderMissing(
		_(
			"The local model that made this index ({0}) is not on this site. Place it again with bench huf-model add, or rebuild the source with another one."
		).format(key)
	)


def _read(path: Path) -> PlacedModel:
	values = json.loads(path.read_text("utf-8"))
	gain = Gain(**values["gain"]) if values.get("gain") else None
	return PlacedModel(**{**values, "floor": Floor(**values["floor"]), "gain": gain})
