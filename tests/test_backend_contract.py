"""The kinds of index that come with huf keep the promises of a kind of index."""

import pytest

pytest.register_assert_rewrite("tests.backend_contract")

from huf.engine.backends.sqlite_fts import BACKEND  # noqa: E402
from tests.backend_contract import KeywordBackendContract  # noqa: E402


class TestSqliteFts(KeywordBackendContract):
	"""The keyword index in one SQLite file."""

	backend = BACKEND
