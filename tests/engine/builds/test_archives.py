"""Archives of builds: what comes back is what was put in, and nothing that somebody made of one writes anything."""

import io
import json
import os
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from small_builds import Build
from test_segments import scores

from huf.engine.archives import Archive, ToArchive, Written, assemble, write_archive
from huf.engine.builds import read_inputs, verify_build
from huf.engine.disk.checksums import check_files
from huf.engine.errors import ArchiveRefused

SOURCE = "0123456789abcdef" * 2
PACK = "0123456789abcdef"
TEXTS = {"a": "The quokka keeps the ledger.", "b": "The wombat digs a burrow."}

Forge = Callable[..., Path]


@pytest.fixture
def builds(build: Build) -> list[Path]:
	"""Two of one source, which share files."""
	first = build(TEXTS).info.path
	return [first, build({**TEXTS, "c": "A quokka on the island."}, base=first).info.path]


@pytest.fixture
def made(builds: list[Path], tmp_path: Path) -> tuple[Path, Written]:
	"""An archive of them and of one pack."""
	pack = tmp_path / PACK
	pack.write_bytes(b"a pack")
	target = tmp_path / "made.tar"
	return target, write_archive(target, {SOURCE: ToArchive(builds, [pack])}, "one.localhost")


def unpacked(file: Path, tmp_path: Path) -> list[Path]:
	"""The builds of an archive, made anew in a folder of their own."""
	objects = tmp_path / "objects"
	objects.mkdir()
	with Archive(file) as archive:
		source = archive.manifest.sources[SOURCE]
		archive.extract(set(source.digests()), objects)
	folders = []
	for build_id, files in source.builds.items():
		folders.append(tmp_path / "restored" / build_id)
		assemble(files, objects, folders[-1])
	assert (objects / source.packs[PACK]).read_bytes() == b"a pack"
	return folders


@pytest.mark.usefixtures("leg")
def test_what_comes_back_is_what_was_put_in(
	made: tuple[Path, Written], builds: list[Path], tmp_path: Path
) -> None:
	"""Each build with the same files, inputs and hits."""
	file, written = made
	assert not written.left_out and file.stat().st_mode & 0o777 == 0o600
	before = {build.name: (scores(build, "quokka"), read_inputs(build)) for build in builds}
	restored = unpacked(file, tmp_path)
	assert {build.name for build in restored} == before.keys()
	for build in restored:
		check_files(build)
		verify_build(build)
		found = scores(build, "quokka")
		assert (found, read_inputs(build)) == before[build.name] and found


def test_what_builds_share_is_kept_once(builds: list[Path], tmp_path: Path) -> None:
	"""Here two sources with the same file."""
	once, twice = tmp_path / "once.tar", tmp_path / "twice.tar"
	write_archive(once, {SOURCE: ToArchive(builds)}, "one.localhost")
	write_archive(twice, {SOURCE: ToArchive(builds), "f" * 32: ToArchive(builds)}, "one.localhost")
	with tarfile.open(once) as first, tarfile.open(twice) as second:
		assert first.getnames() == second.getnames()


def test_only_what_is_wanted_is_written(made: tuple[Path, Written], tmp_path: Path) -> None:
	"""The other objects are looked over."""
	with Archive(made[0]) as archive:
		archive.extract({archive.manifest.sources[SOURCE].packs[PACK]}, tmp_path / "restored")
	assert [each.read_bytes() for each in (tmp_path / "restored").iterdir()] == [b"a pack"]


@pytest.fixture(autouse=True)
def restored(tmp_path: Path) -> Path:
	"""Where objects go."""
	(tmp_path / "restored").mkdir()
	return tmp_path / "restored"


def test_a_damaged_build_is_left_out(builds: list[Path], tmp_path: Path) -> None:
	"""A backup of it would keep what nobody can use; the others are kept."""
	files = [each for each in builds[1].iterdir() if each.is_file() and each.name != "checksums"]
	victim = max(files, key=lambda each: each.stat().st_size)
	data = victim.read_bytes()
	victim.unlink()
	victim.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
	written = write_archive(tmp_path / "made.tar", {SOURCE: ToArchive(builds)}, "one.localhost")
	assert list(written.left_out) == [builds[1].name]
	assert list(written.manifest.sources[SOURCE].builds) == [builds[0].name]


