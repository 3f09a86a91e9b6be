"""The search log: what was noted is stored here, and taken away. Who sees it is in ``huf.ai.access.doctypes``."""

from huf.ai.search_log.forgetting import delete_before, delete_own, forget_run, forget_source
from huf.ai.search_log.storing import store

__all__ = ["delete_before", "delete_own", "forget_run", "forget_source", "store"]
