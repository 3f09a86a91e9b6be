"""Tesseract, the program: which one is here, which languages it has, and what it reads on one page."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from huf.engine.errors import SettingsError
from huf.engine.scans import PageText, Region
from huf.engine.sentences import sentence

DEFAULT_LANGUAGES = "eng"
PAGE_SECONDS = 120.0
"""Time for the picture of a page, and again for reading it. A dense A3 page takes Tesseract 5 about 20 seconds."""
LEAST_WORD_CONFIDENCE = 30.0
"""Words below are dropped. On specks, stamps and page edges Tesseract 5 says 0 to 30, on clean print 90 to 97."""
LEAST_PAGE_CONFIDENCE = 50.0
"""A page whose words are less certain on the whole is noise: print that stands on its head gives 37."""
MOST_OUTPUT_BYTES = 16 << 20
_LANGUAGE = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:/[A-Za-z][A-Za-z0-9_]*)?")
_MOST_LANGUAGES = 10
_OFF = ("", "none")
_REMEMBERED_SECONDS = 60.0
_RENDER = Path(__file__).with_name("render_page.py")
_QUESTION_SECONDS = 20.0
_REASON_CHARACTERS = 160


@dataclass(frozen=True, slots=True)
class Tesseract:
	"""A Tesseract that is installed."""

	binary: str
	version: str
	languages: frozenset[str]

	def mark(self, languages: str) -> str:
		"""What a text that it recognised is kept under."""
		return f"tesseract {self.version} {languages}"

	def read(
		self,
		file: Path,
		page: int,
		languages: str,
		region: Region | None = None,
		seconds: float | None = None,
	) -> PageText:
		"""What stands on a page of a PDF or picture, or on a part of it, upright or turned by a quarter.

		Never raises for what is wrong with the page: that is its ``trouble``. Both steps are processes of their own,
		each ended after ``seconds`` (:data:`PAGE_SECONDS` if None).
		"""
		seconds = PAGE_SECONDS if seconds is None else seconds
		with tempfile.TemporaryDirectory(prefix="huf-ocr-") as folder:
			picture = Path(folder) / "page.png"
			made = _render(file, page, picture, region, seconds)
			if isinstance(made, str):
				return PageText(trouble=made)
			output, trouble = self._recognise(picture, languages, seconds)
		if trouble:
			return PageText(trouble=trouble, pages=made)
		text, confidence, noise = text_of_tsv(output)
		return PageText(text, confidence, pages=made, noise=noise)

	def _recognise(self, picture: Path, languages: str, seconds: float) -> tuple[str, str]:
		"""Tesseract's table of words, or why there is none."""
		# 1: find out how the page is turned, which needs the model "osd". 3: take it as it is.
		segmentation = "1" if "osd" in self.languages else "3"
		command = [self.binary, str(picture), "stdout", "-l", languages, "--psm", segmentation, "tsv"]
		try:
			done = _run(command, seconds)
		except subprocess.TimeoutExpired:
			return "", f"text recognition took longer than {seconds:.0f} seconds"
		if done.returncode != 0:
			return "", "Tesseract failed (" + _last_line(done.stderr, f"exit code {done.returncode}") + ")"
		return done.stdout[:MOST_OUTPUT_BYTES].decode("utf-8", "replace"), ""


def checked_languages(text: str) -> str:
	"""``eng, deu`` or ``eng+deu`` as ``eng+deu``; nothing for ``none`` or an empty text.

	Raises:
		SettingsError: these cannot be names of languages.
	"""
	if text.strip().lower() in _OFF:
		return ""
	names = list(dict.fromkeys(name for name in re.split(r"[+,\s]+", text.strip()) if name))
	if len(names) > _MOST_LANGUAGES or not all(_LANGUAGE.fullmatch(name) for name in names):
		raise SettingsError(
			"Languages of text recognition are Tesseract's names joined by a plus, such as eng or eng+deu (at most "
			f"{_MOST_LANGUAGES}); none switches it off."
		)
	return "+".join(names)


_known: dict[str, tuple[float, Tesseract | None]] = {}


def find_tesseract() -> Tesseract | None:
	"""The Tesseract on the PATH, asked for its version and languages at most once a minute; None without one."""
	binary = shutil.which("tesseract")
	if binary is None:
		return None
	asked, known = _known.get(binary, (0.0, None))
	if known is None or time.monotonic() - asked > _REMEMBERED_SECONDS:
		known = _ask(binary)
		_known[binary] = (time.monotonic(), known)
	return known


