"""What the engine's tests share."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from small_builds import SMALL, Build, wanted

from huf.engine.builds import BuildResult, plan_build, run_build
from huf.engine.indexing import BuildSettings

settings.register_profile("huf", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("huf")


@pytest.fixture
def root(tmp_path: Path) -> Path:
	"""The folder of one source."""
	return tmp_path / "source"


@pytest.fixture
def build(root: Path) -> Build:
	"""Makes a build of texts by key: ``build({"a": "text"}, base=path)``."""

	def make(
		texts: Mapping[str, str], *, base: Path | None = None, settings: BuildSettings = SMALL
	) -> BuildResult:
		inputs = [wanted(key, text) for key, text in texts.items()]
		return run_build(root, plan_build(inputs, base, settings), settings)

	return make
