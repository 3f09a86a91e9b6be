"""Selectors: what belongs to a source by itself, and making its inputs follow.

- :mod:`~huf.ai.knowledge.selectors.values`: selectors, what is wanted and what is there, as values.
- :mod:`~huf.ai.knowledge.selectors.presets`: what huf recommends for records of a DocType.
- :mod:`~huf.ai.knowledge.selectors.rows`: writing a selector.
- :mod:`~huf.ai.knowledge.selectors.selecting`: what one selector selects now, and with whose rights.
- :mod:`~huf.ai.knowledge.selectors.wanted_set`: what belongs to a source now, by all its selectors.
- :mod:`~huf.ai.knowledge.selectors.inputs`: what has to change in its inputs, and changing it.
- :mod:`~huf.ai.knowledge.selectors.tombstones`: what a person took out stays out.

When and why a comparison happens is the room ``following``.
"""
