"""Reading on after a search, with the rights of a search: the document that a hit stands in."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import frappe

from huf.ai.access.records.inputs import InputRights
from huf.ai.access.scopes.resolver import may_search
from huf.ai.knowledge.backends.registries import search_registry
from huf.ai.knowledge.indexing.live import damage
from huf.ai.knowledge.searching.glossaries import glossaries
from huf.ai.knowledge.searching.live_values import with_live_values
from huf.ai.knowledge.searching.targets import pointers, targets_of
from huf.ai.site.settings import is_switched_off, reason_switched_off
from huf.engine.errors import ContentMissing, IndexCorrupt, IndexMissing
from huf.engine.inspection import InputView, inspect_input
from huf.engine.request import Request
from huf.engine.search.reading import READ_TOKENS, ReadDocument, read_document, split_reference
from huf.engine.types import Skipped

T = TypeVar("T")


def read_as(user: str, reference: str, max_tokens: int = READ_TOKENS) -> ReadDocument:
	"""The document of a passage (``Hit.citation_id``), as the live build of its source has it.

	Raises:
		ContentMissing: there is no such passage, or ``user`` may not read it; in the same words.
		BuildError: the index cannot be read.
	"""
	missing = ContentMissing("There is no such passage that you may read. Search again for it.")
	if is_switched_off():
		raise ContentMissing(reason_switched_off())
	key, _place = split_reference(reference)
	source = frappe.db.get_value("Knowledge Input", key, "knowledge_source")
	if not source or not may_search(source, user):
		raise missing
	rights = InputRights(user)

	def read(build: Path) -> ReadDocument:
		found = read_document(
			source, build, reference, kinds=search_registry(), accept=rights.accept, max_tokens=max_tokens
		)
		(hit,) = rights.with_addresses(rights.for_website(with_live_values([found.hit], user)))
		return replace(found, hit=hit)

	answer = _from_answering_build(source, read)
	if isinstance(answer, Skipped):
		raise missing
	return answer


def view_as(user: str, source: str, name: str, first: int, count: int, page: int = 0) -> InputView | Skipped:
	"""Passages of an input of ``source`` (``huf.engine.inspection.inspect_input``), as the live build has them; or why it has none.

	Whether the user may be answered from the source is the caller's question; each passage is judged here.

	Raises:
		ContentMissing: the index holds nothing of it, or ``user`` may not read it; in the same words.
		BuildError: the index cannot be read.
	"""
	rights = InputRights(user)

	def read(build: Path) -> InputView:
		return inspect_input(
			source, build, name, first, count, page=page, kinds=search_registry(), accept=rights.accept
		)

	return _from_answering_build(source, read)


def _from_answering_build(source: str, read: Callable[[Path], T]) -> T | Skipped:
	"""What is read of the live build, or of the newest kept one where its files are lost; or why the source has none."""
	rows = pointers([source], frappe.db)
	targets, skipped = targets_of(Request("", (source,)), rows, glossaries())
	if not targets:
		return skipped[0]
	tried: set[Path] = set()
	while True:
		try:
			return read(targets[0].build)
		except (IndexMissing, IndexCorrupt) as error:
			lost = [Skipped(source, error.code, str(error))]
			damage.suspect(lost, {source: rows[source].artifact_id})
			targets, notes = damage.older_targets(targets, lost, tried)
			if not notes:
				raise
