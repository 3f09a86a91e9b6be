"""What the engine's tests share: small inputs, an index made of them, and a short way to search it."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from huf.engine.builds import BuildResult, plan_build, run_build
from huf.engine.chunkers import ChunkSettings
from huf.engine.content import Content
from huf.engine.indexing import BuildSettings
from huf.engine.types import WantedInput

settings.register_profile("huf", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("huf")

SMALL = BuildSettings(ChunkSettings("recursive", size=100, overlap=0, unit="characters"))
"""Small chunks, so that a few sentences are several."""

Build = Callable[..., BuildResult]


def wanted(key: str, text: str, **values: object) -> WantedInput:
	"""An input of plain text."""
	content = Content.from_text(text, f"{key}.txt")
	fields: dict[str, object] = {"title": key, "content_hash": content.sha256(), **values}
	return WantedInput(key=key, open_content=lambda: content, **fields)  # type: ignore[arg-type]


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
