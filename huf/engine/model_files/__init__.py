"""Files of embedding models that somebody brings: taken out of an archive, checked, tried in a process with limits, measured.

What is in them was made by somebody else. Names decide nothing, nothing is run, no pickle is opened, and no part of a tokenizer can take more than
a text's length in time or memory. What passed is read by :mod:`huf.engine.embedding.static`.
"""

from huf.engine.model_files.checking import CheckedModel, check_model
from huf.engine.model_files.floors import Floor, measured_floor
from huf.engine.model_files.unpacking import unpack_model

__all__ = ["CheckedModel", "Floor", "check_model", "measured_floor", "unpack_model"]
