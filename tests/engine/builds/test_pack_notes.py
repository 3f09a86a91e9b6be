"""What is noted of packs that were made, by several processes at once."""

from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from huf.engine.backends.sqlite_files import held_alone
from huf.engine.errors import SourceBusy
from huf.engine.packs import PackNotes
from huf.engine.packs import notes as module


@pytest.fixture
def notes(tmp_path: Path) -> PackNotes:
	"""Of three packs."""
	made = PackNotes(tmp_path / "source" / "packs.jsonl")
	for each in "abc":
		made.add({"pack_id": each, "file": f"/packs/{each} ü\n"})
	return made


def ids(notes: PackNotes) -> list[str]:
	"""Of the packs that are noted."""
	return [note["pack_id"] for note in notes.read()]


def test_noted_and_forgotten(notes: PackNotes) -> None:
	"""In their order; what was never noted is forgotten without a word."""
	assert notes.read()[1] == {"pack_id": "b", "file": "/packs/b ü\n"}
	for each in ("b", "none"):
		notes.forget(each)
	assert ids(notes) == ["a", "c"]
	nowhere = PackNotes(notes.path.with_name("nowhere") / "packs.jsonl")
	nowhere.forget("a")
	assert nowhere.read() == [] and not nowhere.path.parent.exists()


@pytest.mark.parametrize(
	"other", [lambda notes: notes.forget("b"), lambda notes: notes.add({"pack_id": "d"})]
)
def test_two_at_once(
	notes: PackNotes, monkeypatch: pytest.MonkeyPatch, other: Callable[[PackNotes], None]
) -> None:
	"""Whoever writes while another one has read and not yet written waits for it: neither undoes the other."""
	read, threads = PackNotes.read, [Thread(target=other, args=(notes,))]

	def read_and_be_overtaken(notes: PackNotes) -> list[dict[str, str]]:
		found = read(notes)
		if threads:
			second = threads.pop()
			second.start()
			second.join(0.3)
			started.append(second)
		return found

	started: list[Thread] = []
	monkeypatch.setattr(PackNotes, "read", read_and_be_overtaken)
	notes.forget("a")
	started[0].join(30)
	expected = notes.read()
	assert [note["pack_id"] for note in expected] in (["c"], ["b", "c", "d"])


def test_who_never_ends(notes: PackNotes, monkeypatch: pytest.MonkeyPatch) -> None:
	"""A process that keeps the lock is not waited for without end, and nothing is lost."""
	monkeypatch.setattr(module, "_WAIT_S", 0.1)
	with held_alone(notes.path.with_name("packs.jsonl.lock")) as is_held:
		assert is_held
		with pytest.raises(SourceBusy, match="Try again"):
			notes.forget("a")
	assert ids(notes) == ["a", "b", "c"]
