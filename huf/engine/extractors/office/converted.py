"""Word and PowerPoint files of 1997 to 2003, drawings of Visio and Draw, and files of Publisher, WordPerfect and Pages, turned into what huf reads by
LibreOffice where it is installed.

None of the libraries that huf uses reads them. LibreOffice runs without windows, once for each file, as a child with a profile of its own: no
macros, no links to other files, no network where the kernel lets a process give it up, and limits of time, memory and disk. What it
makes is read as any `docx`, `pptx` or `pdf` is.
"""

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from huf.engine.content import Content
from huf.engine.errors import CorruptFile, InputTooLarge, OverLimit, SettingsError
from huf.engine.extractors.containers.archive import check_archive
from huf.engine.extractors.office.presentations.pptx import extract_pptx
from huf.engine.extractors.office.word.docx import extract_docx
from huf.engine.extractors.pdf.extractor import extract_pdf
from huf.engine.types import Section

VERSION = 3
USES = ("docx", "pptx", "pdf")

MAX_BYTES = 64 << 20
SECONDS = 10
"""Of the processor, as much as any file has until text comes. It takes one to begin, and a second for some hundred pages."""
WALL_SECONDS = 120.0
MOST_WRITTEN = 256 << 20
"""Bytes of one file that it writes."""
MOST_MEMORY = 512 << 20
"""Bytes of memory that it takes, however large the process is that reads: what that one may take is counted from what it has."""
_PACKAGES = "libreoffice-writer-nogui libreoffice-impress-nogui libreoffice-draw-nogui"
_BEGIN_AGAIN = 81
"""Its exit code when it has made its profile and is to be started anew with it."""
_NO_NETWORK = 0x10000000 | 0x40000000
"""CLONE_NEWUSER and CLONE_NEWNET of unshare(2): a network without anything in it, also for who is not root."""
_PR_SET_PDEATHSIG = 1
_PROFILE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>0</value></prop></item>
<item oor:path="/org.openoffice.Inet/Settings"><prop oor:name="ooInetProxyType" oor:op="fuse"><value>2</value></prop></item>
<item oor:path="/org.openoffice.Inet/Settings"><prop oor:name="ooInetHTTPProxyName" oor:op="fuse"><value>127.0.0.1</value></prop></item>
<item oor:path="/org.openoffice.Inet/Settings"><prop oor:name="ooInetHTTPProxyPort" oor:op="fuse"><value>9</value></prop></item>
<item oor:path="/org.openoffice.Inet/Settings"><prop oor:name="ooInetHTTPSProxyName" oor:op="fuse"><value>127.0.0.1</value></prop></item>
<item oor:path="/org.openoffice.Inet/Settings"><prop oor:name="ooInetHTTPSProxyPort" oor:op="fuse"><value>9</value></prop></item>
</oor:items>
"""
"""Its settings: no macros, no links followed, and a proxy that nobody answers at for the case that there is a network."""


@dataclass(frozen=True)
class Converted:
	"""An extractor of what LibreOffice opens under ``ending`` and saves under ``target``."""

	ending: str
	target: str
	is_archive: bool = False
	"""Whether it is a ZIP archive, of which LibreOffice would unpack whatever it claims."""

	@property
	def version(self) -> int:
		"""That of this module.

		Raises:
			SettingsError: LibreOffice is not installed; the message says how to get it.
		"""
		_program(self.target)
		return VERSION

	def __call__(self, content: Content, notes: list[str]) -> Iterator[Section]:
		"""What the extractor of ``target`` reads of the converted file.

		Raises:
			CorruptFile: LibreOffice opens it not, since it is damaged or asks for a password.
			OverLimit: it takes too long, or too much.
			InputTooLarge: it is over :data:`MAX_BYTES`.
		"""
		if content.size > MAX_BYTES:
			megabytes = MAX_BYTES >> 20
			raise InputTooLarge(
				f"The file has more than {megabytes} MB. Save it as {self.target} and upload that."
			)
		if self.is_archive:
			check_archive(content, parts=())
		extract = {"docx": extract_docx, "pptx": extract_pptx, "pdf": extract_pdf}[self.target]
		with tempfile.TemporaryDirectory(prefix="huf-office-") as folder:
			made = self._convert(content, Path(folder))
			scans = content.scans
			if scans is not None and self.target == "pdf":
				scans = scans.inside(made.read_bytes())  # its pages are those of no other file
			inner = Content(
				made.name,
				path=made,
				properties=content.properties,
				scans=scans,
				loading=content.loading,
			)
			yield from extract(inner, notes)

	def _convert(self, content: Content, folder: Path) -> Path:
		source, profile = folder / f"file.{self.ending}", folder / "profile"
		(profile / "user").mkdir(parents=True)
		(profile / "user" / "registrymodifications.xcu").write_text(_PROFILE)
		with content.open() as stream, source.open("xb") as copy:
			shutil.copyfileobj(stream, copy)
		command = [
			_program(self.target), f"-env:UserInstallation={profile.as_uri()}", "--headless", "--invisible", "--norestore",
			"--nologo", "--convert-to", self.target, "--outdir", str(folder / "made"), str(source),
		]  # fmt: skip
		made = folder / "made" / f"file.{self.target}"
		status = _run(command, folder)
		if status == _BEGIN_AGAIN:
			status = _run(command, folder)
		if made.is_file():
			return made
		if status in (None, -signal.SIGXCPU, -signal.SIGKILL):
			raise OverLimit(
				f"LibreOffice takes more than {SECONDS} seconds of the processor to open the file. Save it as {self.target} "
				"and upload that."
			)
		raise CorruptFile(
			f"LibreOffice cannot open the file: it is damaged, or asks for a password. Save it as {self.target} without one and upload "
			"that."
		)


def _run(command: list[str], folder: Path) -> int | None:
	"""The exit code, or the negative number of a signal; None when it was ended for its time."""
	environment = {
		"HOME": str(folder),
		"TMPDIR": str(folder),
		"PATH": os.defpath,
		"LC_ALL": "C.UTF-8",
		"SAL_USE_VCLPLUGIN": "svp",
	}
	import resource

	libc = ctypes.CDLL(None)
	inherited, most_memory = resource.getrlimit(resource.RLIMIT_DATA)
	memory = MOST_MEMORY if inherited == resource.RLIM_INFINITY else min(inherited, MOST_MEMORY)

	def confined() -> None:
		libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
		resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 2))
		resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_WRITTEN, MOST_WRITTEN))
		resource.setrlimit(resource.RLIMIT_DATA, (memory, most_memory))
		# Where this is not allowed, the settings of the profile are what there is.
		libc.unshare(_NO_NETWORK)

	# Nothing else runs in the process that reads, so that there is no thread which the fork could leave with a lock.
	process = subprocess.Popen(
		command,
		stdin=subprocess.DEVNULL,
		stdout=subprocess.DEVNULL,
		stderr=subprocess.DEVNULL,
		env=environment,
		cwd=folder,
		start_new_session=True,
		preexec_fn=confined,
	)
	try:
		return process.wait(WALL_SECONDS)
	except subprocess.TimeoutExpired:
		return None
	finally:
		# Whatever it started, too; it is its own group.
		try:
			os.killpg(process.pid, signal.SIGKILL)
		except ProcessLookupError:
			pass
		process.wait()


def _program(target: str) -> str:
	"""LibreOffice itself, rather than the script that starts it and shows a splash.

	Raises:
		SettingsError: there is none.
	"""
	# The limits below are those of Linux.
	found = shutil.which("soffice") if sys.platform == "linux" else None
	if found is None:
		raise SettingsError(
			f"To have it read, install LibreOffice where huf indexes (Debian: apt install {_PACKAGES}), or save it as {target} and "
			"upload that."
		)
	program = Path(found).resolve()
	inner = program.with_name("soffice.bin")
	return str(inner if inner.is_file() else program)


DOC = Converted("doc", "docx")
PPT = Converted("ppt", "pptx")
VSD = Converted("vsd", "pdf")
VSDX = Converted("vsdx", "pdf", is_archive=True)
ODG = Converted("odg", "pdf", is_archive=True)
PUB = Converted("pub", "pdf")
WPD = Converted("wpd", "docx")
PAGES = Converted("pages", "docx", is_archive=True)
