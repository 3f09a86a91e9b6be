"""Files of embedding models that somebody brings: taken out of an archive, checked, tried in a process with limits, measured.

What is in them was made by somebody else. Names decide nothing, nothing is run, no pickle is opened, and no part of a tokenizer can take more than
a text's length in time or memory. What passed is read by :mod:`huf.engine.embedding.static`.

Each module is imported by who needs it: whatever searches with such a model needs its floor, and nothing that takes archives apart.
"""
