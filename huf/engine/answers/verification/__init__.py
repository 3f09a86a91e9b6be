"""Does an answer say what its passages say? What :mod:`~huf.engine.answers.verification.whole` offers is what others use.

- :mod:`~huf.engine.answers.verification.surroundings`: what each value is said of; with
  :mod:`~huf.engine.answers.verification.comparing` and :mod:`~huf.engine.answers.verification.derived`, values against passages.
- :mod:`~huf.engine.answers.verification.asked`: whether an answer that is nothing but a value has the one that was asked for.
- :mod:`~huf.engine.answers.verification.names`, :mod:`~huf.engine.answers.verification.naming`: names, found and compared.
- :mod:`~huf.engine.answers.verification.said`: a sentence as it is compared; with :mod:`~huf.engine.answers.verification.known_words`,
  :mod:`~huf.engine.answers.verification.markers`, :mod:`~huf.engine.answers.verification.parts` and
  :mod:`~huf.engine.answers.verification.rows`, :mod:`~huf.engine.answers.verification.support`: sentences as wholes.
- :mod:`~huf.engine.answers.verification.checked`: all of these for one answer; :mod:`~huf.engine.answers.verification.whole`
  counts them, with citations, into a verdict.
"""

from huf.engine.answers.verification.checked import CheckedClaim, KnownNames
from huf.engine.answers.verification.whole import (
	LEAST_COVERAGE,
	RESULTS,
	GivenPassage,
	Mode,
	Result,
	Verdict,
	Verification,
	passages_of,
	result_of,
	strictly,
	verdict,
	verify_answer,
)

__all__ = [
	"LEAST_COVERAGE",
	"RESULTS",
	"CheckedClaim",
	"GivenPassage",
	"KnownNames",
	"Mode",
	"Result",
	"Verdict",
	"Verification",
	"passages_of",
	"result_of",
	"strictly",
	"verdict",
	"verify_answer",
]
