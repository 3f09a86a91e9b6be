"""What huf and each of its extras would bring into a bench, beside the packages of Frappe: one part of `make test`.

uv resolves, nothing is installed: beside Frappe 15 for this Python, beside Frappe 16 for 3.14, the only one that it runs on.
What Frappe pins pip leaves out of sight, as it does on a bench: there pip takes the newest release of what huf asks for, and
would upgrade a package of Frappe's for it. So three sets are asked for: what Frappe brings, the newest of what huf brings,
and both together, each package of Frappe's as Frappe has it and all others as pip would take them. Where there is no such
set, uv says which requirements are at odds.

And by itself: for each Python that huf takes there must be wheels that go together, of the newest releases and of the lowest ones.

The result is remembered beside the environment, until the dependencies, the pins or the Python change.

Also a command: `python -m scripts.site_ring.dependencies`.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from uv import find_uv_bin

if sys.version_info >= (3, 11):
	import tomllib
else:
	import tomli as tomllib

CHECKOUT = Path(__file__).resolve().parents[2]
PINS = CHECKOUT / "tests" / "data"
PYTHON_OF_16 = (3, 14)
PYTHONS = ((3, 10), (3, 11), (3, 12), (3, 13), (3, 14))
"""Those that huf takes. uv resolves for each of them, whatever is on the machine."""
STAMP = Path(sys.prefix) / ".huf-beside-frappe"
OWN_ENVIRONMENT = frozenset({"benchmarks", "dev", "lint", "readers", "test", "test-stores"})
"""Extras that belong in no bench but in an environment of their own, where installing them shows whether they go together."""
AS_PIP = {"PIP_INDEX_URL": "UV_DEFAULT_INDEX", "PIP_CERT": "SSL_CERT_FILE"}
"""What uv calls the settings with which a machine may send pip to an index of its own."""
UNSOLVABLE = 1
"""uv's exit code when the requirements do not go together; it has others for what kept it from asking."""


class NoIndex(Exception):
	"""No index of packages answers, so nothing can be said."""


class Unresolvable(Exception):
	"""No set of releases meets the requirements. The message carries uv's words."""


def extras(project: Mapping[str, Any]) -> dict[str, list[str]]:
	"""The requirements of huf alone (under "") and with each extra, those of extras that an extra names among them."""
	optional: Mapping[str, list[str]] = project["optional-dependencies"]

	def expand(lines: Iterable[str]) -> Iterator[str]:
		for line in lines:
			wanted = Requirement(line)
			if wanted.name == project["name"]:
				for extra in sorted(wanted.extras):
					yield from expand(optional[extra])
			else:
				yield line

	own = list(project["dependencies"])
	return {"": own, **{name: own + list(expand(lines)) for name, lines in optional.items()}}


class Beside(NamedTuple):
	"""A Frappe, and the Python to resolve for."""

	pins: Path
	python: tuple[int, int]

	@property
	def label(self) -> str:
		return f"{self.pins.stem}, Python {self.python[0]}.{self.python[1]}"


def benches(python: tuple[int, int]) -> list[Beside]:
	"""What is to be resolved on a machine with this Python: Frappe 15 unless it is too new for it, and 16 for its own."""
	both = [Beside(PINS / "frappe-15.txt", python), Beside(PINS / "frappe-16.txt", PYTHON_OF_16)]
	return both if python < PYTHON_OF_16 else both[1:]


def resolve(
	requirements: Iterable[str],
	python: tuple[int, int],
	among: Mapping[str, str] | None = None,
	options: Sequence[str] = (),
) -> dict[str, str]:
	"""The newest releases that meet the requirements on this Python: versions by name. ``among`` has those that must be taken.

	``options`` are uv's, such as one for the lowest releases.

	Raises NoIndex when no index answers, Unresolvable when there is no such set.
	"""
	command = [find_uv_bin(), "pip", "compile", "--quiet", "--no-config", "--no-header", "--no-annotate"]
	command += ["--python", sys.executable, "--python-version", ".".join(map(str, python)), *options, "-"]
	settings = {own: os.environ[of_pip] for of_pip, own in AS_PIP.items() if of_pip in os.environ}
	with tempfile.TemporaryDirectory() as folder:
		constraints = Path(folder) / "constraints.txt"
		constraints.write_text("\n".join(f"{name}=={version}" for name, version in (among or {}).items()))
		done = subprocess.run(
			[*command, "--constraints", str(constraints)],
			input="\n".join(requirements),
			capture_output=True,
			text=True,
			check=False,
			env={**os.environ, **settings},
		)
	if done.returncode == UNSOLVABLE:
		raise Unresolvable(done.stderr.strip()[-3000:])
	if done.returncode:
		raise NoIndex(done.stderr.strip()[-3000:])
	lines = [Requirement(line) for line in done.stdout.splitlines() if not line.startswith("#")]
	return {each.name: str(each.specifier).removeprefix("==") for each in lines}


