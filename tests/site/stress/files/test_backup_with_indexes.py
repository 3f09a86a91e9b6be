"""A backup that keeps the indexes: restored, every source finds what it found, and no text is embedded again."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import frappe
import pytest
from frappe.utils import add_to_date, now_datetime

from huf.ai.backups import following, holding
from huf.ai.backups.making import keep_beside
from huf.ai.backups.restoring import Restored, restore_builds
from huf.ai.site import artifacts
from huf.ai.site.locks import held, source_lease
from huf.ai.site.server import backup_files
from huf.engine.errors import ArchiveRefused, SourceBusy, StorageFull
from tests.model_server import ModelServer
from tests.site.stress.files.test_backup import back_up, bench
from tests.site.stress.harness import MARK, Site, text
from tests.site.stress.services.test_embedding import Models, hybrid_source

QUESTION = "accommodation while travelling"


@pytest.fixture
def models(site: Site) -> Iterator[Models]:
	with ModelServer() as server:
		made = Models(server)
		yield made
		made.remove()


@pytest.fixture
def dump(tmp_path: Path) -> Path:
	"""The name of a dump, of which nothing is read."""
	return tmp_path / "20260131_235959-first_localhost-database.sql.gz"


@pytest.fixture
def source(site: Site) -> Any:
	"""One with three indexed inputs."""
	made = site.source()
	for number in range(3):
		site.add_text(made.name, text(number))
	site.index_here(made.artifact_id)
	return made


def hits(site: Site, source: str, question: str = MARK) -> list[tuple[str, str, float]]:
	"""What a search finds, in full."""
	result = site.search(question, source)
	assert not result["skipped"] and result["hits"], result["skipped"]
	return [(hit["input"], hit["text"], hit["score"]) for hit in result["hits"]]


def keep(dump: Path) -> Path:
	"""An archive of what answers now."""
	return keep_beside(dump, now_datetime()).file


def one_of(found: list[Restored], source: Any) -> Restored:
	(one,) = (each for each in found if each.artifact_id == source.artifact_id)
	return one


def test_a_restored_site_answers_at_once(site: Site, models: Models, tmp_path: Path):
	"""By the commands that a person gives, though the index has moved on since and its folder is lost."""
	source = hybrid_source(site, embedding_model=models.make("Ring Backup"))
	site.index_here(source.artifact_id)
	before, live = hits(site, source.name, QUESTION), site.row(source.artifact_id).live_build
	restore = back_up(site, tmp_path, command="huf-backup")
	(archive,) = tmp_path.glob("*-huf-builds.tar")
	assert archive.stat().st_mode & 0o777 == 0o600 and not list(tmp_path.glob(".*"))

	site.add_text(source.name, "Another text, which the backup does not have.")
	site.index_here(source.artifact_id)
	assert site.row(source.artifact_id).live_build != live
	shutil.rmtree(site.folder(source.artifact_id))
	models.server.embedded.clear()
	frappe.destroy()
	try:
		bench(site.name, site.sites, *restore)
		said = bench(site.name, site.sites, "huf-restore", str(archive))
	finally:
		site.connect()
	assert f"{source.name}: answers" in said
	assert hits(site, source.name, QUESTION) == before
	site.begin_test()
	site.watchdog()
	assert not site.queued(source.artifact_id) and not site.queued(source.artifact_id, "long")
	row = site.row(source.artifact_id)
	assert (row.status, row.live_build, row.answers_from) == ("Ready", live, None)
	assert not set(models.texts) - {QUESTION}, "no text was embedded"
	# And it goes on from there: what is new is embedded, and nothing else.
	site.add_text(source.name, "What is new after the restoration.")
	site.index_here(source.artifact_id)
	(embedded,) = set(models.texts) - {QUESTION}
	assert "What is new" in embedded
	assert not artifacts.backup_work()


def test_beside_the_backups_of_frappe(site: Site, source: Any, monkeypatch: pytest.MonkeyPatch):
	"""`bench backup` is followed by an archive, once, on a site that wants it, and on no other."""
	folder = backup_files.backup_folder()
	bench(site.name, site.sites, "backup")
	dump = max(folder.glob("*-database.sql.gz"))
	archive = backup_files.archive_of(dump)
	try:
		following.queue_due()
		assert not waiting()
		monkeypatch.setitem(frappe.conf, backup_files.KEY, 1)
		site.watchdog()
		following.queue_due()
		assert len(waiting()) == 1
		following.keep_newest()
		assert archive.is_file() and archive.stat().st_mode & 0o777 == 0o600
		site.empty_queues()
		following.queue_due()
		assert not waiting()
		shutil.rmtree(site.folder(source.artifact_id))
		assert one_of(restore_builds(archive), source).answers
		assert hits(site, source.name)
		# Frappe deletes it with the rest of that backup.
		from frappe.utils.backups import delete_temp_backups

		monkeypatch.setattr("frappe.utils.backups.is_file_old", lambda file, older_than: True)
		delete_temp_backups()
		assert not archive.exists()
	finally:
		for file in folder.glob(f"{dump.name[:15]}*"):
			file.unlink()


def waiting() -> list[str]:
	from frappe.utils.background_jobs import get_queue

	return [job.id for job in get_queue("long").jobs if "huf_backup" in job.id]


def test_what_a_killed_one_left_is_cleared(site: Site):
	"""By the watchdog, and not while somebody is at work."""
	left = artifacts.new_backup_work()
	(left / "file").touch()
	with holding.work_folder() as working:
		assert not left.exists()
		site.watchdog()
		assert working.is_dir()
	left = artifacts.new_backup_work()
	site.watchdog()
	assert not left.exists() and not artifacts.backup_work()


def test_a_dump_that_is_not_done_is_waited_for(site: Site, monkeypatch: pytest.MonkeyPatch):
	"""And one whose archive could not be written is reported once and left alone."""
	folder = backup_files.backup_folder()
	folder.mkdir(parents=True, exist_ok=True)
	dump = folder / "29990101_000000-first_localhost-database.sql.gz"
	done = folder / "29990101_000000-first_localhost-site_config_backup.json"
	monkeypatch.setitem(frappe.conf, backup_files.KEY, 1)
	try:
		dump.touch()
		following.queue_due()
		assert not waiting()
		done.touch()
		following.queue_due()
		assert len(waiting()) == 1
		site.empty_queues()

		def full(*_: Any) -> None:
			raise OSError(28, "No space left on device")

		monkeypatch.setattr("huf.ai.backups.making.write_archive", full)
		following.keep_newest()
		following.queue_due()
		assert (
			not waiting()
			and not backup_files.archive_of(dump).exists()
			and not list(folder.glob(".29990101*"))
		)
		assert frappe.get_all("Error Log", {"error": ("like", "%No space left%")})
	finally:
		dump.unlink()
		done.unlink(missing_ok=True)


def test_what_answered_when_the_dump_was_begun_is_kept(site: Site, source: Any, dump: Path):
	"""A build that was published after the dump, and the one before it, which the dump names."""
	before = site.row(source.artifact_id).live_build
	frappe.db.set_value("Knowledge Build", before, "finished_at", add_to_date(now_datetime(), minutes=-5))
	began = add_to_date(now_datetime(), minutes=-1)
	site.add_text(source.name, text(8))
	site.index_here(source.artifact_id)
	after = site.row(source.artifact_id).live_build
	file = keep_beside(dump, began).file
	shutil.rmtree(site.folder(source.artifact_id))
	restored = one_of(restore_builds(file), source)
	assert set(restored.builds) == {before, after} and restored.answers


def test_what_is_cleared_meanwhile_is_kept(
	site: Site, source: Any, dump: Path, monkeypatch: pytest.MonkeyPatch
):
	"""Held builds stay whole, whatever becomes of the folders that they lie in."""
	write = holding.Held.sources

	def after_clearing(self: holding.Held) -> Any:
		shutil.rmtree(site.folder(source.artifact_id))
		return write(self)

	before = hits(site, source.name)
	monkeypatch.setattr(holding.Held, "sources", after_clearing)
	file = keep(dump)
	assert one_of(restore_builds(file), source).answers and hits(site, source.name) == before


def test_lost_files_are_named(site: Site, source: Any, dump: Path):
	"""A backup without an index says so; the others are in it."""
	other = site.source()
	site.add_text(other.name, text(9))
	site.index_here(other.artifact_id)
	shutil.rmtree(site.folder(source.artifact_id))
	kept = keep_beside(dump, now_datetime())
	assert site.row(source.artifact_id).live_build in kept.left_out
	shutil.rmtree(site.folder(other.artifact_id))
	found = restore_builds(kept.file)
	assert one_of(found, other).answers and not one_of(found, source).answers


def test_an_encrypted_one(site: Site, source: Any, dump: Path, monkeypatch: pytest.MonkeyPatch):
	"""Where backups are encrypted the archive is too, with the same key."""
	monkeypatch.setattr("huf.ai.backups.encrypting.is_wanted", lambda: True)
	monkeypatch.setitem(frappe.conf, "backup_encryption_key", "a key of the test")
	file = keep(dump.with_name(dump.name.replace("database", "database-enc")))
	assert file.name.endswith("-huf-builds-enc.tar") and file.stat().st_mode & 0o777 == 0o600
	assert MARK.encode() not in file.read_bytes() and b"manifest" not in file.read_bytes()
	shutil.rmtree(site.folder(source.artifact_id))
	with pytest.raises(ArchiveRefused, match="another key"):
		restore_builds(file, "another one")
	monkeypatch.delitem(frappe.conf, "backup_encryption_key")
	with pytest.raises(ArchiveRefused, match="--backup-encryption-key"):
		restore_builds(file)
	assert one_of(restore_builds(file, "a key of the test"), source).answers and hits(site, source.name)


def test_what_is_refused_changes_nothing(
	site: Site, source: Any, dump: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
	"""Another site's archive, a damaged one, one that is too large, and a second restoration at a time."""
	file = keep(dump)
	shutil.rmtree(site.folder(source.artifact_id))
	data = bytearray(file.read_bytes())
	data[data.rindex(MARK.encode())] ^= 1
	damaged = tmp_path / "damaged.tar"
	damaged.write_bytes(data)
	with pytest.raises(ArchiveRefused, match="checksums"):
		restore_builds(damaged)
	with holding.work_folder(), pytest.raises(SourceBusy, match="Another backup"):
		restore_builds(file)
	usage = shutil.disk_usage(tmp_path)._replace(free=10)
	with monkeypatch.context() as full:
		full.setattr("shutil.disk_usage", lambda folder: usage)
		with pytest.raises(StorageFull):
			restore_builds(file)
	assert not site.folder(source.artifact_id).exists()
	site.delete("Knowledge Source", source.name, force=True)
	with pytest.raises(ArchiveRefused, match="knows none"):
		restore_builds(file)
	assert not artifacts.backup_work()


