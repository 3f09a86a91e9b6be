"""What one more input costs, counted in statements: it must not depend on how many there are."""

from typing import Any

import frappe
import pytest

from huf.ai.knowledge import indexer
from huf.ai.knowledge.contents import wanted
from tests.site.stress.harness import Site, text


def statements_of_one_more(site: Site, inputs: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
	"""The SQL of the job that adds an input to a source that has so many, without the reports of progress."""
	source = site.source()
	for number in range(inputs):
		site.add_text(source.name, text(number, size=200), commit=False)
	frappe.db.commit()
	site.index_here(source.artifact_id)
	site.add_text(source.name, text(inputs, size=200))
	asked: list[str] = []
	plain = frappe.db.sql

	def sql(query: Any, *arguments: Any, **options: Any) -> Any:
		asked.append(" ".join(str(query).split()))
		return plain(query, *arguments, **options)

	with monkeypatch.context() as patch:
		patch.setattr(frappe.db, "sql", sql)
		# How often progress is told goes by the clock.
		patch.setattr(
			"huf.ai.knowledge.indexing.state.progress.ProgressReport.__call__", lambda self, value: None
		)
		patch.setattr("huf.ai.knowledge.indexing.state.progress.ProgressReport.cancelled", lambda self: False)
		indexer.update_source(source.artifact_id)
	assert site.statuses(source.name) == {"Indexed": inputs + 1}
	return asked


def test_one_more_input(site: Site, monkeypatch: pytest.MonkeyPatch):
	"""A job for one more input asks the database as often in a large source as in a small one."""
	statements_of_one_more(site, 1, monkeypatch)  # what is read once in a process
	few = statements_of_one_more(site, 5, monkeypatch)
	many = statements_of_one_more(site, 150, monkeypatch)
	assert sorted(few) == sorted(many)


def test_inputs_are_read_once(site: Site, monkeypatch: pytest.MonkeyPatch):
	"""A job that makes one build reads the list of inputs once; whether anything is left to do is asked without it."""
	source = site.source()
	site.add_text(source.name, text(1))
	reads = []
	plain = wanted.read_wanted
	monkeypatch.setattr(
		indexer, "read_wanted", lambda *wanted, **how: reads.append(1) or plain(*wanted, **how)
	)
	site.index_here(source.artifact_id)
	assert site.statuses(source.name) == {"Indexed": 1}
	assert len(reads) == 1
