"""Runs in a process of its own: rewrites the tokenizer of a model that nobody has checked, loads the model and asks it about texts.

``python -m huf.engine.model_files.trial FOLDER`` prints one line of JSON: what it found, or why the model is refused. The limits are the kernel's,
since no library asks anybody while it loops or allocates; whoever started it waits no longer than it likes.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from huf.engine.errors import HufError
from huf.engine.model_files.configuration import CONFIG
from huf.engine.model_files.encoder_trial import try_encoder
from huf.engine.model_files.static_trial import try_static

CPU_SECONDS = 300
MEMORY_BYTES = 6 << 30
"""Of addresses, beside the model itself: a tokenizer of 64 MB of JSON takes some 2 GB while it is read by Python and by the library."""
_COPIES = 4
"""Of the model's files: a table is mapped once; a graph is read, taken apart, kept, and its numbers laid out anew for the processor."""
FILE_BYTES = 256 << 20


def main(folder: Path) -> dict[str, Any]:
	"""What is known of the model in ``folder`` after the trial.

	Raises:
		HufError: it is not to be kept.
		OSError: the disk does not take it.
	"""
	# A static model is a table and a tokenizer, whatever else came along; an encoder never comes without its configuration.
	return try_encoder(folder) if (folder / CONFIG).exists() else try_static(folder)


def limit() -> None:
	"""Let the kernel end this process where it takes too much."""
	import resource  # Frappe's systems have it; not every one on which this module can be imported

	size = sum(entry.stat().st_size for entry in os.scandir(sys.argv[1]))
	for kind, most in (
		(resource.RLIMIT_CPU, CPU_SECONDS),
		(resource.RLIMIT_AS, MEMORY_BYTES + _COPIES * size),
		(resource.RLIMIT_FSIZE, FILE_BYTES),
		(resource.RLIMIT_CORE, 0),
	):
		_, hard = resource.getrlimit(kind)
		resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


if __name__ == "__main__":
	limit()
	try:
		told = main(Path(sys.argv[1]))
	except HufError as refusal:
		told = {"refused": str(refusal)}
	print(json.dumps(told))
