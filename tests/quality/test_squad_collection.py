"""Files in the form of SQuAD become collections that can be evaluated."""

import json
import sys
from pathlib import Path

import pytest

from benchmarks.ranking import squad_collection
from huf.local.quality.evaluation import read_queries, read_texts

ARTICLE = {
	"title": "Normandy_(duchy)",
	"paragraphs": [
		{
			"context": "The Normans gave their name to Normandy.",
			"qas": [
				{"question": "Who named Normandy? ", "answers": [{"text": "The Normans"}]},
				{"question": "Who named Bavaria?", "answers": [], "is_impossible": True},
			],
		},
		{
			"context": " Rouen is its capital.",
			"qas": [{"question": "What is Rouen?", "answers": [{"text": "capital"}]}],
		},
	],
}


def test_a_collection_of_two_files(
	tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
	"""Paragraphs that stand in both files are one document, and what has no answer is not asked."""
	for name in ("one.json", "two.json"):
		(tmp_path / name).write_text(json.dumps({"data": [ARTICLE]}))
	folder = tmp_path / "collection"
	files = [str(tmp_path / "one.json"), str(tmp_path / "two.json")]
	monkeypatch.setattr(sys, "argv", ["squad_collection", *files, str(folder)])
	squad_collection.main()
	assert "2 documents" in capsys.readouterr().out
	assert list(read_texts(folder)) == [
		("d0", "Normandy (duchy)", "The Normans gave their name to Normandy."),
		("d1", "Normandy (duchy)", "Rouen is its capital."),
	]
	queries = read_queries(folder)
	assert [(query.text, dict(query.gains)) for query in queries] == [
		("Who named Normandy?", {"d0": 1.0}),
		("What is Rouen?", {"d1": 1.0}),
	]
