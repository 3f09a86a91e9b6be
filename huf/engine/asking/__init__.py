"""What of a long text asks: a mail, a ticket or a prompt holds a question somewhere, and much that it is not about.

A paragraph of up to 64 words is a question as it is. Of a longer text the greeting, the signature, and what somebody else wrote before are
left out, and the rest is cut into sentences, each with whether it asks. Which of them are searched for depends on what the index knows of
them (``search/choosing.py``): not every question has a question mark, and not every question mark ends one that is meant.

The words by which a greeting, an end or a question is told are those of English, German, French, Spanish, Italian, Dutch and Portuguese; a
question mark is one in any language.
"""

from dataclasses import dataclass

from huf.engine.analysis.query import MAX_WORDS
from huf.engine.asking.values import Sentence

SHORT = MAX_WORDS
"""Distinct words of a paragraph that is searched for as it is."""
LONGEST = 20_000
"""Characters of a text that are read: half of them at its beginning, half at its end, where questions stand."""
MOST_SENTENCES = 16
"""Of a long text, each of which is looked up."""


@dataclass(frozen=True, slots=True)
class Asked:
	"""A text, and where it is long, of which sentences it consists."""

	text: str
	"""What its writer says: without greeting, signature, and what others wrote before."""
	sentences: tuple[Sentence, ...] = ()
	"""Those that say something; none where the text is a question as it is."""


def asked_of(text: str) -> Asked:
	"""What of ``text`` may be what is searched for."""
	if len(set(text.casefold().split())) <= SHORT and not _has_paragraphs(text):
		return Asked(text)
	# Most texts are short, and a first search does not wait for the patterns to be compiled.
	from huf.engine.asking.messages import own_lines
	from huf.engine.asking.sentences import split_sentences, telling_sentences, weight

	if len(text) > LONGEST:
		text = f"{text[: LONGEST // 2]}\n\n{text[-LONGEST // 2 :]}"
	said = split_sentences(own_lines(text.splitlines()))
	told = sorted(telling_sentences(said), key=lambda one: (one.asks, weight(one.text)), reverse=True)
	return Asked("\n".join(said) or text, tuple(told[:MOST_SENTENCES]))


def _has_paragraphs(text: str) -> bool:
	return any(not line.strip() for line in text.strip().splitlines())
