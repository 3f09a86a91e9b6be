"""Embedding models that whoever looks after the server has placed on this site (``bench huf-model add``).

Each has a folder of its own that is called by the digest of its files, with ``about.json`` beside them. What lies there was checked when it was placed, and
only the user of the bench can write there: no record, no File and no request makes one.
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

import frappe
from frappe import _

from huf.ai.site import artifacts
from huf.engine.embedding.static import KIND, StaticEmbedder
from huf.engine.errors import EmbedderMissing
from huf.engine.model_files.floors import Floor

PLACED = KIND
"""Begins the key of their vectors."""
ABOUT = "about.json"


@dataclass(frozen=True, slots=True)
class PlacedModel:
	"""A model, and what is known of it."""

	name: str
	"""An AI Model calls it ``local/NAME``."""
	digest: str
	dimension: int
	rows: int
	"""Vectors in its table."""
	file: str
	"""What the file was called that it came from."""
	added: str
	"""When, ISO 8601."""
	floor: Floor

	def embedder(self) -> StaticEmbedder:
		"""What makes vectors with it."""
		return embedder_in(artifacts.models_folder() / self.digest, self.digest, self.floor.value)

	def write(self, folder: Path) -> None:
		"""Keep this beside its files, whole or not at all."""
		new = folder / f".{ABOUT}"
		descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
		with open(descriptor, "w", encoding="utf-8") as file:
			json.dump(asdict(self), file)
			file.flush()
			os.fsync(file.fileno())
		os.replace(new, folder / ABOUT)


def embedder_in(folder: Path, digest: str, meaning_floor: float) -> StaticEmbedder:
	"""What makes vectors with the checked files in ``folder``."""
	return StaticEmbedder(folder, digest, meaning_floor)


def placed_models() -> list[PlacedModel]:
	"""Those of this site, by name."""
	root = artifacts.models_folder()
	found = [_read(path) for path in root.glob(f"[0-9a-f]*/{ABOUT}")] if root.is_dir() else []
	return sorted(found, key=lambda one: one.name)


def placed_model(name: str) -> PlacedModel:
	"""The model of this name. Raises EmbedderMissing: there is none."""
	for one in placed_models():
		if one.name == name:
			return one
	raise EmbedderMissing(
		_(
			"There is no local model {0} on this site. Place it: bench --site {1} huf-model add FILE --name {0}"
		).format(name, frappe.local.site)
	)


def placed_of_key(key: str) -> PlacedModel:
	"""The model that makes vectors with this key. Raises EmbedderMissing: it is not here any more."""
	for one in placed_models():
		if one.embedder().key == key:
			return one
	raise EmbedderMissing(
		_(
			"The local model that made this index ({0}) is not on this site. Place it again with bench huf-model add, or rebuild the source with another one."
		).format(key)
	)


def _read(path: Path) -> PlacedModel:
	values = json.loads(path.read_text("utf-8"))
	return PlacedModel(**{**values, "floor": Floor(**values["floor"])})
