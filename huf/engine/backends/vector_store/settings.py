"""Which vector store or search engine a source uses: the dotted path of a LlamaIndex class, or of what opens an engine, and the
arguments it is made with.

Settings are kept as they were written, beside the builds: ``${NAME}`` in them stands for a variable of the environment
and is filled in when the store is opened. So no password lies on a disk, and a new one asks for no rebuild.
"""

import hashlib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from huf.engine.errors import SettingsError, VectorStoreMissing

FORMAT = 1
"""Of what a build keeps beside the files of ``sqlite_hybrid``, and of the rows in a collection. Raise it when an older huf could misread them."""
FORMAT_ENTRY = "store_format"
"""Of a build's meta."""

_VARIABLE = re.compile(r"\$\{(\w+)\}")
ENGINE_NAMES = {
	"milvus": "huf.engine.backends.search_engine.milvus.open_engine",
	"postgresql": "huf.engine.backends.search_engine.postgres.open_engine",
	"qdrant": "huf.engine.backends.search_engine.qdrant.open_engine",
}
"""Where nothing but a search engine is meant."""
SHORT_NAMES = {
	"milvus-whole": ENGINE_NAMES["milvus"],
	"postgresql": ENGINE_NAMES["postgresql"],
	"qdrant": ENGINE_NAMES["qdrant"],
	"milvus": "llama_index.vector_stores.milvus.MilvusVectorStore",
	"pgvector": "llama_index.vector_stores.postgres.PGVectorStore",
}
_PATH = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+")


@dataclass(frozen=True)
class StoreSettings:
	"""A vector store or search engine: ``path`` names the class, ``settings`` are its arguments apart from those that name a collection."""

	path: str
	settings: Mapping[str, Any] = field(default_factory=dict)

	def __post_init__(self) -> None:
		if not _PATH.fullmatch(self.path):
			raise SettingsError(
				f"“{self.path}” is not the dotted path of a class, such as"
				" llama_index.vector_stores.milvus.MilvusVectorStore."
			)

	@classmethod
	def named(cls, name: str, settings: str, names: Mapping[str, str] = SHORT_NAMES) -> "StoreSettings":
		"""A store by one of ``names`` or a dotted path, with its settings as JSON.

		Raises:
			SettingsError: the settings are not an object, or the name is no path.
		"""
		try:
			values = json.loads(settings)
		except ValueError as error:
			raise SettingsError(f"The settings of the vector store are not JSON: {error}.") from error
		if not isinstance(values, dict):
			raise SettingsError("The settings of the vector store are not an object of names and values.")
		return cls(names.get(name, name), values)

	@classmethod
	def read(cls, text: str) -> "StoreSettings":
		"""The inverse of :meth:`describe`.

		Raises:
			SettingsError: the text is not that.
		"""
		try:
			values = json.loads(text)
			path, settings = values["path"], values.get("settings", {})
		except (ValueError, KeyError, TypeError, AttributeError) as error:
			raise SettingsError(f"The settings of the vector store cannot be read: {error}.") from error
		if not isinstance(path, str) or not isinstance(settings, dict):
			raise SettingsError("The settings of the vector store are not an object of names and values.")
		return cls(path, settings)

	def describe(self) -> str:
		"""Path and settings as JSON, with variables unfilled."""
		return json.dumps({"path": self.path, "settings": dict(self.settings)}, sort_keys=True)

	@property
	def key(self) -> str:
		"""Changes whenever path or settings do. 16 hex digits that do not give the settings away."""
		return hashlib.sha256(self.describe().encode()).hexdigest()[:16]

	def filled(self, **places: Any) -> dict[str, Any]:
		"""The settings, a copy, with variables filled in and ``{name}`` replaced by what ``places`` says.

		A value that is nothing but ``{name}`` takes the type of the replacement, so that a dimension is a number.

		Raises:
			VectorStoreMissing: a variable is not in the environment.
		"""
		return {name: _filled(value, places) for name, value in self.settings.items()}

	def secrets(self) -> list[str]:
		"""What the variables that the settings name hold now: passwords mostly, and nothing that a message may tell."""
		return [os.environ[name] for name in _VARIABLE.findall(self.describe()) if name in os.environ]

	def mentions(self, place: str) -> bool:
		"""Whether some value has ``{place}`` in it."""
		return "{" + place + "}" in self.describe()


def _filled(value: Any, places: Mapping[str, Any]) -> Any:
	if isinstance(value, Mapping):
		return {name: _filled(inner, places) for name, inner in value.items()}
	if isinstance(value, list):
		return [_filled(inner, places) for inner in value]
	if not isinstance(value, str):
		return value
	for name, replacement in places.items():
		if value == "{" + name + "}":
			return replacement
		value = value.replace("{" + name + "}", str(replacement))
	return _VARIABLE.sub(_variable, value)


def _variable(match: "re.Match[str]") -> str:
	try:
		return os.environ[match[1]]
	except KeyError:
		raise VectorStoreMissing(
			f"The settings of the vector store name the variable {match[1]}, which is not in the environment of this"
			" process. Set it and start the process again."
		) from None