def fits(label: str, requirements: list[str], python: tuple[int, int], there: Mapping[str, str]) -> bool:
	"""Whether the newest of what huf brings goes with what is ``there``; says so, or what is at odds. Raises NoIndex."""
	try:
		newest = resolve(requirements, python)
		resolve(requirements, python, among={**newest, **there})
	except Unresolvable as problem:
		print(f"{label}: no releases go together.\n{problem}", flush=True)
		return False
	more = len(newest.keys() - there.keys())
	print(f"{label}: {len(newest)} packages, {more} of them not there", flush=True)
	return True


def has_wheels(requirements: list[str], python: tuple[int, int]) -> bool:
	"""Whether wheels alone meet the requirements on this Python; says so, or what is missing. Raises NoIndex.

	Besides, the lowest releases that go together are found, and those are named that stand above the begin of their range: there
	it promises what cannot be installed on this Python.
	"""
	label = f"Python {python[0]}.{python[1]}"
	wheels = ["--only-binary", ":all:"]
	try:
		newest = resolve(requirements, python, options=wheels)
		lowest = resolve(requirements, python, options=[*wheels, "--resolution", "lowest-direct"])
	except Unresolvable as problem:
		print(f"{label}: no wheels go together.\n{problem}", flush=True)
		return False
	above = ", ".join(f"{name} {version}" for name, version in above_bounds(requirements, python, lowest))
	said = f"lowest: {len(lowest)} packages" + (f", above their ranges' begin: {above}" if above else "")
	print(f"{label}: newest: {len(newest)} packages; {said}", flush=True)
	return True


def above_bounds(
	requirements: Iterable[str], python: tuple[int, int], lowest: Mapping[str, str]
) -> list[tuple[str, str]]:
	"""Name and version of each package whose lowest release that can be installed is not the one with which its range begins."""
	found = []
	for line in requirements:
		wanted = Requirement(line)
		if wanted.marker and not wanted.marker.evaluate({"python_version": ".".join(map(str, python))}):
			continue
		version = lowest.get(canonicalize_name(wanted.name))
		begins = [Version(each.version) for each in wanted.specifier if each.operator == ">="]
		if version and begins and Version(version) > max(begins):
			found.append((wanted.name, version))
	return sorted(set(found))


def main() -> int:
	"""The exit code: 1 when an extra does not fit, 0 when all do, or when nothing can be said, which is told."""
	text = (CHECKOUT / "pyproject.toml").read_text("utf-8")
	wanted_benches = benches(sys.version_info[:2])
	parts = [text, Path(__file__).read_text("utf-8"), sys.version]
	parts += [bench.pins.read_text("utf-8") for bench in wanted_benches]
	wanted = hashlib.sha256("\0".join(parts).encode()).hexdigest()
	if STAMP.is_file() and STAMP.read_text() == wanted:
		print(
			f"beside {' and '.join(bench.label for bench in wanted_benches)}: "
			"checked before, with the same dependencies, pins and Python"
		)
		return 0
	failed = 0
	wanted_extras = extras(tomllib.loads(text)["project"])
	try:
		for bench in wanted_benches:
			print(f"beside {bench.label}:", flush=True)
			there = resolve(bench.pins.read_text("utf-8").splitlines(), bench.python)
			for name, requirements in wanted_extras.items():
				if name not in OWN_ENVIRONMENT:
					failed += not fits(f"huf[{name}]" if name else "huf", requirements, bench.python, there)
		print("huf with all that belongs in a bench, from wheels alone:", flush=True)
		together = {
			line for name, lines in wanted_extras.items() if name not in OWN_ENVIRONMENT for line in lines
		}
		for python in PYTHONS:
			failed += not has_wheels(sorted(together), python)
	except NoIndex as problem:
		print(f"SKIPPED: what comes now, for no index of packages answers.\n{problem}", flush=True)
		return 1 if failed else 0
	if not failed:
		STAMP.write_text(wanted)
	return min(1, failed)


if __name__ == "__main__":
	sys.exit(main())
