"""A follow-up question, made understandable without what was said before, so that it can be searched for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from frappe import _

from huf.agent.completion import Completion, Message, Usage
from huf.agent.models.errors import ModelError
from huf.engine.types import Hit, SearchResult

TURNS = 2
"""Last turns that the model reads to rewrite a question."""
MOST_TOKENS = 200
MOST_CHARACTERS = 600
RANK_CONSTANT = 60
"""Of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009): how little the first places stand out."""

ASK = (
	"Below is the end of a conversation and the user's new message. Write the new message again so that it can be "
	"understood without the conversation: put in the names and things that words such as it, they or there stand for. "
	"Keep its language and its meaning, add nothing and answer nothing. If it can be understood alone, give it back as "
	"it is. Your whole answer is this one message."
)


@dataclass(frozen=True, slots=True)
class Rewritten:
	"""The question as it is searched for. ``question`` is empty when the original is all there is."""

	question: str = ""
	usage: Usage = field(default_factory=Usage)
	cost: float | None = 0.0
	note: str = ""


def rewrite_follow_up(
	prompt: str, history: Sequence[Message], ask: Callable[[Sequence[Message]], Completion]
) -> Rewritten:
	"""Ask the model once for the question alone. Whatever goes wrong, the original is searched for, with a note.

	``ask`` may raise RunInterrupted, which is raised on.
	"""
	said = "\n".join(f"{message['role']}: {message['content']}" for message in history[-2 * TURNS :])
	request: list[Message] = [
		{"role": "system", "content": ASK},
		{"role": "user", "content": f"{said}\n\nNew message: {prompt}"},
	]
	try:
		answer = ask(request)
	except ModelError as error:
		note = _("The question was searched for as it stands: it could not be rewritten ({0}).").format(
			str(error)
		)
		return Rewritten(note=note, usage=error.spent.usage if error.spent else Usage(), cost=None)
	question = " ".join(answer.text.split()).strip("\"'“”„«» ")
	taken = Rewritten(usage=answer.usage, cost=answer.cost)
	if not question or len(question) > MOST_CHARACTERS:
		note = _("The question was searched for as it stands: the model gave no usable rewriting.")
		return replace(taken, note=note)
	if question.casefold() == prompt.casefold():
		return taken
	return replace(taken, question=question)


def merged(first: SearchResult, second: SearchResult, top_k: int) -> SearchResult:
	"""Two searches for the same thing as one: hits of both by reciprocal rank, each passage once.

	Scores stay those of the search in which a passage did better: they cannot be compared across two questions.
	"""
	points: dict[tuple[str, str], float] = {}
	hits: dict[tuple[str, str], Hit] = {}
	for result in (first, second):
		for rank, hit in enumerate(result.hits, start=1):
			key = (hit.source, hit.chunk_id)
			points[key] = points.get(key, 0.0) + 1 / (RANK_CONSTANT + rank)
			if key not in hits or hit.score > hits[key].score:
				hits[key] = hit
	best = sorted(points, key=lambda key: -points[key])[:top_k]
	return replace(
		first,
		hits=tuple(hits[key].placed(rank, hits[key].score) for rank, key in enumerate(best, start=1)),
		skipped=tuple(dict.fromkeys((*first.skipped, *second.skipped))),
		notes=tuple(dict.fromkeys((*first.notes, *second.notes))),
		took_ms=first.took_ms + second.took_ms,
	)
