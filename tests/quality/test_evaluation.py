"""``huf evaluate``: its measures, and the collections it reads."""

import json
import math
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from huf.cli.commands import main
from huf.local.quality.evaluation import measures
from tests.cli_runner import RUNNER


@pytest.fixture
def collection(tmp_path: Path) -> Path:
	"""Four documents and three queries, one of them without a judgement."""
	folder = tmp_path / "animals"
	folder.mkdir()
	texts = {"d1": "the red fox sleeps", "d2": "the brown bear sleeps", "d3": "the red panda eats", "d4": ""}
	corpus = [{"id": key, "title": f"page {key}", "text": text} for key, text in texts.items()]
	queries = [
		{"id": "q1", "text": "red fox", "kind": "short"},
		{"id": "q2", "text": "which bear sleeps", "kind": "long"},
		{"id": "q3", "text": "nobody judged this", "kind": "long"},
	]
	(folder / "corpus.jsonl").write_text("\n".join(map(json.dumps, corpus)))
	(folder / "queries.jsonl").write_text("\n".join(map(json.dumps, queries)) + "\n\n")
	(folder / "qrels.tsv").write_text("q1\td1\t2\nq1\td3\t1\nq2\td2\t1\nq2\td4\t1\nq3\td1\t0\n")
	return folder


def test_measures_by_hand() -> None:
	"""nDCG has linear gains and a log2 discount, recall counts what is relevant, MRR the first of it."""
	ndcg, near, deep, mrr = measures({"a": 3, "b": 1, "c": 1}, ["x", "a", *map(str, range(10)), "b"])
	ideal = 3 + 1 / math.log2(3) + 1 / math.log2(4)
	assert ndcg == pytest.approx((3 / math.log2(3)) / ideal)
	assert (near, deep, mrr) == (pytest.approx(1 / 3), pytest.approx(2 / 3), 0.5)
	assert measures({"a": 1}, []) == (0, 0, 0, 0)
	assert measures({"a": 1}, ["a"]) == (1, 1, 1, 1)


KEYS = {"nDCG@10", "R@10", "R@100", "MRR@10", "queries", "p50_ms", "p95_ms"}


def test_one_collection_is_one_object(collection: Path) -> None:
	"""The measures, the times and, where queries have a kind, those of each kind; the unjudged query does not count."""
	done = RUNNER.invoke(main, ["evaluate", str(collection), "--json"])
	assert done.exit_code == 0
	found = json.loads(done.stdout)
	assert set(found) == KEYS | {"by_kind"}
	assert found["queries"] == 2
	assert found["MRR@10"] == 1 and found["R@10"] == pytest.approx(0.75)
	assert found["p95_ms"] >= found["p50_ms"] > 0
	assert found["by_kind"]["short"]["nDCG@10"] == 1
	assert found["by_kind"]["long"]["R@100"] == 0.5


def test_groups_by_any_field(collection: Path) -> None:
	"""Another field groups as well, and queries without a kind are not grouped unless that is asked for."""
	queries = collection / "queries.jsonl"
	queries.write_text(queries.read_text().replace('"kind"', '"lang"'))
	alone = json.loads(RUNNER.invoke(main, ["evaluate", str(collection), "--json"]).stdout)
	assert set(alone) == KEYS
	grouped = json.loads(RUNNER.invoke(main, ["evaluate", str(collection), "--by", "lang", "--json"]).stdout)
	assert set(grouped) == KEYS | {"by_lang"} and set(grouped["by_lang"]) == {"short", "long"}
	wrong = RUNNER.invoke(main, ["evaluate", str(collection), "--by", "colour"])
	assert wrong.exit_code == 2 and "colour" in wrong.stderr


def test_several_collections_are_one_table(collection: Path) -> None:
	"""Text output has a row for each and for each kind; JSON has a list; a folder of collections stands for all in it."""
	both = [str(collection), str(collection)]
	text = RUNNER.invoke(main, ["evaluate", *both])
	assert text.exit_code == 0 and text.stdout.count("animals") == 2 == text.stdout.count("kind=short")
	found = json.loads(RUNNER.invoke(main, ["evaluate", *both, "--json"]).stdout)
	assert [set(row) for row in found["collections"]] == [{"collection", "by_kind"} | KEYS] * 2
	shutil.copytree(collection, collection.parent / "beasts")
	(collection.parent / "README.md").write_text("Not a collection.")
	found = json.loads(RUNNER.invoke(main, ["evaluate", str(collection.parent), "--json"]).stdout)
	assert [row["collection"] for row in found["collections"]] == ["animals", "beasts"]


@pytest.mark.parametrize("missing", ["corpus.jsonl", "queries.jsonl", "qrels.tsv"])
def test_what_is_no_collection_is_named(collection: Path, missing: str) -> None:
	"""A folder that lacks a file is wrong usage, and the message says which file."""
	(collection / missing).unlink()
	done = RUNNER.invoke(main, ["evaluate", str(collection)])
	assert done.exit_code == 2 and missing in done.stderr


def test_a_collection_without_judgements_is_named(collection: Path) -> None:
	"""Without a relevant document for any query there is nothing to measure."""
	(collection / "qrels.tsv").write_text("q1\td1\t0\n")
	done = RUNNER.invoke(main, ["evaluate", str(collection)])
	assert done.exit_code == 2 and "qrels.tsv" in done.stderr


@pytest.mark.skipif(find_spec("wordllama") is None, reason="wordllama has no wheel for this Python")
@pytest.mark.parametrize("mode", ["vector", "hybrid"])
def test_the_vectors_are_measured(collection: Path, mode: str) -> None:
	"""Every mode is measured: by meaning, also documents that share no word with the query rank."""
	done = RUNNER.invoke(main, ["evaluate", str(collection), "--mode", mode, "--json"])
	assert done.exit_code == 0
	found = json.loads(done.stdout)
	assert found["queries"] == 2 and found["nDCG@10"] > 0.5
