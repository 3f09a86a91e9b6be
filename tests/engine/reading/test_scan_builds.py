"""Scans in builds: nothing is read twice, and what changes how they are read touches scans alone."""

from dataclasses import replace
from pathlib import Path

import pytest
from scan_samples import NOTE, drawn, mixed_pdf, scanned_pdf

from huf.engine.builds import BuildResult, BuildSettings, plan_build, read_inputs, run_build
from huf.engine.content import Content
from huf.engine.errors import BuildCancelled, BuildError
from huf.engine.extractors.properties import PROPERTIES
from huf.engine.filters.parsing import parse_filters
from huf.engine.ocr import FILE_NAME, Ocr, ScanCache, reading, tesseract
from huf.engine.scans import PageText
from huf.engine.search import SearchTarget
from huf.engine.types import WantedInput
from tests.searching import search

SCAN = scanned_pdf(drawn(NOTE))
MIXED = mixed_pdf(["Typed page about valves"], drawn(NOTE))


class FakeTesseract:
	"""Stands for the program: says what it is told, and counts."""

	def __init__(self) -> None:
		self.asked: list[tuple[int, str]] = []
		self.answer = PageText("Delivery note for gaskets\n", 91.0)
		self.version = "5"

	def mark(self, languages: str) -> str:
		"""As the real one."""
		return f"tesseract {self.version} {languages}"

	def read(self, file: Path, page: int, languages: str, *how: object) -> PageText:
		"""The answer."""
		assert file.read_bytes().startswith(b"%PDF")
		self.asked.append((page, languages))
		return self.answer


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeTesseract:
	"""A recogniser that needs no program."""
	program = FakeTesseract()
	monkeypatch.setattr(reading, "find_tesseract", lambda: program)
	monkeypatch.setattr(reading, "reason_against", lambda languages: "")
	return program


def wanted(key: str, data: bytes, **values: object) -> WantedInput:
	"""An input of these bytes."""
	content = Content(f"{key}.pdf" if data.startswith(b"%PDF") else f"{key}.txt", data=data)
	return WantedInput(key, content.sha256(), key, lambda: content, **values)  # type: ignore[arg-type]


def build(root: Path, inputs: list[WantedInput], ocr: Ocr, base: BuildResult | None = None) -> BuildResult:
	"""A build of these inputs."""
	settings = BuildSettings(ocr=ocr.in_use)
	plan = plan_build(inputs, base.info.path if base else None, settings)
	return run_build(root, plan, settings, ocr=ocr)


def statuses(result: BuildResult) -> dict[str, str]:
	"""What became of the inputs that were dealt with."""
	return {item.key: item.status for item in result.outcomes}


def found(result: BuildResult, query: str, **filters: object) -> list[tuple[str, str]]:
	"""Input and place of the hits."""
	hits = search([SearchTarget("s", result.info.path)], query, filters=parse_filters(filters)).hits
	return [(hit.input, hit.locator.label()) for hit in hits]


def test_nothing_is_read_twice(root: Path, fake: FakeTesseract) -> None:
	"""A rebuild takes the pages from the cache; another language or version of the program reads them again."""
	inputs = [wanted("scan", SCAN), wanted("mixed", MIXED)]
	first = build(root, inputs, Ocr("eng", root))
	assert fake.asked == [(1, "eng"), (2, "eng")] and statuses(first) == {
		"scan": "Indexed",
		"mixed": "Indexed",
	}
	assert found(first, "gaskets") == [("scan", "page 1"), ("mixed", "page 2")]
	again = build(root, inputs, Ocr("eng", root))
	assert len(fake.asked) == 2 and found(again, "gaskets") == [("scan", "page 1"), ("mixed", "page 2")]
	(root / FILE_NAME).write_bytes(b"no database" * 99)
	build(root, inputs[:1], Ocr("eng", root))
	assert fake.asked[2:] == [(1, "eng")], "a damaged cache is made anew"
	fake.version = "6"
	build(root, inputs[:1], Ocr("eng", root))
	assert fake.asked[3:] == [(1, "eng")]


