"""The floor of a model, measured on what the site has: questions of its Knowledge Tests, else titles of its inputs."""

import re
from collections.abc import Callable, Iterator

import frappe

from huf.ai.knowledge.searching.reading_on import view_as
from huf.ai.quality import expected
from huf.ai.quality.running import tests_of
from huf.engine.backends.hybrid.text_embedding import embedded_text
from huf.engine.embedding import Embedder
from huf.engine.errors import BuildError, ContentMissing
from huf.engine.inspection import InputView
from huf.engine.model_files.floors import LEAST_QUESTIONS, Floor, measured_floor

MOST_QUESTIONS = 500
MOST_INPUTS = 1_000
MOST_PASSAGES = 20
"""Of one input."""
_USER = "Administrator"
"""Only numbers are told, to who runs the bench."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_LEAST_WORDS = 3
"""Of a title: fewer are a code or a name, which nobody asks by meaning."""

Pair = tuple[str, int]


def measure(
	embedder: Embedder, usual: float, progress: Callable[[int], None] = lambda percent: None
) -> Floor:
	"""The floor of a model on this site; ``usual`` where there is too little to measure it by, or no other is better beyond chance.

	``progress`` is told how many hundredths are done: a large model reads some 20 passages in a second. Raises EmbeddingFailed: the model makes no vectors.
	"""
	names: dict[str, int] = {}
	tests = [(question, names.setdefault(name, len(names))) for question, name in _tests()]
	by_tests = len(tests) >= LEAST_QUESTIONS
	for name in _newest():
		if len(names) < MOST_INPUTS:
			names.setdefault(name, len(names))
	passages: list[Pair] = []
	titles: list[Pair] = []
	for name, number in names.items():
		title, texts = _read(name, with_title=by_tests)
		passages += [(text, number) for text in texts]
		if texts and len(_WORD.findall(title)) >= _LEAST_WORDS:
			titles.append((title, number))
	# A title stands in no passage that it is compared with, and is nearly what a person would ask.
	return measured_floor(
		embedder, (tests if by_tests else titles)[:MOST_QUESTIONS], passages, usual, progress
	)


def _tests() -> Iterator[tuple[str, str]]:
	"""The question of each test that says which input answers it, and that input."""
	for source in frappe.get_all("Knowledge Source", pluck="name", order_by="creation"):
		for test in tests_of(source):
			answers = sorted(expected.read(test).inputs)
			if answers and test.expectation != "Must Not Find":
				yield test.question, answers[0]


def _newest() -> list[str]:
	return frappe.get_all(
		"Knowledge Input",
		{"disabled": 0, "chunks_created": (">", 0)},
		pluck="name",
		order_by="creation desc",
		limit_page_length=MOST_INPUTS,
	)


def _read(name: str, *, with_title: bool) -> tuple[str, list[str]]:
	"""Title and passages of an input, these as an index embeds them; none where its index cannot be read."""
	row = frappe.db.get_value("Knowledge Input", name, ["knowledge_source", "title"], as_dict=True)
	if not row:
		return "", []
	try:
		view = view_as(_USER, row.knowledge_source, name, 1, MOST_PASSAGES)
	except (ContentMissing, BuildError):
		return "", []
	if not isinstance(view, InputView):
		return "", []
	title = re.sub(r"[-_.]+", " ", row.title or "")
	above = row.title or "" if with_title else ""
	return title, [embedded_text([above, one.header, one.text]) for one in view.passages]
