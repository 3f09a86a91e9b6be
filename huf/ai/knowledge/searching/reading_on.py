"""Reading on after a search, with the rights of a search: the document that a hit stands in."""

from dataclasses import replace
from pathlib import Path

import frappe

from huf.ai.access.records.inputs import InputRights
from huf.ai.access.scopes.resolver import may_search
from huf.ai.knowledge.backends.registries import backend_registry
from huf.ai.knowledge.indexing import damage
from huf.ai.knowledge.searching.glossaries import glossaries
from huf.ai.knowledge.searching.live_values import with_live_values
from huf.ai.knowledge.searching.targets import pointers, targets_of
from huf.ai.site.settings import is_switched_off, reason_switched_off
from huf.engine.errors import ContentMissing, IndexCorrupt, IndexMissing
from huf.engine.request import Request
from huf.engine.search.reading import READ_TOKENS, ReadDocument, read_document, split_reference
from huf.engine.types import Skipped


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
	rows = pointers([source], frappe.db)
	targets, _skipped = targets_of(Request("", (source,)), rows, glossaries())
	if not targets:
		raise missing
	tried: set[Path] = set()
	rights = InputRights(user)
	while True:
		try:
			found = read_document(
				source,
				targets[0].build,
				reference,
				kinds=backend_registry(),
				accept=rights.accept,
				max_tokens=max_tokens,
			)
			(hit,) = rights.with_addresses(rights.for_website(with_live_values([found.hit], user)))
			return replace(found, hit=hit)
		except (IndexMissing, IndexCorrupt) as error:
			lost = [Skipped(source, error.code, str(error))]
			damage.suspect(lost, {source: rows[source].artifact_id})
			targets, notes = damage.older_targets(targets, lost, tried)
			if not notes:
				raise
