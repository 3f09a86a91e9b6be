"""Any text a person or a model may type, as words that are safe to search for.

A query is built, never escaped: the text is cut at white space, each word is quoted as one FTS5
string (in which only the double quote is special), and the operators of the FTS5 language are
added by huf alone. No text can therefore be a syntax error or an operator.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from huf.engine.analysis.marks import MARKS
from huf.engine.analysis.stopwords import bare, is_function_word
from huf.engine.errors import QueryTooLong

MAX_CHARACTERS = 10_000
"""Of one query. Whoever asks for more is told so (:func:`checked_query`); what a program searches for by itself, such as
the message of an agent's user, is cut here."""
ECHO_CHARACTERS = 500
"""Of a query that an answer or a message says again. The user knows what they sent; logs and screens need no more."""
MAX_WORDS = 64
"""More distinct words than this make the search slower, not better."""
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


MAX_PHRASES = 8
"""Quoted phrases that one query may have."""
_QUOTED = re.compile('"([^"]+)"|“([^“”]+)”')
_WORD = re.compile(rf"\w[\w{MARKS}]*")


@dataclass(frozen=True, slots=True)
class Expansion:
	"""What a glossary, or a list of synonyms, adds to a query."""

	term: str
	"""What stands in the query."""
	text: str
	"""What it is also called."""
	words: tuple[str, ...]
	"""The words of ``text`` to search for."""
	share: float
	"""What it weighs, where the term itself weighs 1."""
	if_more_frequent: bool = False
	"""Nobody said that this company calls it so: it is searched for by words alone, in an index of which more passages have it than
	have the term. What is added is not shown, since that would tell of passages that the asker may not see."""


@dataclass(frozen=True, slots=True)
class Query:
	"""A parsed query: the words in their order, without repetitions."""

	text: str
	words: tuple[str, ...]
	expansions: tuple[Expansion, ...] = ()
	counts: tuple[int, ...] = ()
	"""How often each of the words stands in the text; empty: once."""

	@property
	def expanded_text(self) -> str:
		"""The text, and in brackets what a glossary added to it."""
		return expanded_text(self.text, self.added)

	@property
	def added(self) -> tuple[str, ...]:
		"""What a glossary added, whatever the index has."""
		return tuple(expansion.text for expansion in self.expansions if not expansion.if_more_frequent)

	@property
	def content_words(self) -> tuple[str, ...]:
		"""The words without function words; all of them when there is nothing else."""
		# What stands around a word matters to the tokenizer, not to the question what kind of word it is.
		shouted = self.text.isupper()
		content = tuple(
			word for word in self.words if not is_function_word(bare(word.lower() if shouted else word))
		)
		return content or self.words

	@property
	def repeated(self) -> dict[str, int]:
		"""The words that stand in the text more than once, and how often."""
		return {word: count for word, count in zip(self.words, self.counts, strict=False) if count > 1}

	@property
	def is_only_function_words(self) -> bool:
		"""Whether the query has words, but none that says anything."""
		return (
			bool(self.words)
			and self.content_words == self.words
			and is_function_word(bare(self.words[0]).lower())
		)

	@property
	def phrases(self) -> tuple[str, ...]:
		"""What stands in double quotes, when it is more than one word."""
		quoted = (first or second for first, second in _QUOTED.findall(self.text))
		return tuple(phrase for phrase in quoted if len(_WORD.findall(phrase)) > 1)[:MAX_PHRASES]


def expanded_text(text: str, added: Iterable[str]) -> str:
	"""A query and what a glossary added, each once, in brackets."""
	together = ", ".join(dict.fromkeys(added))
	return f"{text} ({together})" if together else text


def checked_query(text: str) -> str:
	"""``text``, if one search takes so much.

	Raises:
		QueryTooLong: it is longer than ``MAX_CHARACTERS``.
	"""
	if len(text) > MAX_CHARACTERS:
		raise QueryTooLong(
			f"The query has {len(text):,} characters; a search takes at most {MAX_CHARACTERS:,}. "
			"Search for the question itself, and leave out the text around it."
		)
	return text


def echo(text: str) -> str:
	"""As much of what somebody sent as may be said again."""
	return text if len(text) <= ECHO_CHARACTERS else text[: ECHO_CHARACTERS - 1] + "…"


def parse_query(text: str) -> Query:
	"""Cut ``text`` into words. A text without any letter or digit has none, and finds nothing."""
	text = unicodedata.normalize("NFC", storable(_cut(text)))
	words: dict[str, str] = {}
	counts: Counter[str] = Counter()
	for word in text.split():
		if word.isalnum() or any(map(str.isalnum, word)):
			folded = word.casefold()
			if len(words) < MAX_WORDS or folded in words:
				words.setdefault(folded, word)
				counts[folded] += 1
	return Query(text=text, words=tuple(words.values()), counts=tuple(counts[folded] for folded in words))


def _cut(text: str) -> str:
	"""The beginning of ``text``, not ended inside of a word unless that has no end."""
	if len(text) <= MAX_CHARACTERS:
		return text
	whole = text[: MAX_CHARACTERS + 1].rsplit(None, 1)
	return whole[0] if len(whole) > 1 else text[:MAX_CHARACTERS]


def storable(text: str) -> str:
	"""``text`` with NUL and lone surrogates as spaces: SQLite takes neither, and no stored text contains one."""
	return _UNSTORABLE.sub(" ", text)


def quote(word: str) -> str:
	"""``word`` as an FTS5 string: a phrase of whatever tokens the tokenizer finds in it."""
	return '"' + word.replace('"', '""') + '"'
