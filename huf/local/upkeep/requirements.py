"""Whether the libraries beside huf are those that it asks for."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version

from packaging.requirements import Requirement


@dataclass(frozen=True, slots=True)
class Unmet:
	"""A library that is missing, or of a version that huf was not made for."""

	name: str
	installed: str
	"""Its version; empty: it is not installed."""
	wanted: str
	"""The versions that huf asks for."""


def unmet() -> list[Unmet]:
	"""What huf asks for in this environment, extras left out, and does not have.

	Nothing where huf runs out of a folder without being installed: no metadata says then what it asks for.
	"""
	found = []
	for each in _wanted():
		there = installed(each.name)
		if not there or not each.specifier.contains(there, prereleases=True):
			found.append(Unmet(each.name, there, str(each.specifier)))
	return found


def installed(name: str) -> str:
	"""The version of a library; empty if it is not installed."""
	try:
		return version(name)
	except PackageNotFoundError:
		return ""


def _wanted() -> Iterator[Requirement]:
	try:
		lines = requires("huf") or []
	except PackageNotFoundError:
		return
	for each in map(Requirement, lines):
		if each.marker is None or each.marker.evaluate({"extra": ""}):
			yield each
