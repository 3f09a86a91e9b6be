"""An old address: jobs that were queued before the rooms were moved name it. It goes with huf 2."""

from huf.ai.knowledge.following.jobs import sync_source

__all__ = ["sync_source"]
