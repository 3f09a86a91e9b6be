"""Mandatory knowledge and the tools of a run, with a search that is passed in. No Frappe."""

import json
import subprocess
import sys
from types import SimpleNamespace

import pytest

from huf.ai.knowledge.context_builder import mandatory_context, request_of
from huf.ai.knowledge.tool import RESULT_TOKENS, KnowledgeTools
from huf.engine.prompt.citations import CitationLedger
from huf.engine.tokens import count_tokens
from huf.engine.tools.knowledge import ToolArgumentError
from huf.engine.types import Hit, Locator, SearchResult, Skipped

SENTENCE = "Annual leave is twenty-five days for every employee of the company. "


def hit(source, number, text=SENTENCE):
	"""A passage like no other."""
	return Hit(
		text=f"{text} ({source} {number})",
		title=f"{source}.md",
		score=1.0 / number,
		chunk_id=f"{source}-{number}",
		source=source,
		input=source,
		locator=Locator(page=number),
		citation_id=f"{source}#{number}",
		build="b",
		start=0,
		end=1,
		text_hash=f"{source}-{number}",
		rank=number,
	)


def row(source, *, priority=0, max_chunks=5, token_budget=2000, description="", has_vectors=False):
	"""A row of an agent's knowledge table."""
	return SimpleNamespace(
		source=source,
		names=(source,),
		mode="",
		priority=priority,
		max_chunks=max_chunks,
		token_budget=token_budget,
		description=description,
		has_vectors=has_vectors,
	)


class Search:
	"""Ten hits for each source, and a record of what was asked."""

	def __init__(self, text=SENTENCE, skipped=(), notes=()):
		self.asked = []
		self.modes = []
		self.notes = tuple(notes)
		self.text = text
		self.skipped = tuple(skipped)

	def __call__(self, request):
		self.modes.append(request.mode)
		self.asked.append((request.sources, request.query, request.top_k))
		hits = [hit(source, n, self.text) for source in request.sources for n in range(1, 11)]
		return SearchResult(request.query, tuple(hits[: request.top_k]), self.skipped, notes=self.notes)


class MixedSearch:
	"""The hits of all sources by turns, as many as are asked for."""

	def __call__(self, request):
		hits = [hit(source, n) for n in range(1, 21) for source in request.sources]
		return SearchResult(request.query, tuple(hits[: request.top_k]), ())


def inject(rows, search, total_tokens=4000, most_chunks=20, ledger=None):
	"""Build the block for the question "leave"."""
	return mandatory_context(
		[(row, search(request_of(row, "leave", most_chunks))) for row in rows],
		total_tokens=total_tokens,
		most_chunks=most_chunks,
		ledger=ledger or CitationLedger(),
	)


def test_each_row_s_limits_act():
	"""Every source is searched with the message; its chunks and its place follow its own row."""
	search = Search()
	found = inject([row("a", max_chunks=1), row("b", priority=9, max_chunks=3)], search)
	assert [passage.hit.source for passage in found.context.passages] == ["b", "b", "b", "a"]
	assert [asked[:2] for asked in search.asked] == [(("a",), "leave"), (("b",), "leave")]


def test_token_budgets_act():
	"""A source's token budget and the total each bound the block; a later source still gets its share."""
	long = Search(SENTENCE * 20)
	bounded = inject([row("a", token_budget=400), row("b", token_budget=400)], long)
	for source in ("a", "b"):
		passages = [p.text for p in bounded.context.passages if p.hit.source == source]
		assert passages and sum(map(count_tokens, passages)) <= 400
	assert (
		sum(count_tokens(p.text) for p in inject([row("a")], long, total_tokens=300).context.passages) <= 300
	)


def test_site_limit_of_chunks_bounds_a_row():
	"""What Agent Settings allow for a search is never exceeded, whatever the row says."""
	search = Search()
	found = inject([row("a", max_chunks=10)], search, most_chunks=4)
	assert len(found.context.passages) == 4 and search.asked[0][2] == 4


def test_skipped_sources_are_handed_on():
	"""A source that could not be asked is named to the caller with its reason."""
	gone = Skipped("a", "Index Missing", "gone")
	assert inject([row("a")], Search(skipped=[gone])).skipped == (gone,)


