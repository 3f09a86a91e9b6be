"""Packs: what comes out is what went in, nothing else travels, and nothing of a pack that is not sound is kept."""

import json
import re
import stat
import struct
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_builds import SMALL, apply_change, wanted

from huf.engine.backends import default_registry
from huf.engine.backends.hybrid.backend import KEY as HYBRID
from huf.engine.backends.hybrid.backend import hybrid_backend
from huf.engine.backends.keyword import writer
from huf.engine.backends.keyword.reader import SqliteFtsReader
from huf.engine.builds import (
	list_builds,
	new_build_id,
	plan_build,
	read_inputs,
	remove_staging,
	run_build,
	verify_build,
)
from huf.engine.embedding.testing import FakeEmbedder
from huf.engine.errors import BuildCancelled, HufError, PackRefused, SignerUnknown
from huf.engine.packs import (
	OpenedPack,
	PackAs,
	PackManifest,
	PublicKey,
	SigningKey,
	check_fits,
	install_pack,
	make_pack,
	making,
	open_pack,
	opening,
	read_listing,
)
from huf.engine.packs.container import CONTENTS, PASSAGES, VECTORS
from huf.engine.request import Request
from huf.engine.search import SearchTarget, search
from huf.engine.types import Hit
from huf.tests.forged_packs import forged

KEY = SigningKey(SigningKey.new_pem())
OTHER = SigningKey(SigningKey.new_pem())
AS = PackAs("00112233445566aa", "Handbook", "What everybody asks.")
TEXTS = {
	"travel": "A hotel room is paid up to ninety euros a night. Trains are booked in second class.",
	"crane": "The crane is inspected every March by an engineer. Its key hangs in the office.",
	"leave": "Leave is asked for two weeks ahead. Nobody may take over a weekend of the year's end.",
}


def kinds(embedder: FakeEmbedder | None = None) -> Any:
	"""Every kind of index, with vectors of the embedder for tests."""
	found = default_registry()
	found.register(HYBRID, hybrid_backend(embedder or FakeEmbedder()))
	return found


