"""tantivy's side: the same documents and changes by its Python package, in passages of one length."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.one_change.costs import Built, Costs, built
from benchmarks.one_change.documents import PASSAGES, Documents, mark

_TOP = 10
_WRITER_BYTES = 100_000_000


def change(root: Path, documents: Documents, changes: int) -> tuple[Built, Costs, Callable[[str], object]]:
	"""Build an index in ``root`` and change one document after the other; what the build took, what each change, and how to search it."""
	took = built(build, root, documents)
	import tantivy

	index = tantivy.Index.open(str(root))
	writer, costs = index.writer(_WRITER_BYTES, 1), Costs()
	for number in range(changes):
		key, version = documents.of_change(number)
		text = documents.text(key, version)
		with costs.measured():
			writer.delete_documents_by_term("key", f"d{key}")
			_cut_and_add(writer, key, text)
			writer.commit()
			index.reload()
			query = index.parse_query(mark(key, version), ["body"])
			assert index.searcher().search(query, _TOP).hits

	def ask(question: str) -> object:
		searcher = index.searcher()
		found = searcher.search(index.parse_query(question.replace("?", ""), ["body"]), _TOP).hits
		return [searcher.doc(address)["body"] for _, address in found]

	return took, costs, ask


def build(root: Path, documents: Documents) -> None:
	"""One writer, one commit."""
	import tantivy

	schema = (
		tantivy.SchemaBuilder()
		.add_text_field("key", tokenizer_name="raw")
		.add_text_field("body", stored=True, tokenizer_name="en_stem")
		.build()
	)
	writer = tantivy.Index(schema, path=str(root)).writer(_WRITER_BYTES, 1)
	for number in range(documents.count):
		_cut_and_add(writer, number, documents.text(number))
	writer.commit()
	writer.wait_merging_threads()


def _cut_and_add(writer: Any, number: int, text: str) -> None:
	import tantivy

	size = -(-len(text) // PASSAGES)
	for start in range(0, len(text), size):
		writer.add_document(tantivy.Document(key=f"d{number}", body=text[start : start + size]))