def test_a_build_that_cannot_serve_is_made_anew(
	site: Site, source: Any, dump: Path, monkeypatch: pytest.MonkeyPatch
):
	"""As one of a newer huf: it is named, and the source is indexed."""
	file = keep(dump)
	shutil.rmtree(site.folder(source.artifact_id))

	def too_new(build: Path) -> None:
		raise ArchiveRefused("too new")

	with monkeypatch.context() as newer:
		newer.setattr("huf.ai.backups.restoring._check", too_new)
		restored = one_of(restore_builds(file), source)
	assert not restored.answers and list(restored.refused.values()) == ["too new"]
	site.watchdog()
	site.worker()
	assert site.wait_until_built(source.artifact_id).status == "Ready" and hits(site, source.name)


def test_one_that_was_made_anew_stays(site: Site, source: Any, dump: Path):
	"""Whoever restores the indexes late finds new ones, and takes nothing from them."""
	file = keep(dump)
	shutil.rmtree(site.folder(source.artifact_id))
	site.watchdog()
	site.index_here(source.artifact_id)
	live = site.row(source.artifact_id).live_build
	other = site.source()
	site.add_text(other.name, text(9))
	site.index_here(other.artifact_id)
	found = restore_builds(file)
	assert one_of(found, source).answers and one_of(found, other).answers
	assert site.row(source.artifact_id).live_build == live and hits(site, source.name)


def test_what_a_worker_makes_anew_at_this_moment_is_left_to_it(
	site: Site, source: Any, dump: Path, monkeypatch: pytest.MonkeyPatch
):
	"""The other sources are put back, and the command says what became of each."""
	other = site.source()
	site.add_text(other.name, text(9))
	site.index_here(other.artifact_id)
	file = keep(dump)
	for each in (source, other):
		shutil.rmtree(site.folder(each.artifact_id))
	monkeypatch.setattr("huf.ai.backups.restoring.WAIT_SECONDS", 0)
	with held(source_lease(source.artifact_id)):
		found = restore_builds(file)
	assert not one_of(found, source).answers and one_of(found, other).answers
	assert "Another worker" in "".join(one_of(found, source).refused.values())
	assert one_of(restore_builds(file), source).answers and hits(site, source.name)
