"""``huf pack``, ``huf unpack`` and ``huf keys``: from one folder to another."""

import stat
from pathlib import Path

import pytest

from huf.engine.errors import StorageFull
from huf.engine.request import Request
from huf.local.index import LocalIndex
from tests.cli_runner import as_json, huf


@pytest.fixture
def folder(tmp_path: Path) -> Path:
	"""Two files, whose index is ``index``, and whose first pack is ``first``."""
	files = tmp_path / "files"
	files.mkdir()
	(files / "travel.txt").write_text("A hotel room is paid up to ninety euros a night.")
	(files / "crane.txt").write_text("The crane is inspected every March by an engineer.")
	as_json("index", files, "--to", tmp_path / "index")
	as_json("pack", tmp_path / "index", tmp_path / "first", "--title", "Handbook")
	return tmp_path


@pytest.fixture(autouse=True)
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
	"""Where the keys lie."""
	monkeypatch.setenv("HUF_KEYS", str(tmp_path / "keys"))
	return tmp_path / "keys"


def somebody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""From now on the commands are called by somebody with other keys."""
	monkeypatch.setenv("HUF_KEYS", str(tmp_path / "other-keys"))


def texts(index: Path, query: str) -> list[tuple[str, str, float]]:
	"""What a search in an index finds."""
	found = LocalIndex(index).search(Request(query, ("index",)))
	return [(hit.input, hit.text, hit.score) for hit in found.hits]


def test_from_one_to_another(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Refused with the key until that is trusted; then it answers as the index did; trusted no longer, refused again."""
	own = as_json("keys")["own"]["key"]
	somebody_else(folder, monkeypatch)
	refused = as_json("unpack", folder / "first", folder / "there", code=2)
	assert refused["code"] == "Signer Unknown" and own in refused["message"]
	assert not (folder / "there").exists()
	as_json("keys", "--trust", own, "--name", "Head office")
	assert as_json("unpack", folder / "first")["packed_inputs"] == 2
	done = as_json("unpack", folder / "first", folder / "there")
	assert (done["title"], done["inputs"], done["written"]) == ("Handbook", 2, 2)
	assert texts(folder / "there", "hotel night") == texts(folder / "index", "hotel night") != []
	assert "Head office" in huf("unpack", folder / "first").output
	assert as_json("verify", folder / "there")["ok"]
	as_json("keys", "--distrust", own)
	assert as_json("unpack", folder / "first", code=2)["code"] == "Signer Unknown"
	assert as_json("keys", "--distrust", own, code=2)["code"] == "Pack Refused"


def test_changes(folder: Path) -> None:
	"""A pack since another has what changed; it goes upon that one alone, and an older one goes nowhere unasked."""
	index, there = folder / "index", folder / "there"
	(folder / "files" / "crane.txt").unlink()
	(folder / "files" / "boat.txt").write_text("The boat is painted in June.")
	as_json("index", folder / "files", "--to", index)
	packed = as_json("pack", index, folder / "second", "--since", folder / "first")
	assert (packed["packed_inputs"], packed["all_inputs"]) == (1, 2)
	assert "whole pack first" in as_json("unpack", folder / "second", there, code=2)["message"]
	as_json("unpack", folder / "first", there)
	done = as_json("unpack", folder / "second", there)
	assert (done["written"], done["removed"]) == (1, ["crane.txt"])
	assert texts(there, "boat") == texts(index, "boat") != []
	assert texts(there, "crane") == []
	assert "older" in as_json("unpack", folder / "first", there, code=2)["message"]
	as_json("unpack", folder / "first", there, "--older")
	assert texts(there, "crane")


def test_what_is_there_is_not_replaced(folder: Path) -> None:
	"""Neither an index of a folder by a pack, nor a pack by a folder; a pack goes into no other source's place."""
	there = folder / "there"
	as_json("unpack", folder / "first", there)
	assert "came as a pack" in as_json("index", folder / "files", "--to", there, code=2)["message"]
	assert "another directory" in as_json("unpack", folder / "first", folder / "index", code=2)["message"]
	as_json("index", folder / "files" / "crane.txt", "--to", folder / "crane")
	as_json("pack", folder / "crane", folder / "crane.hufpack")
	assert "another source" in as_json("unpack", folder / "crane.hufpack", there, code=2)["message"]
	assert texts(there, "hotel")


def test_a_pack_too_large(folder: Path) -> None:
	"""The limit is the caller's."""
	(folder / "files" / "long.txt").write_text("crane " * 300_000)
	as_json("index", folder / "files", "--to", folder / "index")
	as_json("pack", folder / "index", folder / "long")
	assert (
		"Raise the limit"
		in as_json("unpack", folder / "long", folder / "there", "--max-mb", 1, code=2)["message"]
	)


def test_what_is_no_pack(folder: Path, keys: Path) -> None:
	"""Text, a folder, nothing: a sentence each."""
	(folder / "text").write_text("no pack")
	assert "no pack" in as_json("unpack", folder / "text", folder / "there", code=2)["message"]
	assert huf("unpack", folder / "files", folder / "there").exit_code == 2
	assert huf("unpack", folder / "nothing", folder / "there").exit_code == 2
	assert huf("pack", folder / "nothing", folder / "x").exit_code == 2
	assert stat.S_IMODE((keys / "signing-key.pem").stat().st_mode) == 0o600
	assert "begins with ed25519" in as_json("keys", "--trust", "abc", code=2)["message"]


