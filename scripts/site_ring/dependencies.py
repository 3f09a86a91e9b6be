"""What huf and each of its extras would bring into a bench, beside the pins of Frappe: one part of `make test`.

Each extra is resolved by pip, nothing is installed: beside Frappe 15 for this Python, beside Frappe 16 for 3.14, the only one
that it runs on. For a Python that is not this one pip takes wheels only, and goes by this one where a package asks for
another by the version of Python. What Frappe pins pip leaves out of sight, as it does
on a bench: there pip takes the newest release of what huf asks for, and would upgrade a package of Frappe's for it. So
each requirement in the result is held against the pins: it must admit a release that Frappe admits.

The result is remembered beside the environment, until the dependencies, the pins or the Python change.

Also a command: `python -m scripts.site_ring.dependencies`.
"""

import hashlib
import itertools
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

if sys.version_info >= (3, 11):
	import tomllib
else:
	import tomli as tomllib

CHECKOUT = Path(__file__).resolve().parents[2]
PINS = CHECKOUT / "tests" / "data"
PYTHON_OF_16 = (3, 14)
STAMP = Path(sys.prefix) / ".huf-beside-frappe"
OWN_ENVIRONMENT = frozenset({"benchmarks", "dev", "lint", "test", "test-stores"})
"""Extras that belong in no bench but in an environment of their own, where installing them shows whether they go together."""
FROM_AFAR = frozenset({"", "mcp", "ocr"})
"""What is resolved for a Python that is not at hand. The clients of engines are resolved where that Python runs: each takes minutes."""
_NO_INDEX = (
	"NewConnectionError",
	"Temporary failure in name resolution",
	"Max retries exceeded",
	"ReadTimeoutError",
	"ConnectTimeoutError",
	"ProxyError",
)
"""What pip says when no index answers; "No matching distribution" follows then too."""


class NoIndex(Exception):
	"""No index of packages answers, so nothing can be said."""


class Unresolvable(Exception):
	"""pip finds no set of releases. The message carries its words."""


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


def read_pins(path: Path) -> dict[str, SpecifierSet]:
	"""The ranges of a file of requirements, by name."""
	lines = (line.partition("#")[0].strip() for line in path.read_text("utf-8").splitlines())
	wanted = [Requirement(line) for line in lines if line]
	return {canonicalize_name(each.name): each.specifier for each in wanted}


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


def for_python(requirements: Iterable[str], python: tuple[int, int]) -> list[str]:
	"""The requirements that hold for this Python, without their markers."""
	environment = {"python_version": ".".join(map(str, python))}
	wanted = [Requirement(line) for line in requirements]
	held = [each for each in wanted if each.marker is None or each.marker.evaluate(environment)]
	for each in held:
		each.marker = None
	return [str(each) for each in held]


def admits(pin: SpecifierSet, asked: SpecifierSet) -> bool:
	"""Whether some release is within both, going by the ends of both ranges and what comes shortly after them."""
	ends = [Version(each.version.removesuffix(".*")) for each in (*pin, *asked) if each.operator != "==="]
	if not ends:
		return True
	near = set(ends)
	for end in ends:
		release = (*end.release, 0, 0)[:3]
		for place in range(3):
			near |= {
				Version(".".join(map(str, (*release[:place], release[place] + more, *[0] * (2 - place)))))
				for more in range(1, 100)
			}
	return any(version in pin and version in asked for version in near)


def conflicts(report: Mapping[str, Any], own: Iterable[str], pins: Mapping[str, SpecifierSet]) -> list[str]:
	"""What in pip's report of an installation asks for a release that Frappe's pins refuse: one sentence each."""
	environment: dict[str, str] = report["environment"]
	asking = [("huf", line) for line in own]
	for each in report["install"]:
		metadata = each["metadata"]
		name = f"{metadata['name']} {metadata['version']}"
		asking += [(name, line) for line in metadata.get("requires_dist", ())]
	found = []
	for name, line in asking:
		wanted = Requirement(line)
		pin = pins.get(canonicalize_name(wanted.name))
		# Extras of a dependency are left out: nobody asked for them, or they are in the report by themselves.
		if pin is None or (wanted.marker and not wanted.marker.evaluate({**environment, "extra": ""})):
			continue
		if not admits(pin, wanted.specifier):
			found.append(f"{name} asks for {wanted.name}{wanted.specifier}, and Frappe for {pin}")
	return found


def resolve(requirements: Iterable[str], python: tuple[int, int] = sys.version_info[:2]) -> dict[str, Any]:
	"""pip's report of an installation into an empty environment of this Python, without one.

	Raises NoIndex when no index answers, Unresolvable when pip finds no solution.
	"""
	with tempfile.TemporaryDirectory() as folder:
		path = Path(folder) / "report.json"
		command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet"]
		command += ["--disable-pip-version-check", "--retries", "1", "--report", str(path)]
		if python != sys.version_info[:2]:
			command += ["--python-version", ".".join(map(str, python)), "--only-binary=:all:"]
			command += ["--target", str(Path(folder) / "target")]
		done = subprocess.run(
			[*command, *for_python(requirements, python)],
			stdin=subprocess.DEVNULL,
			capture_output=True,
			text=True,
			check=False,
		)
		if done.returncode == 0:
			report: dict[str, Any] = json.loads(path.read_text("utf-8"))
			return report
	said = done.stdout + done.stderr
	if "ResolutionImpossible" not in said and any(sign in said for sign in _NO_INDEX):
		raise NoIndex(said)
	raise Unresolvable(
		"\n".join(line for line in said.splitlines() if not line.startswith("WARNING"))[-3000:]
	)


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
	for bench, (name, requirements) in itertools.product(wanted_benches, wanted_extras.items()):
		is_here = bench.python == sys.version_info[:2]
		if name in OWN_ENVIRONMENT or not (is_here or name in FROM_AFAR):
			continue
		if not name:
			print(f"beside {bench.label}:", flush=True)
		label = f"huf[{name}]" if name else "huf"
		try:
			report = resolve(requirements, bench.python)
		except NoIndex:
			print(f"SKIPPED: {label} and what comes after it: no index of packages answers.", flush=True)
			return 1 if failed else 0
		except Unresolvable as problem:
			failed += 1
			print(f"{label}: pip finds no releases that go together.\n{problem}", flush=True)
			continue
		report["environment"]["python_version"] = ".".join(map(str, bench.python))
		found = conflicts(report, requirements, read_pins(bench.pins))
		failed += bool(found)
		print(
			"\n\t".join([f"{label}: {len(report['install'])} packages, {len(found)} conflicts", *found]),
			flush=True,
		)
	if not failed:
		STAMP.write_text(wanted)
	return min(1, failed)


if __name__ == "__main__":
	sys.exit(main())
