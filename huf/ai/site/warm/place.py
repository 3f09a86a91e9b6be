"""Where the warm process of a bench is found, and of which code it is."""

import os
import sys
import sysconfig
from pathlib import Path

SOCKET = "huf_warm.sock"
LOCK = "huf_warm.lock"
LOG = "huf_warm.log"
OURS = ("HUF_", "LITELLM_", "PYTHONPATH")
"""What of the environment belongs to the code: what these begin is read while modules load."""


def folder(sites_path: str | Path) -> Path:
	"""The folder ``config`` of the bench, in which the user of the bench alone may write."""
	return Path(sites_path).resolve().parent / "config"


def log_file(sites_path: str | Path) -> Path:
	"""What the warm process has to say, beside the other logs of the bench."""
	return Path(sites_path).resolve().parent / "logs" / LOG


def surroundings() -> list[str]:
	"""By which Python, and with which environment, this process loads its modules."""
	ours = sorted(f"{name}={value}" for name, value in os.environ.items() if name.startswith(OURS))
	return [sys.executable, sys.version, *ours]


class LoadedCode:
	"""The files of what this process has imported, as they were then."""

	def __init__(self) -> None:
		self._packages = {sysconfig.get_path(name) for name in ("purelib", "platlib")}
		self._others = (*self._packages, sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"))
		# pip makes and removes folders beside the packages, so the time of their folder tells of each change.
		self._seen = {path: _state(path) for path in self._packages}

	def note(self) -> None:
		"""Remember the files of modules that are new here: those of apps, one by one."""
		for module in list(sys.modules.values()):
			path = getattr(module, "__file__", None)
			if path and path not in self._seen and not path.startswith(self._others):
				self._seen[path] = _state(path)

	def has_changed(self) -> bool:
		"""Whether another code lies there now; some milliseconds."""
		return any(_state(path) != state for path, state in self._seen.items())


def _state(path: str) -> tuple[int, int] | None:
	"""Size and time of what is there, if anything is."""
	try:
		found = os.stat(path)
	except OSError:
		return None
	return found.st_size, found.st_mtime_ns
