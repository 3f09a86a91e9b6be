"""The external knowledge base in Dify's form, and the retriever in a pipeline of LlamaIndex."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from huf.assistants.external import BAD_REQUEST, NO_KNOWLEDGE, Refused, error_answer, retrieve
from huf.assistants.llama_index import KnowledgeRetriever
from huf.assistants.local import LocalAccess
from huf.engine.indexing import BuildSettings
from huf.local.index import LocalIndex

TEXTS = {
	"hotels.md": "# Hotels\n\nA hotel room in Osaka is paid up to ninety euros a night.\n",
	"trains.txt": "Trains in Osaka are booked at the desk. A hotel voucher is not needed.\n",
	"dogs.txt": "Dogs are welcome in the office on Fridays.\n",
}


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
	"""An index of three files, called handbook."""
	folder, index = tmp_path_factory.mktemp("files"), tmp_path_factory.mktemp("index") / "handbook"
	for name, text in TEXTS.items():
		(folder / name).write_text(text, "utf-8")
	LocalIndex(index).update(folder, BuildSettings())
	return index


def ask(
	directory: Path, query: str = "hotel room Osaka", threshold: float = 0.0, top_k: object = 5, **more: Any
) -> Any:
	"""The answer to a request of the documented form."""
	setting = {"top_k": top_k, "score_threshold": threshold}
	values = {"knowledge_id": "handbook", "query": query, "retrieval_setting": setting, **more}
	return retrieve(LocalAccess(directory), values)


def titles(answer: Mapping[str, Any]) -> list[str]:
	"""The documents found, in order."""
	return [record["title"] for record in answer["records"]]


def condition(operator: str, value: Any = None, name: Any = "title") -> dict[str, Any]:
	"""One condition about the metadata."""
	return {"name": name, "comparison_operator": operator, "value": value}


def test_records_have_the_documented_form(directory: Path) -> None:
	"""Content, title, a score from 0 to 1 and metadata that is an object, best first."""
	records = ask(directory)["records"]
	assert [set(record) for record in records] == [{"content", "score", "title", "metadata"}] * 2
	assert records[0]["title"] == "hotels.md" and "ninety euros" in records[0]["content"]
	assert 1 >= records[0]["score"] > records[1]["score"] > 0
	assert isinstance(records[0]["metadata"], dict)
	assert ask(directory, "xylophone") == {"records": []}


def test_settings_narrow(directory: Path) -> None:
	"""The threshold leaves out what answers less of the question, top_k what is beyond it."""
	scores = [record["score"] for record in ask(directory)["records"]]
	assert titles(ask(directory, threshold=(scores[0] + scores[1]) / 2)) == ["hotels.md"]
	assert titles(ask(directory, threshold=1.0)) == []
	assert titles(ask(directory, top_k=1)) == ["hotels.md"]
	assert len(ask(directory, top_k=10**9)["records"]) == 2


@pytest.mark.parametrize(
	("operator", "value", "found"),
	[
		("contains", "rain", ["trains.txt"]),
		("not contains", "rain", ["hotels.md"]),
		("start with", "HOT", ["hotels.md"]),
		("end with", ".txt", ["trains.txt"]),
		("is", "hotels.md", ["hotels.md"]),
		("is not", "hotels.md", ["trains.txt"]),
		("in", ["trains.txt", "dogs.txt"], ["trains.txt"]),
		("not in", ["trains.txt"], ["hotels.md"]),
		("not empty", None, ["hotels.md", "trains.txt"]),
		("empty", None, []),
	],
)
def test_conditions(directory: Path, operator: str, value: Any, found: list[str]) -> None:
	"""Each documented operator narrows the documents before they are ranked."""
	assert titles(ask(directory, metadata_condition={"conditions": [condition(operator, value)]})) == found


def test_conditions_together(directory: Path) -> None:
	"""*and* wants all of them, *or* one; entries of the metadata are found by their own names, also as an old list of one."""
	both = [condition("is", "txt", name=["extension"]), condition("contains", "rain")]
	assert titles(ask(directory, metadata_condition={"logical_operator": "and", "conditions": both})) == [
		"trains.txt"
	]
	either = [condition("is", "md", name="extension"), condition("contains", "rain")]
	answer = ask(directory, metadata_condition={"logical_operator": "or", "conditions": either})
	assert titles(answer) == ["hotels.md", "trains.txt"]
	dates = [
		condition("after", "2001-01-01", name="modified"),
		condition("before", "2001-01-02", name="modified"),
	]
	assert titles(ask(directory, metadata_condition={"conditions": dates})) == []


@pytest.mark.parametrize(
	("values", "code"),
	[
		({"query": ""}, BAD_REQUEST),
		({"query": 5}, BAD_REQUEST),
		({"query": "x" * 10_001}, BAD_REQUEST),
		({"retrieval_setting": {"top_k": 1, "score_threshold": float("nan")}}, BAD_REQUEST),
		({"knowledge_id": ""}, BAD_REQUEST),
		({"knowledge_id": "payroll"}, NO_KNOWLEDGE),
		({"retrieval_setting": None}, BAD_REQUEST),
		({"retrieval_setting": {"top_k": "many"}}, BAD_REQUEST),
		({"metadata_condition": {"conditions": "all"}}, BAD_REQUEST),
		({"metadata_condition": {"conditions": [condition("sounds like", "x")]}}, BAD_REQUEST),
		({"metadata_condition": {"conditions": [condition("is", "x", name=["a", "b"])]}}, BAD_REQUEST),
		(
			{"metadata_condition": {"logical_operator": "xor", "conditions": [condition("is", "x")]}},
			BAD_REQUEST,
		),
		({"metadata_condition": {"conditions": [condition(">", None)]}}, BAD_REQUEST),
	],
)
def test_errors_have_the_documented_form(directory: Path, values: dict[str, Any], code: int) -> None:
	"""What cannot be answered has a number, a sentence and a status; knowledge that is not there has Dify's number."""
	with pytest.raises(Refused) as refused:
		ask(directory, **values)
	assert set(error_answer(refused.value)) == {"error_code", "error_msg"}
	assert refused.value.error_code == code and refused.value.status == (404 if code == NO_KNOWLEDGE else 400)


