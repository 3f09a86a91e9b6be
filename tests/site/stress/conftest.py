"""Stress tests of the jobs: they drive the site from inside this process, with workers of their own.

The tests next door speak to the site from outside; here Frappe is imported, so that a test can stop a job, look at
the rows and go on. The runner leaves the site's queues to whoever runs, so no other worker disturbs them.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest

MISSING = [name for name in ("HUF_SITES_DIR", "HUF_SITE") if not os.environ.get(name)]
collect_ignore_glob = ["test_*.py", "*/test_*.py"] if MISSING else []


if not MISSING:
	import frappe

	from tests.site.stress.harness import Site, check_exact, text

	@pytest.fixture(scope="session")
	def site() -> Iterator[Site]:
		with Site.from_environment() as running:
			yield running

	@pytest.fixture(autouse=True)
	def clean_slate(site: Site) -> Iterator[None]:
		"""Empty queues before each test, no process and no source of ours after it."""
		site.begin_test()
		yield
		site.end_test()

	@pytest.fixture
	def inputs(site: Site) -> tuple[Any, dict[str, str]]:
		"""A source with 40 indexed inputs, and their texts by name."""
		source = site.source()
		texts = {site.add_text(source.name, text(number), commit=False): text(number) for number in range(40)}
		frappe.db.commit()
		site.index_here(source.artifact_id)
		check_exact(site, source.artifact_id, texts)
		return source, texts
