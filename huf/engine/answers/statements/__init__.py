"""Statements without a value: is something said or denied, allowed or forbidden, and of the same thing?"""

from huf.engine.answers.statements.bounds import clash
from huf.engine.answers.statements.clauses import Clause, bound_at, read_clauses
from huf.engine.answers.statements.judging import StatementFinding, judge_clause, same_sense
from huf.engine.answers.statements.synonyms import is_light, meanings

__all__ = [
	"Clause",
	"StatementFinding",
	"bound_at",
	"clash",
	"is_light",
	"judge_clause",
	"meanings",
	"read_clauses",
	"same_sense",
]
