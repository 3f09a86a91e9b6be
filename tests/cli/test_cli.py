"""The contract of the ``huf`` command: exit codes, one JSON object, incremental runs, helpful errors."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

import huf.cli.demo as huf_demo
from huf.cli.explain import leg_words
from huf.cli.shared.output import excerpt
from huf.engine.evidence import LegScore
from huf.engine.ocr import reason_against
from huf.engine.types import Hit, Locator
from huf.local import files
from huf.local.index import LocalIndex
from tests.cli_runner import as_json, huf

COMMANDS = ("index", "search", "explain", "context", "info", "read", "verify", "doctor", "demo")
DOCS = Path(__file__).parents[2] / "docs" / "cli.md"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
	"""Three files, one of them in a subfolder, and two that are not to be indexed."""
	files = tmp_path / "files"
	(files / "sub").mkdir(parents=True)
	(files / "travel.md").write_text("# Travel\n\n## Hotels\n\nA hotel costs at most ninety euros.\n")
	(files / "prices.csv").write_text("Item,Price\nValve,386\nPump,120\n")
	(files / "sub" / "pets.txt").write_text("Dogs are welcome on Fridays.\n")
	(files / ".hidden").write_text("secret hotel")
	(files / "sub" / ".git").mkdir()
	(files / "sub" / ".git" / "config.txt").write_text("secret hotel")
	return files


@pytest.fixture
def index(folder: Path, tmp_path: Path) -> Path:
	"""The files, indexed."""
	directory = tmp_path / "index"
	assert huf("index", folder, "--to", directory).exit_code == 0
	return directory


def test_indexing_reports(folder: Path, tmp_path: Path) -> None:
	"""The first run reads everything but hidden files, and says so in numbers."""
	report = as_json("index", folder, "--to", tmp_path / "index")
	assert (report["inputs"], report["indexed"], report["unchanged"], report["failed"]) == (3, 3, 0, [])
	assert report["changed"] == ["prices.csv", "sub/pets.txt", "travel.md"] and report["removed"] == []
	assert report["chunks"] >= 3 and Path(report["path"]).is_dir()


def test_the_second_run_reads_what_changed(folder: Path, index: Path) -> None:
	"""Unchanged: no new build. One changed, one new, one deleted: exactly these; then --rebuild reads all."""
	first = as_json("info", index)["build"]
	again = as_json("index", folder, "--to", index)
	assert (again["build"], again["changed"], again["unchanged"]) == (first, [], 3)
	(folder / "travel.md").write_text("A tent costs nothing.\n")
	(folder / "new.txt").write_text("A bicycle.\n")
	(folder / "prices.csv").unlink()
	report = as_json("index", folder, "--to", index)
	assert (report["changed"], report["removed"], report["unchanged"]) == (
		["new.txt", "travel.md"],
		["prices.csv"],
		1,
	)
	assert as_json("search", index, "hotel valve pump")["hits"] == []
	assert as_json("search", index, "tent")["hits"][0]["input"] == "travel.md"
	rebuilt = as_json("index", folder, "--to", index, "--rebuild")
	assert len(rebuilt["changed"]) == 3 and rebuilt["build"] != report["build"]


def test_three_builds_are_kept(folder: Path, index: Path) -> None:
	"""Older builds go, the live one is among the kept, and names sort by age."""
	for number in range(5):
		(folder / "new.txt").write_text(f"number {number}")
		live = as_json("index", folder, "--to", index)["build"]
	builds = as_json("info", index)["builds"]
	assert len(builds) == 3 and builds == sorted(builds) and builds[-1] == live
	assert (index / "current").read_text() == live + "\n" and not (index / "current.new").exists()


def test_a_hit_has_its_keys(index: Path) -> None:
	"""A hit in JSON names text, title, score, identity, input and place."""
	result = as_json("search", index, "hotel ninety", "--top-k", 1)
	(hit,) = result["hits"]
	assert {"text", "title", "score", "chunk_id", "input", "locator"} <= hit.keys()
	assert hit["input"] == "travel.md" and hit["locator"]["heading"] == ["Travel", "Hotels"]
	assert result["query"] == "hotel ninety" and result["skipped"] == [] and result["took_ms"] > 0
	(row,) = as_json("search", index, "valve")["hits"]
	assert row["text"].startswith("Item | Price") and row["locator"]["rows"] == [2, 3]


def test_queries_from_a_file(index: Path, tmp_path: Path) -> None:
	"""One query a line, empty lines left out, any bytes; each answer with its milliseconds."""
	queries = tmp_path / "queries.txt"
	queries.write_bytes(b"hotel\n\n  dogs  \nna\xefve\n")
	result = as_json("search", index, "--queries", queries)
	assert [answer["query"] for answer in result["results"]] == ["hotel", "dogs", "na\ufffdve"]
	assert result["queries"] == 3 and all(answer["took_ms"] > 0 for answer in result["results"])
	assert result["p50_ms"] <= result["p95_ms"]
	printed = huf("search", index, "--queries", queries)
	assert (
		printed.exit_code == 0 and printed.output.count(" ms ") == 3 and "3 queries, median" in printed.output
	)
	queries.write_text("")
	assert as_json("search", index, "--queries", queries)["queries"] == 0


def test_some_failed(folder: Path, index: Path) -> None:
	"""Exit code 1 and the reason of each when a file cannot be searched; the others can."""
	(folder / "broken.pdf").write_bytes(b"%PDF-1.7 broken")
	(folder / "empty.txt").write_text("")
	(folder / "noise.bin").write_bytes(bytes(range(256)) * 9)
	report = as_json("index", folder, "--to", index, code=1)
	assert {item["input"]: item["code"] for item in report["failed"]} == {
		"broken.pdf": "Corrupt File",
		"empty.txt": "No Text",
		"noise.bin": "Unsupported Type",
	}
	assert as_json("search", index, "hotel")["hits"]
	printed = huf("index", folder, "--to", index)
	assert (
		printed.exit_code == 1
		and "3 of 6 inputs are searchable" in printed.output
		and "broken.pdf" in printed.output
	)


def test_scans(folder: Path, index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""A scan is No Text with the packages to install, until its languages can be read; the choice is kept."""
	scan = huf_demo.HANDBOOK / "scanned-delivery-note.pdf"
	(folder / scan.name).write_bytes(scan.read_bytes())
	path = os.environ["PATH"]
	monkeypatch.setenv("PATH", str(tmp_path))
	report = as_json("index", folder, "--to", index, "--ocr-languages", "eng+deu", code=1)
	assert "apt install tesseract-ocr tesseract-ocr-deu" in report["failed"][0]["message"]
	assert (
		"tesseract-ocr-deu"
		in as_json("index", folder, "--to", index, "--rebuild", code=1)["failed"][0]["message"]
	)
	off = as_json("index", folder, "--to", index, "--ocr-languages", "none", "--rebuild", code=1)
	assert "Text recognition is switched off." in off["failed"][0]["message"]
	assert huf("index", folder, "--to", index, "--ocr-languages", "eng;rm").exit_code == 2
	monkeypatch.setenv("PATH", path)
	if not reason_against("eng"):
		report = as_json("index", folder, "--to", index, "--ocr-languages", "eng")
		assert report["changed"] == [scan.name] and report["failed"] == []
		hit = as_json("search", index, "diaphragm EPDM")["hits"][0]
		assert (hit["input"], hit["locator"]["page"], hit["metadata"]["ocr"]) == (scan.name, 1, "eng")


