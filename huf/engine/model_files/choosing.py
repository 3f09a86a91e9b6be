"""Which files of a folder or an archive are those of a model, by their names and places."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import IO, Literal

from huf.engine.embedding.static import TABLE, TOKENIZER
from huf.engine.errors import ModelRefused
from huf.engine.model_files.configuration import (
	CONFIG,
	MODULES,
	POOLING,
	SENTENCE_TRANSFORMERS,
	SENTENCES,
	TOKENIZER_CONFIG,
	flat,
)
from huf.engine.onnx_models.session import GRAPH

Opener = Callable[[], IO[bytes]]
Files = Mapping[PurePosixPath, Opener | None]
"""The files of a source whose names are of interest. None stands for what is no ordinary file."""
Form = Literal["static", "onnx"]

BESIDE = (CONFIG, POOLING, MODULES, SENTENCE_TRANSFORMERS, SENTENCES, TOKENIZER_CONFIG)
"""What a model in ONNX may have beside its graph and its tokenizer; :data:`CONFIG` it must."""
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
	if graphs and not (tables and _is_static(files, tables[0])):
		return _of_graph(files, graphs, source)
	if not tables:
		raise ModelRefused(
			f"There is no model in {source}: neither {TABLE} with a table of vectors, in the form of model2vec, nor {GRAPH}, of a model for embeddings or a cross-encoder. "
			"A model of another kind (PyTorch) huf reaches by a server of your own."
		)
	if len(tables) > 1:
		raise ModelRefused(
			f"There are {len(tables)} files {TABLE} in {source}. Name the folder of one model."
		)
	found = {}
	for name in (TABLE, TOKENIZER):
		path = tables[0].with_name(name)
		if path not in files:
			raise ModelRefused(f"There is no {name} beside {TABLE} in {source}. Get the whole model.")
		found[name] = _ordinary(files, path, source)
	return Chosen("static", found)


def _is_static(files: Files, table: PurePosixPath) -> bool:
	"""Whether the table is the model, and what there is in ONNX an addition: the configuration beside it says so."""
	opener = files.get(table.with_name(CONFIG))
	if opener is None:
		return False
	with opener() as stream:
		data = stream.read(MOST_BYTES[CONFIG] + 1)
	try:
		found = json.loads(data)
	except (ValueError, RecursionError):
		return False
	return isinstance(found, dict) and found.get("model_type") == _STATIC_TYPE


def _of_graph(files: Files, graphs: list[PurePosixPath], source: str) -> Chosen:
	named = [path for path in graphs if path.name == GRAPH] or graphs
	if len(named) > 1:
		names = ", ".join(sorted(str(path)[:60] for path in named)[:5])
		raise ModelRefused(
			f"There are {len(named)} graphs in {source} ({names}). Copy the folder with the one that you want."
		)
	graph = named[0]
	roots = [graph.parent, *([graph.parent.parent] if graph.parent.name == _SUBFOLDER else [])]
	found = {GRAPH: _ordinary(files, graph, source)}
	for name in (TOKENIZER, *BESIDE):
		path = next((root / name for root in roots if root / name in files), None)
		if path is not None:
			found[flat(name)] = _ordinary(files, path, source)
		elif name in (TOKENIZER, CONFIG):
			raise ModelRefused(f"There is no {name} beside {graph.name} in {source}. Get the whole model.")
	return Chosen("onnx", found)


def _ordinary(files: Files, path: PurePosixPath, source: str) -> Opener:
	opener = files[path]
	if opener is None:
		raise ModelRefused(
			f"{path.name} in {source} is a link or no file. Copy the folder with its files (cp -rL) and name the copy."
		)
	return opener
