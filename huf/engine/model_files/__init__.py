"""Files of models for embeddings and re-ranking that somebody brings: taken out of an archive, checked, tried in a process with limits, measured.

What is in them was made by somebody else. Names decide nothing, nothing is run, no pickle is opened, no part of a tokenizer can take more than
a text's length in time or memory, and a graph has no loops. What passed is read by :mod:`huf.engine.embedding.static`,
:mod:`huf.engine.embedding.encoder` and :mod:`huf.engine.search.steps.cross_encoder`.

Each module is imported by who needs it: whatever searches with such a model needs its floor, and nothing that takes archives apart.
"""
