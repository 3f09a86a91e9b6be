"""Selectors: what belongs to a source by itself, and making its inputs follow.

- :mod:`~huf.ai.knowledge.selection.values`: selectors, what is wanted and what is there, as values.
- :mod:`~huf.ai.knowledge.selection.checks`, :mod:`~huf.ai.knowledge.selection.preview`,
  :mod:`~huf.ai.knowledge.selection.presets`: writing a selector.
- :mod:`~huf.ai.knowledge.selection.authors`: with whose rights it selects.
- :mod:`~huf.ai.knowledge.selection.records`, :mod:`~huf.ai.knowledge.selection.files`,
  :mod:`~huf.ai.knowledge.selection.wanted_set`: what belongs to a source now.
- :mod:`~huf.ai.knowledge.selection.comparing`: what has to change.
- :mod:`~huf.ai.knowledge.selection.storing`, :mod:`~huf.ai.knowledge.selection.reconcile`: changing it.
- :mod:`~huf.ai.knowledge.selection.tombstones`: what a person took out stays out.

When and why a comparison happens is the room ``sync``.
"""
