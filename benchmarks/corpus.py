"""Texts for measurements: made up, the same for the same seed, and shaped like real ones.

What matters to an index is how often words repeat, so words follow Zipf's law (the word of rank r is about r
times as rare as the most common one; Zipf 1949). The most common are English function words, the others are
made of syllables. Each document has a topic whose words it uses far more often than others do, and item codes
stand in the text as they do in a company's.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from huf.engine.content import Content
from huf.engine.types import WantedInput

VOCABULARY = 40_000
TOPICS = 50
WORDS_OF_TOPIC = 400
_TOPIC_SHARE = 0.15
"""One word in seven comes from the document's topic."""
_CODE_SHARE = 0.008
"""One word in 125 is an item code."""
_BLOCK_WORDS = 4000
_FUNCTION_WORDS = (
	"the of and to a in is that for it was on are as with be by at this have from or which you an but not they "
	"their one all were we has there been if more when will would who so no out up said what its about into than "
	"them can only other new some could time these two may then do first any my now such like our over also after "
	"must should each both between under while where how why"
).split()
_SYLLABLES = (
	"ba be bi bo bra ca ce co cu da de di do dra du fa fe fi fo fra ga ge go gra ha he hi ka ke ko la le li lo lu ma "
	"me mi mo mu na ne ni no pa pe pi po pra ra re ri ro sa se si so sta ste sto ta te ti to tra tri va ve vi vo"
).split()
_ENDINGS = ("", "", "", "s", "ed", "ing", "er", "tion", "al", "ly", "ment", "ic")


@lru_cache(maxsize=1)
def vocabulary() -> npt.NDArray[np.object_]:
	"""All words, the most common first."""
	random = np.random.default_rng(1)
	words = dict.fromkeys(_FUNCTION_WORDS)
	while len(words) < VOCABULARY:
		length = 1 + int(random.integers(1, 4))
		stem = "".join(_SYLLABLES[i] for i in random.integers(0, len(_SYLLABLES), length))
		words.setdefault(stem + _ENDINGS[int(random.integers(0, len(_ENDINGS)))])
	return np.array(list(words), dtype=object)


@lru_cache(maxsize=1)
def _cumulative() -> npt.NDArray[np.float64]:
	"""Running sum of the words' probabilities by rank: Zipf with Mandelbrot's shift of 2.7."""
	weights = 1 / (np.arange(VOCABULARY) + 2.7)
	running: npt.NDArray[np.float64] = np.cumsum(weights / weights.sum())
	return running


def topic_words(topic: int) -> npt.NDArray[np.int64]:
	"""Places in the vocabulary of the words that a topic prefers; none is a function word."""
	random = np.random.default_rng(1000 + topic)
	return random.integers(len(_FUNCTION_WORDS), VOCABULARY // 4, WORDS_OF_TOPIC)


def item_code(random: np.random.Generator) -> str:
	"""Such as ``BRG-04711-XL``."""
	kind = ("BRG", "VLV", "PMP", "SKU", "HX")[int(random.integers(0, 5))]
	return (
		f"{kind}-{int(random.integers(0, 20_000)):05d}-{('S', 'M', 'XL', 'A2')[int(random.integers(0, 4))]}"
	)


def document(number: int, characters: int, seed: int = 0) -> str:
	"""A text of about so many characters; paragraphs of sentences, one paragraph a line, empty lines between."""
	random = np.random.default_rng((seed, number))
	parts: list[str] = []
	size = 0
	while size < characters:
		block = _sentences(random, number % TOPICS, min(_BLOCK_WORDS, max(40, (characters - size) // 6)))
		parts.append(block)
		size += len(block)
	return "".join(parts)[:characters]


def _sentences(random: np.random.Generator, topic: int, count: int) -> str:
	ranks = np.searchsorted(_cumulative(), random.random(count)).clip(max=VOCABULARY - 1)
	of_topic = random.random(count) < _TOPIC_SHARE
	ranks[of_topic] = random.choice(topic_words(topic), int(of_topic.sum()))
	words = vocabulary()[ranks]
	for place in np.flatnonzero(random.random(count) < _CODE_SHARE):
		words[place] = item_code(random)
	text: list[str] = []
	start = 0
	while start < count:
		length = int(random.integers(6, 25))
		sentence = " ".join(words[start : start + length])
		if length > 14:
			sentence = sentence.replace(" and ", ", and ", 1)
		end = ".\n\n" if random.random() < 0.2 else ". "
		text.append(sentence[0].upper() + sentence[1:] + end)
		start += length
	return "".join(text)


def documents(count: int, characters: int, seed: int = 0) -> Iterator[WantedInput]:
	"""So many inputs, each made when it is opened, so that a corpus of any size fits in memory."""
	for number in range(count):
		name = f"document-{number:06d}.txt"

		def content(number: int = number, name: str = name) -> Content:
			return Content.from_text(document(number, characters, seed), name)

		yield WantedInput(name, f"{seed}-{number}-{characters}", f"Document {number}", content)


def queries(seed: int = 0) -> dict[str, list[str]]:
	"""Questions of three shapes, about things that stand in the texts."""
	random = np.random.default_rng((seed, 77))
	words = vocabulary()
	shapes: dict[str, list[str]] = {"short": [], "question": [], "identifier": []}
	for number in range(40):
		about = words[random.choice(topic_words(number % TOPICS), 6)]
		shapes["short"].append(" ".join(about[: 1 + number % 3]))
		shapes["question"].append(
			f"What should we do when the {about[0]} of the {about[1]} is not {about[2]}, and who has to be told about the "
			f"{about[3]} before the {about[4]} and the {about[5]} can be used again?"
		)
		code = item_code(random)
		shapes["identifier"].append(code if number % 2 else f"Where is {code}?")
	return shapes
