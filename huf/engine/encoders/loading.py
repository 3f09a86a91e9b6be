"""The encoder models of a process: loaded once, and anew in one that was forked, since threads do not come along."""

import ctypes
import os
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from huf.engine.encoders.bert import Architecture, open_bert
from huf.engine.encoders.graph import GRAPH, OnnxNetwork, open_graph
from huf.engine.encoders.model import EncoderModel, Network
from huf.engine.encoders.reading import Reading
from huf.engine.errors import ModelRefused

WEIGHTS, TOKENIZER = "model.safetensors", "tokenizer.json"
_MOST_LOADED = 4


class _HasNetwork(Protocol):
	@property
	def network(self) -> Any:
		"""May hold a session of ONNX Runtime."""


_M = TypeVar("_M", bound=_HasNetwork)


class Loaded(Generic[_M]):
	"""The models of this process by their folders, the last used ones; none in a process that was just forked."""

	def __init__(self, load: Callable[[Path], _M], most: int) -> None:
		"""``load`` opens one, and ``most`` are kept."""
		self._load, self._most = load, most
		self.forget()
		if hasattr(os, "register_at_fork"):  # where processes can be forked
			os.register_at_fork(after_in_child=self.forget)

	def forget(self) -> None:
		"""Begin anew, as in a process that was just forked, where the lock may be held by a thread that is not there."""
		self._lock = threading.Lock()
		# Ending a session of the parent would wait for threads that did not come along: it is left as it lies.
		for model in getattr(self, "_models", {}).values():
			ctypes.pythonapi.Py_IncRef(ctypes.py_object(model.network))
		self._models: dict[Path, _M] = {}

	def get(self, folder: Path) -> _M:
		"""Raises what ``load`` raises."""
		# Others wait: two at once would take the memory of two.
		with self._lock:
			found = self._models.pop(folder, None) or self._load(folder)
			self._models[folder] = found
			while len(self._models) > self._most:
				del self._models[next(iter(self._models))]
		return found


def loaded(folder: Path) -> EncoderModel:
	"""The model in a folder that was checked.

	Raises:
		ModelRefused: ONNX Runtime is not installed, or the files are gone or damaged; the message names no path.
	"""
	try:
		return _loaded.get(folder)
	except (OSError, ValueError, KeyError, TypeError) as error:
		raise ModelRefused(
			f"The files of the local model in {folder.name} cannot be read. Add the model again, or choose another one."
		) from error


def open_model(folder: Path, reading: Reading) -> EncoderModel:
	"""Load the files in ``folder``: the graph if there is one, else the weights. For an empty ``reading.output``, the output of a graph is chosen by its name.

	Raises:
		ModelRefused: ONNX Runtime is not installed, a file cannot be read, or it is no model that reads texts.
	"""
	from tokenizers import Tokenizer  # few processes come here, and it takes a while

	try:
		tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
		network = _network(folder, reading)
	except ModelRefused:
		raise
	# Of both libraries' errors for files that they cannot read, Exception is the only common class. They name paths of this machine.
	except Exception as error:
		raise ModelRefused(
			f"The files of the local model in {folder.name} cannot be loaded ({_said(error, folder)}). Add the model again, or choose another one."
		) from error
	tokenizer.no_padding()
	tokenizer.no_truncation()
	name = getattr(tokenizer.model, "unk_token", None) or "<unk>"
	unknown: int | None = tokenizer.token_to_id(name)
	if isinstance(network, OnnxNetwork):
		reading = replace(reading, output=network.output)
	return EncoderModel(reading, tokenizer, network, unknown)


def _network(folder: Path, reading: Reading) -> Network:
	graph = folder / GRAPH
	if graph.exists():
		return open_graph(graph, reading.kind, reading.output)
	return open_bert(folder / WEIGHTS, Architecture.of(folder))


def _said(error: Exception, folder: Path) -> str:
	return str(error).replace(str(folder), "")[:200]


_loaded = Loaded(lambda folder: open_model(folder, Reading.of(folder)), _MOST_LOADED)
