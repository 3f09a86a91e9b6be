"""An index in a search engine keeps the promises of a kind of index: by words alone, and with vectors."""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("qdrant_client", reason="needs the extra qdrant")
pytest.register_assert_rewrite("tests.stores.backend_contract")

from huf.engine.backends.search_engine.backend import search_engine_backend  # noqa: E402
from huf.engine.backends.search_engine.qdrant import close_clients  # noqa: E402
from huf.engine.embedding.testing import FakeEmbedder  # noqa: E402
from tests.stores.backend_contract import BackendContract, KeywordBackendContract  # noqa: E402
from tests.stores.search_engines import IN_MEMORY, on_disk  # noqa: E402


@pytest.fixture(autouse=True)
def _own_engine() -> Iterator[None]:
	"""Each test has an engine of its own."""
	yield
	close_clients()


class TestWordsInQdrant(KeywordBackendContract):
	"""Words alone, in the memory of this process."""

	backend = search_engine_backend(None, IN_MEMORY)


class TestQdrant(BackendContract):
	"""Words and vectors, in the memory of this process."""

	backend = search_engine_backend(FakeEmbedder(), IN_MEMORY)


class TestQdrantOnDisk(BackendContract):
	"""Words and vectors, in files, as the client keeps them."""

	@pytest.fixture(autouse=True)
	def _on_disk(self, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
		path = tmp_path_factory.mktemp("qdrant")
		type(self).backend = search_engine_backend(FakeEmbedder(), on_disk(path))
		return path
