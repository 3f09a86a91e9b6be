"""Static word vectors from the package ``wordllama``: no key, no server, no download.

The wheel of ``wordllama`` holds two files, a table of 32,000 vectors and the tokenizer that names its
rows. They are read from where pip put them. The package itself is never imported: its loader looks
for the tokenizer in another folder and downloads it, and importing it sets up logging for the process.
A text is the mean of the vectors of the tokens of its words.

The table has other vectors for a word that stands after a space than for the same letters after a line break, a bracket or a
hyphen, and others for capitals. A passage is full of both, a question is not; so each word is read by itself, in small letters.
Until this was so, a text was read as it stands, as ``WordLlamaInference.embed`` does; builds of then are searched in that way.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from huf.engine.analysis.words import has_spaceless, runs_of
from huf.engine.embedding.base import Kind, Vectors, normalised
from huf.engine.encoders.safetensors import read_header
from huf.engine.errors import EmbedderMissing
from huf.engine.evidence import MEANING_FLOOR

_WEIGHTS = "weights/l2_supercat_256.safetensors"
_TOKENIZER = "tokenizers/l2_supercat_tokenizer_config.json"
_TENSOR = "embedding.weight"
_AT_ONCE = 128
"""Texts tokenized together; bounds memory."""
_KNOWN_CHARACTERS = 4.0
"""Characters that a token stands for in text the model was made for (English has 4.4 to 5); scripts
that it takes apart into single bytes have 0.7 to 1."""


_HALF_PART = 16
"""Tokens of half a part: parts are twice as long, two or three lines, and overlap by half (docs/retrieval-measured.md)."""
_TITLE_SHARE = 0.5
"""What the title of a passage counts in each of its parts: a few lines alone do not say what they are about."""
_KNOWN_WORDS = 50_000
_LONGEST_KNOWN = 40

_BY_WORDS = "-words"
"""Ends the key of vectors for which each word was read by itself."""
_CAPITAL_INSIDE = re.compile("(?<=[a-z])(?=[A-Z])")


class LocalEmbedder:
	"""WordLlama's 256 dimensions. Files are read on first use; instances share them."""

	is_costly = False
	dimension = 256
	weight = 0.5
	meaning_floor = MEANING_FLOOR
	knows_words_only = True

	def __init__(self, *, by_words: bool = True) -> None:
		"""Unless ``by_words``, texts are read as they stand: so were those of builds made by an older huf."""
		self._by_words = by_words

	@classmethod
	def of_key(cls, key: str) -> "LocalEmbedder":
		"""The one whose vectors are marked by ``key``, if it came with the release of the package that is installed."""
		return cls(by_words=key.endswith(_BY_WORDS))

	@cached_property
	def key(self) -> str:
		"""Kind, table of vectors, the release of the package it came with, and how texts are read."""
		try:
			return f"local:wordllama-{version('wordllama')}-256" + (_BY_WORDS if self._by_words else "")
		except PackageNotFoundError:
			raise _missing() from None

	def vocabulary_coverage(self, text: str) -> float:
		"""Characters a token, against what is usual in English."""
		tokenizer, _ = _model()
		tokens = len(tokenizer.encode(text, add_special_tokens=False).ids)
		return min(1.0, len(text) / tokens / _KNOWN_CHARACTERS) if tokens else 0.0

	def embed(self, texts: Sequence[str], kind: Kind = "document") -> Vectors:
		"""The mean of the vectors of each text's tokens, brought to length 1: so it need not be divided before."""
		_, table = _model()
		vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
		for start in range(0, len(texts), _AT_ONCE):
			read = self._tokens_of(texts[start : start + _AT_ONCE])
			for row, tokens in enumerate(read, start=start):
				if tokens:
					table.take(tokens, axis=0).sum(axis=0, out=vectors[row])
		return normalised(vectors)

	def parts(self, title: str, text: str) -> npt.NDArray[np.float16]:
		"""The vectors of parts of 32 tokens, each with half of the title; of the title and the text together, which overlap by half.

		One row of zeros for texts without words, and where texts are read as they stand: builds of an older huf are ranked as they were.
		"""
		if not self._by_words:
			return np.zeros((1, self.dimension), dtype=np.float16)
		_, table = _model()
		of_title, of_text = self._tokens_of((title, text))
		tokens = of_title + of_text
		# Filled up with zeros to whole halves: adding up rows of equal number takes a fifth of the time of any others.
		rows = np.zeros(
			(max(1, -(-len(tokens) // _HALF_PART)) * _HALF_PART, self.dimension), dtype=np.float32
		)
		np.take(table, tokens, axis=0, out=rows[: len(tokens)], mode="clip")
		halves = rows.reshape(-1, _HALF_PART, self.dimension).sum(axis=1)
		sums = halves[:-1] + halves[1:] if len(halves) > 1 else halves
		if of_title:
			sums = sums + _TITLE_SHARE * table[of_title].sum(axis=0)
		return normalised(sums).astype(np.float16)

	def _tokens_of(self, texts: Sequence[str]) -> Iterator[list[int]]:
		"""The numbers of the tokens of each text."""
		if not self._by_words:
			tokenizer, _ = _model()
			yield from (each.ids for each in tokenizer.encode_batch(list(texts), add_special_tokens=False))
			return
		runs = [_runs(text) for text in texts]
		_known.learn(set(chain.from_iterable(runs)))
		for own in runs:
			yield list(chain.from_iterable(map(_known.__getitem__, own)))


def _runs(text: str) -> list[str]:
	"""What is read of ``text``, each by itself."""
	runs = runs_of(text)
	# Between their signs, scripts without spaces repeat nothing that would be known.
	return [" ".join(runs)] if has_spaceless(text) else runs


def _word(run: str) -> str:
	"""How a run of letters is read: in small letters, by its parts where there are capitals inside."""
	return _CAPITAL_INSIDE.sub(" ", run).lower()


class _Words(dict[str, tuple[int, ...]]):
	"""The tokens of words. Texts repeat their words, so most are looked for once in a process."""

	def learn(self, runs: set[str]) -> None:
		"""Look for those that are new, all at once: one by one they take three times as long."""
		new = _short(runs.difference(self))
		if len(self) + len(new) > _KNOWN_WORDS:
			# What was met first is what is met most often.
			for rare in list(self)[_KNOWN_WORDS // 2 :]:
				self.pop(rare, None)
			new = _short(runs.difference(self))[: _KNOWN_WORDS - len(self)]
		self.update(zip(new, _read(new), strict=True))

	def __missing__(self, run: str) -> tuple[int, ...]:
		"""What is too long or too much to be kept, and what another thread has forgotten."""
		return _read([run])[0]


_known = _Words()


def _short(runs: set[str]) -> list[str]:
	"""Those that are kept."""
	return [run for run in runs if len(run) <= _LONGEST_KNOWN]


def _read(runs: Sequence[str]) -> list[tuple[int, ...]]:
	"""The tokens of each run."""
	tokenizer, _ = _model()
	encoded = tokenizer.encode_batch(list(map(_word, runs)), add_special_tokens=False)
	return [tuple(each.ids) for each in encoded]


def load() -> None:
	"""Read the files now, so that processes which are forked from this one need not.

	Raises:
		EmbedderMissing: the package is not installed, or is of a release without the two files.
	"""
	_model()


@lru_cache(maxsize=1)
def _model() -> tuple[Any, Vectors]:
	"""The tokenizer and the table of vectors.

	Raises:
		EmbedderMissing: the package is not installed, or is of a release without the two files.
	"""
	spec = find_spec("wordllama")
	if spec is None or not spec.submodule_search_locations:
		raise _missing()
	folder = Path(spec.submodule_search_locations[0])
	absent = [name for name in (_TOKENIZER, _WEIGHTS) if not (folder / name).is_file()]
	if absent:
		raise EmbedderMissing(
			f"The package wordllama lacks {', '.join(absent)}. Install it again: pip install 'wordllama>=0.4,<0.5'"
		)
	try:
		from tokenizers import Tokenizer
	except ImportError:
		raise _missing() from None
	tokenizer, path = Tokenizer.from_file(str(folder / _TOKENIZER)), folder / _WEIGHTS
	table = read_header(path)[_TENSOR].mapped(path).astype(np.float32)
	tokenizer.no_padding()
	tokenizer.no_truncation()
	return tokenizer, table


def _missing() -> EmbedderMissing:
	return EmbedderMissing(
		"The local embedding model is not installed. Install it: pip install 'wordllama>=0.4,<0.5' "
		"(there is none for Python 3.14). Or choose another model."
	)