def test_the_way_of_reading_concerns_scans_alone(root: Path, fake: FakeTesseract) -> None:
	"""Switched on or set to other languages, only inputs with scanned pages are read again; switched off, none is."""
	inputs = [wanted("scan", SCAN), wanted("mixed", MIXED), wanted("text", b"A typed text")]
	off = build(root, inputs, Ocr(off="Scans are left alone."))
	assert statuses(off) == {"scan": "No Text", "mixed": "Partially Indexed", "text": "Indexed"}
	assert all("Scans are left alone." in item.message for item in off.outcomes if item.key != "text")
	english = build(root, inputs, Ocr("eng", root), off)
	assert (
		statuses(english) == {"scan": "Indexed", "mixed": "Indexed"}
		and english.info.fingerprint == off.info.fingerprint
	)
	assert plan_build(inputs, english.info.path, BuildSettings(ocr="eng")).is_empty
	assert plan_build(inputs, english.info.path, BuildSettings()).is_empty, "what was read stays"
	german = plan_build(inputs, english.info.path, BuildSettings(ocr="deu"))
	assert [item.key for item in german.index] == ["scan", "mixed"]


def test_what_was_learned_outlives_new_labels(root: Path, fake: FakeTesseract) -> None:
	"""How sure the recogniser was can be filtered by, also after the input got other metadata."""
	first = build(root, [wanted("scan", SCAN)], Ocr("eng", root))
	changed = [wanted("scan", SCAN, metadata={"customer": "Venlo"})]
	plan = plan_build(changed, first.info.path, BuildSettings(ocr="eng"))
	assert not plan.index and len(plan.relabel) == 1
	second = build(root, changed, Ocr("eng", root), first)
	(item,) = read_inputs(second.info.path).values()
	told = {key: value for key, value in item.metadata.items() if key not in PROPERTIES}
	assert told == {"customer": "Venlo", "ocr": "eng", "ocr_pages": 1, "ocr_confidence": 91.0}
	assert found(second, "gaskets", **{"metadata.ocr_confidence": {">=": 90}}) == [("scan", "page 1")]
	assert found(second, "gaskets", **{"metadata.ocr_confidence": {">=": 95}}) == []
	assert plan_build(changed, second.info.path, BuildSettings(ocr="eng")).is_empty


def test_indexing_waits_for_the_reading(root: Path, fake: FakeTesseract) -> None:
	"""Who may only use what is kept leaves a scan waiting, keeps what it said before, and indexes it once it is read."""
	waiting = Ocr("eng", root, only_kept=True)
	old = build(root, [wanted("mixed", b"The old words")], waiting)
	new = [wanted("mixed", MIXED), wanted("scan", SCAN)]
	first = build(root, new, waiting, old)
	assert statuses(first) == {"mixed": "Reading Scan", "scan": "Reading Scan"} and fake.asked == []
	assert found(first, "old words") == [("mixed", "line 1")], "what was indexed before answers meanwhile"
	for item in new:
		with Ocr("eng", root).scans_of(item.open_content()) as scans:
			content = replace(item.open_content(), scans=scans)
			from huf.engine.extractors import extract

			assert list(extract(content).sections)
	second = build(root, new, waiting, first)
	assert statuses(second) == {"mixed": "Indexed", "scan": "Indexed"} and len(fake.asked) == 2
	assert found(second, "old words") == []


def test_unclear_pages_are_said(root: Path, fake: FakeTesseract) -> None:
	"""A file with a page that could not be read is Partially Indexed; trying again forgets the trouble first."""
	fake.answer = PageText(trouble="it took too long")
	first = build(root, [wanted("mixed", MIXED)], Ocr("eng", root))
	assert statuses(first) == {"mixed": "Partially Indexed"}
	assert first.outcomes[0].message == "Page 2 could not be read from the scan: it took too long."
	fake.answer = PageText("Delivery note for gaskets\n", 91.0)
	forced = [wanted("mixed", MIXED, force=True)]
	assert statuses(build(root, forced, Ocr("eng", root), first)) == {"mixed": "Partially Indexed"}
	ScanCache(root).forget_troubles(forced[0].content_hash)
	assert statuses(build(root, forced, Ocr("eng", root), first)) == {"mixed": "Indexed"}


