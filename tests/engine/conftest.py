"""What the engine's tests share."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import settings
from legs import LEGS, search_by
from small_builds import SMALL, Build, wanted

from huf.engine.builds import BuildResult, plan_build, run_build
from huf.engine.indexing import BuildSettings
from tests.chance import FORGIVING

settings.load_profile(FORGIVING)


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


@pytest.fixture(scope="module", params=LEGS)
def leg(request: pytest.FixtureRequest) -> Iterator[str]:
	"""For modules whose tests hold whatever a source is searched by: ``pytestmark = pytest.mark.usefixtures("leg")``."""
	for _ in search_by(request.param):
		yield request.param


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
	"""Leave out what a test does not hold for: ``@pytest.mark.legs("keyword")`` is about words."""
	kept, left_out = [], []
	for item in items:
		marker = item.get_closest_marker("legs")
		parameters = getattr(getattr(item, "callspec", None), "params", {})
		is_about = marker is None or parameters.get("leg", "keyword") in marker.args
		(kept if is_about else left_out).append(item)
	items[:] = kept
	config.hook.pytest_deselected(items=left_out)
