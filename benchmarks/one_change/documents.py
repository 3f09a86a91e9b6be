"""The documents that are indexed and changed: 20 passages each, made up when they are read."""

import time
from dataclasses import dataclass, replace

from benchmarks.corpus import document
from benchmarks.peers import texts
from huf.engine.builds import BuildSettings
from huf.engine.content import Content
from huf.engine.types import WantedInput

PASSAGES = 20
_LONG, _SHORT = 37_500, 9_800
"""Characters that are cut into so many passages: by huf's own settings, and by those of ``benchmarks.peers``."""
_APART = 7919
"""Changes go through the documents in steps of this prime, so that two in turn are no neighbours."""
_SAMPLE = 100


@dataclass(frozen=True, slots=True)
class Documents:
	"""``count`` of them, in passages of 2,000 characters, or of 500."""

	count: int
	are_short: bool = False

	@property
	def name(self) -> str:
		"""For folders."""
		return f"{self.count}-short" if self.are_short else str(self.count)

	@property
	def characters(self) -> int:
		"""Of each."""
		return _SHORT if self.are_short else _LONG

	def settings(self, backend: str) -> BuildSettings:
		"""How they are indexed."""
		return texts.settings(backend) if self.are_short else BuildSettings(backend=backend)

	def text(self, number: int, version: int = 0) -> str:
		"""Of the document ``number``; versions have nothing in common but their topic."""
		made = document(number + 1_000_003 * version, self.characters)
		return f"{made}\n\nThe mark of this version is {mark(number, version)}."

	def wanted(self, number: int, version: int = 0) -> WantedInput:
		"""The text is made up when it is read: all together would not fit into memory."""
		name = f"d{number}"
		return WantedInput(
			name,
			f"{number}-{version}",
			name,
			lambda: Content(f"{name}.txt", data=self.text(number, version).encode()),
		)

	def changed(self, change: int) -> tuple[WantedInput, str]:
		"""The document that a change is about, and the word that only its new text has.

		The text is there already: making it up is not what is measured.
		"""
		number, version = self.of_change(change)
		wanted = self.wanted(number, version)
		content = wanted.open_content()
		return replace(wanted, open_content=lambda: content), mark(number, version)

	def of_change(self, change: int) -> tuple[int, int]:
		"""The document that a change is about, and its version."""
		return change * _APART % self.count, change + 1

	def seconds_to_make_up(self) -> float:
		"""Of the processor, for the texts of all, by those of some."""
		self.text(0)  # which makes up the words that all have
		began = time.process_time()
		for number in range(_SAMPLE):
			self.text(number)
		return (time.process_time() - began) / _SAMPLE * self.count


def mark(number: int, version: int) -> str:
	"""The word that one version of one document has."""
	return f"zq{number}v{version}"
