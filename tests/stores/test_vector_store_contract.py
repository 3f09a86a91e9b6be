"""An index in a vector store keeps the promises of a kind of index, on each engine."""

from collections.abc import Iterator

import pytest

pytest.register_assert_rewrite("tests.stores.backend_contract")

from huf.engine.backends.vector_store.backend import vector_store_backend  # noqa: E402
from huf.engine.embedding.testing import FakeEmbedder  # noqa: E402
from tests.stores.backend_contract import BackendContract  # noqa: E402
from tests.stores.vector_stores import MEMORY, MILVUS, POSTGRES, lacking, settings_of  # noqa: E402


@pytest.fixture(scope="class")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
	"""One engine for all tests of a class, and the kind of index that uses it."""
	for store in settings_of(request.cls.path, tmp_path_factory.mktemp("server")):
		request.cls.backend = vector_store_backend(FakeEmbedder(), store)
		yield


@pytest.mark.usefixtures("server")
class TestInMemory(BackendContract):
	"""The least that LlamaIndex's interface asks of a class."""

	path = MEMORY


if reason := lacking(MILVUS):

	@pytest.mark.skip(reason=reason)
	def test_milvus() -> None:
		"""Needs its packages."""

else:

	@pytest.mark.usefixtures("server")
	class TestMilvus(BackendContract):
		"""Milvus, by the client that also speaks to a cluster."""

		path = MILVUS


if reason := lacking(POSTGRES):

	@pytest.mark.skip(reason=reason)
	def test_postgres() -> None:
		"""Needs its packages."""

else:

	@pytest.mark.usefixtures("server")
	class TestPostgres(BackendContract):
		"""PostgreSQL with pgvector."""

		path = POSTGRES
