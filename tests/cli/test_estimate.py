"""``huf index --estimate``: what indexing would take, told beforehand."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from huf.engine import embedding
from huf.engine.builds import trying
from huf.engine.embedding.litellm_embedder import LiteLLMEmbedder
from huf.engine.embedding.testing import FakeEmbedder
from tests.cli_runner import as_json, huf

SERVICE = "litellm:openai/text-embedding-3-small"
DOLLARS_OF_MILLION = 0.02
"""For input tokens of this model: OpenAI's price list, and LiteLLM's."""


class Service(LiteLLMEmbedder):
	"""The service without its network: vectors by words, and each text that it was asked for."""

	asked: ClassVar[list[str]] = []

	def _request(self, texts: list[str], kind: Any) -> Any:
		self.asked.extend(texts)
		self._dimension = 64
		return FakeEmbedder().embed(texts)


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
	"""What a service was asked for."""
	monkeypatch.setattr("huf.engine.embedding.litellm_embedder.LiteLLMEmbedder", Service)
	monkeypatch.setattr(Service, "asked", [])
	assert embedding.embedder_for(SERVICE).key == SERVICE
	yield Service.asked


@pytest.fixture
def folder(tmp_path: Path) -> Path:
	"""Forty files, and two without text."""
	folder = tmp_path / "files"
	folder.mkdir()
	for number in range(40):
		text = f"Crane {number} is inspected every March by engineer {number * 7}.\n\n" * (1 + number % 5)
		(folder / f"crane-{number:02}.txt").write_text(text)
	(folder / "empty.txt").write_text("  \n")
	(folder / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
	return folder


def state_of(directory: Path) -> dict[str, tuple[int, bytes]]:
	"""Every file of a folder, with its time and its bytes."""
	return {
		str(file): (file.stat().st_mtime_ns, file.read_bytes())
		for file in directory.rglob("*")
		if file.is_file()
	}


def test_it_is_what_indexing_then_does(folder: Path, tmp_path: Path, service: list[str]) -> None:
	"""Files, texts and tokens are those of the run that follows, the price is that of LiteLLM's list, and nothing was asked or made."""
	index = tmp_path / "index"
	found = as_json("index", folder, "--to", index, "--embedder", SERVICE, "--estimate")
	assert service == [] and not index.exists()
	done = as_json("index", folder, "--to", index, "--embedder", SERVICE, code=1)
	assert (found["to_read"], found["read"], found["is_sample"]) == (42, 42, False)
	assert (found["unreadable"], found["texts"]) == (2, done["chunks"])
	assert found["new_texts"] == len(service) > 30
	assert found["cost"] == pytest.approx(found["new_tokens"] * DOLLARS_OF_MILLION / 1e6)
	assert found["requests"] == 1 and found["seconds"] > 0


def test_what_is_kept_costs_nothing(folder: Path, tmp_path: Path, service: list[str]) -> None:
	"""A rebuild reads all and asks for nothing; after a change only what is new is told; and the index stays as it is to the byte."""
	index = tmp_path / "index"
	huf("index", folder, "--to", index, "--embedder", SERVICE)
	before = state_of(index)
	rebuilt = as_json("index", folder, "--to", index, "--rebuild", "--estimate")
	assert (rebuilt["embedder"], rebuilt["to_read"], rebuilt["new_texts"], rebuilt["cost"]) == (
		SERVICE,
		42,
		0,
		0,
	)
	unchanged = as_json("index", folder, "--to", index, "--estimate")
	assert (unchanged["to_read"], unchanged["unchanged"], unchanged["texts"]) == (0, 42, 0)
	(folder / "crane-00.txt").unlink()
	(folder / "new.txt").write_text("A bicycle is free of charge.")
	service.clear()
	changed = as_json("index", folder, "--to", index, "--estimate")
	assert (changed["to_read"], changed["removed"], changed["new_texts"]) == (1, 1, 1)
	shown = huf("index", folder, "--to", index, "--estimate").stdout
	assert (
		shown.startswith("1 file to read (41 unchanged, 1 gone).") and "1 text has no vector yet: " in shown
	)
	assert service == [] and state_of(index) == before
	for name in ("unheard-of", "text-embedding-3-small"):
		other = as_json("index", folder, "--to", index, "--embedder", f"litellm:acme/{name}", "--estimate")
		assert other["new_texts"] > 30 and other["cost"] is None


def test_a_sample_says_so(
	folder: Path, tmp_path: Path, service: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
	"""Where there is no time for all files the rest is told from their sizes, and the text says that it is a sample."""
	whole = as_json("index", folder, "--to", tmp_path / "index", "--embedder", SERVICE, "--estimate")
	ticks = iter(range(0, 10_000, 2))
	monkeypatch.setattr(trying, "time", type("Clock", (), {"monotonic": staticmethod(lambda: next(ticks))}))
	monkeypatch.setitem(trying.try_plan.__kwdefaults__, "clock", lambda: float(next(ticks)))
	part = as_json("index", folder, "--to", tmp_path / "index", "--embedder", SERVICE, "--estimate")
	assert part["is_sample"] and part["to_read"] == 42 and part["read"] < 20
	assert part["tokens"] == pytest.approx(whole["tokens"], rel=0.5)
	assert part["cost"] == pytest.approx(whole["cost"], rel=0.5)
	shown = huf("index", folder, "--to", tmp_path / "index", "--embedder", SERVICE, "--estimate").stdout
	assert "A sample: 15 of them, chosen at random, were read. The numbers are scaled up by size." in shown
	assert "About" in shown and "for about 0.0" in shown and "US dollars by LiteLLM's list" in shown


def test_what_costs_nothing_says_so(folder: Path, tmp_path: Path) -> None:
	"""Words alone, and no file at all, are told as such; a mistake is the one that indexing would end by."""
	shown = huf("index", folder, "--to", tmp_path / "index", "--estimate").stdout
	assert "42 files to read." in shown and "no model is asked: that costs nothing" in shown
	assert "2 files gave no text" in shown
	assert re.search(r"about (1 second|[\d,]+ (seconds|minutes)) on this machine", shown)
	(tmp_path / "none").mkdir()
	assert (
		huf("index", tmp_path / "none", "--to", tmp_path / "index", "--estimate").stdout
		== "0 files to read.\n"
	)
	wrong = huf("index", folder, "--to", tmp_path / "index", "--embedder", "nobody", "--estimate")
	assert wrong.exit_code == 2 and "There is no embedder" in wrong.stderr


def test_a_model_of_this_machine_is_tried(
	folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
	"""A local model costs nothing, is measured on some texts, and is told by its name."""
	model = FakeEmbedder("local:fake", is_costly=False)
	monkeypatch.setattr("huf.local.making.embedder_for", lambda name: model)
	found = as_json("index", folder, "--to", tmp_path / "index", "--embedder", "local", "--estimate")
	assert (found["cost"], found["requests"], found["new_texts"]) == (0, 0, len(set(model.asked)))
	shown = huf("index", folder, "--to", tmp_path / "index", "--embedder", "local", "--estimate").stdout
	assert "The vectors are made on this machine, by local: that costs nothing." in shown
