"""Keeping sources in step with the records that they select.

- :mod:`~huf.ai.knowledge.changes.watched`: which DocTypes any source selects; what every event on the site asks.
- :mod:`~huf.ai.knowledge.following.events`: the events, which leave notes.
- :mod:`~huf.ai.knowledge.changes.noted`: the notes, written in the transaction of the change.
- :mod:`~huf.ai.knowledge.following.following`: inputs of deleted and renamed records, in the same transaction.
- :mod:`~huf.ai.knowledge.following.jobs`: the job that follows the notes of one source.
- :mod:`~huf.ai.knowledge.following.sweep`: what runs by the clock.
- :mod:`~huf.ai.knowledge.following.asking`: what saving a source and its buttons ask for.
"""

from huf.ai.knowledge.following.asking import (
	on_selectors_changed,
	on_source_deleted,
	request_full_sync,
	request_sync,
)

__all__ = ["on_selectors_changed", "on_source_deleted", "request_full_sync", "request_sync"]
