"""An old address: jobs that were queued before the rooms were moved name it. It goes with huf 2."""

from huf.ai.knowledge.indexing.texts.scans import read_scans

__all__ = ["read_scans"]