def test_nothing_is_written_over(made: tuple[Path, Written], builds: list[Path]) -> None:
	"""Neither a file nor what a link leads to."""
	with pytest.raises(FileExistsError):
		write_archive(made[0], {SOURCE: ToArchive(builds)}, "one.localhost")


@pytest.fixture
def forge(made: tuple[Path, Written], tmp_path: Path) -> Forge:
	"""Makes an archive with another manifest, and with other entries."""

	def make(
		manifest: Callable[[dict[str, Any]], object] = lambda values: None,
		entry: Callable[[tarfile.TarInfo, bytes], tuple[tarfile.TarInfo, bytes] | None] = lambda info, data: (
			info,
			data,
		),
		more: tuple[tarfile.TarInfo, ...] = (),
	) -> Path:
		target = tmp_path / "forged.tar"
		with tarfile.open(made[0]) as tar, tarfile.open(target, "w") as forged:
			for info in tar:
				data = tar.extractfile(info).read()  # type: ignore[union-attr]
				if info.name == "manifest.json":
					values = json.loads(data)
					manifest(values)
					data = json.dumps(values).encode()
					info.size = len(data)
				elif (changed := entry(info, data)) is None:
					continue
				else:
					info, data = changed
				forged.addfile(info, io.BytesIO(data))
			for info in more:
				forged.addfile(info, io.BytesIO(b"x" * info.size))
		return target

	return make


def refused(file: Path, folder: Path) -> str:
	"""With which words it is, whether it is opened or unpacked."""
	with pytest.raises(ArchiveRefused) as error, Archive(file) as archive:
		archive.extract(set(archive.manifest.objects), folder)
	return str(error.value)


def rename_file(name: str) -> Callable[[dict[str, Any]], None]:
	"""A manifest in which the first file of each build has another path."""

	def change(values: dict[str, Any]) -> None:
		for files in values["sources"][SOURCE]["builds"].values():
			files[name] = files.pop(next(iter(files)))

	return change


@pytest.mark.parametrize(
	"path",
	[
		"../escaped",
		"/etc/escaped",
		"a/../../escaped",
		"",
		".",
		"..",
		".hidden",
		"a//b",
		"a\\b\0",
		"x" * 101,
		"a/b/c/d/e",
	],
)
def test_a_path_that_leads_elsewhere_is_refused(path: str, forge: Forge, restored: Path) -> None:
	"""Whatever the entries are called: their names decide nothing."""
	assert "manifest" in refused(forge(rename_file(path)), restored)


@pytest.mark.parametrize(
	"change",
	[
		lambda values: values.update(sources={"../x": values["sources"][SOURCE]}),
		lambda values: values.update(sources=[]),
		lambda values: values["sources"][SOURCE].update(builds={"..": {}}),
		lambda values: values["sources"][SOURCE].update(builds={"20260101T000000-0badc0de": {"a": "f" * 64}}),
		lambda values: values["sources"][SOURCE].update(packs={"../x": next(iter(values["objects"]))}),
		lambda values: values["sources"][SOURCE].update(packs={PACK: None}),
		lambda values: values["objects"].update({"../x": 1}),
		lambda values: values["objects"].update({"f" * 64: -1}),
		lambda values: values["objects"].update({"f" * 64: True}),
		lambda values: values.update(objects=None),
		lambda values: values.update(site=["x"]),
		lambda values: values.update(site="\x1b[2J"),
		lambda values: values.update(format="1"),
		lambda values: values.update(more=1),
		lambda values: values.pop("made_at"),
	],
)
def test_a_manifest_that_is_none_is_refused(
	change: Callable[[dict[str, Any]], object], forge: Forge, restored: Path
) -> None:
	"""Before anything is unpacked."""
	assert "manifest" in refused(forge(change), restored)
	assert not list(restored.iterdir())


def test_one_of_a_newer_huf_is_refused(forge: Forge, restored: Path) -> None:
	"""With what to do."""
	assert "Update huf" in refused(forge(lambda values: values.update(format=2)), restored)


