"""An index in Milvus keeps the promises of a kind of index: by words alone, and with vectors."""

from collections.abc import Iterator

import pytest

pytest.importorskip("pymilvus", reason="needs the extra milvus")
pytest.importorskip("milvus_lite", reason="needs the extra test-stores")
pytest.register_assert_rewrite("tests.stores.backend_contract")

from huf.engine.backends.search_engine.backend import search_engine_backend  # noqa: E402
from huf.engine.backends.search_engine.milvus import close_clients  # noqa: E402
from huf.engine.embedding.testing import FakeEmbedder  # noqa: E402
from tests.stores.backend_contract import BackendContract, KeywordBackendContract  # noqa: E402
from tests.stores.search_engines import in_milvus  # noqa: E402


@pytest.fixture(autouse=True, scope="module")
def _own_engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
	"""One file for all tests: to start what serves it takes a second."""
	engine = in_milvus(tmp_path_factory.mktemp("milvus"))
	TestWordsInMilvus.backend = search_engine_backend(None, engine)
	TestMilvus.backend = search_engine_backend(FakeEmbedder(), engine)
	yield
	close_clients()


class TestWordsInMilvus(KeywordBackendContract):
	"""Words alone."""


class TestMilvus(BackendContract):
	"""Words and vectors."""
