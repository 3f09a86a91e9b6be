"""Any byte changed or cut off in any file of a build gives the right answer or *Index Corrupt*: no other error, no crash
and no text that was never indexed.

Hundreds of damaged copies of one build are searched in processes of their own, so that one that dies is counted.
"""

import json
import multiprocessing
import random
import resource
import shutil
import signal
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest
from small_builds import SMALL, wanted

from huf.engine.backends.hybrid.backend import hybrid_backend
from huf.engine.backends.keyword.backend import BACKEND
from huf.engine.builds import BuildSettings, plan_build, read_inputs, run_build
from huf.engine.disk import checksums
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.errors import ContentMissing, HufError, IndexCorrupt, IndexMissing
from huf.engine.filters.parsing import parse_filters
from huf.engine.registry import Registry
from huf.engine.search import SearchTarget
from huf.engine.search.opened.open_builds import close_reader
from huf.engine.search.reading import read_document
from huf.engine.types import SearchResult
from tests.chance import times
from tests.searching import search

FORK = multiprocessing.get_context("fork")
QUERIES = ("copper valve", '"night manager" keys', "hotel rates of zürich", "PO-1044", "verbs nobody wrote")
DAMAGED = ("Index Corrupt", "Index Missing")
BEFORE, OPEN, LARGE = times(400), times(180), times(180)
"""Cases of each kind: a build that is compared when it is opened is refused in a tenth of the time that searching takes."""
ASKED = 3
"""Queries of one case; each is asked in three of five cases."""
AT_ONCE = 50
"""Cases in one process."""
PATIENCE = 300
"""Seconds for one case, on a machine much slower than this one."""
ROOM = 3 << 30
"""Bytes of address space beyond what the process of the tests has, whose child it is: what asks for absurd amounts of memory is refused
them."""


def kinds() -> Registry[Any]:
	registry: Registry[Any] = Registry("kind of index")
	registry.register("sqlite_fts", BACKEND)
	registry.register("sqlite_hybrid", hybrid_backend(FakeEmbedder(dimension=16, is_costly=False)))
	return registry


KINDS = kinds()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
	"""A build with vectors that was patched, so that it has segments and dead chunks, and another one to search beside it."""
	root = tmp_path_factory.mktemp("made")
	settings = BuildSettings(SMALL.chunking, backend="sqlite_hybrid")
	topics = (
		"copper valve of the boiler",
		"night manager keeps the keys",
		"hotel rates of Zürich",
		"PO-1044 was paid",
	)
	texts = [" ".join(f"{topics[n % 4]} {n} {m}." for m in range(12)) for n in range(24)]
	inputs = [
		wanted(f"doc{n}", text, title=f"Title {n}", url=f"/app/doc/{n}", metadata={"tags": f"t{n % 3}"})
		for n, text in enumerate(texts)
	]
	base = None
	for part in (inputs[:16], inputs[2:]):
		base = run_build(root, plan_build(part, base, settings, kinds=KINDS), settings, kinds=KINDS).info.path
	assert base is not None
	other = root / "other"
	beside = [wanted("whole", "the copper valve of another source")]
	return base, run_build(other, plan_build(beside, None, SMALL), SMALL).info.path


def asked(folder: Path, beside: Path, queries: Iterable[str] = QUERIES) -> Iterator[tuple[str, SearchResult]]:
	"""What a search of both says, for each of the queries, and for one with a filter."""
	targets = [SearchTarget("damaged", folder), SearchTarget("whole", beside)]
	for query in queries:
		yield query, search(targets, query, top_k=4, kinds=KINDS)
	yield "tags", search(targets[:1], "copper", kinds=KINDS, filters=parse_filters({"tags": ["t1"]}))


def shown(hit: Any) -> str:
	"""All that a person is shown of a hit but its place, and its score and how near it is, which are measures of the damaged index."""
	values = hit.to_dict()
	return json.dumps(
		{key: values[key] for key in values if key not in ("score", "rank", "nearness", "build")},
		sort_keys=True,
	)


Right = tuple[dict[str, list[str]], set[str], str, str]


def right_answers(folder: Path, beside: Path) -> Right:
	"""Hits of each query; every passage as it may be shown; a document; the inputs."""
	answers = {query: [shown(hit) for hit in result.hits] for query, result in asked(folder, beside)}
	# A note of a query may bring any passage: all of them by one that has no words in common with what is asked otherwise.
	every = search(
		[SearchTarget("damaged", folder)], "copper night hotel PO-1044 paid keys", top_k=1000, kinds=KINDS
	)
	alone = [search([SearchTarget("whole", beside)], query, top_k=4, kinds=KINDS).hits for query in QUERIES]
	texts = {shown(hit) for hits in (every.hits, *alone) for hit in hits}
	texts.update(text for answer in answers.values() for text in answer)
	close_reader(folder)
	return answers, texts, document(folder), inputs_of(folder)


def document(folder: Path) -> str:
	return read_document("damaged", folder, "doc5#1", kinds=KINDS).text


def inputs_of(folder: Path) -> str:
	items = [asdict(item) for item in read_inputs(folder, kinds=KINDS).values()]
	return json.dumps(items, default=dict, sort_keys=True)


