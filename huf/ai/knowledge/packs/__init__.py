"""Packs of a site: sources as one signed file, made here, and sources that came as one.

- :mod:`~huf.ai.knowledge.packs.making`: a pack of what one user finds in a source.
- :mod:`~huf.ai.knowledge.packs.made`: which were made of a source, and what they listed.
- :mod:`~huf.ai.knowledge.packs.keys`: whose packs are installed.
- :mod:`~huf.ai.knowledge.packs.labels`, :mod:`~huf.ai.knowledge.packs.rows`: what of an input counts here, and its Knowledge Input.
- :mod:`~huf.ai.knowledge.packs.installing`, :mod:`~huf.ai.knowledge.packs.kept`, :mod:`~huf.ai.knowledge.packs.again`: the source of a pack, and
  making its index again.
- :mod:`~huf.ai.knowledge.packs.switching`: whether an index that was made answers, or is held by the gate, and what follows.
- :mod:`~huf.ai.knowledge.packs.manuals`: packs that apps bring.
- :mod:`~huf.ai.knowledge.packs.jobs`, :mod:`~huf.ai.knowledge.packs.desk`: both as jobs that a person follows.
"""