def test_more_than_the_file_can_hold_is_refused(forge: Forge, restored: Path) -> None:
	"""Nothing is unpacked that could be longer than the archive."""
	assert "lengths" in refused(forge(lambda values: values["objects"].update({"f" * 64: 1 << 40})), restored)


def link_to(kind: bytes) -> tarfile.TarInfo:
	info = tarfile.TarInfo("objects/" + "f" * 64)
	info.type, info.linkname = kind, "/etc/passwd"
	return info


@pytest.mark.parametrize(
	"kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.DIRTYPE]
)
def test_what_is_no_file_is_refused(kind: bytes, forge: Forge, restored: Path) -> None:
	"""Links, devices and folders, though the manifest names them."""
	forged = forge(lambda values: values["objects"].update({"f" * 64: 0}), more=(link_to(kind),))
	assert "damaged" in refused(forged, restored)


def test_another_file_and_a_second_one_are_refused(forge: Forge, restored: Path) -> None:
	"""One that the manifest does not name, and one that comes twice."""
	strange = tarfile.TarInfo("../escaped")
	assert "damaged" in refused(forge(more=(strange,)), restored)
	assert not (restored.parent / "escaped").exists()
	twice: list[tarfile.TarInfo] = []

	def note(info: tarfile.TarInfo, data: bytes) -> tuple[tarfile.TarInfo, bytes]:
		twice[:] = [tarfile.TarInfo(info.name)]
		twice[0].size = info.size
		return info, data

	for each in restored.iterdir():
		each.unlink()
	forge(entry=note)
	assert "damaged" in refused(forge(more=tuple(twice)), restored)


def test_another_byte_and_a_lost_file_are_refused(forge: Forge, restored: Path) -> None:
	"""By their checksums, and by what is missing at the end."""
	assert "checksums" in refused(
		forge(entry=lambda info, data: (info, bytes([data[0] ^ 1]) + data[1:] if data else data)), restored
	)
	for each in restored.iterdir():
		each.unlink()
	dropped = iter([None])
	assert "end is missing" in refused(forge(entry=lambda info, data: next(dropped, (info, data))), restored)


def test_every_cut_is_refused(made: tuple[Path, Written], tmp_path: Path) -> None:
	"""Wherever the end is lost before the last byte of a file."""
	whole = made[0].read_bytes()
	with tarfile.open(made[0]) as tar:
		last = max(info.offset_data + info.size for info in tar)
	for number, length in enumerate([0, 1, 511, 512, 1000, last // 3, last // 2, last - 1]):
		cut, folder = tmp_path / f"cut{number}.tar", tmp_path / f"cut{number}"
		cut.write_bytes(whole[:length])
		folder.mkdir()
		refused(cut, folder)


def test_noise_and_long_headers_are_refused(tmp_path: Path, restored: Path) -> None:
	"""A header of tar may be of any length, and is read as a whole: not here."""
	file = tmp_path / "noise.tar"
	for data in (os.urandom(4096), b"PK\3\4" + bytes(2000), bytes(1024)):
		file.write_bytes(data)
		assert "no archive" in refused(file, restored)
	long = tarfile.TarInfo("././@LongLink")
	long.type, long.size = tarfile.GNUTYPE_LONGNAME, 3 << 20
	file.write_bytes(long.tobuf(tarfile.GNU_FORMAT) + b"9" * long.size)
	assert "no archive" in refused(file, restored)


def test_a_device_is_not_read(tmp_path: Path) -> None:
	"""It would never end."""
	os.mkfifo(tmp_path / "pipe")
	for file in (tmp_path / "pipe", Path("/dev/zero"), tmp_path):
		with pytest.raises(FileNotFoundError):
			Archive(file)


def test_paths_that_cannot_be_together_are_refused(
	made: tuple[Path, Written], tmp_path: Path, restored: Path
) -> None:
	"""A file where another path has a folder."""
	with Archive(made[0]) as archive:
		digest = archive.manifest.sources[SOURCE].packs[PACK]
		archive.extract({digest}, restored)
	for files in ({"a": digest, "a/b": digest}, {"a/b": digest, "a": digest}):
		with pytest.raises(ArchiveRefused, match="paths"):
			assemble(files, restored, tmp_path / f"build{len(list(tmp_path.iterdir()))}")
