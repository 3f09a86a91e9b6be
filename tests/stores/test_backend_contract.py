"""The kinds of index that come with huf keep the promises of a kind of index."""

import pytest

pytest.register_assert_rewrite("tests.stores.backend_contract")

from huf.engine.backends.hybrid.backend import hybrid_backend  # noqa: E402
from huf.engine.backends.keyword.backend import BACKEND  # noqa: E402
from huf.engine.embedding.testing import FakeEmbedder  # noqa: E402
from tests.stores.backend_contract import BackendContract, KeywordBackendContract  # noqa: E402


class TestSqliteFts(KeywordBackendContract):
	"""The keyword index in one SQLite file."""

	backend = BACKEND


class TestSqliteHybrid(BackendContract):
	"""The keyword index with vectors beside it."""

	backend = hybrid_backend(FakeEmbedder())
