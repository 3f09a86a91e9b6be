"""Several packs in one file: what comes out is what went in, and nothing of a file that is not sound is used."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from small_builds import SMALL, wanted

from huf.engine.builds import plan_build, run_build
from huf.engine.errors import PackRefused, SignerUnknown
from huf.engine.packs import (
	MOST_PACKS,
	Bundle,
	PackAs,
	SigningKey,
	look_into,
	make_pack,
	open_pack,
	packs_in,
	write_bundle,
)
from huf.engine.packs.bundles import MANIFEST, SIGNATURE
from huf.engine.packs.container import write_container

KEY, OTHER = SigningKey(SigningKey.new_pem()), SigningKey(SigningKey.new_pem())


def anybody(_: object) -> bool:
	"""Trusts every key."""
	return True


def pack(folder: Path, number: int, key: SigningKey = KEY, series: str = "") -> Path:
	"""A pack of one text."""
	plan = plan_build([wanted("text", f"Text number {number}.")], None, SMALL)
	build = run_build(folder / f"origin-{number}", plan, SMALL).info.path
	target = folder / f"{number}-{key.public.fingerprint}.pack"
	make_pack(build, target, key, PackAs(series or f"{number:016x}", f"Source {number}", "About it."))
	return target


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
	"""A file of two packs."""
	target = tmp_path / "both.hufpack"
	write_bundle(target, KEY, "Both", [pack(tmp_path, 1), pack(tmp_path, 2)])
	return target


def test_there_and_back(bundle: Path, tmp_path: Path) -> None:
	"""Each pack is byte by byte the one that was put in, and what is told of it beforehand is what it says itself."""
	told, manifests = look_into(bundle, anybody)
	assert told and (told.title, told.signer) == ("Both", KEY.public.text)
	with packs_in(bundle, lambda key: key == KEY.public, tmp_path) as packs:
		assert [one.manifest for one in packs] == manifests
		assert [one.path.read_bytes() for one in packs] == [
			(tmp_path / f"{number}-{KEY.public.fingerprint}.pack").read_bytes() for number in (1, 2)
		]
		for one in packs:
			with open_pack(one.path, anybody, tmp_path) as opened:
				assert opened.manifest == one.manifest
	assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]
	assert Bundle.from_bytes(told.to_bytes()) == told
	with (
		pytest.raises(SignerUnknown, match=KEY.public.fingerprint),
		packs_in(bundle, lambda _: False, tmp_path),
	):
		pass


def test_titles_of_halves(tmp_path: Path) -> None:
	"""A name that no database takes, such as an argument in another encoding, is written so that it can be read again."""
	halves = "half \ud800"
	packs = [pack(tmp_path, 1), pack(tmp_path, 2)]
	write_bundle(tmp_path / "both.hufpack", KEY, halves, packs)
	told, _manifests = look_into(tmp_path / "both.hufpack", anybody)
	assert told and told.title == "half \ufffd"
	build = tmp_path / "origin-1"
	made = make_pack(next(build.iterdir()), tmp_path / "one.hufpack", KEY, PackAs("0" * 16, halves, halves))
	assert (made.title, made.description) == ("half \ufffd", "half \ufffd")


def test_one_pack_is_its_own_file(tmp_path: Path) -> None:
	"""A file with one pack is opened as that, without a copy."""
	one = pack(tmp_path, 1)
	assert look_into(one, anybody)[0] is None
	with packs_in(one, anybody, tmp_path) as packs:
		assert [(found.path, found.manifest.title) for found in packs] == [(one, "Source 1")]


def test_what_goes_into_none(tmp_path: Path) -> None:
	"""One pack, too many, two of one source, one of another maker, what is no pack."""
	one, two = pack(tmp_path, 1), pack(tmp_path, 2)
	(tmp_path / "text").write_text("no pack")
	for packs, words in (
		([one], "at least two"),
		([one, two] * MOST_PACKS, "at most"),
		([one, one], "once"),
		([one, pack(tmp_path, 1, KEY, "00000000000000aa"), pack(tmp_path, 2, OTHER)], "not trusted"),
		([one, tmp_path / "text"], "no pack"),
	):
		with pytest.raises(PackRefused, match=words):
			write_bundle(tmp_path / "new", KEY, "x", packs)
		assert not (tmp_path / "new").exists()


def signed_anew(
	bundle: Path,
	change: Callable[[dict[str, Any]], object] = lambda _: None,
	files: Callable[[dict[str, Path]], object] = lambda _: None,
	key: SigningKey = KEY,
) -> Path:
	"""The file with another manifest, other files and another signature."""
	folder = bundle.with_suffix(".parts")
	with zipfile.ZipFile(bundle) as packed:
		packed.extractall(folder)
		parts = {name: folder / name for name in packed.namelist() if name not in (MANIFEST, SIGNATURE)}
	values = json.loads((folder / MANIFEST).read_bytes())
	change(values)
	files(parts)
	data = json.dumps(values).encode()
	target = bundle.with_suffix(".new")
	target.unlink(missing_ok=True)
	write_container(target, parts, data, key.sign(data), (MANIFEST, SIGNATURE))
	return target


def refused(file: Path, scratch: Path) -> str:
	"""Why it is."""
	with pytest.raises(PackRefused) as caught, packs_in(file, anybody, scratch):
		pass
	assert not [path for path in scratch.iterdir() if path.name.startswith(".")]
	return str(caught.value)


def test_what_is_not_sound(bundle: Path, tmp_path: Path) -> None:
	"""Another word in the manifest, a pack exchanged, missing or too many, a newer form, another maker's signature: all refused."""
	whole, (_, manifests) = bundle.read_bytes(), look_into(bundle, anybody)
	assert refused(signed_anew(bundle, key=OTHER), tmp_path)
	for change in (
		lambda it: it.update(format=2),
		lambda it: it.update(packs=it["packs"][:1]),
		lambda it: it.update(packs=[it["packs"][0]] * 2),
		lambda it: it.update(packs={}),
		lambda it: it.update(title=7),
		lambda it: it.update(more="x"),
		lambda it: it.pop("signer"),
		lambda it: it["packs"][0].update(sha256="0" * 64),
		lambda it: it["packs"][0].update(bytes=-1),
		lambda it: it["packs"][0]["manifest"].update(title="Another"),
		lambda it: it["packs"][0]["manifest"].update(signer=OTHER.public.text),
		lambda it: it["packs"].reverse(),
	):
		assert refused(signed_anew(bundle, change), tmp_path)
	for files in (
		lambda parts: parts.pop("2.hufpack"),
		lambda parts: parts.update({"3.hufpack": parts["1.hufpack"]}),
		lambda parts: parts.update({"99.hufpack": parts["1.hufpack"]}),
		lambda parts: parts.update({"../1.hufpack": parts["1.hufpack"]}),
		lambda parts: parts.update({"pack.json": parts["1.hufpack"]}),
		lambda parts: parts.update({"1.hufpack": parts["2.hufpack"]}),
	):
		assert refused(signed_anew(bundle, files=files), tmp_path)
	for end in (10, len(whole) // 2, len(whole) - 1):
		bundle.write_bytes(whole[:end])
		assert refused(bundle, tmp_path)
	for at in range(0, len(whole), max(1, len(whole) // 60)):
		bundle.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
		# A byte that says nothing (a date, an attribute) may be another one.
		try:
			with packs_in(bundle, lambda key: key == KEY.public, tmp_path) as packs:
				for one in packs:
					with open_pack(one.path, anybody, tmp_path) as opened:
						assert opened.manifest in manifests
		except PackRefused:
			pass


def test_too_large(bundle: Path, tmp_path: Path) -> None:
	"""The limit counts before anything is unpacked."""
	with (
		pytest.raises(PackRefused, match="Raise the limit"),
		packs_in(bundle, anybody, tmp_path, most_bytes=100),
	):
		pass