def test_tool_without_a_source_searches_all():
	"""No source given means all of the agent's, in one search."""
	search = Search()
	rows = [row("a", max_chunks=10), row("b", max_chunks=10)]
	tools = KnowledgeTools(rows, search, CitationLedger())
	tools.call("knowledge_search", {"query": "leave", "top_k": "99"})
	assert search.asked == [(("a", "b"), "leave", 10)]


def test_rows_bound_what_the_tool_gives():
	"""Max Chunks of each row holds in a tool result, and the other sources fill up what the model asked for."""

	def places(rows, top_k):
		tools = KnowledgeTools(rows, MixedSearch(), CitationLedger())
		result = json.loads(tools.call("knowledge_search", {"query": "leave", "top_k": top_k}))
		return [passage["title"] for passage in result["passages"]]

	assert places([row("a", max_chunks=2)], 5) == ["a.md"] * 2
	assert places([row("a", max_chunks=1), row("b", max_chunks=9)], 5) == ["a.md"] + ["b.md"] * 4
	assert places([row("a", max_chunks=9), row("b", max_chunks=9)], 3) == ["a.md", "b.md", "a.md"]


def test_the_model_turns_pages():
	"""Each page goes on where the one before ended, within the rows, until there is nothing more; numbers go on too."""
	ledger = CitationLedger()
	tools = KnowledgeTools([row("a", max_chunks=3), row("b", max_chunks=9)], MixedSearch(), ledger)

	def places(page):
		asked = {"query": "leave", "top_k": 5, "page": page}
		return [p["text"][-5:-1] for p in json.loads(tools.call("knowledge_search", asked))["passages"]]

	pages = [places(page) for page in (1, 2, 3, 4)]
	together = [place.strip("( ") for page in pages for place in page]
	assert [len(page) for page in pages] == [5, 5, 5, 5]
	assert len(set(together)) == 20
	assert all(sum(place.strip("( ").startswith("a") for place in page) <= 3 for page in pages)
	# The same question again names the same passages by the numbers that they have, and repeats none of their text.
	again = json.loads(tools.call("knowledge_search", {"query": "leave", "top_k": 5, "page": 2}))
	assert again["passages"] == [] and again["given_before"] == [6, 7, 8, 9, 10] and len(ledger.hits) == 20


def test_a_page_after_the_last_says_so():
	"""A single source of few passages: the page after them is empty, and the model is told what to do."""
	tools = KnowledgeTools([row("a", max_chunks=10)], Search(), CitationLedger())
	result = json.loads(tools.call("knowledge_search", {"query": "leave", "top_k": 10, "page": 3}))
	assert result["passages"] == [] and "Nothing was found" in result["note"]


def test_the_model_asks_for_neighbors():
	"""How much is read around each hit is the model's to say, within bounds; if it says nothing, each source's own."""
	asked = []

	def search(request):
		asked.append(request.neighbors)
		return SearchResult(request.query, (hit("a", 1),), ())

	tools = KnowledgeTools([row("a")], search, CitationLedger())
	for said in ({}, {"neighbors": 2}, {"neighbors": 99}, {"neighbors": -1}, {"neighbors": "many"}):
		tools.call("knowledge_search", {"query": "leave", **said})
	assert asked == [None, 2, 3, 0, 0]


def test_a_row_may_allow_a_larger_tool_result():
	"""The token budget of a row bounds the result of its source, also above the usual size."""
	for budget, least, most in ((300, 100, 300), (4000, 2500, 4000)):
		tools = KnowledgeTools(
			[row("a", token_budget=budget, max_chunks=9)], Search(SENTENCE * 40), CitationLedger()
		)
		result = json.loads(tools.call("knowledge_search", {"query": "leave", "top_k": 9}))
		assert least < sum(count_tokens(p["text"]) for p in result["passages"]) <= most


