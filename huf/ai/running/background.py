"""An old address: jobs that were queued before the rooms were moved name it. It goes with huf 2."""

from huf.ai.runs.background import make_queued_run

__all__ = ["make_queued_run"]
