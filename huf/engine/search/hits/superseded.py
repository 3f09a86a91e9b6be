"""What is superseded stays findable, after what is not.

A cancelled order or an expired contract that its source keeps carries ``superseded`` in its metadata. It may well match
better than what replaced it, so it must neither stand above that nor take all the room.
"""

from collections.abc import Sequence

from huf.engine.types import Hit

KEY = "superseded"
"""Entry of the metadata; true for an input that is no longer in force."""
POOL = 3
"""How many times more hits are looked at, once a superseded one is among the best, to find those that are in force."""


def is_superseded(hit: Hit) -> bool:
	"""Whether the input of the hit is no longer in force."""
	return bool(hit.metadata.get(KEY))


def in_force_first(hits: Sequence[Hit], top_k: int) -> list[Hit]:
	"""The best ``top_k`` of ``hits``: first those in force, then the superseded ones, each in their order.

	Superseded ones get no more places than they have earned, and at most half of all while others are there for the rest.
	"""
	old = [hit for hit in hits[:top_k] if is_superseded(hit)]
	current = [hit for hit in hits if not is_superseded(hit)]
	places = min(len(old), max(top_k // 2, top_k - len(current)))
	chosen = [*current[: top_k - places], *old[:places]]
	return [hit.placed(rank, hit.score) for rank, hit in enumerate(chosen, 1)]
