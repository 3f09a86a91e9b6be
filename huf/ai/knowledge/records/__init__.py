"""Records of the ERP as inputs: what is read of them, how they are labelled, and how fresh a hit is.

Nothing here asks for a user's rights. What a record says, and that it exists, must be shown only to those who may
read it; who that is, is decided by whoever shows it, at that moment.
"""

from huf.ai.knowledge.records.freshness import Freshness, freshness
from huf.ai.knowledge.records.labels import Description, describe

__all__ = ["Description", "Freshness", "describe", "freshness"]
