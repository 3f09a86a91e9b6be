"""Small inputs and settings for the engine's tests."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from huf.engine.builds import BuildResult
from huf.engine.chunkers import ChunkSettings
from huf.engine.content import Content
from huf.engine.indexing import BuildSettings
from huf.engine.types import WantedInput

SMALL = BuildSettings(ChunkSettings("recursive", size=100, overlap=0, unit="characters"))
"""Small chunks, so that a few sentences are several."""

Build = Callable[..., BuildResult]
T = TypeVar("T")


def apply_change(texts: dict[str, T], change: Mapping[str, T | None]) -> None:
	"""Give ``texts`` the new ones of ``change``, and take those away for which it has none."""
	for key, text in change.items():
		if text is None:
			texts.pop(key, None)
		else:
			texts[key] = text


def wanted(key: str, text: str, **values: object) -> WantedInput:
	"""An input of plain text."""
	content = Content.from_text(text, f"{key}.txt")
	fields: dict[str, object] = {"title": key, "content_hash": content.sha256(), **values}
	return WantedInput(key=key, open_content=lambda: content, **fields)  # type: ignore[arg-type]
