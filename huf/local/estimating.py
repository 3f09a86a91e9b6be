"""What indexing a folder would take, told without indexing it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from huf.engine.builds import Trial, try_plan
from huf.engine.indexing import BuildSettings
from huf.engine.services.catalogue import list_price
from huf.engine.types import Progress
from huf.local.files import SkippedPath
from huf.local.index import AS_BEFORE, LocalIndex
from huf.local.making import IndexOptions, Making, making_of

_LITELLM = "litellm:"


@dataclass(frozen=True, slots=True)
class LocalEstimate:
	"""What :meth:`~huf.local.index.LocalIndex.update` with the same arguments would do now."""

	trial: Trial
	kept: int
	"""Inputs that stay as they are."""
	removed: int
	"""Inputs that are no longer in the folder."""
	skipped: tuple[SkippedPath, ...]
	embedder: str
	"""What makes the vectors: ``local``, ``litellm:MODEL`` or ``none``."""
	is_service: bool
	"""Whether a service is asked for them."""
	cost: float | None
	"""US dollars for them by LiteLLM's price list; None: it has no price for the model."""
	is_served: bool
	"""Whether what is made goes to a server, which takes time that nothing here tells."""


def estimate(
	local: LocalIndex,
	folder: Path,
	settings: BuildSettings,
	progress: Callable[[Progress], None] | None = None,
	options: IndexOptions = AS_BEFORE,
) -> LocalEstimate:
	"""The arguments are those of :meth:`~huf.local.index.LocalIndex.update`. Asks no service, and writes nothing.

	Raises:
		SettingsError, EmbedderMissing: indexing would fail by it.
	"""
	making = making_of(local.directory, folder, settings, options)
	plan, files = local.plan(folder, making, options)
	is_service = making.embedder_name.startswith(_LITELLM)
	trial = try_plan(
		plan,
		making.settings,
		embedder=making.embedder,
		is_service=is_service,
		cache=local.directory,
		extractors=making.extractors,
		ocr=replace(making.ocr, only_kept=True),
		reading_processes=options.reading_processes,
		progress=progress,
	)
	return LocalEstimate(
		trial,
		kept=plan.kept,
		removed=len(plan.remove),
		skipped=tuple(files.skipped),
		embedder=making.embedder_name,
		is_service=is_service,
		cost=_cost(making, trial) if is_service else 0.0,
		is_served=making.store is not None,
	)


def _cost(making: Making, trial: Trial) -> float | None:
	return list_price(making.embedder_name.removeprefix(_LITELLM), trial.texts.new_tokens, 0)
