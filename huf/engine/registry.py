"""A small dictionary of named things that refuses duplicates and, asked for an unknown key, names what exists."""

from collections.abc import Collection, Iterator
from importlib import import_module
from typing import Any, Generic, TypeVar

from huf.engine.errors import SettingsError, UnknownKey

T = TypeVar("T")


class Registry(Generic[T]):
	"""Names to things; a thing may be given as a dotted path and is then imported on first use."""

	def __init__(self, noun: str) -> None:
		self.noun = noun
		self._entries: dict[str, T | str] = {}

	def register(self, key: str, entry: T | str) -> None:
		"""Add ``entry`` (or the dotted path of one).

		Raises:
			SettingsError: the key is taken by something else.
		"""
		if self._entries.get(key, entry) != entry:
			raise SettingsError(f"The {self.noun} “{key}” is registered twice. Choose another key.")
		self._entries[key] = entry

	def forget(self, keys: Collection[str]) -> None:
		"""Make room for others under ``keys``; what is not there is none."""
		for key in keys:
			self._entries.pop(key, None)

	def get(self, key: str) -> T:
		"""The thing under ``key``.

		Raises:
			UnknownKey: nobody registered it; the message lists what exists.
		"""
		try:
			entry = self._entries[key]
		except KeyError:
			known = ", ".join(sorted(self._entries)) or "none"
			raise UnknownKey(f"There is no {self.noun} “{key}”. Known: {known}.") from None
		if isinstance(entry, str):
			entry = self._entries[key] = _import(entry, self.noun)
		return entry

	def copy(self) -> "Registry[T]":
		"""An independent registry with the same entries."""
		twin: Registry[T] = Registry(self.noun)
		twin._entries = dict(self._entries)
		return twin

	def __contains__(self, key: object) -> bool:
		return key in self._entries

	def __iter__(self) -> Iterator[str]:
		return iter(sorted(self._entries))


def _import(dotted_path: str, noun: str) -> Any:
	module, _, name = dotted_path.rpartition(".")
	try:
		return getattr(import_module(module), name)
	# What a module of another app may raise while it is imported. Not every exception: a job runner stops a job by its own.
	except (
		ImportError,
		AttributeError,
		ValueError,
		SyntaxError,
		NameError,
		TypeError,
		LookupError,
		RuntimeError,
	) as error:
		raise SettingsError(f"The {noun} at “{dotted_path}” cannot be imported: {error}") from error