def damage(file: Path, chance: random.Random) -> str:
	"""Change the file in place; gives how."""
	data = bytearray(file.read_bytes())
	place, size = chance.randrange(len(data)), chance.choice((1, 1, 2, 8, 64, 1024))
	how = chance.choice(("flip", "flip", "zero", "ones", "noise", "insert", "cut out", "cut off"))
	if how == "flip":
		data[place] ^= 1 << chance.randrange(8)
	elif how == "insert":
		data[place:place] = chance.randbytes(size)
	elif how == "cut out":
		del data[place : place + size]
	elif how == "cut off":
		del data[chance.choice((0, place, len(data) - 1, len(data) // 4096 * 2048)) :]
	else:
		part = {"zero": bytes(size), "ones": b"\xff" * size, "noise": chance.randbytes(size)}[how]
		data[place : place + size] = part[: len(data) - place]
	with file.open("r+b") as stream:
		stream.write(data)
		stream.truncate()
	return how


def outcome(folder: Path, beside: Path, right: Right, queries: Iterable[str]) -> str:
	"""What became of searching, reading and listing a damaged build."""
	answers, texts, whole, inputs = right
	seen = "right"
	for query, result in asked(folder, beside, queries):
		if any(skip.source != "damaged" for skip in result.skipped):
			return "the other source was skipped"
		if any(skip.code not in DAMAGED for skip in result.skipped):
			return f"skipped as {result.skipped[0].code}: {result.skipped[0].reason}"
		hits = [shown(hit) for hit in result.hits]
		if not texts.issuperset(hits):
			return "wrong text"
		if result.skipped:
			seen = "named"
			if any(hit.source == "damaged" for hit in result.hits):
				return "hits of a skipped source"
		elif hits != answers[query] and seen == "right":
			seen = "other order"
	close_reader(folder)
	for read, expected_text in ((document, whole), (inputs_of, inputs)):
		try:
			if read(folder) != expected_text:
				return f"wrong {read.__name__}"
		except (IndexCorrupt, IndexMissing):
			seen = "named"
		except ContentMissing:
			# The key of the document is damaged: then it is not there.
			seen = "other order" if seen == "right" else seen
	return seen


def run_cases(
	channel: Connection, cases: range, work: Path, made: tuple[Path, Path], is_open: bool, right: Any
) -> None:
	"""In a process of its own: tell what became of each case."""
	room = ROOM + int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
	resource.setrlimit(resource.RLIMIT_AS, (room, room))
	resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
	for case in cases:
		chance = random.Random(case * 2 + is_open)
		folder = work / f"{made[0].name}-{case}"
		shutil.copytree(made[0], folder)
		names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())
		name = names[case % len(names)]
		signal.alarm(PATIENCE)
		if is_open:
			search([SearchTarget("damaged", folder)], chance.choice(QUERIES), kinds=KINDS)
		how = damage(folder / name, chance)
		channel.send((case, f"{how} in {name}", None))
		try:
			became = outcome(folder, made[1], right, chance.sample(QUERIES, ASKED))
		except HufError as error:
			became = f"raised {error.code}"
		# Whatever else it is must be told to the test.
		except Exception as error:  # noqa: BLE001
			became = f"raised {type(error).__name__}: {error}"
		signal.alarm(0)
		close_reader(folder)
		shutil.rmtree(folder)
		channel.send((case, f"{how} in {name}", became))
	channel.send(None)


def fuzzed(work: Path, made: tuple[Path, Path], is_open: bool, cases: int) -> tuple[Counter[str], list[str]]:
	"""How many cases ended how; and each that ended as none may."""
	right = right_answers(*made)
	counts: Counter[str] = Counter()
	wrong = []
	begin = 0
	while begin < cases:
		here, there = FORK.Pipe(duplex=False)
		batch = range(begin, min(begin + AT_ONCE, cases))
		process = FORK.Process(target=run_cases, args=(there, batch, work, made, is_open, right))
		process.start()
		there.close()
		last, begun, is_done = begin - 1, "", False
		while True:
			try:
				message = here.recv()
			except EOFError:
				break
			if message is None:
				is_done = True
				break
			case, what, became = message
			if became is None:
				begun = what
				continue
			last = case
			counts[became if became in ("right", "other order", "named") else "wrong"] += 1
			if became not in ("right", "other order", "named"):
				wrong.append(f"case {case}, {what}: {became}")
		process.join()
		begin = batch.stop
		if not is_done:
			counts["wrong"] += 1
			wrong.append(f"case {last + 1}, {begun}: the process ended with {process.exitcode}")
			begin = last + 2
	return counts, wrong


@pytest.mark.parametrize("is_open", [False, True], ids=["before opening", "while open"])
def test_a_damaged_file_of_a_small_build(tmp_path: Path, made: tuple[Path, Path], is_open: bool) -> None:
	"""Damaged before it is opened, a small build gives the right answer or is named; while open, every text is right."""
	cases = OPEN if is_open else BEFORE
	counts, wrong = fuzzed(tmp_path, made, is_open, cases)
	assert not wrong, "\n".join([str(counts), *wrong])
	assert counts["right"] + counts["named"] + counts["other order"] == cases
	if is_open:
		assert counts["named"] > cases / 20, counts
	else:
		assert not counts["other order"] and counts["named"] > cases / 2, counts


def test_a_damaged_file_of_a_large_build(
	tmp_path: Path, made: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
	"""A build that is too large to be compared when it is opened: passages may come in another order, but their texts are
	right, and nothing fails in another way."""
	monkeypatch.setattr(checksums, "WHOLE_BYTES", 0, raising=False)
	monkeypatch.setattr(checksums, "SMALL_FILE_BYTES", 64, raising=False)
	counts, wrong = fuzzed(tmp_path, made, False, LARGE)
	assert not wrong, "\n".join([str(counts), *wrong])
	assert counts["named"] > LARGE / 4 and counts["right"] > LARGE / 20, counts
