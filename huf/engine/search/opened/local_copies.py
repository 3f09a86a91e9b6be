"""Copies of builds on the machine that searches, for sites whose builds lie on a disk that several machines share.

Files of builds never change, so a copy is right for as long as it is there. Each file is kept once under its SHA-256, whatever builds have
it, and a build is a folder of hard links to them: after a change only what is new is copied. ::

    <folder>/files/<sha256>
    <folder>/builds/<of the source's folder>/<build>/…
    <folder>/builds/<of the source's folder>/source        the path of the source's folder

A build is searched where it is until its copy is whole. Nothing is written to the shared disk, and no lock is taken there; what processes of
one machine agree on, they agree on by locks of the folder with the copies. Whatever is lost there is copied again.
"""

import hashlib
import logging
import os
import shutil
import stat
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from huf.engine.backends.base import Backend, Reader
from huf.engine.backends.guarding import READING
from huf.engine.backends.sqlite_files import storage_errors
from huf.engine.disk.checksums import CHECKSUMS, NotedFile, check_lengths, digest_of, noted_files
from huf.engine.errors import BuildError, IndexCorrupt, IndexMissing, SettingsError
from huf.engine.search.opened.open_builds import note_copy, take_dropped

AT_ONCE_BYTES = 4 << 20
"""What a search may wait for: more than this is copied beside the searches."""
_BLOCK = 1 << 20
_SOURCE = "source"

_log = logging.getLogger(__name__)
_copying: set[tuple[int, Path]] = set()
"""Builds that a thread of this process copies, by process: threads do not outlive a fork."""
_guard = threading.Lock()


