"""Whether a model may be kept: asked in a process of its own, with limits."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from huf.engine.embedding.static import TABLE, TOKENIZER
from huf.engine.encoders.bert import FILE as ARCHITECTURE
from huf.engine.encoders.graph import GRAPH
from huf.engine.encoders.reading import FILE as READING
from huf.engine.errors import ModelRefused
from huf.engine.model_files.tokenizers import GIVEN

TRIAL_SECONDS = 600.0
"""By the clock; of the processor it has less."""
_KEPT = frozenset({TABLE, GRAPH, TOKENIZER, READING, ARCHITECTURE})
_LAST_LINES = 300
"""Characters of what a process that crashed said."""


ModelKind = Literal["static", "embedding", "rerank"]
"""A table of vectors, an encoder that makes vectors, or a cross-encoder."""


@dataclass(frozen=True, slots=True)
class CheckedModel:
	"""What is known of a model that passed."""

	kind: ModelKind
	dimension: int
	"""Numbers in a vector; 0 of a cross-encoder."""
	rows: int
	"""Vectors in the table of a static model."""
	trials: int
	"""Trios of sentences, in languages that it reads, of which it was asked which two are about the same."""
	right: int
	"""How many of them it judged rightly."""
	longest: int = 0
	"""Tokens that an encoder reads at once."""
	seconds: float = 0.0
	"""That it takes for so many."""


def check_model(folder: Path, seconds: float = TRIAL_SECONDS) -> CheckedModel:
	"""Try the files of a model in ``folder``, as they were unpacked; afterwards they are what a search reads, and nothing else is left.

	Raises:
		ModelRefused: they are not to be kept; the message says why, and what to do.
		OSError: the disk does not take what is written.
	"""
	os.replace(folder / TOKENIZER, folder / GIVEN)
	command = [sys.executable, "-m", "huf.engine.model_files.trial", str(folder)]
	# Nothing of the surroundings but where Python finds huf: no keys, no proxies. One thread each, so that limits mean what they say.
	surroundings = {
		"PATH": os.defpath,
		"PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
		"PYTHONDONTWRITEBYTECODE": "1",
		"OPENBLAS_NUM_THREADS": "1",
		"OMP_NUM_THREADS": "1",
		"RAYON_NUM_THREADS": "1",
		"TOKENIZERS_PARALLELISM": "false",
		"LANG": "C.UTF-8",
	}
	try:
		done = subprocess.run(
			command, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, env=surroundings, cwd="/"
		)
	except subprocess.TimeoutExpired:
		raise ModelRefused(
			f"The model did not make its vectors within {seconds:.0f} seconds. Choose a smaller one, or try it again when the machine has less to do."
		) from None
	if done.returncode:
		last = done.stderr.decode("utf-8", "replace").strip()[-_LAST_LINES:].splitlines()[-1:]
		why = last[0] if last and done.returncode > 0 else f"it was ended ({done.returncode})"
		raise ModelRefused(
			f"Trying the model failed: {why}. It may take more time or memory than any that is known. Choose another one."
		)
	told = json.loads(done.stdout)
	if "refused" in told:
		raise ModelRefused(told["refused"])
	# The configuration that came along was looked at, and what matters of it written down.
	for path in folder.iterdir():
		if path.name in _KEPT:
			os.chmod(path, 0o600)
		else:
			path.unlink()
	return CheckedModel(**told)
