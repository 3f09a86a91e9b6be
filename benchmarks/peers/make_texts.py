"""The texts and the queries that every system gets.

Sentences of real collections are put together anew until there are as many chunks as wanted: each document takes
its sentences from one neighbourhood of a collection, so that it has a topic, and paragraphs and chunks of about 500
characters follow from them. Sentences repeat in a large corpus, and so its vocabulary would stop growing where that
of real texts does not; therefore some words are replaced by made-up names, of which there are more the longer the
corpus is (about as the square root of its words, Heaps 1978). Without a collection, the texts of
``benchmarks.corpus`` are used as they are.
"""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

from benchmarks import corpus
from benchmarks.peers.texts import QUERY_WORDS, Texts, settings
from huf.engine.chunkers import chunk_sections
from huf.engine.content import Content
from huf.engine.extractors import extract

QUERIES = 300
_SENTENCES_OF_DOCUMENT = 80
_NEIGHBOURHOOD = 160
"""Sentences that a document chooses from: some twenty abstracts on end."""
_NAME_SHARE = 0.15
"""One sentence in seven names something made up."""
_NAMES_BY_WORDS = 30
"""So many names times the square root of the words so far."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9“\"(])|\n+")
_WORD = re.compile(r"\w+")
_LONGEST_SENTENCE = 500
_SYLLABLES = [first + last for first in "bdfgklmnprstvz" for last in ("a", "e", "i", "o", "u", "an", "el")]


def prepare(folder: Path, chunks: int, collections: list[Path]) -> Texts:
	"""The texts in ``folder``, made unless they are there: about ``chunks`` chunks from ``collections``."""
	texts = Texts(folder)
	if (folder / "count").is_file():
		return texts
	folder.mkdir(parents=True, exist_ok=True)
	chance, chunking = random.Random(1), settings().chunking
	places, count = [], 0
	with texts.chunks_file.open("w") as into, (folder / "documents.jsonl").open("w") as whole:
		for document in _documents(collections, chance):
			places.append((count, whole.tell()))
			whole.write(json.dumps(document) + "\n")
			for chunk in chunk_sections(
				extract(Content.from_text(document, "document.txt")).sections, chunking
			):
				into.write(json.dumps(chunk.text) + "\n")
				count += 1
			if count >= chunks:
				break
	(folder / "places.json").write_text(json.dumps(places))
	(folder / "queries.json").write_text(json.dumps(_queries(collections, texts)))
	(folder / "count").write_text(str(count))
	return texts


def _documents(collections: list[Path], chance: random.Random) -> Iterator[str]:
	"""Documents without end."""
	sentences = [sentence for folder in collections for text in _texts_of(folder) for sentence in _cut(text)]
	words = number = 0
	while True:
		number += 1
		if not sentences:
			yield corpus.document(number, 10_000)
			continue
		start = chance.randrange(max(1, len(sentences) - _NEIGHBOURHOOD))
		near = sentences[start : start + _NEIGHBOURHOOD]
		chosen = chance.choices(near, k=_SENTENCES_OF_DOCUMENT)
		for place in range(len(chosen)):
			if chance.random() < _NAME_SHARE:
				known = max(2, int(_NAMES_BY_WORDS * words**0.5))
				chosen[place] = _renamed(chosen[place], _name(int(known ** chance.random())), chance)
		words += sum(sentence.count(" ") + 1 for sentence in chosen)
		yield "".join(sentence + ("\n\n" if chance.random() < 0.2 else " ") for sentence in chosen)


def _renamed(sentence: str, name: str, chance: random.Random) -> str:
	words = sentence.split(" ")
	words[chance.randrange(len(words))] = name
	return " ".join(words)


def _name(number: int) -> str:
	"""A word for each number, short for small ones."""
	syllables = []
	number += len(_SYLLABLES)
	while number:
		number, place = divmod(number, len(_SYLLABLES))
		syllables.append(_SYLLABLES[place])
	return "".join(syllables).capitalize()


def _texts_of(folder: Path) -> Iterator[str]:
	"""The texts of a collection (``corpus.jsonl``), or of a folder of text files."""
	file = folder / "corpus.jsonl"
	if file.is_file():
		with file.open(encoding="utf-8") as lines:
			yield from (json.loads(line)["text"] for line in lines)
		return
	for path in sorted(folder.rglob("*")):
		if path.suffix in (".txt", ".md"):
			yield path.read_text(encoding="utf-8", errors="replace")


def _cut(text: str) -> Iterator[str]:
	for sentence in _SENTENCE.split(text):
		sentence = " ".join(sentence.split())
		if 20 < len(sentence) <= _LONGEST_SENTENCE:
			yield sentence


def _queries(collections: list[Path], texts: Texts) -> list[str]:
	"""Beginnings of real questions, or of sentences where a collection has no long questions."""
	chance = random.Random(2)
	asked = [
		json.loads(line)["text"]
		for folder in collections
		if (folder / "queries.jsonl").is_file()
		for line in (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()
	]
	told = [text for _, text in zip(range(5_000), texts.chunks(), strict=False)]
	by_length = []
	for length in QUERY_WORDS:
		# The last words of a question say what it is about; two first words would be “what is”.
		enough = [words for text in asked if len(words := _WORD.findall(text)) >= length]
		enough = enough or [words for text in told if len(words := _WORD.findall(text)) >= length]
		by_length.append([" ".join(words[-length:]) for words in chance.sample(enough, QUERIES // 3)])
	return [query for three in zip(*by_length, strict=True) for query in three]
