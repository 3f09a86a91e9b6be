"""What every kind of index promises to builds and searches, as tests to inherit.

A kind proves itself with a class of its own::

        class TestMyKind(KeywordBackendContract):
            backend = BACKEND

:class:`BackendContract` is for any kind; :class:`KeywordBackendContract` adds what only holds for a kind that
matches words rather than meanings.
"""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import ClassVar

import pytest

from huf.engine.analysis.query import parse_query
from huf.engine.backends.base import (
	MODES,
	Backend,
	Candidate,
	Passage,
	Reader,
	Relabels,
	SearchRequest,
	TellsSome,
	Writer,
)
from huf.engine.backends.sqlite_files import storage_errors
from huf.engine.builds import BuildSettings, plan_build, remove_build, run_build
from huf.engine.content import Content
from huf.engine.errors import BuildError, IndexMissing, VectorsMissing
from huf.engine.filters.parsing import parse_filters
from huf.engine.registry import Registry
from huf.engine.search import SearchTarget
from huf.engine.types import Chunk, IndexedInput, Locator, WantedInput
from tests.searching import search

META = {"build_id": "20260101T000000-00000000", "fingerprint": "f", "a key": "any value, ünïcode too"}
HOTEL, TRAIN, CRANE = (
	"A hotel room is paid up to ninety euros a night.",
	"A train ticket is booked in the second class.",
	"The crane is inspected every March by an engineer.",
)
HOSTILE = (
	"",
	" ",
	"'",
	'"',
	"AND",
	"NEAR(a b)",
	"*",
	"a*",
	"(",
	"\x00",
	"\ud800",
	"%",
	"-",
	"C#",
	"名前",
	"x" * 20_000,
)


def asked(reader: Reader, query: str, limit: int) -> Sequence[Candidate]:
	"""What ``reader`` finds for a query as a person types it."""
	return reader.search(SearchRequest(parse_query(query), limit)).candidates


def chunks_of(texts: Sequence[str], locator: Locator | None = None, header: str = "") -> Iterator[Chunk]:
	"""Chunks that follow one another, as a chunker gives them."""
	start = 0
	for ordinal, text in enumerate(texts):
		place = locator or Locator(lines=(ordinal + 1, ordinal + 1))
		yield Chunk(ordinal, start, start + len(text), text, place, header)
		start += len(text)


def add(writer: Writer, key: str, texts: Sequence[str], **values: object) -> IndexedInput:
	"""Put an input with these chunks into a build, the way a build does."""
	item = IndexedInput(key=key, content_hash="h", title=f"Title of {key}", status="Indexed", **values)
	with writer.transaction():
		writer.remove_input(key)
		number = writer.begin_input(item)
		writer.add_chunks(number, chunks_of(texts))
		item = replace(item, chunks=len(texts), characters=sum(map(len, texts)))
		writer.end_input(number, item)
	return item