class TestLlamaIndex:
	"""The retriever inside LlamaIndex."""

	def test_in_a_query_engine(self, directory: Path) -> None:
		"""A query engine puts huf's passages into the prompt, and its answer names them as sources."""
		from llama_index.core.llms import MockLLM
		from llama_index.core.query_engine import RetrieverQueryEngine

		retriever = KnowledgeRetriever.from_directory(directory, top_k=1)
		engine = RetrieverQueryEngine.from_args(retriever, llm=MockLLM())
		answer = engine.query("hotel room Osaka")
		assert "ninety euros" in str(answer)  # the mock repeats its prompt
		node = answer.source_nodes[0]
		assert node.node.metadata["title"] == "hotels.md" and node.score > 0
		assert node.node.source_node.node_id == "hotels.md"

	def test_in_a_pipeline(self, directory: Path) -> None:
		"""A query pipeline of retriever and synthesizer runs from the question to the answer."""
		pipelines = pytest.importorskip(
			"llama_index.core.query_pipeline", reason="newer releases have no pipelines"
		)
		from llama_index.core.llms import MockLLM
		from llama_index.core.response_synthesizers import get_response_synthesizer

		if not hasattr(pipelines, "QueryPipeline"):
			pytest.skip("newer releases have no pipelines")
		pipeline = pipelines.QueryPipeline()
		retriever = KnowledgeRetriever.from_directory(directory, filters={"title": "trains*"})
		synthesizer = get_response_synthesizer(llm=MockLLM())
		pipeline.add_modules(
			{"question": pipelines.InputComponent(), "retriever": retriever, "synthesizer": synthesizer}
		)
		pipeline.add_link("question", "retriever", src_key="query")
		pipeline.add_link("question", "synthesizer", src_key="query", dest_key="query_str")
		pipeline.add_link("retriever", "synthesizer", dest_key="nodes")
		answer = pipeline.run(query="hotel Osaka")
		assert "booked at the desk" in str(answer) and "ninety euros" not in str(answer)

	def test_asynchronously(self, directory: Path) -> None:
		"""The asynchronous call gives the same nodes, and whoever asks sees the whole result."""
		import asyncio

		seen = []
		retriever = KnowledgeRetriever.from_directory(directory, on_result=seen.append)
		nodes = asyncio.run(retriever.aretrieve("Osaka"))
		assert [node.node_id for node in nodes] == [node.node_id for node in retriever.retrieve("Osaka")]
		assert len(seen) == 2 and not seen[0].skipped
