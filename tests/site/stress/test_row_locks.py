"""Rows stay free while a job works: Frappe refuses at once to delete a document whose row somebody has locked."""

from collections.abc import Callable
from typing import Any

import frappe
import pytest

from huf.ai.knowledge import indexer, status
from huf.ai.knowledge.contents import wanted
from huf.ai.knowledge.indexing.state import progress
from tests.site.stress.harness import Site, check_exact, text


def fill(site: Site, number: int) -> tuple[Any, dict[str, str]]:
	"""A new source with so many inputs, none indexed; their texts by name."""
	source = site.source()
	texts = {
		site.add_text(source.name, text(n, size=200), commit=False): text(n, size=200) for n in range(number)
	}
	frappe.db.commit()
	return source, texts


def test_nothing_is_locked_while_inputs_are_read(site: Site, monkeypatch: pytest.MonkeyPatch):
	"""While a build reads, cuts and writes texts, another user could change every input, the source and any build."""
	source, texts = fill(site, 12)
	looked = []

	def look() -> None:
		with site.other_user() as cursor:
			for doctype in ("Knowledge Input", "Knowledge Source", "Knowledge Build"):
				cursor.execute(f"select name from `tab{doctype}` for update nowait")
		looked.append(1)

	def first(plain: Callable[..., Any]) -> Callable[..., Any]:
		def both(*arguments: Any) -> Any:
			look()
			return plain(*arguments)

		return both

	monkeypatch.setattr(wanted, "_text_content", first(wanted._text_content))
	monkeypatch.setattr(progress.ProgressReport, "__call__", first(progress.ProgressReport.__call__))
	site.index_here(source.artifact_id)
	assert len(looked) > 2 * len(texts)
	check_exact(site, source.artifact_id, texts)


def test_a_job_locks_no_input_of_another_source(site: Site):
	"""A source is indexed and rebuilt while an input of another one is locked all the time, in a small table too."""
	(_, others), (source, texts) = fill(site, 60), fill(site, 300)
	with site.impatient(), site.other_user() as cursor:
		cursor.execute("analyze table `tabKnowledge Input`")  # how it reads the table depends on its numbers
		cursor.execute(
			"select name from `tabKnowledge Input` where name in %s for update", (list(others)[::2],)
		)
		site.index_here(source.artifact_id)
		status.ask_for_rebuild(source.name)
		frappe.db.commit()
		site.index_here(source.artifact_id, rebuild=True)
	check_exact(site, source.artifact_id, texts)
	assert {build.kind for build in site.builds(source.name)} == {"Update", "Rebuild"}


@pytest.mark.parametrize("number", [20, 300])
def test_inputs_are_locked_for_a_few_statements(site: Site, number: int, monkeypatch: pytest.MonkeyPatch):
	"""Between the first lock on an input and the commit there are few statements, however many inputs there are."""
	source, _ = fill(site, number)
	plain_sql, plain_commit = frappe.db.sql, frappe.db.commit
	held: list[str] = []
	longest = 0

	def sql(query: Any, *arguments: Any, **options: Any) -> Any:
		words = " ".join(str(query).lower().split())
		locks = words.startswith("update `tabknowledge input`") or words.endswith("for update")
		if held or locks:
			held.append(words)
		return plain_sql(query, *arguments, **options)

	def commit() -> None:
		nonlocal longest
		plain_commit()
		longest = max(longest, len(held))
		held.clear()

	monkeypatch.setattr(frappe.db, "sql", sql)
	monkeypatch.setattr(frappe.db, "commit", commit)
	indexer.update_source(source.artifact_id)
	assert 5 <= longest <= 12, longest