@pytest.mark.parametrize("name", ["c", "A", "../a", 5, ["a"], {"a": 1}])
def test_tool_refuses_what_is_not_the_agent_s(name):
	"""A source outside the enum is an error for the model and is never searched."""
	search = Search()
	tools = KnowledgeTools([row("a")], search, CitationLedger())
	with pytest.raises(ToolArgumentError, match="a"):
		tools.call("knowledge_search", {"query": "x", "knowledge_source": name})
	assert search.asked == []


def test_user_and_scope_are_no_arguments():
	"""The schema offers neither a user nor a scope, and sending them changes nothing."""
	search = Search()
	tools = KnowledgeTools([row("a", description="About leave")], search, CitationLedger())
	(function, listing) = (schema["function"] for schema in tools.schemas)
	properties = {"query", "knowledge_source", "top_k", "neighbors", "page", "filters", "facets"}
	assert set(function["parameters"]["properties"]) == properties
	assert "About leave" in function["description"] and listing["name"] == "get_knowledge_sources"
	tools.call("knowledge_search", {"query": "x", "user": "Administrator", "sources": ["b"]})
	assert search.asked == [(("a",), "x", 5)]


def test_the_model_may_choose_how_to_search_where_there_are_vectors():
	"""The tool offers a mode only with a source that has vectors; nonsense is the default, and notes are kept."""
	search = Search(notes=["a was searched by words alone: away"])
	tools = KnowledgeTools([row("a", has_vectors=True), row("b")], search, CitationLedger())
	mode = tools.schemas[0]["function"]["parameters"]["properties"]["mode"]
	assert (mode["enum"], mode["default"]) == (["keyword", "vector", "hybrid"], "hybrid")
	for sent in ("keyword", "vector", "psychic", ["vector"], None):
		tools.call("knowledge_search", {"query": "x", "mode": sent, "knowledge_source": "a"})
	# Meaning alone would leave out the source without vectors, and nobody would see it.
	tools.call("knowledge_search", {"query": "x", "mode": "vector"})
	assert search.modes == ["keyword", "vector", None, None, None, None]
	assert tools.notes == ["a was searched by words alone: away"]
	assert inject([row("a")], search).notes == search.notes


def test_injected_and_fetched_passages_share_their_numbers():
	"""A passage that was injected keeps its number when the tool finds it again."""
	ledger = CitationLedger()
	search = Search()
	inject([row("a", max_chunks=2)], search, ledger=ledger)
	result = json.loads(
		KnowledgeTools([row("a")], search, ledger).call("knowledge_search", {"query": "leave", "top_k": 3})
	)
	assert [passage["number"] for passage in result["passages"]] == [3, 4, 5] and result["given_before"] == [
		1,
		2,
	]


def test_tool_result_stays_within_its_budget_and_names_what_was_skipped():
	"""A result never floods the prompt, and says which source was not searched."""
	gone = Skipped("b", "Index Missing", "gone")
	tools = KnowledgeTools([row("a"), row("b")], Search(SENTENCE * 60, [gone]), CitationLedger())
	for _ in range(2):
		result = json.loads(tools.call("knowledge_search", {"query": "leave", "top_k": 10}))
	assert sum(count_tokens(p["text"]) for p in result["passages"]) <= RESULT_TOKENS
	assert result["not_searched"][0]["source"] == "b" and tools.skipped == [gone]


def test_sources_can_be_listed():
	"""The second tool lists names and descriptions, and nothing is searched."""
	search = Search()
	tools = KnowledgeTools([row("a", description="About leave")], search, CitationLedger())
	assert "About leave" in tools.call("get_knowledge_sources", {}) and search.asked == []


def test_without_optional_sources_there_is_no_tool():
	"""An agent without optional sources offers no tool at all."""
	assert KnowledgeTools([], Search(), CitationLedger()).schemas == []


def test_knowledge_rooms_import_nothing_heavy():
	"""Building a context and offering the tool imports neither LiteLLM nor llama-index nor Frappe."""
	code = (
		"import sys, huf.ai.knowledge.context_builder, huf.ai.knowledge.tool;"
		"heavy = {'litellm', 'openai', 'llama_index', 'frappe'} & set(sys.modules);"
		"sys.exit(f'imported: {heavy}' if heavy else 0)"
	)
	done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
	assert done.returncode == 0, done.stderr
