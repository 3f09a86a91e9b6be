"""bm25s with its stop words and PyStemmer, saved with the texts and mapped."""

from pathlib import Path

from benchmarks.peers.systems import TOP, Found, Search
from benchmarks.peers.texts import Texts


def build(texts: Texts, folder: Path) -> None:
	"""All texts in memory, as its documentation does it."""
	import bm25s
	import Stemmer

	corpus = list(texts.chunks())
	tokens = bm25s.tokenize(corpus, stopwords="en", stemmer=Stemmer.Stemmer("english"), show_progress=False)
	retriever = bm25s.BM25()
	retriever.index(tokens, show_progress=False)
	retriever.save(folder, corpus=corpus)


def opened(texts: Texts, folder: Path) -> Search:
	"""Index and texts mapped into memory."""
	import bm25s
	import Stemmer

	retriever = bm25s.BM25.load(folder, mmap=True, load_corpus=True)
	stemmer = Stemmer.Stemmer("english")

	def ask(question: str) -> Found:
		tokens = bm25s.tokenize(question, stopwords="en", stemmer=stemmer, show_progress=False)
		found, _ = retriever.retrieve(tokens, k=TOP, show_progress=False)
		return [(entry["id"], entry["text"]) for entry in found[0]]

	return ask