def test_stopped_between_pages(root: Path, fake: FakeTesseract) -> None:
	"""Who is stopped half-way through a file leaves the pages that were read to the next."""
	book = scanned_pdf(drawn(NOTE), drawn(NOTE), drawn(NOTE))

	def stop_at_the_third() -> None:
		if len(fake.asked) == 2:
			raise BuildCancelled("Enough.")

	with pytest.raises(BuildCancelled):
		build(root, [wanted("book", book)], Ocr("eng", root, before_page=stop_at_the_third))
	assert fake.asked == [(1, "eng"), (2, "eng")]
	assert statuses(build(root, [wanted("book", book)], Ocr("eng", root))) == {"book": "Indexed"}
	assert fake.asked[2:] == [(3, "eng")]


def test_most_pages(root: Path, fake: FakeTesseract, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Beyond the limit of scanned pages the rest is left out, and the input says so."""
	monkeypatch.setattr(reading, "MOST_PAGES", 2)
	book = scanned_pdf(drawn(NOTE), drawn(NOTE), drawn(NOTE))
	result = build(root, [wanted("book", book)], Ocr("eng", root))
	assert statuses(result) == {"book": "Partially Indexed"} and len(fake.asked) == 2
	assert "Page 3 could not be read from the scan: at most" in result.outcomes[0].message


def test_pages_of_files_that_left_are_forgotten(root: Path, fake: FakeTesseract) -> None:
	"""Nothing of a deleted file stays in the cache, not even in its free pages."""
	build(root, [wanted("scan", SCAN)], Ocr("eng", root))
	assert b"gaskets" in (root / FILE_NAME).read_bytes()
	ScanCache(root).keep_only([])
	assert b"gaskets" not in (root / FILE_NAME).read_bytes()


def test_a_damaged_cache_is_no_fault_of_a_file(root: Path, fake: FakeTesseract) -> None:
	"""A cache that breaks in the middle is made anew; one that is locked for long ends the build, not the input."""
	build(root, [wanted("scan", SCAN)], Ocr("eng", root))
	cache, data = root / FILE_NAME, (root / FILE_NAME).read_bytes()
	cache.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
	assert statuses(build(root, [wanted("scan", SCAN)], Ocr("eng", root))) == {"scan": "Indexed"}
	assert len(fake.asked) == 2
	cache.unlink()
	cache.mkdir()
	with pytest.raises(BuildError):
		build(root, [wanted("scan", SCAN)], Ocr("eng", root))


def test_text_never_asks_for_tesseract(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""An input without scanned pages costs no look for the program."""
	monkeypatch.setattr(reading, "find_tesseract", lambda: pytest.fail("asked"))
	monkeypatch.setattr(reading, "reason_against", lambda languages: pytest.fail("asked"))
	plan = plan_build([wanted("text", b"A typed text")], None, BuildSettings())
	assert statuses(run_build(root, plan, BuildSettings(), ocr=Ocr("eng", root))) == {"text": "Indexed"}


def test_the_program_is_asked_once_a_minute(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
	"""Version and languages are remembered; another program on the PATH is asked for its own."""
	for name, version in (("a", "5.3.0"), ("b", "6.0")):
		program = tmp_path / name / "tesseract"
		program.parent.mkdir()
		program.write_text(
			f"#!/bin/sh\necho x >> {tmp_path / name / 'asked'}\n"
			f'if [ "$1" = --version ]; then echo "tesseract {version}"; else printf "List:\\neng\\nosd\\n"; fi\n'
		)
		program.chmod(0o755)
	for name, version in (("a", "5.3.0"), ("a", "5.3.0"), ("b", "6.0")):
		monkeypatch.setenv("PATH", f"{tmp_path / name}:/usr/bin:/bin")
		known = tesseract.find_tesseract()
		assert known is not None and (known.version, known.languages) == (version, frozenset({"eng", "osd"}))
	assert (tmp_path / "a" / "asked").read_text().count("x") == 2
