"""A model in ONNX, run by ONNX Runtime."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from huf.engine.encoders.batches import Ids
from huf.engine.encoders.reading import Kind
from huf.engine.encoders.refusals import not_taken
from huf.engine.errors import ModelRefused

GRAPH = "model.onnx"
INPUTS = frozenset({"input_ids", "attention_mask", "token_type_ids"})
_TYPES: Mapping[str, type[np.signedinteger[Any]]] = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}
_NUMBERS = frozenset({"tensor(float)", "tensor(float16)", "tensor(double)"})
_MOST_THREADS = 4
"""For one request; a server has other work too."""
_SILENT = 4
"""Severity from which on ONNX Runtime writes to the process's error stream: fatal alone."""


@dataclass(frozen=True, slots=True)
class OnnxNetwork:
	"""A :class:`~huf.engine.encoders.model.Network` that a session of ONNX Runtime runs."""

	session: Any
	inputs: Mapping[str, Any]
	"""The type of the numbers of each input of the graph."""
	output: str
	"""The one that counts."""

	def states(self, ids: Ids, mask: Ids, types: Ids) -> npt.NDArray[Any]:
		"""What that output has."""
		given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}
		(found,) = self.session.run(
			[self.output], {name: given[name].astype(kind) for name, kind in self.inputs.items()}
		)
		return np.asarray(found)


def open_graph(path: Path, kind: Kind, output: str) -> OnnxNetwork:
	"""Load the graph of a model of this kind; where ``output`` is empty, the output is chosen by its name.

	Raises:
		ModelRefused: ONNX Runtime is not installed, or it is no model that reads texts.
		Exception: ONNX Runtime cannot read the file; its errors have no other class in common.
	"""
	try:
		import onnxruntime
	except ImportError:
		raise ModelRefused(
			"Models in ONNX need ONNX Runtime, which is not installed. Install it: pip install 'huf[minilm]'"
		) from None
	session = onnxruntime.InferenceSession(
		str(path), _options(onnxruntime), providers=["CPUExecutionProvider"]
	)
	return OnnxNetwork(session, _inputs(session), output or _output(session, kind))


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


def _output(session: Any, kind: Kind) -> str:
	names = [entry.name for entry in session.get_outputs() if entry.type in _NUMBERS]
	if not names:
		raise not_taken("it gives no numbers with fractions, so no vectors and no scores")
	usual = (
		("logits", "scores")
		if kind == "rerank"
		else ("sentence_embedding", "last_hidden_state", "token_embeddings")
	)
	found: str = next((name for name in usual if name in names), names[0])
	return found
