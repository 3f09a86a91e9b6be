"""What a process can say about itself (Linux)."""

import re
from pathlib import Path

_MAPPING = re.compile(r"[0-9a-f]+-[0-9a-f]+ ")


def peak_mb() -> float:
	"""The most memory this process had so far. Not ``getrusage``, which a process inherits from its parent."""
	status = Path("/proc/self/status").read_text()
	return int(re.search(r"VmHWM:\s+(\d+)", status).group(1)) / 1024


def memory_mb(folder: Path) -> float:
	"""Memory in use now, without the pages of mapped files in ``folder``: these are the machine's page cache."""
	total, counted = 0, True
	own = str(folder.resolve())
	with open("/proc/self/smaps") as lines:
		for line in lines:
			if _MAPPING.match(line):
				counted = own not in line
			elif counted and line.startswith("Rss:"):
				total += int(line.split()[1])
	return total / 1024


def size_mb(folder: Path) -> float:
	"""What the files in ``folder`` take."""
	return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6
