"""Whoosh (its maintained fork), stemming, texts stored, any of the words."""

from pathlib import Path

from benchmarks.peers.systems import TOP, Found, Search
from benchmarks.peers.texts import Texts


def build(texts: Texts, folder: Path) -> None:
	"""One writer with 256 MB, as its documentation advises for bulk indexing."""
	from whoosh.analysis import StemmingAnalyzer
	from whoosh.fields import STORED, TEXT, Schema
	from whoosh.index import create_in

	schema = Schema(number=STORED, body=TEXT(analyzer=StemmingAnalyzer(cachesize=-1), stored=True))
	writer = create_in(str(folder), schema).writer(limitmb=256)
	for number, text in enumerate(texts.chunks()):
		writer.add_document(number=number, body=text)
	writer.commit()


def opened(texts: Texts, folder: Path) -> Search:
	"""One searcher, kept open."""
	from whoosh.index import open_dir
	from whoosh.qparser import OrGroup, QueryParser

	index = open_dir(str(folder))
	searcher = index.searcher()
	parser = QueryParser("body", index.schema, group=OrGroup)

	def ask(question: str) -> Found:
		return [(hit["number"], hit["body"]) for hit in searcher.search(parser.parse(question), limit=TOP)]

	return ask