def test_languages_are_kept_when_nothing_changed(
	folder: Path, index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
	"""They are chosen before the first scan comes, by a run that has nothing to read."""
	monkeypatch.setenv("PATH", str(tmp_path))
	as_json("index", folder, "--to", index)
	assert as_json("index", folder, "--to", index, "--ocr-languages", "deu+fra")["changed"] == []
	scan = huf_demo.HANDBOOK / "scanned-delivery-note.pdf"
	(folder / scan.name).write_bytes(scan.read_bytes())
	report = as_json("index", folder, "--to", index, code=1)
	assert "tesseract-ocr-deu tesseract-ocr-fra" in report["failed"][0]["message"]


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read every file")
def test_an_unreadable_file_is_named(folder: Path, index: Path) -> None:
	"""A file without the right to read it is an error of that file alone."""
	(folder / "locked.txt").write_text("x")
	(folder / "locked.txt").chmod(0)
	assert as_json("index", folder, "--to", index, code=1)["failed"][0]["code"] == "Content Missing"


def test_a_file_that_vanishes_is_named(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""A file that cannot be read when its turn comes is an error of that file alone."""
	original = files.open_without_links

	def vanish(path: Path) -> object:
		if path.name == "pets.txt":
			path.unlink(missing_ok=True)
		return original(path)

	monkeypatch.setattr(files, "open_without_links", vanish)
	report = as_json("index", folder, "--to", tmp_path / "index", code=1)
	assert [(item["input"], item["code"]) for item in report["failed"]] == [
		("sub/pets.txt", "Content Missing")
	]


def test_odd_names(folder: Path, index: Path) -> None:
	"""A file name of bytes that are no UTF-8, with quotes and control signs, is indexed, found and shown."""
	with open(os.fsencode(folder) + b"/od\xff'\"\x1b[31m.txt", "w") as file:
		file.write("a needle with \x1b[31m colour")
	assert as_json("index", folder, "--to", index)["changed"] == ["od\\udcff'\"\x1b[31m.txt"]
	assert as_json("index", folder, "--to", index)["changed"] == []
	printed = huf("search", index, "needle")
	assert printed.exit_code == 0 and "od\\udcff" in printed.output and "\x1b[31m" not in printed.output
	assert huf("info", index).exit_code == 0


def test_an_index_inside_of_the_folder(folder: Path) -> None:
	"""The index may lie in the folder it indexes and is not indexed itself; one file may be given too."""
	assert as_json("index", folder, "--to", folder / "index")["inputs"] == 3
	assert as_json("index", folder, "--to", folder / "index")["changed"] == []
	assert as_json("index", folder / "travel.md", "--to", folder / "index")["removed"] == [
		"prices.csv",
		"sub/pets.txt",
	]


def test_context_is_what_an_agent_gets(index: Path) -> None:
	"""The block holds numbered passages, measures at most what was asked for, and is the same in text and JSON."""
	block = as_json("context", index, "hotel", "--max-tokens", 300)
	assert block["tokens"] <= 300 and block["passages"][0]["number"] == 1
	assert re.sub(r"\d{16}", "", huf("context", index, "hotel").stdout.rstrip("\n")) == re.sub(
		r"\d{16}", "", block["text"]
	)
	assert "Nothing was found" in huf("context", index, "zebra").stdout
	assert "Nothing fits" in huf("context", index, "hotel", "--max-tokens", 50).stdout


def test_info_and_verify(index: Path) -> None:
	"""Info lists every input with its state, and verify says that the index is sound."""
	info = as_json("info", index)
	assert [item["key"] for item in info["inputs_list"]] == ["prices.csv", "sub/pets.txt", "travel.md"]
	assert as_json("verify", index)["ok"] is True
	assert "Sound: 3 inputs" in huf("verify", index).stdout
	assert "Live build" in huf("info", index).stdout


def test_a_damaged_index_is_said_and_mended(folder: Path, index: Path) -> None:
	"""Verify and search exit with 1 and name the damage; indexing again makes it whole."""
	file = LocalIndex(index).live_build() / "index.sqlite3"
	file.write_bytes(file.read_bytes()[:4096])
	assert as_json("verify", index, code=1)["code"] == "Index Corrupt"
	assert as_json("search", index, "hotel", code=1)["skipped"][0]["code"] == "Index Corrupt"
	assert "was not searched" in huf("search", index, "hotel").stderr
	assert len(as_json("index", folder, "--to", index)["changed"]) == 3
	assert as_json("verify", index)["ok"] is True


def test_an_index_of_a_newer_huf_is_left_as_it_is(folder: Path, index: Path) -> None:
	"""Each command says whose it is; `--rebuild` makes one of this version beside it."""
	newer = index / (index / "current").read_text("utf-8").strip()
	kind = newer / "backend"
	kind.write_text(f"{kind.read_text('utf-8')}\n99\n", "utf-8")
	before = {file.name: file.read_bytes() for file in newer.iterdir()}
	assert as_json("index", folder, "--to", index, code=2)["code"] == "Index Too New"
	assert as_json("verify", index, code=2)["code"] == "Index Too New"
	assert as_json("search", index, "hotel", code=1)["skipped"][0]["code"] == "Index Too New"
	assert "made by a newer version of huf" in " ".join(huf("search", index, "hotel").stderr.split())
	assert (index / "current").read_text("utf-8").strip() == newer.name
	as_json("index", folder, "--to", index, "--rebuild")
	assert as_json("search", index, "hotel")["hits"]
	assert {file.name: file.read_bytes() for file in newer.iterdir()} == before


@pytest.mark.parametrize(
	("arguments", "said"),
	[
		(("search", "NONE", "x"), "huf index FOLDER --to"),
		(("info", "NONE"), "There is no index"),
		(("verify", "NONE"), "There is no index"),
		(("context", "NONE", "x"), "There is no index"),
		(("search", "INDEX"), "--queries FILE"),
		(("search", "INDEX", "x", "--queries", "FILE"), "--queries FILE"),
		(("search", "INDEX", "x", "--top-k", "0"), "1<=x<=100"),
		(("index", "NONE", "--to", "INDEX"), "does not exist"),
		(("index", "FOLDER"), "--to"),
		(("index", "FOLDER", "--to", "FILE"), "File exists"),
		(("index", "FOLDER", "--to", "INDEX", "--chunk-size", "3"), "from 50 to 2000 tokens"),
		(("index", "FOLDER", "--to", "INDEX", "--chunk-overlap", "400"), "from 0 to 256 tokens"),
		(("index", "FOLDER", "--to", "INDEX", "--chunker", "magic"), "recursive"),
		(("serch",), "No such command"),
	],
)
def test_wrong_usage(
	folder: Path, index: Path, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
	"""Exit code 2 with a sentence that says what to do; with --json the error is an object too."""
	places = {"NONE": tmp_path / "none", "INDEX": index, "FOLDER": folder, "FILE": folder / "travel.md"}
	result = huf(*(places.get(argument, argument) for argument in arguments))
	assert result.exit_code == 2 and said in result.stderr and not result.stdout
	assert not (tmp_path / "none").exists()
	if "There is no index" in said:
		values = as_json(*(places.get(argument, argument) for argument in arguments), code=2)
		assert (values["ok"], values["code"]) == (False, "Index Missing")


@pytest.mark.parametrize("command", ["search", "explain", "context"])
def test_a_query_that_is_too_long(index: Path, command: str) -> None:
	"""More than ten thousand characters are refused with the limit; an answer repeats five hundred."""
	refused = as_json(command, index, "hotel " * 2_000, code=2)
	assert refused["code"] == "Query Too Long" and "10,000" in refused["message"]
	if command != "context":
		assert len(as_json(command, index, "hotel " * 1_600)["query"]) == 500


def test_explain_tells_what_moved_a_hit_from_where_it_was_found() -> None:
	"""What a passage borrows, and how near its closest part is, are no places among words or meanings."""
	score = LegScore(2, 0.5, 0.4)
	assert leg_words("keyword", score) == "place 2, score 0.5"
	assert leg_words("vector", replace(score, rank=None)) == "not among the first, score 0.5"
	assert leg_words("similar", score) == "those most like it have a score of 0.5, of which it borrows"
	assert leg_words("part", score) == "50% like the query, place 2 of those compared"


def test_explain_is_the_same_search(index: Path) -> None:
	"""It shows the same hits as the search, each word with its weight, and the way through the steps; also as JSON."""
	ask = (index, "the hotel price of a valve", "--top-k", "3", "--max-per-input", "1")
	plain, explained = as_json("search", *ask), as_json("explain", *ask)
	assert explained["hits"] == plain["hits"] and "explanation" not in plain
	why = explained["explanation"]
	assert why["words"] == ["hotel", "price", "valve"] and why["left_out"] == ["the", "of", "a"]
	assert [hit["chunk_id"] for hit in why["hits"]] == [hit["chunk_id"] for hit in plain["hits"]]
	first = why["hits"][0]
	assert [step["step"] for step in first["steps"]] == ["found", "at most per input"]
	assert sum(word["weight"] for word in first["evidence"]["words"]) == pytest.approx(1)
	printed = huf("explain", *ask, "--filter", "title=*.md").stdout
	assert "Only   title like *.md" in printed
	assert "left out: the of a" in printed and "answers " in printed and "█" in printed
	assert "not in the passage" in printed and "found 1 (" in printed
	assert "Nothing found" in huf("explain", index, "xylophone").stdout


def test_steps_refine_a_search(index: Path) -> None:
	"""A floor leaves out what hardly answers; nonsense is wrong usage; a model that is not there is a note."""
	ask = ("search", index, "hotel dogs valve welcome ninety")
	every = as_json(*ask)["hits"]
	assert len(as_json(*ask, "--floor", "0.3")["hits"]) < len(every)
	assert huf(*ask, "--floor", "2").exit_code == 2
	result = as_json(*ask, "--rerank", "no-provider/none", "--rerank-timeout", "30")
	assert [hit["input"] for hit in result["hits"]] == [hit["input"] for hit in every]
	assert "The order was not refined" in result["notes"][0]


def test_the_demo() -> None:
	"""The demo answers six questions with the right file first or second, and shows a block; also as JSON."""
	result = as_json("demo")
	assert len(result["questions"]) == 6 and all(answer["hits"] for answer in result["questions"])
	assert result["context"]["passages"] and result["context"]["tokens"] <= 700
	read = not reason_against("eng")
	assert {item["code"] for item in result["index"]["failed"]} == {"Corrupt File"} | (
		set() if read else {"No Text"}
	)
	printed = huf("demo")
	assert printed.exit_code == 0 and printed.stdout.count("\n? ") == 6 and "</knowledge-" in printed.stdout


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help(command: str, option: str) -> None:
	"""Every command explains itself, every option has words, and --json is one of them."""
	result = huf(command, option)
	assert result.exit_code == 0 and "--json" in result.stdout and "Usage: main" in result.stdout
	assert command in huf(option).stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_the_document_names_every_option(command: str) -> None:
	"""``docs/cli.md`` has a part for each command that names exactly its options."""
	part = re.search(rf"^## huf {command}\n(.*?)(?=^## |\Z)", DOCS.read_text("utf-8"), re.M | re.S)
	assert part, f"docs/cli.md lacks huf {command}"
	options = set(re.findall(r"--[a-z-]+", huf(command, "--help").stdout)) - {"--help"}
	assert options <= set(re.findall(r"--[a-z-]+", part[1]))
	named = set(re.findall(r"`(--[a-z-]+)", part[1]))
	assert named <= options, "the document names options that are gone"


def test_the_installed_command(index: Path) -> None:
	"""As a process of its own the command writes to standard output only what was asked for, and no bar."""
	done = subprocess.run(
		[sys.executable, "-m", "huf.cli", "search", str(index), b"hotel \xff", "--json"],
		capture_output=True,
	)
	assert done.returncode == 0, done.stderr
	assert json.loads(done.stdout)["hits"][0]["input"] == "travel.md" and done.stderr == b""


def test_the_excerpt_shows_what_was_asked_for() -> None:
	"""Of a long passage a person sees the part that holds the item code, not the first common word."""
	rows = " ".join(f"SKU-{n:05d}/VB valve price {n}" for n in range(200))
	hit = Hit(
		text=f"List of prices. {rows}",
		title="prices",
		score=1.0,
		chunk_id="c",
		source="s",
		input="i",
		locator=Locator(),
		citation_id="i#0",
		build="b",
		start=0,
		end=1,
		text_hash="h",
	)
	assert "SKU-00150/VB" in excerpt(hit, "What is the price of SKU-00150/VB?")
	assert excerpt(hit, "nothing of it").startswith("List of prices.")


@pytest.mark.skipif(find_spec("wordllama") is None, reason="wordllama has no wheel for this Python")
def test_vectors_from_the_command_line(folder: Path, tmp_path: Path) -> None:
	"""With vectors a search is hybrid unless told otherwise; later runs keep them; ``none`` takes them out."""
	index = tmp_path / "index"
	assert as_json("index", folder, "--to", index, "--embedder", "local")["backend"] == "sqlite_hybrid"
	found = as_json("search", index, "overnight accommodation fee")
	assert (found["mode"], found["hits"][0]["input"], found["notes"]) == ("hybrid", "travel.md", [])
	assert as_json("search", index, "overnight accommodation fee", "--mode", "keyword")["hits"] == []
	assert as_json("search", index, "hotel", "--mode", "vector")["mode"] == "vector"
	(folder / "new.txt").write_text("A bicycle.\n")
	again = as_json("index", folder, "--to", index)
	assert (again["changed"], again["backend"]) == (["new.txt"], "sqlite_hybrid")
	assert as_json("verify", index)["ok"] and as_json("info", index)["backend"] == "sqlite_hybrid"
	assert "travel.md" in huf("context", index, "overnight accommodation fee").stdout
	assert as_json("index", folder, "--to", index, "--embedder", "none")["backend"] == "sqlite_fts"
	assert as_json("index", folder, "--to", index)["changed"] == []
	assert as_json("search", index, "hotel")["mode"] == "keyword"


def test_vectors_that_are_not_there(folder: Path, index: Path) -> None:
	"""A search by meaning without vectors names the reason; an unknown embedder is wrong usage and changes nothing."""
	result = as_json("search", index, "hotel", "--mode", "vector", code=1)
	assert result["skipped"][0]["code"] == "No Vectors"
	assert (
		as_json("index", folder, "--to", index, "--embedder", "word2vec", code=2)["code"]
		== "Embedder Missing"
	)
	assert as_json("search", index, "hotel")["hits"][0]["input"] == "travel.md"


def test_filters(folder: Path, index: Path) -> None:
	"""Conditions in words and as JSON keep a search, and the block for an agent, to some files."""
	os.utime(folder / "travel.md", (1_700_000_000, 1_700_000_000))  # 2023-11-14
	assert as_json("index", folder, "--to", index)["changed"] == []
	for options, inputs in (
		([], {"travel.md", "prices.csv", "sub/pets.txt"}),
		(["--filter", "title=*.CSV"], {"prices.csv"}),
		(["--filter", "input like sub/*"], {"sub/pets.txt"}),
		(["--filter", "date<=2023-11-14"], {"travel.md"}),
		(["--filter", "date>2023-11-14", "--filter", "metadata.extension in csv, md"], {"prices.csv"}),
		(["--filters", '{"modified": {"to": "2023-11-14"}}', "--filter", "title=*.csv"], set()),
	):
		found = as_json("search", index, "hotel dogs valve", *options)
		assert {hit["input"] for hit in found["hits"]} == inputs
		passages = as_json("context", index, "hotel dogs valve", *options)["passages"]
		assert {passage["input"] for passage in passages} == inputs
	(folder.parent / "queries.txt").write_text("hotel\nvalve\n")
	results = as_json("search", index, "--queries", folder.parent / "queries.txt", "--filter", "title=*.md")
	assert [len(result["hits"]) for result in results["results"]] == [1, 0]


@pytest.mark.parametrize(
	("options", "message"),
	[
		(["--filter", "titel=x"], "no filter “titel”. Known: inputs, title"),
		(["--filter", "metadata.extention=md"], "no filter “metadata.extention”. Known: inputs, title"),
		(["--filter", "metadata.extention!=md"], "metadata.extension, metadata.ocr"),
		(["--filter", "title"], "Write FIELD OPERATOR VALUE"),
		(["--filter", "date>=soon"], "no date. Write 2024-05-31"),
		(["--filters", "{"], "not valid JSON"),
		(["--filters", "[1]"], "an object from fields to conditions"),
	],
)
def test_wrong_filters(index: Path, options: list[str], message: str) -> None:
	"""A filter that cannot be read is wrong usage, said in words and as JSON."""
	for command in ("search", "context"):
		result = huf(command, index, "hotel", *options)
		assert result.exit_code == 2
		assert message in result.stderr
		assert as_json(command, index, "hotel", *options, code=2)["code"] == "Invalid Filter"


def test_an_unknown_date(index: Path) -> None:
	"""Newer files are not silently preferred by a date that none of them has."""
	for key in ("date", "modified", "indexed_at"):
		assert huf("search", index, "hotel", "--fresh", key).exit_code == 0
	for key in ("modifed", "created", "extension"):
		result = huf("search", index, "hotel", "--fresh", key)
		assert result.exit_code == 2 and f"no date “{key}”" in result.stderr
		assert "Known: date, modified, indexed_at." in result.stderr


def test_glossary(index: Path, tmp_path: Path) -> None:
	"""A glossary finds what is called otherwise, in a search and for an agent; the answer says what was added."""
	(tmp_path / "glossary.json").write_text('{"lodging": ["hotel"]}')
	options = ["--glossary", tmp_path / "glossary.json"]
	assert as_json("search", index, "lodging")["hits"] == []
	found = as_json("search", index, "lodging", *options)
	assert [hit["input"] for hit in found["hits"]] == ["travel.md"]
	assert found["expanded_query"] == "lodging (hotel)"
	assert "Searched for: lodging (hotel)" in huf("search", index, "lodging", *options).stdout
	assert "Searched for" not in huf("search", index, "hotel", *options).stdout
	assert len(as_json("context", index, "lodging", *options)["passages"]) == 1
	for content, message in (
		("{", "not valid JSON"),
		("[1]", "Entry 1"),
		('{"?": "a"}', "letters or digits"),
	):
		(tmp_path / "glossary.json").write_text(content)
		result = huf("search", index, "lodging", *options)
		assert result.exit_code == 2
		assert message in result.stderr
	assert huf("search", index, "lodging", "--glossary", tmp_path / "none.json").exit_code == 2