class BackendContract:
	"""Holds for every kind of index."""

	backend: ClassVar[Backend]

	@pytest.fixture
	def folder(self, tmp_path: Path) -> Path:
		"""Where a build is made."""
		folder = tmp_path / "build"
		folder.mkdir()
		return folder

	@pytest.fixture
	def kinds(self) -> Registry[Backend]:
		"""A registry with this kind alone."""
		kinds: Registry[Backend] = Registry("knowledge type")
		kinds.register(self.backend.key, self.backend)
		return kinds

	def write(self, folder: Path, inputs: dict[str, Sequence[str]], base: Path | None = None) -> Path:
		"""Make a build in ``folder`` from ``inputs`` and ``base``."""
		folder.mkdir(exist_ok=True)
		writer = self.backend.open_writer(folder, base)
		for key, texts in inputs.items():
			add(writer, key, texts)
		writer.finish(META)
		writer.verify()
		writer.close()
		return folder

	def run(
		self, root: Path, texts: dict[str, str], kinds: Registry[Backend], base: Path | None = None
	) -> Path:
		"""Make and publish a build of text files through the engine."""
		settings = BuildSettings(backend=self.backend.key)
		wanted = []
		for key, text in texts.items():
			content = Content.from_text(text, f"{key}.txt")
			wanted.append(WantedInput(key, content.sha256(), key, lambda content=content: content))
		plan = plan_build(wanted, base, settings, kinds=kinds)
		return run_build(root, plan, settings, kinds=kinds).info.path

	def found(self, reader: Reader, query: str, limit: int = 5) -> list[Passage]:
		"""The passages that a search names, best first."""
		numbers = [candidate.chunk for candidate in asked(reader, query, limit)]
		passages = reader.passages(numbers)
		return [passages[number] for number in numbers]

	def test_reads_back_what_was_written(self, folder: Path) -> None:
		"""Every field of a chunk and of its input comes back as it went in."""
		locator = Locator(page=3, sheet="Ä", rows=(2, 9), heading=("Travel", "Hotels"), part="x")
		item = IndexedInput(
			"key/ü", "hash", "Títle 😀", "Indexed", 1, len(HOTEL), "a note", "Code", False, "https://a.example/?b",
			{"text": "é", "number": 1.5, "flag": True, "nothing": None}, 1234.5, {"txt": 1, "gif": None},
		)  # fmt: skip
		writer = self.backend.open_writer(folder, None)
		with writer.transaction():
			number = writer.begin_input(item)
			writer.add_chunks(number, chunks_of([HOTEL], locator, "Column | Other"))
			writer.end_input(number, item)
		writer.finish(META)
		writer.close()
		reader = self.backend.open_reader(folder)
		(passage,) = self.found(reader, "hotel room")
		assert reader.inputs() == [item]
		assert passage == Passage(
			passage.chunk, "key/ü", 0, 0, len(HOTEL), HOTEL, "Column | Other", locator, item.title, item.url, item.metadata,
			1234.5,
		)  # fmt: skip
		reader.close()

	def test_keeps_meta(self, folder: Path) -> None:
		"""What ``finish`` is told stands in the reader's ``meta``."""
		reader = self.backend.open_reader(self.write(folder, {"a": [HOTEL]}))
		assert {key: reader.meta[key] for key in META} == META
		reader.close()

	def test_best_first(self, folder: Path) -> None:
		"""The chunk that a query quotes comes first, scores never rise, and no chunk comes twice."""
		reader = self.backend.open_reader(self.write(folder, {"a": [HOTEL, TRAIN], "b": [CRANE]}))
		for text in (HOTEL, TRAIN, CRANE):
			candidates = asked(reader, text, 3)
			scores = [candidate.score for candidate in candidates]
			assert self.found(reader, text)[0].text == text
			assert scores == sorted(scores, reverse=True)
			assert len({candidate.chunk for candidate in candidates}) == len(candidates)
		reader.close()

	def test_limit(self, folder: Path) -> None:
		"""Never more than ``limit`` candidates, and all matches when the limit is beyond them."""
		texts = [f"The crane number {number} is inspected." for number in range(30)]
		reader = self.backend.open_reader(self.write(folder, {"a": texts}))
		for limit in (1, 7, 30, 1000):
			assert len(asked(reader, "crane inspected", limit)) == min(limit, 30)
		reader.close()

	def test_filters(self, folder: Path) -> None:
		"""What a filter leaves out is never found, and what it lets through always is, however much comes before it: with
		every operator, by words, by meaning and by both."""
		writer = self.backend.open_writer(folder, None)
		for number in range(40):
			metadata = {"number": number, "tags": "even,all" if number % 2 == 0 else "all", "a.'b": "x"}
			add(writer, f"in/{number}", ["The crane is inspected."] * 2, metadata=metadata, indexed_at=1e9)
		writer.finish(META)
		writer.verify()
		writer.close()
		reader = self.backend.open_reader(folder)
		for asked_for, keys in (
			({}, range(40)),
			({"inputs": ["in/39", "no"]}, [39]),
			({"inputs": []}, []),
			({"title": "*of IN/1?"}, range(10, 20)),
			({"tags": {"not in": ["EVEN"]}}, range(1, 40, 2)),
			({"metadata.number": {"between": [5, 7]}, "metadata.a.'b": "x"}, [5, 6, 7]),
			({"indexed_at": {"to": "2001-09-09"}, "metadata.number": {">": 37}}, [38, 39]),
			({"metadata.nothing": {"is set": True}}, []),
			({"metadata.number": 7}, [7]),
			({"metadata.number": {"=": 7}, "tags": {"is set": True}}, [7]),
			({"metadata.number": {"!=": 7}}, [*range(7), *range(8, 40)]),
			({"metadata.number": {"in": [3, 39, 77]}}, [3, 39]),
			({"metadata.number": {"not in": list(range(39))}}, [39]),
			({"metadata.number": {"<": 2}}, [0, 1]),
			({"metadata.number": {"<=": 2, ">=": 1}}, [1, 2]),
			({"title": {"not like": "*/?"}}, range(10, 40)),
			({"metadata.a.'b": {"like": "?"}, "inputs": {"!=": "in/0"}}, range(1, 40)),
			({"tags": {"all": ["ALL", "even"]}}, range(0, 40, 2)),
			({"tags": {"!=": "even"}}, range(1, 40, 2)),
			({"indexed_at": {"from": "2001-09-10"}}, []),
			({"indexed_at": {"from": "2001-09-09", "<": "2001-09-10"}}, range(40)),
		):
			filters = parse_filters(asked_for)
			for mode, limit in product((None, *MODES), (1, 3, 100)):
				request = SearchRequest(parse_query("crane inspected"), limit, mode, filters)
				try:
					numbers = [candidate.chunk for candidate in reader.search(request).candidates]
				except VectorsMissing:
					assert mode == "vector"
					continue
				found = [passage.input for passage in reader.passages(numbers).values()]
				assert set(found) <= {f"in/{number}" for number in keys}
				assert len(found) == min(limit, 2 * len(keys))
		reader.close()

	def test_unknown_numbers(self, folder: Path) -> None:
		"""Asked for chunks that do not exist, ``passages`` leaves them out; asked for none, it gives none."""
		reader = self.backend.open_reader(self.write(folder, {"a": [HOTEL]}))
		number = asked(reader, "hotel", 1)[0].chunk
		assert list(reader.passages([number, 999_999])) == [number]
		assert reader.passages([]) == {}
		reader.close()

	@pytest.mark.parametrize("query", HOSTILE, ids=lambda query: repr(query)[:12])
	def test_any_query(self, folder: Path, query: str) -> None:
		"""No text that can be typed is an error."""
		reader = self.backend.open_reader(self.write(folder, {"a": [HOTEL], "b": [TRAIN]}))
		assert len(asked(reader, query, 3)) <= 3
		reader.close()

	def test_neighbors(self, folder: Path) -> None:
		"""Neighbours are in order, with the passage itself, within the input, and fewer at its edges."""
		texts = [f"Paragraph with the word marker{number} in it." for number in range(6)]
		reader = self.backend.open_reader(self.write(folder, {"a": texts, "b": [HOTEL]}))
		(middle,) = self.found(reader, "marker3", 1)
		(last,) = self.found(reader, "marker5", 1)
		assert [near.ordinal for near in reader.neighbors(middle, 2)] == [1, 2, 3, 4, 5]
		assert [near.ordinal for near in reader.neighbors(last, 1)] == [4, 5]
		assert {near.input for near in reader.neighbors(last, 5)} == {"a"}
		reader.close()

	def test_starts_from_a_base(self, folder: Path, tmp_path: Path) -> None:
		"""A build that starts from another keeps its inputs, drops what is removed, and has only the new text of what changed."""
		base = self.write(folder, {"stays": [HOTEL], "goes": [TRAIN], "changes": [CRANE, "An old tail."]})
		before = {file.name: file.read_bytes() for file in base.iterdir()}
		patch = tmp_path / "patch"
		patch.mkdir()
		writer = self.backend.open_writer(patch, base)
		with writer.transaction():
			writer.remove_input("goes")
			writer.remove_input("was never there")
		add(writer, "changes", ["The crane was sold in autumn."])
		writer.finish(META)
		writer.verify()
		writer.close()
		reader = self.backend.open_reader(patch)
		texts = {p.text for query in (HOTEL, TRAIN, CRANE, "old tail") for p in self.found(reader, query, 9)}
		assert texts <= {HOTEL, "The crane was sold in autumn."}
		assert self.found(reader, HOTEL)[0].text == HOTEL
		assert self.found(reader, "crane autumn")[0].text == "The crane was sold in autumn."
		assert sorted(item.key for item in reader.inputs()) == ["changes", "stays"]
		if isinstance(reader, TellsSome):
			assert sorted(reader.keys()) == ["changes", "stays"]
		reader.close()
		assert {file.name: file.read_bytes() for file in base.iterdir()} == before

	def test_relabelling(self, folder: Path, tmp_path: Path) -> None:
		"""A kind that can give an input other metadata changes nothing else, and not the base."""
		base = self.write(folder, {"a": [HOTEL], "b": [TRAIN]})
		patch = tmp_path / "patch"
		patch.mkdir()
		writer = self.backend.open_writer(patch, base)
		if not isinstance(writer, Relabels):
			writer.close()
			pytest.skip("this kind indexes such an input again")
		with writer.transaction():
			writer.relabel_input("a", "https://a.example", {"tags": "new"})
		writer.finish(META)
		writer.verify()
		writer.close()
		before, after = self.backend.open_reader(base), self.backend.open_reader(patch)
		changed, kept = sorted(after.inputs(), key=lambda item: item.key)
		assert [changed, kept] == [
			replace(before.inputs()[0], url="https://a.example", metadata={"tags": "new"}),
			before.inputs()[1],
		]
		(passage,) = self.found(after, "hotel room", 1)
		assert (passage.text, passage.url, passage.metadata) == (HOTEL, "https://a.example", {"tags": "new"})
		before.close()
		after.close()

	def test_transaction_rolls_back(self, folder: Path) -> None:
		"""When a block raises, the build is as if the block had never begun."""
		writer = self.backend.open_writer(folder, None)
		add(writer, "a", [HOTEL])

		def broken() -> Iterator[Chunk]:
			yield from chunks_of([TRAIN])
			raise KeyError("the file was torn")

		with pytest.raises(KeyError), writer.transaction():
			writer.remove_input("a")
			writer.add_chunks(writer.begin_input(IndexedInput("b", "h", "B", "Indexed")), broken())
		assert writer.has_input("a")
		assert not writer.has_input("b")
		add(writer, "c", [CRANE])
		writer.finish(META)
		writer.verify()
		writer.close()
		reader = self.backend.open_reader(folder)
		assert {p.text for query in (HOTEL, TRAIN, CRANE) for p in self.found(reader, query, 9)} == {
			HOTEL,
			CRANE,
		}
		assert sorted(item.key for item in reader.inputs()) == ["a", "c"]
		if isinstance(reader, TellsSome):
			assert sorted(reader.keys()) == ["a", "c"]
		reader.close()

	def test_input_without_chunks(self, folder: Path) -> None:
		"""An input that could not be indexed is listed with its reason."""
		failed = IndexedInput(
			"x", "h", "X", "Error", message="It is torn.", code="Corrupt File", retryable=True
		)
		writer = self.backend.open_writer(folder, None)
		with writer.transaction():
			writer.begin_input(failed)
		writer.finish(META)
		writer.verify()
		writer.close()
		reader = self.backend.open_reader(folder)
		assert reader.inputs() == [failed]
		assert not asked(reader, "torn", 5)
		reader.close()

	def test_used_from_another_thread(self, folder: Path) -> None:
		"""A reader opened in one thread can be used and closed in another."""
		reader = self.backend.open_reader(self.write(folder, {"a": [HOTEL]}))
		found: list[str] = []

		def use() -> None:
			found.extend(passage.text for passage in self.found(reader, "hotel"))
			reader.close()

		thread = threading.Thread(target=use)
		thread.start()
		thread.join()
		assert found == [HOTEL]

	def test_survives_deletion(self, tmp_path: Path, kinds: Registry[Backend]) -> None:
		"""A search that has a build open finishes on it after its files were deleted."""
		path = self.run(tmp_path, {"a": HOTEL, "b": TRAIN}, kinds)
		reader = self.backend.open_reader(path)
		remove_build(path)
		assert self.found(reader, HOTEL)[0].text.strip() == HOTEL
		reader.close()

	def test_missing(self, folder: Path) -> None:
		"""A folder without the files of the index is an error and stays empty: nothing is made up."""
		with pytest.raises(IndexMissing):
			self.backend.open_reader(folder)
		assert list(folder.iterdir()) == []

	def test_flat_folder(self, folder: Path) -> None:
		"""A build is files in one folder, none with a name that huf itself uses there: so it is flushed and counted."""
		entries = list(self.write(folder, {"a": [HOTEL]}).iterdir())
		assert entries
		assert all(entry.is_file() and entry.name not in ("backend", "checksums") for entry in entries)

	def test_damage_is_noticed(self, folder: Path, tmp_path: Path) -> None:
		"""A build of which half the bytes are gone cannot be checked and cannot be built upon."""
		base = self.write(folder, {"a": [HOTEL] * 200, "b": [TRAIN] * 200})
		for file in base.iterdir():
			file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
		(tmp_path / "patch").mkdir()
		with pytest.raises(BuildError), storage_errors():
			writer = self.backend.open_writer(tmp_path / "patch", base)
			try:
				writer.verify()
			finally:
				writer.close()

	def test_builds_and_searches(self, tmp_path: Path, kinds: Registry[Backend]) -> None:
		"""Through the engine: a first build, a patch of it, and a search of both, each seeing its own."""
		first = self.run(tmp_path, {"travel": HOTEL, "machines": CRANE}, kinds)
		second = self.run(tmp_path, {"travel": TRAIN, "machines": CRANE}, kinds, base=first)
		for build, query, text in ((first, HOTEL, HOTEL), (second, TRAIN, TRAIN), (second, CRANE, CRANE)):
			result = search([SearchTarget("s", build)], query, kinds=kinds)
			assert not result.skipped
			assert result.hits[0].text == text


