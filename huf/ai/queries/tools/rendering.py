"""An answer as a model reads it, as a run keeps it, and as it is cited: a numbered source like a passage."""

import hashlib
import json
from collections.abc import Sequence

from frappe import _

from huf.ai.queries.as_user.result import Cell, QueryResult
from huf.engine.prompt.untrusted import one_line
from huf.engine.tokens import count_tokens
from huf.engine.types import Hit, Locator

TEXT_TOKENS = 1800
"""Most tokens of one answer that a model reads."""
LIST_KIND = "list"
"""``metadata["kind"]`` of a hit that is the answer to a question about many records, and no passage."""


def hit_of(result: QueryResult) -> Hit:
	"""The answer as something that can be cited. Two answers with the same text are one source."""
	text = text_of(result)
	digest = hashlib.sha256(f"{result.url}\n{text}".encode()).hexdigest()
	return Hit(
		text=text,
		title=one_line(result.words),
		score=1.0,
		chunk_id=f"records:{digest[:32]}",
		source="",
		input="",
		locator=Locator(part=_place(result)),
		citation_id=f"records:{digest[:32]}",
		build="",
		start=0,
		end=len(text),
		text_hash=digest,
		url=result.url,
		metadata={"kind": LIST_KIND},
	)


def text_of(result: QueryResult) -> str:
	"""The answer as text: what was asked, the totals, what to know, and the rows as a table in Markdown."""
	head = [f"{total.words}" for total in result.totals] or [result.words]
	head += result.notes
	if not result.rows:
		return "\n".join([*head, _("No rows.")])
	table = [
		_line([column.heading for column in result.columns]),
		_line(["---"] * len(result.columns)),
	]
	left = TEXT_TOKENS - count_tokens("\n".join([*head, *table]))
	shown = 0
	for row in result.rows:
		line = _line(list(row))
		left -= count_tokens(line) + 1
		if left < 0:
			break
		table.append(line)
		shown += 1
	if shown < len(result.rows) or result.truncated:
		head.append(_("Only the first {0} rows are shown; there are more.").format(shown))
	return "\n".join([*head, "", *table])


def _place(result: QueryResult) -> str:
	if result.report:
		return _("Report")
	if result.records is None:
		return _("List")
	return _("{0} records").format(result.records)


def _line(cells: Sequence[Cell]) -> str:
	return "| " + " | ".join(map(_cell, cells)) + " |"


def _cell(value: Cell) -> str:
	if value is None:
		return ""
	if isinstance(value, float):
		# As an amount is written, and never as 1e+06.
		return f"{value:.2f}" if round(value, 2) == value else repr(value)
	return " ".join(str(value).replace("|", "\\|").split())


def as_json(values: object) -> str:
	"""For a model."""
	return json.dumps(values, ensure_ascii=False, default=str)
