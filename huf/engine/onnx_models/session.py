"""A model in ONNX as it is used: its tokenizer, and ONNX Runtime with its graph.

Loaded once for each process. A process that was forked from one that had loaded it loads it anew, since threads do not come along.
"""

import ctypes
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from huf.engine.errors import ModelRefused
from huf.engine.onnx_models.batches import Ids, Part, States, padded
from huf.engine.onnx_models.reading import Reading
from huf.engine.onnx_models.refusals import not_taken

GRAPH, TOKENIZER = "model.onnx", "tokenizer.json"
INPUTS = frozenset({"input_ids", "attention_mask", "token_type_ids"})
_TYPES: Mapping[str, type[np.signedinteger[Any]]] = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}
_NUMBERS = frozenset({"tensor(float)", "tensor(float16)", "tensor(double)"})
_MOST_LOADED = 4
_MOST_THREADS = 4
"""For one request; a server has other work too."""
_SILENT = 4
"""Severity from which on ONNX Runtime writes to the process's error stream: fatal alone."""


@dataclass(frozen=True, slots=True)
class OnnxModel:
	"""A loaded model."""

	reading: Reading
	tokenizer: Any
	session: Any
	inputs: Mapping[str, Any]
	"""The type of the numbers of each input of the graph."""
	unknown: int | None
	"""The token for what the tokenizer does not know."""

	def encoded(self, texts: Sequence[str]) -> list[Any]:
		"""The tokens of each text, without marks.

		Raises:
			ModelRefused: the tokenizer fails on one.
		"""
		try:
			found: list[Any] = self.tokenizer.encode_batch(list(texts), add_special_tokens=False)
		# Of the library's errors, Exception is the only common class.
		except Exception as error:
			raise not_taken("its tokenizer fails on a text") from error
		return found

	def run(self, batch: Sequence[Part]) -> tuple[States, Ids]:
		"""What the graph says of a batch, as 32-bit numbers, and the mask (texts, tokens) of what is no padding.

		Raises:
			ModelRefused: the graph fails, or gives numbers that are none.
		"""
		ids, mask, types = padded(batch, self.reading.padding)
		given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}
		try:
			(found,) = self.session.run(
				[self.reading.output], {name: given[name].astype(kind) for name, kind in self.inputs.items()}
			)
			states: npt.NDArray[Any] = np.asarray(found, dtype=np.float32)
		# As above. Its words name nodes of the graph: they are for who looks at the log.
		except Exception as error:
			raise not_taken("its graph fails on a text") from error
		if not np.isfinite(states).all():
			raise not_taken("it gave a number that is none (NaN or infinite)")
		return states, mask


class _HasSession(Protocol):
	@property
	def session(self) -> Any:
		"""Of ONNX Runtime."""


_M = TypeVar("_M", bound=_HasSession)


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
			ctypes.pythonapi.Py_IncRef(ctypes.py_object(model.session))
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


def loaded(folder: Path) -> OnnxModel:
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


def open_model(folder: Path, reading: Reading) -> OnnxModel:
	"""Load the files in ``folder``; for an empty ``reading.output``, the output is chosen by its name.

	Raises:
		ModelRefused: ONNX Runtime is not installed, a file cannot be read, or it is no model that reads texts.
	"""
	try:
		import onnxruntime
		from tokenizers import Tokenizer
	except ImportError:
		raise ModelRefused(
			"Models in ONNX need ONNX Runtime, which is not installed. Install it: pip install 'huf[minilm]'"
		) from None
	try:
		tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
		session = onnxruntime.InferenceSession(
			str(folder / GRAPH), _options(onnxruntime), providers=["CPUExecutionProvider"]
		)
	# Of both libraries' errors for files that they cannot read, Exception is the only common class. They name paths of this machine.
	except Exception as error:
		raise ModelRefused(
			f"The files of the local model in {folder.name} cannot be loaded ({_said(error, folder)}). Add the model again, or choose another one."
		) from error
	tokenizer.no_padding()
	tokenizer.no_truncation()
	name = getattr(tokenizer.model, "unk_token", None) or "<unk>"
	unknown: int | None = tokenizer.token_to_id(name)
	if not reading.output:
		reading = replace(reading, output=_output(session, reading))
	return OnnxModel(reading, tokenizer, session, _inputs(session), unknown)


def _said(error: Exception, folder: Path) -> str:
	return str(error).replace(str(folder), "")[:200]


def _options(onnxruntime: Any) -> Any:
	options = onnxruntime.SessionOptions()
	options.intra_op_num_threads = min(_MOST_THREADS, os.cpu_count() or 1)
	options.inter_op_num_threads = 1
	options.log_severity_level = _SILENT
	# What a long batch took would be held for as long as the process lives.
	options.enable_cpu_mem_arena = False
	# Threads that wait for work by turning in a circle take the processor from those that have some.
	options.add_session_config_entry("session.intra_op.allow_spinning", "0")
	# Not by what the file looks like: the other format is checked by nobody.
	options.add_session_config_entry("session.load_model_format", "ONNX")
	return options


def _inputs(session: Any) -> dict[str, Any]:
	given = {entry.name: entry.type for entry in session.get_inputs()}
	if not {"input_ids", "attention_mask"} <= given.keys() <= INPUTS:
		raise not_taken(
			f"it reads {', '.join(sorted(given)) or 'nothing'}, where one that reads texts has the inputs input_ids and attention_mask, and maybe token_type_ids"
		)
	if wrong := [name for name, kind in given.items() if kind not in _TYPES]:
		raise not_taken(f"its input {wrong[0]} is of no whole numbers")
	return {name: _TYPES[kind] for name, kind in given.items()}


def _output(session: Any, reading: Reading) -> str:
	names = [entry.name for entry in session.get_outputs() if entry.type in _NUMBERS]
	if not names:
		raise not_taken("it gives no numbers with fractions, so no vectors and no scores")
	usual = (
		("logits", "scores")
		if reading.kind == "rerank"
		else ("sentence_embedding", "last_hidden_state", "token_embeddings")
	)
	found: str = next((name for name in usual if name in names), names[0])
	return found


_loaded = Loaded(lambda folder: open_model(folder, Reading.of(folder)), _MOST_LOADED)