def reason_against(languages: str) -> str:
	"""Why pages cannot be read in these languages here and what to do about it; empty when they can."""
	tesseract = find_tesseract()
	wanted = languages.split("+")
	if tesseract is None:
		packs = " ".join(["tesseract-ocr", *(_pack(name) for name in wanted if name != "eng")])
		return sentence(
			f"To have it read, install Tesseract where huf indexes (Debian: apt install {packs})."
		)
	missing = [name for name in wanted if name not in tesseract.languages]
	if missing:
		packs = " ".join(_pack(name) for name in missing)
		return sentence(
			f"To have it read, install what Tesseract lacks for {', '.join(missing)} (Debian: apt install {packs}), or "
			"choose other languages."
		)
	if find_spec("PIL") is None:
		return sentence(
			"To have it read, install the Python package Pillow where huf indexes (pip install 'huf[ocr]')."
		)
	return ""


def _pack(language: str) -> str:
	"""Debian's package of a language: ``chi_sim`` is ``tesseract-ocr-chi-sim``, ``script/Latin`` ``…-script-latn``."""
	return "tesseract-ocr-" + language.lower().replace("_", "-").replace("/", "-")


def _ask(binary: str) -> Tesseract | None:
	try:
		version = _run([binary, "--version"], _QUESTION_SECONDS)
		listing = _run([binary, "--list-langs"], _QUESTION_SECONDS)
	except (OSError, subprocess.TimeoutExpired):
		return None
	if version.returncode != 0 or listing.returncode != 0:
		return None
	# Tesseract 3 and some builds of 4 answer on the other stream.
	first = (version.stdout or version.stderr).decode("utf-8", "replace").splitlines()[:1]
	number = re.search(r"\d+(?:\.\d+)*", "".join(first))
	lines = (listing.stdout or listing.stderr).decode("utf-8", "replace").splitlines()[1:]
	return Tesseract(binary, number.group() if number else "?", frozenset(line.strip() for line in lines))


def _render(file: Path, page: int, target: Path, region: Region | None, seconds: float) -> int | str:
	"""Write the picture of a page. Gives how many pages the file has, or why there is no picture."""
	part = [json.dumps(region)] if region else []
	try:
		done = _run(
			[sys.executable, str(_RENDER), str(file.absolute()), str(page), str(target), *part], seconds
		)
	except subprocess.TimeoutExpired:
		return f"making a picture of the page took longer than {seconds:.0f} seconds"
	try:
		answer = json.loads(done.stdout)
	except ValueError:
		return "making a picture of the page failed (" + _last_line(done.stderr, "the process died") + ")"
	if "error" in answer:
		return str(answer["error"])[:_REASON_CHARACTERS]
	return int(answer["pages"])


def _run(command: list[str], seconds: float) -> "subprocess.CompletedProcess[bytes]":
	"""Run a program without a shell. One thread each: a site has other work, and small pages gain nothing by more."""
	env = {**os.environ, "OMP_THREAD_LIMIT": "1", "LC_ALL": "C.UTF-8"}
	return subprocess.run(
		command,
		stdin=subprocess.DEVNULL,
		capture_output=True,
		timeout=seconds,
		env=env,
		check=False,
	)


def _last_line(errors: bytes, otherwise: str) -> str:
	lines = [line.strip() for line in errors.decode("utf-8", "replace").splitlines() if line.strip()]
	return (lines[-1] if lines else otherwise)[:_REASON_CHARACTERS]


def text_of_tsv(table: str) -> tuple[str, float, bool]:
	"""Lines and paragraphs of Tesseract's table, its mean confidence by characters, and whether it was noise.

	A row is level, page, block, paragraph, line, word, four numbers of its place, confidence, text; level 5 is a word.
	"""
	lines: dict[tuple[str, str, str], list[str]] = {}
	weighed: list[tuple[float, int]] = []
	for row in table.splitlines()[1:]:
		cells = row.split("\t")
		if len(cells) != 12 or cells[0] != "5" or not (word := cells[11].strip()):
			continue
		try:
			confidence = float(cells[10])
		except ValueError:
			continue
		weighed.append((confidence, len(word)))
		if confidence >= LEAST_WORD_CONFIDENCE:
			lines.setdefault((cells[2], cells[3], cells[4]), []).append(word)
	characters = sum(size for _, size in weighed)
	mean = sum(max(value, 0.0) * size for value, size in weighed) / characters if characters else 0.0
	if not lines or mean < LEAST_PAGE_CONFIDENCE:
		return "", 0.0, bool(characters)
	text, paragraph = [], None
	for (block, part, _), words in lines.items():
		if paragraph is not None and paragraph != (block, part):
			text.append("")
		paragraph = (block, part)
		text.append(" ".join(words))
	return "\n".join(text) + "\n", round(mean, 1), False
