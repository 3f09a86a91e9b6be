"""The Python of the site ring: a virtual environment of this checkout, on top of the bench's.

It sees every package of the bench, Frappe included, and holds what huf and its tests need beyond that. The bench's
own environment is only read, so its pins stay as they are whatever huf needs.
"""

import fcntl
import hashlib
import json
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from packaging.requirements import Requirement

from scripts.site_ring.dependencies import extras, tomllib

NEEDED_BY_TESTS = (
	"pytest>=8",
	"pytest-rerunfailures>=15,<17",
	"playwright>=1.46",
	"requests>=2.31",
	"axe-playwright-python>=0.1.7,<0.2",
)


class EnvironmentFailed(Exception):
	"""The environment could not be made. The message carries pip's words."""


def make_environment(checkout: Path, bench: Path) -> Path:
	"""The path of the Python to use; quick when neither the dependencies nor the bench's packages changed.

	Raises EnvironmentFailed when pip fails or a pin of Frappe is broken.
	"""
	folder = checkout / f".venv-site{_suffix(bench)}"
	python = folder / "bin" / "python"
	stamp = folder / ".made-of"
	# The ring and `make translations` may want it at once: the second waits, and finds what the first has made.
	with open(folder.with_name(f"{folder.name}.lock"), "a") as lock:
		fcntl.flock(lock, fcntl.LOCK_EX)
		wanted = _fingerprint(checkout, bench)
		if not (python.exists() and stamp.is_file() and stamp.read_text() == wanted):
			_make(folder, python, checkout, bench)
			stamp.write_text(wanted)
	return python


def _make(folder: Path, python: Path, checkout: Path, bench: Path) -> None:
	bench_python = bench / "env" / "bin" / "python"
	_run([bench_python, "-m", "venv", "--clear", folder])
	theirs, ours = _packages_folder(bench_python), _packages_folder(python)
	# addsitedir and not a plain path: it follows the bench's own .pth files, by which Frappe is installed.
	(ours / "bench.pth").write_text(f"import site; site.addsitedir({str(theirs)!r})\n")
	pins = folder / "frappe-pins.txt"
	pins.write_text("\n".join(_pins(python)) + "\n")
	install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--constraint", pins]
	if _is_16_below_its_python(python):
		project = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))["project"]
		_run([*install, *NEEDED_BY_TESTS, *ranges_of_16(extras(project)["test"])])
		# Its own ranges would be those beside Frappe 15, so neither pip nor its check may look at them.
		_run([*install, "--no-deps", "--editable", checkout])
	else:
		_run([*install, *NEEDED_BY_TESTS, "--editable", f"{checkout}[test]"])
		_run([python, "-m", "pip", "check"])


def _suffix(bench: Path) -> str:
	"""Nothing for Frappe 15, `-16` for 16: a checkout that is tested on both keeps both environments."""
	code = (bench / "apps" / "frappe" / "frappe" / "__init__.py").read_text("utf-8")
	version = re.search(r"""^__version__ = ["'](\d+)""", code, re.MULTILINE)
	return f"-{version[1]}" if version and version[1] != "15" else ""


def ranges_of_16(lines: Iterable[str]) -> list[str]:
	"""Requirements without markers: those that hold for Python 3.14, which Frappe 16 asks for, of each package that has one.

	What has none there, since it has no wheel for 3.14, comes by the range for older ones.
	"""
	wanted: dict[str, Requirement] = {}
	for line in lines:
		requirement = Requirement(line)
		is_of_16 = requirement.marker is None or requirement.marker.evaluate({"python_version": "3.14"})
		if is_of_16 or requirement.name not in wanted:
			wanted[requirement.name] = requirement
	# Bounded for the sake of click, which the pins hold here, and imported by nothing of ours.
	wanted.pop("huggingface-hub", None)
	for requirement in wanted.values():
		requirement.marker = None
	return [str(requirement) for requirement in wanted.values()]


def _is_16_below_its_python(python: Path) -> bool:
	"""Whether this is a development version of Frappe 16, which ran on Python 3.10 to 3.13: huf's ranges go by the Python."""
	code = "import importlib.metadata as m, sys; print(m.version('frappe'), *sys.version_info[:2])"
	version, major, minor = _run([python, "-c", code]).split()
	return int(version.split(".")[0]) >= 16 and (int(major), int(minor)) < (3, 14)


def _fingerprint(checkout: Path, bench: Path) -> str:
	"""Changes when the dependencies of huf, the bench or its set of packages change."""
	packages = sorted(path.name for path in (bench / "env" / "lib").glob("python*/site-packages/*.dist-info"))
	parts = [(checkout / "pyproject.toml").read_text(), str(checkout), str(bench.resolve()), *packages]
	return hashlib.sha256("\0".join([*parts, *NEEDED_BY_TESTS]).encode()).hexdigest()


def _packages_folder(python: Path) -> Path:
	return Path(_run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]).strip())


def _pins(python: Path) -> list[str]:
	"""What Frappe asks for, as constraints (a requirement by URL cannot be one)."""
	code = "import importlib.metadata as m, json; print(json.dumps(m.requires('frappe') or []))"
	required: list[str] = json.loads(_run([python, "-c", code]))
	return [
		line.split("[")[0] + line.split("]")[-1] if "[" in line.split(";")[0] else line
		for line in required
		if "@" not in line and "extra ==" not in line
	]


def _run(command: list[str | Path]) -> str:
	done = subprocess.run(
		[str(part) for part in command], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
	)
	if done.returncode != 0:
		words = " ".join(str(part) for part in command)
		raise EnvironmentFailed(f"{words}\n{done.stdout}{done.stderr}")
	return done.stdout