@pytest.fixture(params=["words", "vectors"])
def made(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[..., Path]:
	"""Makes a build of texts by key on top of another, with or without vectors."""
	chosen = replace(SMALL, backend=HYBRID) if request.param == "vectors" else SMALL

	def make(texts: Mapping[str, str], base: Path | None = None, **labels: Any) -> Path:
		inputs = [wanted(key, text, **labels) for key, text in texts.items()]
		plan = plan_build(inputs, base, chosen, kinds=kinds())
		return run_build(tmp_path / "origin", plan, chosen, kinds=kinds()).info.path

	return make


@pytest.fixture
def target(tmp_path: Path) -> Path:
	"""Where a pack is written."""
	return tmp_path / "handbook.hufpack"


def pack(build: Path, target: Path, **options: Any) -> PackManifest:
	"""Pack a build as the tests do."""
	return make_pack(build, target, KEY, AS, kinds=kinds(), **options)


@contextmanager
def opened(file: Path, tmp_path: Path, **options: Any) -> Iterator[OpenedPack]:
	"""A pack that ``KEY`` signed."""
	with open_pack(file, lambda key: key == KEY.public, tmp_path, **options) as found:
		yield found


def install(file: Path, tmp_path: Path, base: Path | None = None, **options: Any) -> Path:
	"""The build of a pack, in the folder ``there``."""
	with opened(file, tmp_path) as found:
		return install_pack(found, tmp_path / "there", new_build_id(), base=base, **options).info.path


def test_only_a_long_input_is_read_twice(
	made: Callable[..., Path], target: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
	"""Once to tell whether the other side has it, and once to write it; the pack has the same passages either way."""
	build, read, said = made({key: f"{text} " * 20 for key, text in TEXTS.items()}), [], []
	passages = SqliteFtsReader.passages

	def counted(reader: SqliteFtsReader, chunks: Sequence[int]) -> Any:
		read.extend(chunks)
		return passages(reader, chunks)

	monkeypatch.setattr(SqliteFtsReader, "passages", counted)
	for times, batch in ((1, 500), (2, 1)):
		monkeypatch.setattr(making, "_BATCH", batch)
		read.clear()
		manifest = pack(build, target)
		assert sorted(read) == sorted([*set(read)] * times) and len(set(read)) == manifest.passages
		with opened(target, tmp_path) as found:
			said.append(found.passages.read_bytes())
	assert manifest.passages > 2 * len(TEXTS) and said[0] == said[1]


def hits(build: Path, query: str) -> tuple[Hit, ...]:
	"""What a search finds, whatever the build is called."""
	found = search([SearchTarget("s", build)], Request(query, ("s",), top_k=10), kinds=kinds()).hits
	return tuple(hit._replace(build="") for hit in found)


def left(folder: Path) -> list[str]:
	"""What lies in a folder and is no build."""
	return [entry.name for entry in folder.iterdir() if entry.name.startswith(".")] if folder.is_dir() else []


def test_a_pack_answers_as_its_source(made: Callable[..., Path], target: Path, tmp_path: Path) -> None:
	"""The same inputs, and the same hits with the same scores and ids, without a model."""
	build = made(TEXTS)
	manifest = pack(build, target)
	there = install(target, tmp_path)
	verify_build(there, kinds=kinds())
	assert (manifest.inputs, manifest.all_inputs) == (3, 3)
	assert read_inputs(there, kinds=kinds()) == read_inputs(build, kinds=kinds())
	for query in ("hotel night", "who inspects the crane", "weekend", "key", "Märchen"):
		assert hits(there, query) == hits(build, query)


@given(
	changes=st.lists(
		st.dictionaries(
			st.sampled_from("abcd"),
			st.sampled_from([None, "red hotel", "blue crane", "a green train. " * 20]),
		),
		min_size=1,
		max_size=4,
	)
)
@settings(max_examples=8)
def test_packs_of_changes_add_up(
	changes: list[dict[str, str | None]], tmp_path_factory: pytest.TempPathFactory
) -> None:
	"""After any changes the packs of them, one upon the other, give what the source has, and what the other side has does not travel."""
	folder = tmp_path_factory.mktemp("packs")
	texts = {"z": "the yellow crane"}
	base = there = before = None
	for number, change in enumerate([{}, *changes]):
		old = dict(texts)
		apply_change(texts, change)
		plan = plan_build([wanted(key, text) for key, text in texts.items()], base, SMALL)
		base = base if base and plan.is_empty else run_build(folder / "origin", plan, SMALL).info.path
		file = folder / f"{number}.hufpack"
		if before is None:
			pack(base, file)
		else:
			with opened(before, folder) as since:
				manifest = pack(base, file, since=since)
			assert manifest.inputs == sum(old.get(key) != text for key, text in texts.items())
		there, before = install(file, folder, there), file
		undated = [
			{key: replace(item, indexed_at=0) for key, item in read_inputs(one).items()}
			for one in (base, there)
		]
		assert undated[0] == undated[1]
		for query in ("red hotel", "crane", "green"):
			found = [{(hit.chunk_id, hit.text) for hit in hits(one, query)} for one in (base, there)]
			assert found[0] == found[1]


def test_nothing_else_travels(
	made: Callable[..., Path], target: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
	"""Neither what has left the index, nor what its maker may not read, nor addresses and records of the site."""
	# What has left stays in its segment.
	monkeypatch.setattr(writer, "due", lambda *_: None)
	labels = {"url": "/private/files/leave.txt", "metadata": {"reference_name": "HR-0042", "kind": "policy"}}
	build = made({**TEXTS, "salaries": "Zacharias earns four thousand."}, **labels)
	build = made({**TEXTS, "secret": "The merger is called Bluebird."}, build, **labels)
	assert b"Zacharias" in b"".join(file.read_bytes() for file in build.rglob("*") if file.is_file())
	make_pack(build, target, KEY, replace(AS, includes=lambda item: item.key != "secret"), kinds=kinds())
	with zipfile.ZipFile(target) as packed:
		travelled = b"".join(packed.read(name) for name in packed.namelist())
	for word in (
		b"Zacharias",
		b"salaries",
		b"Bluebird",
		b"secret",
		b"/private/",
		b"HR-0042",
		str(tmp_path).encode(),
	):
		assert word not in travelled
	assert b"policy" in travelled


def test_what_names_a_place_here_is_not_taken(
	made: Callable[..., Path], target: Path, tmp_path: Path
) -> None:
	"""An address that runs something, or the name of a record that is another one here, does not come in either."""
	pack(made(TEXTS), target)
	there = install(changed(target, PASSAGES, _with_labels), tmp_path)
	for item in read_inputs(there, kinds=kinds()).values():
		assert (item.url, dict(item.metadata)) == ("", {"kind": "policy"})


def test_keys_and_labels_are_those_of_here(made: Callable[..., Path], target: Path, tmp_path: Path) -> None:
	"""Keys of the other side mean nothing here: each input gets one of here, also in what changed since, and labels that are chosen here."""
	before = made(TEXTS)
	pack(before, target)
	here = {
		"as_key": lambda key: f"here-{key}",
		"labelled": lambda item: replace(item, metadata={"input_type": "Pack"}),
	}
	first = install(target, tmp_path, **here)
	second = tmp_path / "second.hufpack"
	with opened(target, tmp_path) as since:
		pack(made({"travel": "No hotel any more.", "crane": TEXTS["crane"]}, before), second, since=since)
	there = install(second, tmp_path, first, **here)
	found = read_inputs(there, kinds=kinds())
	assert found.keys() == {"here-travel", "here-crane"}
	assert {tuple(item.metadata.items()) for item in found.values()} == {(("input_type", "Pack"),)}
	assert hits(there, "hotel")[0].input == "here-travel"
	with pytest.raises(PackRefused, match="damaged"):
		install(target, tmp_path, as_key=lambda key: "one for all")


def _with_labels(data: bytes) -> bytes:
	labels = b'"metadata":{"kind":"policy","reference_doctype":"Salary Slip","reference_name":"S-1"}'
	return re.sub(rb'"metadata":\{[^}]*\}', labels, data).replace(b'"url":""', b'"url":"javascript:alert(1)"')


def changed(
	target: Path, name: str, change: Callable[[bytes], bytes], key: SigningKey = KEY, **values: Any
) -> Path:
	"""A pack with another file of that name and other values in its manifest, signed as if its maker had made it so."""
	return forged(target, name, change, key, **values)


def test_any_changed_byte_is_seen(made: Callable[..., Path], target: Path, tmp_path: Path) -> None:
	"""Wherever a byte is another one, the pack is refused, or what is installed is the same: a date in the ZIP says nothing."""
	build = made(TEXTS)
	manifest = pack(build, target)
	whole, wrong = target.read_bytes(), tmp_path / "wrong.hufpack"
	refused = 0
	for place in range(0, len(whole), 19):
		wrong.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
		try:
			with opened(wrong, tmp_path) as found:
				assert found.passages.read_bytes()
				assert found.manifest == manifest
		except (PackRefused, SignerUnknown):
			refused += 1
	assert refused > len(whole) / 19 * 0.7
	assert left(tmp_path) == []


def test_a_cut_pack_is_refused(made: Callable[..., Path], target: Path, tmp_path: Path) -> None:
	"""At whatever length it ends."""
	pack(made(TEXTS), target)
	whole = target.read_bytes()
	for length in (0, 1, 50, len(whole) // 2, len(whole) - 30, len(whole) - 1):
		target.write_bytes(whole[:length])
		with pytest.raises(PackRefused, match="Get it again"), opened(target, tmp_path):
			pass


def test_only_who_is_trusted(made: Callable[..., Path], target: Path, tmp_path: Path) -> None:
	"""A pack of an unknown key is refused with the key; one that claims another's key, without; a signature is no password."""
	pack(made(TEXTS), target)
	stranger = changed(target, "", bytes, OTHER)
	with pytest.raises(SignerUnknown) as error, opened(stranger, tmp_path):
		pass
	assert OTHER.public.text in str(error.value) and OTHER.public.fingerprint in str(error.value)
	claimed = changed(target, "", bytes, OTHER, signer=KEY.public.text)
	with pytest.raises(PackRefused, match="signature"), opened(claimed, tmp_path):
		pass
	unsigned = tmp_path / "unsigned.hufpack"
	with zipfile.ZipFile(target) as packed, zipfile.ZipFile(unsigned, "w") as without:
		for name in packed.namelist():
			if name != "pack.sig":
				without.writestr(name, packed.read(name))
	with pytest.raises(PackRefused, match=r"pack\.sig"), opened(unsigned, tmp_path):
		pass


def test_a_newer_pack_asks_for_a_newer_huf(made: Callable[..., Path], target: Path, tmp_path: Path) -> None:
	"""Whether the form of the pack is newer or a setting that this version does not know."""
	manifest = pack(made(TEXTS), target)
	with (
		pytest.raises(PackRefused, match="newer version"),
		opened(changed(target, "", bytes, format=2), tmp_path),
	):
		pass
	more = json.dumps({**json.loads(manifest.settings), "sorcery": 1})
	with pytest.raises(PackRefused, match="newer version"):
		install(changed(target, "", bytes, settings=more), tmp_path)


@pytest.mark.parametrize(
	"values",
	[
		{"pack_id": ""},
		{"series": "../../etc"},
		{"title": "x" * 141},
		{"title": None},
		{"title": "half \ud800"},
		{"description": "\0"},
		{"dimension": -1},
		{"dimension": True},
		{"created_at": "now"},
		{"created_at": 1e13},
		{"files": []},
		{"files": {"passages.jsonl": {"bytes": 1}}},
		{"files": {"../evil": {"bytes": 1, "sha256": "0" * 64}}},
		{"surprise": 1},
		{"settings": "[]"},
		{"settings": "{"},
		{"inputs": 2},
		{"passages": 1},
		{"all_inputs": 7},
		{"signer": "ed25519:AAAA"},
	],
)
def test_a_manifest_that_is_none(
	values: dict[str, Any], made: Callable[..., Path], target: Path, tmp_path: Path
) -> None:
	"""Whatever a trusted maker's manifest says that cannot be, the answer is a sentence, and nothing is there."""
	pack(made(TEXTS), target)
	with pytest.raises(PackRefused, match=r"damaged|Get it again"):
		install(changed(target, "", bytes, **values), tmp_path)
	assert not list_builds(tmp_path / "there") and left(tmp_path / "there") == left(tmp_path) == []


def _first_line(**values: Any) -> Callable[[bytes], bytes]:
	def change(data: bytes) -> bytes:
		first, _, rest = data.partition(b"\n")
		return json.dumps({**json.loads(first), **values}).encode() + b"\n" + rest

	return change


def _second_line(value: Any) -> Callable[[bytes], bytes]:
	def change(data: bytes) -> bytes:
		first, _, rest = data.split(b"\n", 2)
		return b"\n".join([first, json.dumps(value).encode(), rest])

	return change


@pytest.mark.parametrize(
	"change",
	[
		lambda data: data[:-1],
		lambda data: data + b"{}\n",
		lambda data: b"[" * 100_000 + b"\n" + data,
		lambda data: b"\xff\n" + data,
		lambda data: data + data,
		_first_line(key=""),
		_first_line(key="x" * 2000),
		_first_line(key="stranger"),
		_first_line(chunks=-1),
		_first_line(chunks=10**15),
		_first_line(chunks=0),
		_first_line(status="Error"),
		_first_line(metadata=[]),
		_first_line(at="soon"),
		_first_line(at=float("nan")),
		_first_line(title="half \ud800"),
		_first_line(url="https://\0"),
		_first_line(metadata={"author": "half \ud800"}),
		_first_line(metadata={"half \ud800": "Ada"}),
		_first_line(metadata={"tags": [{"a": "\0"}]}),
		_first_line(extractors={"pdf": "1"}),
		_second_line({}),
		_second_line([0, 5, "four", "", {}]),
		_second_line([0, 4, "four", "", {"page": "1"}]),
		_second_line([0, 4, "four", "", {"rows": [1]}]),
		_second_line([0, 4, "four", "", {"heading": "x"}]),
		_second_line([0, 4, "four", "", []]),
		_second_line([0, 4, 4444, "", {}]),
	],
)
def test_passages_that_are_none(
	change: Callable[[bytes], bytes], made: Callable[..., Path], target: Path, tmp_path: Path
) -> None:
	"""A trusted maker's mistake becomes no build, and what is there stays."""
	pack(made(TEXTS), target)
	install(target, tmp_path)
	before = list_builds(tmp_path / "there")
	with pytest.raises(PackRefused, match="damaged"):
		install(changed(target, PASSAGES, change), tmp_path)
	assert list_builds(tmp_path / "there") == before and left(tmp_path / "there") == []


def test_a_note_with_half_a_name(made: Callable[..., Path], target: Path, tmp_path: Path) -> None:
	"""What huf says of an input may quote a name out of a file: it is taken as well as it can be."""
	pack(made(TEXTS), target)
	there = install(changed(target, PASSAGES, _first_line(message="not read: \ud800\0")), tmp_path)
	assert "not read: \ufffd\ufffd" in {one.message for one in read_inputs(there, kinds=kinds()).values()}


@pytest.mark.parametrize("wrong", [np.nan, np.inf, 7.0])
def test_vectors_that_are_none(wrong: float, target: Path, tmp_path: Path) -> None:
	"""A number that is none would be the nearest of all questions."""
	chosen = replace(SMALL, backend=HYBRID)
	plan = plan_build([wanted("a", "hotel")], None, chosen, kinds=kinds())
	pack(run_build(tmp_path / "origin", plan, chosen, kinds=kinds()).info.path, target)
	again = changed(target, VECTORS, lambda data: struct.pack("<f", wrong) + data[4:])
	with pytest.raises(PackRefused, match=r"vectors\.bin"):
		install(again, tmp_path)
	with pytest.raises(PackRefused, match=r"vectors\.bin"):
		install(changed(target, VECTORS, lambda data: data[:-4]), tmp_path)


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(
	"entry", ["../evil", "/etc/evil", "passages.jsonl\x00.txt", "more.txt", "sub/", "link", "twice", "locked"]
)
def test_what_no_pack_has(entry: str, made: Callable[..., Path], target: Path, tmp_path: Path) -> None:
	"""A path, a link, a folder, a second file of a name, a password: refused before anything is unpacked."""
	pack(made(TEXTS), target)
	with zipfile.ZipFile(target, "a") as packed:
		info = zipfile.ZipInfo({"link": "vectors.bin", "twice": "passages.jsonl"}.get(entry, entry))
		if entry == "link":
			info.external_attr = (stat.S_IFLNK | 0o777) << 16
		if entry == "locked":
			info.filename = info.orig_filename = "pack.sig"
		packed.writestr(info, "/etc/passwd")
	before = sorted(str(path) for path in tmp_path.rglob("*"))
	with pytest.raises(PackRefused, match="no pack has"), opened(target, tmp_path):
		pass
	assert sorted(str(path) for path in tmp_path.rglob("*")) == before


def test_a_list_of_files_ends_where_no_pack_goes(tmp_path: Path) -> None:
	"""Of a list of tens of thousands of files, which takes ten times its size once it is read, nothing is read."""
	bomb = tmp_path / "bomb.hufpack"
	entry = struct.pack("<4s4B4HL2L5H2L", b"PK\1\2", 20, 3, 20, 0, 0, 0, 0, 33, 0, 0, 0, 5, *[0] * 6)
	listed = b"".join(entry + b"%05d" % number for number in range(60_000))
	bomb.write_bytes(listed + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 60_000, 60_000, len(listed), 0, 0))
	assert len(zipfile.ZipFile(bomb).namelist()) == 60_000
	tracemalloc.start()
	try:
		with pytest.raises(PackRefused, match="no pack"), opened(bomb, tmp_path):
			pass
		assert tracemalloc.get_traced_memory()[1] < 5_000_000
	finally:
		tracemalloc.stop()


def test_a_bomb_ends_where_the_manifest_says(made: Callable[..., Path], target: Path, tmp_path: Path) -> None:
	"""Of a file that unpacks to a thousand times what its manifest says no more than that is written; a large one is named as such."""
	manifest = pack(made(TEXTS), target)
	bomb = tmp_path / "bomb.hufpack"
	with zipfile.ZipFile(target) as packed, zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as again:
		for name in packed.namelist():
			again.writestr(name, packed.read(name) + (b"0" * 10_000_000 if name == PASSAGES else b""))
	assert bomb.stat().st_size < 200_000
	with pytest.raises(PackRefused, match=PASSAGES), opened(bomb, tmp_path):
		pass
	with pytest.raises(PackRefused, match="Raise the limit"), opened(target, tmp_path, most_bytes=100):
		pass
	huge = {name: {"bytes": 1 << 45, "sha256": "0" * 64} for name in (PASSAGES, CONTENTS)}
	if not manifest.embedder:
		with (
			pytest.raises(HufError, match="of the disk"),
			opened(changed(target, "", bytes, files=huge), tmp_path, most_bytes=1 << 60),
		):
			pass


def test_packs_in_their_order(made: Callable[..., Path], target: Path, tmp_path: Path) -> None:
	"""A pack of changes wants the one that it adds to; another series, another signer or an older pack replaces nothing."""
	build = made(TEXTS)
	first = pack(build, target)
	with opened(target, tmp_path) as since:
		second = pack(made({**TEXTS, "new": "fresh paint"}, build), tmp_path / "second", since=since)
	check_fits(first, None)
	check_fits(second, first)
	check_fits(first, first)
	for manifest, installed, said in (
		(second, None, "whole pack first"),
		(replace(second, since="0" * 16), first, "in their order"),
		(replace(first, series="f" * 16), first, "another source"),
		(replace(first, signer=OTHER.public.text), first, "another maker"),
		(first, replace(second, since=""), "older"),
	):
		with pytest.raises(PackRefused, match=said):
			check_fits(manifest, installed)
	check_fits(first, replace(second, since=""), older=True)


def test_changes_since_a_listing(made: Callable[..., Path], target: Path, tmp_path: Path) -> None:
	"""What a pack listed is enough to pack the changes: the same pack comes of it as of the pack itself. It holds no passage."""
	build, kept = made(TEXTS), tmp_path / "kept"
	first = pack(build, target, listings=kept)
	(file,) = kept.iterdir()
	assert file.name == first.pack_id
	assert stat.S_IMODE(file.stat().st_mode) == 0o600
	with zipfile.ZipFile(file) as listed:
		assert not any(b"hotel" in listed.read(name) for name in listed.namelist())
	listing = read_listing(file, lambda key: key == KEY.public, tmp_path)
	later = made({**TEXTS, "new": "fresh paint", "travel": "No hotel any more."}, build)
	second = pack(later, tmp_path / "second", since=listing)
	assert (second.since, second.inputs, second.all_inputs) == (first.pack_id, 2, 4)
	with opened(target, tmp_path) as since:
		assert since.contents == listing.contents
		by_pack = pack(later, tmp_path / "third", since=since)
	assert by_pack.files == second.files
	there = install(tmp_path / "second", tmp_path, install(target, tmp_path))
	assert hits(there, "paint") == hits(later, "paint")
	assert left(tmp_path) == []


def test_a_listing_that_is_none(made: Callable[..., Path], target: Path, tmp_path: Path) -> None:
	"""Somebody else's, a changed one, and a whole pack are refused."""
	kept = tmp_path / "kept"
	pack(made(TEXTS), target, listings=kept)
	(file,) = kept.iterdir()
	with pytest.raises(SignerUnknown):
		read_listing(file, lambda key: key == OTHER.public, tmp_path)
	wrong = tmp_path / "wrong"
	with zipfile.ZipFile(file) as old, zipfile.ZipFile(wrong, "w") as new:
		for name in old.namelist():
			data = old.read(name)
			new.writestr(name, data.replace(b"travel", b"gravel") if name == CONTENTS else data)
	for bad in (wrong, target):
		with pytest.raises(PackRefused, match="damaged"):
			read_listing(bad, lambda key: key == KEY.public, tmp_path)


def test_changes_since_something_else(made: Callable[..., Path], target: Path, tmp_path: Path) -> None:
	"""Other settings or another series: the whole has to be packed."""
	build = made(TEXTS)
	pack(build, target)
	with opened(target, tmp_path) as since:
		with pytest.raises(PackRefused, match="whole pack"):
			make_pack(build, target, KEY, replace(AS, series="f" * 16), since=since, kinds=kinds())
		manifest = replace(since.manifest, settings="{}")
		with pytest.raises(PackRefused, match="whole pack"):
			pack(build, target, since=replace(since, manifest=manifest))


def test_a_pack_of_changes_upon_too_little(made: Callable[..., Path], target: Path, tmp_path: Path) -> None:
	"""Where an input is missing that the pack counts on, nothing is published."""
	build = made(TEXTS)
	pack(build, target)
	with opened(target, tmp_path) as since:
		pack(made({**TEXTS, "new": "fresh paint"}, build), tmp_path / "second", since=since)
	less = made({"travel": TEXTS["travel"]})
	with pytest.raises(PackRefused, match="would be missing"):
		install(tmp_path / "second", tmp_path, less)
	assert list_builds(tmp_path / "there") == []


def test_changes_of_another_kind(target: Path, tmp_path: Path) -> None:
	"""A maker who adds vectors to an index of words is told so, and nothing breaks."""
	words = run_build(tmp_path / "words", plan_build([wanted("a", "hotel")], None, SMALL), SMALL).info.path
	chosen = replace(SMALL, backend=HYBRID)
	plan = plan_build([wanted("a", "hotel night")], None, chosen, kinds=kinds())
	pack(run_build(tmp_path / "origin", plan, chosen, kinds=kinds()).info.path, target)
	with pytest.raises(PackRefused, match="in their order"):
		install(changed(target, "", bytes, since="0" * 16), tmp_path, words)


def test_a_link_in_the_way(made: Callable[..., Path], target: Path, tmp_path: Path) -> None:
	"""What somebody else put beside the file that is written is neither followed nor changed; the pack is its owner's to read."""
	victim = tmp_path / "victim"
	victim.write_text("mine")
	for name in (target.name, f".{target.name}.new", f"{target.name}.new"):
		(tmp_path / name).symlink_to(victim)
	pack(made(TEXTS), target)
	assert victim.read_text() == "mine" and not target.is_symlink()
	assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_keys_of_inputs_are_those_of_the_place(
	made: Callable[..., Path], target: Path, tmp_path: Path
) -> None:
	"""Whoever installs a pack gives its inputs other keys, so that none is taken for another's."""
	build = made(TEXTS)
	pack(build, target)
	there = install(target, tmp_path, as_key=lambda key: f"here-{key}")
	assert sorted(read_inputs(there, kinds=kinds())) == ["here-crane", "here-leave", "here-travel"]
	with pytest.raises(PackRefused, match="contents"):
		install(target, tmp_path, as_key=lambda key: "one")


def test_stopped(made: Callable[..., Path], target: Path, tmp_path: Path) -> None:
	"""Cancelled or broken off, packing leaves no file, and installing no build."""
	build = made(TEXTS)
	with pytest.raises(BuildCancelled):
		pack(build, target, cancelled=lambda: True)
	assert not target.exists() and left(tmp_path) == []
	pack(build, target)
	before = target.read_bytes()

	def stop(progress: Any) -> None:
		raise KeyboardInterrupt

	with pytest.raises(KeyboardInterrupt):
		pack(build, target, progress=stop)
	assert target.read_bytes() == before and left(tmp_path) == []
	with pytest.raises(BuildCancelled):
		install(target, tmp_path, cancelled=lambda: True)
	with pytest.raises(KeyboardInterrupt):
		install(target, tmp_path, progress=stop)
	assert list_builds(tmp_path / "there") == [] and left(tmp_path / "there") == []


def test_what_a_kill_leaves_is_cleared(
	made: Callable[..., Path], target: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
	"""The next writer clears what was unpacked and not used."""
	pack(made(TEXTS), target)
	monkeypatch.setattr(opening.tempfile.TemporaryDirectory, "cleanup", lambda self: self._finalizer.detach())
	with opened(target, tmp_path):
		pass
	assert left(tmp_path)
	monkeypatch.undo()
	remove_staging(tmp_path)
	assert left(tmp_path) == []


def test_nothing_to_pack(made: Callable[..., Path], target: Path) -> None:
	"""An index without passages makes no pack."""
	with pytest.raises(PackRefused, match="nothing to pack"):
		pack(made({"empty": "  "}), target)


def test_keys(tmp_path: Path) -> None:
	"""A key is made once, for its owner's eyes; what is no key is told so."""
	path = tmp_path / "deep" / "key.pem"
	key = SigningKey.of_file(path)
	assert stat.S_IMODE(path.stat().st_mode) == 0o600 and [path] == list(path.parent.iterdir())
	assert SigningKey.of_file(path).public == key.public == PublicKey.read(f"  {key.public.text}\n")
	assert key.public.has_signed(b"x", key.sign(b"x"))
	assert not key.public.has_signed(b"y", key.sign(b"x")) and not key.public.has_signed(b"x", b"short")
	for text in (
		"",
		"ed25519:",
		"ed25519:AAAA",
		key.public.text[8:],
		"ed25519:" + "é" * 44,
		path.read_text(),
	):
		with pytest.raises(PackRefused, match="public key"):
			PublicKey.read(text)
	path.write_text("not a key")
	with pytest.raises(PackRefused, match="signing key"):
		SigningKey.of_file(path)
