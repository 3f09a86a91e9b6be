"""An external knowledge base in the form that Dify asks for: the request read, the answer and the errors written.

https://docs.dify.ai/en/use-dify/knowledge/external-knowledge-api says what is sent and expected. Scores there are 0 to 1: huf
gives how much of the query a passage answers, which can be compared between sources.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from huf.assistants.access import KnowledgeAccess
from huf.engine.errors import HufError, InvalidFilter, QueryTooLong
from huf.engine.filters.fields import find_field
from huf.engine.prompt.untrusted import defuse, one_line
from huf.engine.request import MOST_HITS, TOP_K, Origin, Request
from huf.engine.types import Hit, SearchResult

ROAD = "Dify"
"""What a log of searches calls these."""
MOST_CONDITIONS = 10
BAD_HEADER, NOT_AUTHORIZED, NO_KNOWLEDGE, BAD_REQUEST, TOO_MANY_REQUESTS = 1001, 1002, 2001, 4001, 4290
"""``error_code``: the first three are Dify's own; 4001 is huf's for a request that cannot be read, 4290 for one too many."""

_OPERATORS: dict[str, tuple[str, str]] = {
	"contains": ("like", "*{}*"),
	"not contains": ("not like", "*{}*"),
	"start with": ("like", "{}*"),
	"end with": ("like", "*{}"),
	"is": ("=", "{}"),
	"is not": ("!=", "{}"),
	"in": ("in", ""),
	"not in": ("not in", ""),
	"=": ("=", ""),
	"≠": ("!=", ""),
	">": (">", ""),
	"<": ("<", ""),
	"≥": (">=", ""),
	"≤": ("<=", ""),
	"before": ("<", "{}"),
	"after": (">", "{}"),
}
_SET = {"empty": False, "null": False, "not empty": True, "not null": True}


class Refused(HufError):
	"""The request is answered with an error in Dify's form."""

	code = "Refused"
	acts = "caller"

	def __init__(self, message: str, error_code: int, status: int) -> None:
		super().__init__(message)
		self.error_code = error_code
		self.status = status
		"""Of HTTP."""


@dataclass(frozen=True, slots=True)
class Retrieval:
	"""What Dify sent, read."""

	request: Request
	"""But for its filters."""
	filters: tuple[Mapping[str, Any], ...]
	"""Each makes a search of its own, answered together: more than one where the conditions are joined by *or*."""
	least_score: float


def read_request(values: Mapping[str, Any]) -> Retrieval:
	"""Check a request.

	Raises:
		Refused: it lacks something or asks what cannot be asked.
	"""
	knowledge, query = values.get("knowledge_id"), values.get("query")
	if not isinstance(query, str) or not query.strip():
		raise Refused("query is missing: a text.", BAD_REQUEST, 400)
	if not isinstance(knowledge, str) or not knowledge.strip():
		raise Refused("knowledge_id is missing: the name of a knowledge source.", BAD_REQUEST, 400)
	setting = values.get("retrieval_setting")
	if not isinstance(setting, Mapping):
		raise Refused(
			"retrieval_setting is missing: an object with top_k and score_threshold.", BAD_REQUEST, 400
		)
	try:
		top_k = max(1, min(int(setting.get("top_k", TOP_K)), MOST_HITS))
		least = float(setting.get("score_threshold") or 0.0)
	except (TypeError, ValueError, OverflowError):
		raise Refused("top_k is a whole number, score_threshold one from 0 to 1.", BAD_REQUEST, 400) from None
	if not least == least:  # no number: JSON knows NaN in Python alone
		raise Refused("score_threshold is a number from 0 to 1.", BAD_REQUEST, 400)
	try:
		request = Request(query.strip(), (knowledge.strip(),), top_k, explain=True, origin=Origin(ROAD))
	except QueryTooLong as error:
		raise Refused(str(error), BAD_REQUEST, 400) from error
	try:
		groups = _filters(values.get("metadata_condition"))
	except InvalidFilter as error:
		raise Refused(str(error), BAD_REQUEST, 400) from error
	return Retrieval(request, tuple(groups), least)