@dataclass(frozen=True, slots=True)
class LocalCopies:
	"""Where copies are, and how much room they may take."""

	folder: Path
	most_bytes: int
	"""Of all files together. What does not fit is searched where it is."""
	at_once_bytes: int = AT_ONCE_BYTES

	def of(self, backend: Backend) -> Backend:
		"""The same kind of index, whose builds are searched by their copies."""
		return replace(backend, open_reader=lambda build: self.open(build, backend.open_reader))

	def open(self, build: Path, open_reader: Callable[[Path], Reader]) -> Reader:
		"""Open the copy of ``build``; the build itself for as long as there is none.

		Raises:
			BuildError: the build cannot be read.
		"""
		copy = self._copy_of(build)
		try:
			self.check_folder()
			if take_dropped(build) and copy.is_dir():
				self._compare(build, copy)
			if copy.is_dir() or self._make(build):
				return self._opened(copy, open_reader)
		except SettingsError as error:
			_log.warning("%s is searched where it is: %s", build.name, error)
		except (IndexCorrupt, IndexMissing, OSError) as error:
			_log.warning("%s is searched where it is, and not by a copy: %s", build.name, error)
			with suppress(OSError, BuildError):
				self._compare(build, copy)
				_remove(copy)
		return open_reader(build)

	def _opened(self, copy: Path, open_reader: Callable[[Path], Reader]) -> Reader:
		"""Open ``copy``, and keep it from being deleted for as long as there is the reader."""
		descriptor = os.open(copy, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
		try:
			_flock(descriptor, shared=True)
			check_lengths(copy)
			os.utime(copy)
			with storage_errors(), READING:
				reader = open_reader(copy)
		# Whatever it was, a job that is being stopped included: the lock is nobody's yet. It is raised on.
		except BaseException:
			os.close(descriptor)
			raise
		weakref.finalize(reader, os.close, descriptor)
		return reader

	def _copy_of(self, build: Path) -> Path:
		key = hashlib.sha256(os.fsencode(build.parent.absolute())).hexdigest()[:16]
		return self.folder / "builds" / key / build.name

	def _file(self, digest: str) -> Path:
		return self.folder / "files" / digest

	def _make(self, build: Path) -> bool:
		"""Copy ``build`` if that is quickly done, else let a thread do it; whether the copy is there."""
		files = noted_files(build)
		if self._missing_bytes(files) <= self.at_once_bytes:
			return self._copy(build, files)
		with _guard:
			key = os.getpid(), build
			if key not in _copying:
				_copying.add(key)
				threading.Thread(target=self._copy_beside, args=(build,), daemon=True).start()
		return False

	def _copy_beside(self, build: Path) -> None:
		"""What a thread does."""
		try:
			# One process of a machine copies, the others wait and find all files there.
			with self._lock("copying"):
				is_there = self._copy(build, noted_files(build))
			if is_there:
				note_copy(build)
		except (BuildError, OSError) as error:
			_log.warning("%s is searched where it is and not copied: %s", build.name, error)
		finally:
			with _guard:
				_copying.discard((os.getpid(), build))

	def _missing_bytes(self, files: Sequence[NotedFile]) -> int:
		wanted = {each.digest: each.length for each in files}
		return sum(length for digest, length in wanted.items() if not self._file(digest).is_file())

	def _copy(self, build: Path, files: Sequence[NotedFile]) -> bool:
		"""Make the copy of ``build``; False if there is no room for it."""
		copy = self._copy_of(build)
		if copy.is_dir():
			return True
		if not self._make_room(self._missing_bytes(files)):
			_log.info("There is no room for a copy of %s; it is searched where it is.", build.name)
			return False
		copy.parent.mkdir(mode=0o700, exist_ok=True)
		(copy.parent / _SOURCE).write_text(str(build.parent.absolute()), "utf-8")
		new = copy.with_name(f".{copy.name}-{os.urandom(4).hex()}")
		new.mkdir(mode=0o700)
		try:
			# Says that somebody is at work here.
			with _locked(new):
				shutil.copyfile(build / CHECKSUMS, new / CHECKSUMS)
				for each in files:
					(new / each.name).parent.mkdir(mode=0o700, exist_ok=True)
					self._bring(build, each, new)
				# Another process may have been quicker; its copy says the same.
				with suppress(OSError):
					new.rename(copy)
		finally:
			shutil.rmtree(new, ignore_errors=True)
		return copy.is_dir()

	def _bring(self, build: Path, file: NotedFile, new: Path) -> None:
		"""Put one file into ``new``: a link to the one that is there, or a copy that is compared with its checksum.

		Raises:
			IndexCorrupt: what was read is not what was made.
		"""
		kept, target = self._file(file.digest), new / file.name
		with suppress(FileNotFoundError):
			os.link(kept, target)
			return
		read = hashlib.sha256()
		with (build / file.name).open("rb") as original, target.open("xb") as copy:
			while block := original.read(_BLOCK):
				read.update(block)
				copy.write(block)
			copy.flush()
			# After a power cut there would be a file of the right length and no content.
			os.fsync(copy.fileno())
		if read.hexdigest() != file.digest:
			raise IndexCorrupt(
				f"The file {file.name} of the index changed after it was made. Rebuild the source."
			)
		with suppress(FileExistsError):
			os.link(target, kept)

	def _compare(self, build: Path, copy: Path) -> None:
		"""Read a copy that somebody stumbled over, and delete it, and those of its files that are not what was copied."""
		wrong = [each for each in noted_files(build) if not _is_right(copy / each.name, each.digest)]
		for each in wrong:
			self._file(each.digest).unlink(missing_ok=True)
		if wrong:
			_log.warning("The copy of %s is damaged in %s and is made anew.", build.name, wrong[0].name)
			_remove(copy)

	def _make_room(self, needed: int) -> bool:
		"""Let ``needed`` bytes fit: copies of builds that are gone go first, then those that were opened longest ago and are not open."""
		with self._lock("room"):
			self._remove_gone()
			taken = self._remove_unused()
			if needed > self.most_bytes:
				return False
			copies = [each for each in self.folder.glob("builds/*/*") if _is_copy(each)]
			for copy in sorted(copies, key=lambda each: each.stat().st_mtime):
				if taken + needed <= self.most_bytes:
					break
				_remove(copy)
				taken = self._remove_unused()
			return taken + needed <= self.most_bytes

	def forget_gone(self) -> None:
		"""Delete the copies of builds that are no more, or were written anew, and whatever only they had."""
		if not (self.folder / "builds").is_dir():
			return
		with self._lock("room"):
			for source in self.folder.glob(f"builds/*/{_SOURCE}"):
				root = Path(source.read_text("utf-8"))
				for copy in filter(_is_copy, source.parent.iterdir()):
					if not _has_same_files(root / copy.name, copy):
						_remove(copy)
			self._remove_gone()
			self._remove_unused()

	def _remove_gone(self) -> None:
		"""Delete the copies of builds that are no more, and what a killed process left."""
		for source in self.folder.glob(f"builds/*/{_SOURCE}"):
			root = Path(source.read_text("utf-8"))
			for each in [entry for entry in source.parent.iterdir() if entry.is_dir()]:
				if not _is_copy(each) or not (root / each.name).is_dir():
					_remove(each)
			if not root.is_dir():
				source.unlink(missing_ok=True)
				with suppress(OSError):
					source.parent.rmdir()

	def _remove_unused(self) -> int:
		"""Delete files that no copy has; how many bytes the others take."""
		taken = 0
		for file in (self.folder / "files").iterdir():
			found = file.stat()
			if found.st_nlink > 1:
				taken += found.st_size
			else:
				file.unlink()
		return taken

	def check_folder(self) -> None:
		"""Make the folders, for nobody but this user.

		Raises:
			SettingsError: they cannot be made, or somebody else can write there.
		"""
		for each in (self.folder, self.folder / "files", self.folder / "builds"):
			try:
				each.mkdir(mode=0o700, exist_ok=True)
				found = os.lstat(each)
			except OSError as error:
				raise SettingsError(
					f"The folder for copies of builds, {each}, cannot be made: {error.strerror}. Make it, for the user that searches."
				) from error
			if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o077:
				raise SettingsError(
					f"The folder for copies of builds, {each}, is not that of this user alone. Give it to that user, with the mode 700."
				)

	@contextmanager
	def _lock(self, name: str) -> Iterator[None]:
		"""One process and thread of this machine at a time."""
		with open(self.folder / f"{name}.lock", "wb") as file:
			_flock(file.fileno())
			yield


def _is_copy(folder: Path) -> bool:
	"""Whether it is a whole copy: those that are being made begin with a full stop."""
	return folder.is_dir() and not folder.name.startswith(".")


def _has_same_files(build: Path, copy: Path) -> bool:
	try:
		return (build / CHECKSUMS).read_bytes() == (copy / CHECKSUMS).read_bytes()
	except OSError:
		return False


def _is_right(file: Path, digest: str) -> bool:
	try:
		return digest_of(file) == digest
	except OSError:
		return False


def _remove(copy: Path) -> None:
	"""Delete a copy, unless somebody has it open or is making it."""
	with suppress(FileNotFoundError, BlockingIOError), _locked(copy, wait=False):
		shutil.rmtree(copy, ignore_errors=True)


@contextmanager
def _locked(folder: Path, *, wait: bool = True) -> Iterator[None]:
	"""Hold a lock of a folder; BlockingIOError, unless it waits, when somebody else holds it."""
	descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
	try:
		_flock(descriptor, wait=wait)
		yield
	finally:
		os.close(descriptor)


def _flock(descriptor: int, *, shared: bool = False, wait: bool = True) -> None:
	"""Lock an open file or folder until it is closed."""
	# Not on every system, and only a site has copies.
	import fcntl

	fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))
