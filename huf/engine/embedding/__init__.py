"""Texts to vectors. Which model does it, and where it runs, is the embedder's business alone."""

from huf.engine.embedding.base import (
	AsksInPortions,
	Embedder,
	Kind,
	Meter,
	ReadsParts,
	Vectors,
	checked,
	normalised,
)
from huf.engine.errors import EmbedderMissing

__all__ = [
	"AsksInPortions",
	"Embedder",
	"Kind",
	"Meter",
	"ReadsParts",
	"Vectors",
	"checked",
	"embedder_for",
	"normalised",
]


def embedder_for(name: str) -> Embedder:
	"""The embedder that ``name`` means: ``local``, ``minilm``, or ``litellm:MODEL``; also the ``key`` of one of them.

	Raises:
		EmbedderMissing: there is no such kind, or what it needs is not installed.
	"""
	kind, _, rest = name.partition(":")
	if kind == "local":
		from huf.engine.embedding.local import LocalEmbedder

		return LocalEmbedder.of_key(name) if rest else LocalEmbedder()
	if kind == "minilm":
		from huf.engine.embedding.minilm import MiniLMEmbedder

		return MiniLMEmbedder()
	if kind == "litellm" and rest:
		from huf.engine.embedding.litellm_embedder import LiteLLMEmbedder

		return LiteLLMEmbedder(rest)
	raise EmbedderMissing(
		f"There is no embedder “{name}”. Write local, minilm, or litellm:MODEL with a model of LiteLLM."
	)
