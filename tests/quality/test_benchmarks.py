"""The benchmarks that documents name go on running when the code below them changes."""

import gzip
import json
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.answering import bare_values, chunking, context_filling, gate_damage
from benchmarks.formats import __main__ as formats
from benchmarks.formats.words import in_order, words_of
from benchmarks.one_change import by_huf
from benchmarks.one_change.documents import Documents
from benchmarks.quality import parts, peers, spelling, steps
from benchmarks.quality.collection import Collection
from benchmarks.ranking import several_sources
from benchmarks.reading import web_text
from benchmarks.two_steps import __main__ as two_steps
from huf.engine.filters.parsing import parse_filters
from huf.engine.request import Request

TEXTS = {
	"d1": "The hydraulic pump is serviced every March by an engineer of the manufacturer.",
	"d2": "A hotel room is paid up to ninety euros a night, breakfast included.",
	"d3": "The warehouse counts every shelf before the inventory is closed in December.",
}
QUERIES = {
	"q1": "who services the hydraulic pump",
	"q2": "hotel breakfast",
	"q3": "inventory of the warehouse",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
	"""A collection with answers, of twelve documents and three questions."""
	folder = tmp_path / "tiny"
	folder.mkdir()
	corpus = [{"id": key, "title": key, "text": text} for key, text in TEXTS.items()]
	corpus += [{"id": f"n{n}", "title": "", "text": f"Something else, number {n}."} for n in range(9)]
	queries = [{"id": key, "text": text} for key, text in QUERIES.items()]
	answers = [
		{"id": query, "answers": [text.split()[1]], "docs": [key]}
		for query, (key, text) in zip(QUERIES, TEXTS.items(), strict=True)
	]
	for name, rows in (("corpus", corpus), ("queries", queries), ("answers", answers)):
		(folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
	pairs = zip(QUERIES, TEXTS, strict=True)
	(folder / "qrels.tsv").write_text("".join(f"{query}\t{key}\t1\n" for query, key in pairs))
	return folder


@pytest.fixture
def collection(folder: Path, tmp_path: Path) -> Iterator[Collection]:
	"""The same, indexed."""
	collection = Collection(folder, tmp_path / "work")
	yield collection
	collection.forget()


@pytest.mark.parametrize("are_short", [False, True])
def test_one_change(tmp_path: Path, are_short: bool, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Documents of twenty passages; each change is a segment, and the index of before stays to be compared with."""
	monkeypatch.setattr(by_huf, "remember_at_most", lambda _: None)
	told = by_huf.change(tmp_path, Documents(6, are_short), 2, by_huf.KEYWORD, None)
	assert told.made and told.made.processor > 0 and told.made.peak_mb > 0
	assert 18 < told.base.chunks / 6 < 23 and told.last.inputs == 6 and told.segments == 3
	assert len(told.changing.wall) == 2 and 1 <= told.kept_times < 3
	for path in (told.base.path, told.last.path, by_huf.put_together(tmp_path, told.last.path)):
		assert any(map(by_huf.asker(path, by_huf.KEYWORD), by_huf.questions()))


def test_gate_damage(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Three questions decide nothing, and a leak does; what an answer says is asked for where the collection has answers."""
	monkeypatch.setattr(gate_damage, "DAMAGES", gate_damage.DAMAGES[-2:])
	monkeypatch.setattr(gate_damage, "HARMLESS", gate_damage.HARMLESS[:2])
	held = dict(gate_damage.held_suites(folder, 1, 3, "keyword"))
	assert held == {
		"postings cut off": 0,
		"rights left out": 1,
		"the same again": 0,
		"inputs in another order": 0,
	}
	assert gate_damage.read_answers(folder)["q1"] == "hydraulic"


@pytest.mark.skipif(find_spec("wordllama") is None, reason="wordllama has no wheel for this Python")
def test_gate_damage_by_another_model(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""An index with the vectors of a model that was exchanged is made, searched and judged."""
	monkeypatch.setattr(
		gate_damage, "DAMAGES", [case for case in gate_damage.DAMAGES if case.model == "other"]
	)
	monkeypatch.setattr(gate_damage, "HARMLESS", [])
	assert dict(gate_damage.held_suites(folder, 1, 3, "hybrid")) == {"vectors of another model": 0}


def test_parts(collection: Collection) -> None:
	"""Every variant is measured, and every constant that it changes exists and is put back."""
	before = [getattr(*place) for values in parts.VARIANTS.values() for place in values]
	assert list(parts.rows([collection])) == [[name, "1.000"] for name in parts.VARIANTS]
	assert before == [getattr(*place) for values in parts.VARIANTS.values() for place in values]


def test_spelling(collection: Collection) -> None:
	"""Each question gets its slip, which leads astray, and is corrected."""
	one, two = spelling.rows([collection])
	assert len(one) == len(two) == len(spelling.head())
	assert one[:3] == ["tiny", "3", "1.000"] and one[5] == "100%"
	assert float(one[3]) <= float(one[4].strip("*")) == 1


def test_steps(collection: Collection) -> None:
	"""Each way has its cell."""
	(row,) = steps.rows([collection])
	assert len(row) == len(steps.head()) and all(cell.startswith("1.000 (") for cell in row[1:])


@pytest.mark.skipif(
	not all(map(find_spec, ("wordllama", "tantivy", "bm25s"))), reason="the peers are not installed"
)
def test_peers(folder: Path) -> None:
	"""All systems are asked, and a question full of signs is no error."""
	lines = (folder / "queries.jsonl").read_text().replace("hotel", 'hotel: (R&D) \\"x')
	(folder / "queries.jsonl").write_text(lines)
	(row,) = peers.rows([folder], 0)
	assert row == ["tiny", *["1.000"] * (len(peers.head()) - 1)]


def test_context_filling(folder: Path, collection: Collection) -> None:
	"""Each way of filling is measured, and all of them find the answers of three easy questions."""
	rows = list(context_filling.rows(folder, collection, 0))
	assert [row[2] for row in rows] == list(context_filling.WAYS)
	assert {row[3] for row in rows} == {"1.000"} and rows[1][4:] == [rows[1][4], "0", "0", "1.0000"]


def test_two_steps(tmp_path: Path) -> None:
	"""The questions are whole, those of the handbook stand in it, and each way is measured on a manual of two documents."""
	manual = two_steps.read_questions("manual")
	handbook = two_steps.read_questions("handbook")
	assert len(manual) + len(handbook) >= 150 and len({one.text for one in (*manual, *handbook)}) == 150
	assert all(
		len(one.passages) == 2 and one.passages[0][0] != one.passages[1][0] for one in (*manual, *handbook)
	)
	keys = dict.fromkeys(key for key, _ in manual[0].passages)
	corpus = [{"id": key, "title": key, "text": f"About {words}."} for key, words in manual[0].passages]
	(tmp_path / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in corpus))
	sources = two_steps.Sources(tmp_path, tmp_path / "work", hybrid=False)
	rows = list(two_steps.rows(sources, "all", [manual[0], handbook[0]]))
	assert len(keys) == 2 and [row[2] for row in rows] == list(two_steps.WAYS) and float(rows[0][5]) > 0
	names = tuple(one.source for one in sources.targets)
	for one in handbook:
		for key, words in one.passages:
			filters = parse_filters({"title": key})
			hits = sources.search(Request(words, names, 60, filters=filters)).hits
			assert any(words in " ".join(hit.text.casefold().split()) for hit in hits), (key, words)


@pytest.mark.skipif(find_spec("wordllama") is None, reason="wordllama has no wheel for this Python")
def test_bare_values(
	tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
	"""The value that is asked for is confirmed, and the one beside it is not."""
	text = "The pump weighs 14 kg. The valve of the boiler weighs 2 kg."
	rows = {
		"corpus": [{"id": "d1", "title": "", "text": text}],
		"queries": [{"id": "q1", "text": "How heavy is the valve of the boiler?"}],
		"answers": [{"id": "q1", "answers": ["2 kg"], "docs": ["d1"]}],
	}
	for name, lines in rows.items():
		(tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
	monkeypatch.setattr(sys, "argv", ["bare_values", str(tmp_path)])
	bare_values.main()
	right, beside, *_ = capsys.readouterr().out.splitlines()[2:]
	assert right.split(" | ")[1:4] == ["right", "1", "100.0%"]
	assert beside.split(" | ")[1:4] == ["another of the passage", "1", "0.0%"]


def test_chunking(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Chunks, neighbours and parents are measured; the answers are in the contexts."""
	for name, values in (
		("SIZES", (128,)),
		("OTHER_OVERLAPS", ()),
		("NEIGHBORS", ((128, 1),)),
		("PARENTS", ((128, 512),)),
	):
		monkeypatch.setattr(chunking, name, values)
	documents = chunking.read_documents(folder, 0)
	rows = list(chunking.measure(documents, chunking.read_questions(folder, documents, 9)))
	assert len(rows) == 3 and all(cell == "100.0" for row in rows for cell in row[3:])


def test_several_sources(folder: Path, tmp_path: Path) -> None:
	"""A source beside another one is measured in each way of putting both together."""
	measure = several_sources.Measure(tmp_path / "sources", "keyword")
	documents = list(several_sources.read_documents(folder))
	targets = [measure.source(name, documents) for name in ("one", "two")]
	assert set(measure.rows(several_sources.read_queries(folder), targets).values()) == {1.0}


def test_web_text(
	tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
	"""The text of articles is measured by runs of four words, for both halves and all pages."""
	assert web_text.precision_and_recall("a b c d e", "x a b c d e") == (2 / 3, 1.0)
	assert web_text.precision_and_recall("", "a") == (0.0, None)
	words = " ".join(f"word{n}" for n in range(60))
	truth = {}
	(tmp_path / "html").mkdir()
	for key in ("a", "b"):
		page = f"<title>T</title><p>{words}.</p>"
		(tmp_path / "html" / f"{key}.html.gz").write_bytes(gzip.compress(page.encode()))
		truth[key] = {"articleBody": words, "url": "https://example.com/"}
	(tmp_path / "ground-truth.json").write_text(json.dumps(truth))
	monkeypatch.setattr("sys.argv", ["web_text", str(tmp_path)])
	web_text.main()
	assert "| huf | all | 2 | 1.000 | 1.000 | 1.000 |" in capsys.readouterr().out


def test_words_in_order() -> None:
	"""What a format writes beside the words is none; what is out of order, torn or glued is not counted."""
	text = "| **List** price | [ACME](http://a.example) <td>5&nbsp;&amp;</td> a\\_b (c). --- # - x"
	assert words_of(text) == ["List", "price", "ACME", "5", "&", "a", "b", "c", "x"]
	assert in_order(words_of("one two three four"), words_of("two one threefour three four")) == 3
	assert in_order([], ["a"]) == in_order(["a"], []) == 0
	assert in_order(["a"] * 200, ["b", "a"] * 150) == 150


def test_formats_beside_a_peer(
	tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
	"""Files are read by each reader in a process of its own; one that it refuses, or is not asked about, is told from one that it reads badly."""
	tests = tmp_path / "tests" / "data" / "csv"
	(tests / "sources").mkdir(parents=True)
	(tests / "groundtruth").mkdir()
	for name, text, truth in (("a.csv", "x,y\n1,2\n", "| x | y |\n|--|--|\n| 1 | 3 |"), ("b.csv", "", "x y")):
		(tests / "sources" / name).write_text(text)
		(tests / "groundtruth" / f"{name}.md").write_text(truth)
	monkeypatch.setattr(
		"sys.argv", ["formats", "--docling", str(tmp_path), "--peer", f"pypdf={sys.executable}"]
	)
	with pytest.raises(SystemExit):
		formats.main()
	monkeypatch.setattr(
		"sys.argv", ["formats", "--docling", str(tmp_path), "--peer", f"pdfplumber={sys.executable}"]
	)
	monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
	formats.main()
	assert "| csv | 2 | 6 | 50.0 (1 refused) | – |" in capsys.readouterr().out
