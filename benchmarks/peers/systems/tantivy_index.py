"""tantivy by its Python package, English stemming, texts stored."""

from pathlib import Path

from benchmarks.peers.systems import TOP, Found, Search
from benchmarks.peers.texts import Texts


def build(texts: Texts, folder: Path) -> None:
	"""One writer with its default memory, one commit."""
	import tantivy

	schema = tantivy.SchemaBuilder()
	schema.add_unsigned_field("number", stored=True)
	schema.add_text_field("body", stored=True, tokenizer_name="en_stem")
	index = tantivy.Index(schema.build(), path=str(folder))
	writer = index.writer()
	for number, text in enumerate(texts.chunks()):
		writer.add_document(tantivy.Document(number=number, body=text))
	writer.commit()
	writer.wait_merging_threads()


def opened(texts: Texts, folder: Path) -> Search:
	"""One searcher, kept open."""
	import tantivy

	index = tantivy.Index.open(str(folder))
	searcher = index.searcher()

	def ask(question: str) -> Found:
		query = index.parse_query(question, ["body"])
		documents = (searcher.doc(address) for _, address in searcher.search(query, TOP).hits)
		return [(document["number"][0], document["body"][0]) for document in documents]

	return ask