class KeywordBackendContract(BackendContract):
	"""Holds for kinds that match words."""

	def test_absent_word(self, folder: Path) -> None:
		"""A word that stands nowhere finds nothing."""
		reader = self.backend.open_reader(self.write(folder, {"a": [HOTEL]}))
		assert not asked(reader, "submarine", 5)
		reader.close()

	def test_words_as_typed(self, folder: Path) -> None:
		"""Letters of any case, accents and part numbers find their passage."""
		texts = ["Die Prüfung der Anlage.", "Bearing SKU-00123-XL is in stock.", HOTEL]
		reader = self.backend.open_reader(self.write(folder, {"a": texts}))
		for query, place in (("PRÜFUNG", 0), ("sku-00123-xl", 1), ("SKU-00123-XL", 1), ("Hotel", 2)):
			assert self.found(reader, query)[0].ordinal == place
		reader.close()

	def test_titles_and_headings(self, folder: Path) -> None:
		"""A word of the title or of the heading finds the passages under it."""
		writer = self.backend.open_writer(folder, None)
		item = IndexedInput("a", "h", "Handbook", "Indexed", 1, len(HOTEL))
		with writer.transaction():
			number = writer.begin_input(item)
			writer.add_chunks(number, chunks_of([HOTEL], Locator(heading=("Reimbursement",))))
			writer.end_input(number, item)
		writer.finish(META)
		writer.close()
		reader = self.backend.open_reader(folder)
		for word in ("handbook", "reimbursement"):
			assert [passage.text for passage in self.found(reader, word)] == [HOTEL]
		reader.close()
