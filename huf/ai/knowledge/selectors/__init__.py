"""Selectors: what belongs to a source by itself, and making its inputs follow.

- :mod:`~huf.ai.knowledge.selectors.values`: selectors, what is wanted and what is there, as values.
- :mod:`~huf.ai.knowledge.selectors.checks`, :mod:`~huf.ai.knowledge.selectors.preview`,
  :mod:`~huf.ai.knowledge.selectors.presets`: writing a selector.
- :mod:`~huf.ai.knowledge.selectors.authors`: with whose rights it selects.
- :mod:`~huf.ai.knowledge.selectors.records`, :mod:`~huf.ai.knowledge.selectors.files`,
  :mod:`~huf.ai.knowledge.selectors.wanted_set`: what belongs to a source now.
- :mod:`~huf.ai.knowledge.selectors.comparing`: what has to change.
- :mod:`~huf.ai.knowledge.selectors.storing`, :mod:`~huf.ai.knowledge.selectors.reconcile`: changing it.
- :mod:`~huf.ai.knowledge.selectors.tombstones`: what a person took out stays out.

When and why a comparison happens is the room ``sync``.
"""
