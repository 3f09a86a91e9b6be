"""Which files of a folder or an archive are those of a model, by their names and places."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import IO, Any, Literal

from huf.engine.embedding.static import TABLE, TOKENIZER
from huf.engine.encoders.graph import GRAPH
from huf.engine.errors import ModelRefused
from huf.engine.model_files.configuration import (
	CONFIG,
	MODULES,
	POOLING,
	SENTENCE_TRANSFORMERS,
	SENTENCES,
	TOKENIZER_CONFIG,
	WITH_WEIGHTS,
	flat,
	is_cross_encoder,
)

Opener = Callable[[], IO[bytes]]
Files = Mapping[PurePosixPath, Opener | None]
"""The files of a source whose names are of interest. None stands for what is no ordinary file."""
Form = Literal["static", "weights", "onnx"]
"""A table of vectors; an encoder as its weights, or as a graph."""

BESIDE = (CONFIG, POOLING, MODULES, SENTENCE_TRANSFORMERS, SENTENCES, TOKENIZER_CONFIG)
"""What an encoder may have beside its graph or weights and its tokenizer; :data:`CONFIG` it must."""
MOST_BYTES: Mapping[str, int] = {
	TABLE: 2 << 30,
	GRAPH: 2 << 30,
	TOKENIZER: 64 << 20,
	**{flat(name): 4 << 20 for name in BESIDE},
}
"""Of each file. The largest static models that are published have half a gigabyte and some 30 MB; a graph in one file has at most 2 GB."""
_NAMES = frozenset(PurePosixPath(name).name for name in (TABLE, TOKENIZER, *BESIDE))
_SUFFIX = ".onnx"
_SUBFOLDER = "onnx"
"""Where repositories keep the graph, beside which the other files then do not stand."""
_STATIC_TYPE = "model2vec"
"""As such a model says of itself; some come with a graph too, which looks up the same table."""


@dataclass(frozen=True, slots=True)
class Chosen:
	"""What is to be copied."""

	form: Form
	files: Mapping[str, Opener]
	"""By the names that they get, in the order in which they count for the digest."""


def is_wanted(path: PurePosixPath) -> bool:
	"""Whether a file may be one of a model, by its name."""
	return path.name in _NAMES or path.suffix == _SUFFIX


def chosen(files: Files, source: str) -> Chosen:
	"""The files of the one model among ``files``.

	Raises:
		ModelRefused: there is none, or more than one, or one of its files is a link.
	"""
	graphs = [path for path in files if path.suffix == _SUFFIX]
	tables = [path for path in files if path.name == TABLE]
	said = _configuration(files, tables[0]) if tables else {}
	kind = said.get("model_type")
	if graphs and kind != _STATIC_TYPE and not _is_run_here(said):
		return _of_graph(files, graphs, source)
	if not tables:
		raise ModelRefused(
			f"There is no model in {source}: neither {TABLE}, of a static model or one for embeddings, nor {GRAPH}, of a model for embeddings or a cross-encoder. "
			"A model of another kind (PyTorch) huf reaches by a server of your own."
		)
	if len(tables) > 1:
		raise ModelRefused(
			f"There are {len(tables)} files {TABLE} in {source}. Name the folder of one model."
		)
	if _is_run_here(said):
		return Chosen("weights", _beside(files, tables[0], [tables[0].parent], TABLE, source))
	if said.get("architectures") and kind != _STATIC_TYPE:
		raise ModelRefused(
			f"huf runs the weights of models for embeddings of the kinds {', '.join(sorted(WITH_WEIGHTS))}, and those in {source} are of another kind, or of a cross-encoder. "
			f"Get the same model as ONNX ({GRAPH})."
		)
	found = {}
	for name in (TABLE, TOKENIZER):
		path = tables[0].with_name(name)
		if path not in files:
			raise ModelRefused(f"There is no {name} beside {TABLE} in {source}. Get the whole model.")
		found[name] = _ordinary(files, path, source)
	return Chosen("static", found)


def _configuration(files: Files, table: PurePosixPath) -> dict[str, Any]:
	"""What the model with this table says of itself; nothing where that cannot be read."""
	opener = files.get(table.with_name(CONFIG))
	if opener is None:
		return {}
	with opener() as stream:
		data = stream.read(MOST_BYTES[CONFIG] + 1)
	try:
		found = json.loads(data)
	except (ValueError, RecursionError):
		return {}
	return found if isinstance(found, dict) else {}


def _is_run_here(said: Mapping[str, Any]) -> bool:
	"""Whether huf runs the weights of a model that says this of itself: then nothing has to be installed for it, and a graph beside them is left alone."""
	kinds = said.get("architectures") or []
	return (
		str(said.get("model_type")) in WITH_WEIGHTS and isinstance(kinds, list) and not is_cross_encoder(said)
	)


def _of_graph(files: Files, graphs: list[PurePosixPath], source: str) -> Chosen:
	named = [path for path in graphs if path.name == GRAPH] or graphs
	if len(named) > 1:
		names = ", ".join(sorted(str(path)[:60] for path in named)[:5])
		raise ModelRefused(
			f"There are {len(named)} graphs in {source} ({names}). Copy the folder with the one that you want."
		)
	graph = named[0]
	roots = [graph.parent, *([graph.parent.parent] if graph.parent.name == _SUBFOLDER else [])]
	return Chosen("onnx", _beside(files, graph, roots, GRAPH, source))


def _beside(
	files: Files, main: PurePosixPath, roots: list[PurePosixPath], name: str, source: str
) -> dict[str, Opener]:
	"""The files of an encoder whose network is ``main``, which becomes ``name``; the others stand in one of ``roots``."""
	found = {name: _ordinary(files, main, source)}
	for other in (TOKENIZER, *BESIDE):
		path = next((root / other for root in roots if root / other in files), None)
		if path is not None:
			found[flat(other)] = _ordinary(files, path, source)
		elif other in (TOKENIZER, CONFIG):
			raise ModelRefused(f"There is no {other} beside {main.name} in {source}. Get the whole model.")
	return found


def _ordinary(files: Files, path: PurePosixPath, source: str) -> Opener:
	opener = files[path]
	if opener is None:
		raise ModelRefused(
			f"{path.name} in {source} is a link or no file. Copy the folder with its files (cp -rL) and name the copy."
		)
	return opener
