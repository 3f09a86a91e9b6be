"""What the lines of a model bring is measured by one command, with a model on loopback: each passage is asked about once, and a service that fails ends it."""

import json
import sys
from pathlib import Path

import pytest

from benchmarks.ranking import headers
from huf.agent.models.errors import ModelError
from tests.model_server import ModelServer, Reply, answer

TEXTS = {
	"leave": "Annual leave is twenty-five days for every employee.",
	"hotel": "A room may cost up to 140 euros a night in Berlin.",
}


@pytest.fixture
def collection(tmp_path: Path) -> Path:
	"""Two documents, and a question whose words stand in neither."""
	folder = tmp_path / "small"
	folder.mkdir()
	documents = [{"id": key, "title": "", "text": text} for key, text in TEXTS.items()]
	(folder / "corpus.jsonl").write_text("\n".join(map(json.dumps, documents)))
	(folder / "queries.jsonl").write_text(json.dumps({"id": "q", "text": "quokka"}))
	(folder / "qrels.tsv").write_text("q\tleave\t1\n")
	return folder


def measure(monkeypatch: pytest.MonkeyPatch, folder: Path, server: ModelServer) -> None:
	kept = folder.parent / "kept"
	arguments = [
		"--mode",
		"keyword",
		"--model",
		"openai/loopback",
		"--api-base",
		server.api_base,
		"--kept",
		kept,
	]
	monkeypatch.setattr(sys, "argv", ["headers", str(folder), *map(str, arguments)])
	headers.main()


def line_of(text: str) -> Reply:
	"""What a model says that is asked about a passage."""
	return answer(json.dumps({"header": text, "keywords": []}))


def test_lines_are_measured(
	collection: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
	"""A question in other words is found by the line; the second run pays for nothing."""
	for requests, script in ((2, [line_of("quokka"), line_of("wombat")]), (0, [])):
		with ModelServer(script) as server:
			measure(monkeypatch, collection, server)
			assert len(server.requests) == requests
		row = capsys.readouterr().out.splitlines()[-1].split("|")
		assert [cell.strip() for cell in row[1:4]] == ["small", "0.000", "1.000"]
		assert row[6].strip() == str(requests)


def test_half_a_measurement_is_none(collection: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""A service that refuses ends the command with its error, and no figure is told."""
	with ModelServer([Reply("no", status=401)] * 4) as server, pytest.raises(ModelError):
		measure(monkeypatch, collection, server)