@pytest.mark.skipif(__import__("importlib.util").util.find_spec("wordllama") is None, reason="no local model")
def test_vectors_come_along(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""An index with vectors is searched by meaning there as here, and no model reads its passages again."""
	from huf.engine.embedding.local import LocalEmbedder

	as_json("index", folder / "files", "--to", folder / "index", "--embedder", "local")
	as_json("pack", folder / "index", folder / "vectors")
	embed = LocalEmbedder.embed

	def only_queries(self: LocalEmbedder, texts: list[str], kind: str = "document") -> object:
		assert kind == "query"
		return embed(self, texts, "query")

	monkeypatch.setattr(LocalEmbedder, "embed", only_queries)
	as_json("unpack", folder / "vectors", folder / "there")
	found = [
		LocalIndex(folder / name).search(Request("where do we sleep", (name,), mode="vector")).hits
		for name in ("index", "there")
	]
	assert (
		[(h.text, round(h.score, 5)) for h in found[0]]
		== [(h.text, round(h.score, 5)) for h in found[1]]
		!= []
	)


def packed_together(folder: Path) -> Path:
	"""A file of two packs, of ``index`` and of ``boats``."""
	(folder / "boats").mkdir()
	(folder / "boats" / "boat.txt").write_text("The boat is painted in June.")
	as_json("index", folder / "boats", "--to", folder / "harbour")
	made = as_json("pack", folder / "index", folder / "harbour", folder / "both", "--title", "All we know")
	assert (made["title"], [one["title"] for one in made["packs"]]) == ("All we know", ["index", "harbour"])
	return folder / "both"


def test_several_indexes_in_one_file(folder: Path) -> None:
	"""Each becomes an index in a folder of its own; a newer file updates them where they are, and one of changes goes upon the one before."""
	both, there = packed_together(folder), folder / "there"
	assert [one["packed_inputs"] for one in as_json("unpack", both)["packs"]] == [2, 1]
	done = as_json("unpack", both, there)["packs"]
	assert [(Path(one["directory"]).name, one["written"]) for one in done] == [("index", 2), ("harbour", 1)]
	assert texts(there / "index", "hotel night") == texts(folder / "index", "hotel night") != []
	(folder / "boats" / "pier.txt").write_text("The pier is closed in winter.")
	as_json("index", folder / "boats", "--to", folder / "harbour")
	(there / "harbour").rename(there / "at the sea")
	as_json("pack", folder / "index", folder / "harbour", folder / "changes", "--since", both)
	done = as_json("unpack", folder / "changes", there)["packs"]
	assert [(Path(one["directory"]).name, one["written"]) for one in done] == [
		("index", 0),
		("at the sea", 1),
	]
	assert texts(there / "at the sea", "pier") and texts(there / "index", "hotel")


def test_all_of_several_or_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""One that cannot be installed, or fails late, leaves the others as they were, and no folder that was not there."""
	both, there = packed_together(folder), folder / "there"
	(folder / "boats" / "boat.txt").write_text("The boat is painted in May.")
	as_json("index", folder / "boats", "--to", folder / "harbour")
	as_json("pack", folder / "harbour", folder / "boats.hufpack")
	as_json("unpack", folder / "boats.hufpack", there / "harbour")
	refused = as_json("unpack", both, there, code=2)
	assert "older than the one" in refused["message"]
	assert [path.name for path in there.iterdir()] == ["harbour"]
	from huf.local.packs import installing

	real, calls = installing.install_pack, []

	def fails(*args: object, **values: object) -> object:
		calls.append(args)
		if len(calls) == 2:
			raise StorageFull("The disk is full.")
		return real(*args, **values)

	monkeypatch.setattr(installing, "install_pack", fails)
	assert "full" in as_json("unpack", both, there, "--older", code=1)["message"]
	assert [path.name for path in there.iterdir()] == ["harbour"]
	assert "May" in texts(there / "harbour", "boat")[0][1]
	assert len(LocalIndex(there / "harbour").builds()) == 1


def test_names_of_folders(folder: Path) -> None:
	"""A title cannot lead out of the folder, and two of one title stand beside each other. One index named twice is refused."""
	for place in ("a/same", "b/same"):
		as_json("index", folder / "files" / "crane.txt", "--to", folder / place)
	as_json("pack", folder / "a/same", folder / "b/same", folder / "two")
	done = as_json("unpack", folder / "two", folder / "there")["packs"]
	assert [Path(one["directory"]).name for one in done] == ["same", "same 2"]
	assert installing_name("../../etc/passwd\0") == "etc passwd" and installing_name("..") == "pack"
	again = as_json("pack", folder / "a/same", folder / "a/same", folder / "x", code=2)
	assert "Name each source once" in again["message"] and not (folder / "x").exists()
	assert (
		huf("pack", folder / "a/same", folder / "b/same", folder / "x", "--description", "d").exit_code == 2
	)


def installing_name(title: str) -> str:
	"""The folder of a pack of this title."""
	from huf.local.packs.installing import _free

	return _free(Path("/nowhere"), title, []).name
