"""What a text states that can be compared: numbers with units, amounts, percentages, dates, times, identifiers, names."""

from huf.engine.answers.claims.claim import Claim, Kind
from huf.engine.answers.claims.reading import read_claims

__all__ = ["Claim", "Kind", "read_claims"]