def retrieve(access: KnowledgeAccess, values: Mapping[str, Any]) -> dict[str, Any]:
	"""The answer to a request, as ``access``.

	Raises:
		Refused: with the code and the status of the answer.
	"""
	wanted = read_request(values)
	request = wanted.request
	if request.sources[0] not in {card.name for card in access.sources()}:
		raise Refused("The knowledge does not exist, or you may not read it.", NO_KNOWLEDGE, 404)
	scored: dict[str, tuple[float, Hit]] = {}
	for filters in wanted.filters:
		try:
			result = access.search(replace(request, filters=access.filters(filters)))
		except InvalidFilter as error:
			raise Refused(str(error), BAD_REQUEST, 400) from error
		if result.skipped:
			raise Refused(f"The knowledge cannot be searched: {result.skipped[0].reason}", 5001, 503)
		for score, hit in zip(_scores(result), result.hits, strict=True):
			scored.setdefault(hit.chunk_id, (score, hit))
	best = list(scored.values())
	if len(wanted.filters) > 1:
		best.sort(key=lambda entry: -entry[0])
	records = [_record(access, score, hit) for score, hit in best if score >= wanted.least_score]
	return {"records": records[: request.top_k]}


def error_answer(error: Refused) -> dict[str, Any]:
	"""The body of an error."""
	return {"error_code": error.error_code, "error_msg": str(error)}


def _record(access: KnowledgeAccess, score: float, hit: Hit) -> dict[str, Any]:
	place = one_line(hit.locator.label())
	metadata: dict[str, Any] = {"path": access.address(hit.url) or hit.input, "description": place}
	if hit.partly_read:
		metadata["partly_read"] = one_line(defuse(hit.partly_read))
	return {
		"content": defuse(hit.text),
		"score": round(score, 4),
		"title": one_line(hit.title),
		"metadata": {**metadata, "source": hit.source, "id": hit.citation_id},
	}


def _scores(result: SearchResult) -> Sequence[float]:
	"""How much of the query each hit answers; the share of the best where the kind of index cannot say."""
	best = max((hit.score for hit in result.hits), default=0.0)
	why = result.explanation.hits if result.explanation else ()
	return [
		entry.evidence.query_coverage if entry.evidence else (hit.score / best if best > 0 else 0.0)
		for entry, hit in zip(why, result.hits, strict=True)
	]


def _filters(condition: Any) -> list[dict[str, Any]]:
	"""The filters of a request: one that all conditions make together, or one of each where any will do."""
	if condition in (None, {}):
		return [{}]
	if not isinstance(condition, Mapping) or not isinstance(condition.get("conditions") or [], list):
		raise InvalidFilter("metadata_condition is an object with a list of conditions.")
	conditions = condition.get("conditions") or []
	if len(conditions) > MOST_CONDITIONS:
		raise InvalidFilter(f"metadata_condition has at most {MOST_CONDITIONS} conditions.")
	operator = condition.get("logical_operator") or "and"
	if operator not in ("and", "or"):
		raise InvalidFilter("logical_operator is and or or.")
	singles = [_single(one) for one in conditions]
	if operator == "or":
		return [{field: {name: value}} for field, name, value in singles] or [{}]
	joined: dict[str, Any] = {}
	for field, name, value in singles:
		if joined.setdefault(field, {}).setdefault(name, value) != value:
			raise InvalidFilter(f"{field} is asked twice with the same operator.")
	return [joined]


def _single(condition: Any) -> tuple[str, str, Any]:
	"""A condition as field, operator and value of a filter."""
	if not isinstance(condition, Mapping):
		raise InvalidFilter("A condition is an object with name, comparison_operator and value.")
	name = condition.get("name")
	if isinstance(name, list) and len(name) == 1:  # older versions send a list
		name = name[0]
	operator = condition.get("comparison_operator")
	if not isinstance(name, str) or not isinstance(operator, str):
		raise InvalidFilter("A condition needs one name and one comparison_operator.")
	field = name if find_field(name) else f"metadata.{name}"
	if operator in _SET:
		return field, "is set", _SET[operator]
	if operator not in _OPERATORS:
		raise InvalidFilter(
			f"There is no comparison_operator “{operator[:40]}”. Known: {', '.join([*_OPERATORS, *_SET])}."
		)
	ours, pattern = _OPERATORS[operator]
	value = condition.get("value")
	return field, ours, pattern.format(value) if pattern else value
