"""Search engines for tests: Qdrant in the local mode of its client, which means the same as a server and needs none."""

import json
from pathlib import Path

from huf.engine.backends.vector_store.settings import StoreSettings

IN_MEMORY = StoreSettings.named("qdrant", '{"location": ":memory:"}')
"""Gone with the process, or when its clients are closed."""


def on_disk(path: Path) -> StoreSettings:
	"""In files, which one process at a time can open."""
	return StoreSettings.named("qdrant", json.dumps({"path": str(path)}))
