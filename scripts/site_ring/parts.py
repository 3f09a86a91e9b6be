"""Parts of the tests that run beside each other: each one's output in one piece, and a line for each at the end."""

import codecs
import queue
import re
import select
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scripts.site_ring.processes import descendants, send

BEGAN = time.monotonic()
CLOSING = re.compile(
	r"^=+ (.*\b(?:passed|failed|skipped|errors?|no tests ran)\b.*) =+$"
	r"|^(Ran \d+ tests? in .*|FAILED \(.*|\d+ of \d+ checks passed|SKIPPED: .*)$",
	re.M,
)
"""The lines by which pytest, unittest and our own checks tell how many there were and what became of them."""
BY_UNITTEST = ("Ran ", "FAILED (")
"""How those of unittest begin; the second is there only when something failed."""
FAILURE = re.compile(r"^(?:(?:FAILED|ERROR) \S+::|(?:FAIL|ERROR): test).*$", re.M)
"""The lines by which pytest, in its closing summary, and unittest name a test that failed."""
UNSTEADY = re.compile(r"^UNSTEADY \S+::.*$", re.M)
"""The lines by which tests/site/desk names a test that failed and passed when it was run once more."""
FAILURES_NAMED = 10
FAILURE_CHARACTERS = 300
PERCENT = re.compile(r"\[ *(\d+)%\]")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
SIGN_OF_LIFE_SECONDS = 60.0
INTERRUPT_SECONDS = 10.0


def say(text: str) -> None:
	"""One line with the seconds since the start."""
	print(f"[{time.monotonic() - BEGAN:6.1f} s] {text}", flush=True)


class Stopped(Exception):
	"""The run is being ended, so nothing new is started."""


@dataclass
class Part:
	"""One part of the tests: a name, and what does it and says whether it passed."""

	name: str
	work: Callable[["Part"], bool]
	alone: bool = False
	"""Whether nothing runs beside it: then its output is shown as it comes."""
	output: list[str] = field(default_factory=list)
	passed: bool = False
	seconds: float = 0.0
	problem: Exception | None = None
	"""Why the part could not run, which is something else than tests that failed."""
	_process: "subprocess.Popen[bytes] | None" = None
	_stopping: bool = False

	@property
	def text(self) -> str:
		"""What the part printed, without colours."""
		return COLOUR.sub("", "".join(self.output))

	@property
	def closing(self) -> str:
		"""What the test runner said last: how many tests there were, and what became of them."""
		said = [by_pytest or by_unittest for by_pytest, by_unittest in CLOSING.findall(self.text)]
		if not said or not said[-1].startswith(BY_UNITTEST):
			return "".join(said[-1:])
		# Frappe 16 has unittest run one category after the other, and each says what became of it.
		return ", ".join(line for line in said if line.startswith(BY_UNITTEST))

	@property
	def to_mend(self) -> list[str]:
		"""The lines that name the tests that failed, or passed only at the second attempt; what is beyond ten of them is only counted."""
		text = self.text
		found = [*UNSTEADY.findall(text), *([] if self.passed else FAILURE.findall(text))]
		lines = [line[:FAILURE_CHARACTERS] for line in found]
		more = len(lines) - FAILURES_NAMED
		return lines if more <= 0 else [*lines[:FAILURES_NAMED], f"and {more} more"]

	@property
	def progress(self) -> str:
		"""The name, with how far pytest says it is."""
		seen = PERCENT.findall(self.text)
		return f"{self.name} {seen[-1]} %" if seen else self.name

	def say(self, text: str) -> None:
		"""Something about the part, among its output."""
		self._print(text + "\n")

	def watch(self, command: Sequence[str | Path], env: Mapping[str, str], cwd: Path) -> int:
		"""Run a test command to its end and give its exit code. Raises Stopped when the run is being ended."""
		if self._stopping:
			raise Stopped
		colours = {"PY_COLORS": "1"} if self.alone and sys.stdout.isatty() else {}
		self._process = process = subprocess.Popen(
			[str(word) for word in command],
			cwd=cwd,
			env={**env, **colours},
			stdin=subprocess.DEVNULL,
			stdout=subprocess.PIPE,
			stderr=subprocess.STDOUT,
			bufsize=0,
		)
		self._read(process)
		code = process.wait()
		if self._stopping:
			raise Stopped
		return code

	def interrupt(self) -> list[int]:
		"""Ask what runs to end, so that a test ends its own servers; the ids of all its processes."""
		self._stopping = True
		process = self._process
		if process is None or process.poll() is not None:
			return []
		family = [*descendants(process.pid), process.pid]
		send(process.pid, signal.SIGINT)
		return family

	def end(self, family: list[int], until: float) -> None:
		"""Wait so long for an interrupted process, then end by force what is left of it and below it."""
		process = self._process
		if process is None or not family:
			return
		try:
			process.wait(max(0.0, until - time.monotonic()))
		except subprocess.TimeoutExpired:
			family += descendants(process.pid)
		for pid in family:
			send(pid, signal.SIGKILL)

	def run(self) -> None:
		"""Do the work. What is raised is kept for whoever asks for the verdict."""
		began = time.monotonic()
		try:
			self.passed = self.work(self)
		# The end of a thread, where an error would be lost: whatever it is, it is shown among the output.
		except Exception as problem:  # noqa: BLE001
			self.problem = problem
		self.seconds = time.monotonic() - began

	def _read(self, process: "subprocess.Popen[bytes]") -> None:
		"""Print what comes until the process has ended, even if something that it started holds its output open."""
		assert process.stdout
		decoder = codecs.getincrementaldecoder("utf-8")("replace")
		with process.stdout as stream:
			while True:
				ended = process.poll() is not None
				if select.select([stream], [], [], 0.0 if ended else 0.5)[0]:
					data = stream.read(65536)
					if not data:
						return
					self._print(decoder.decode(data))  # not by lines: the dots of a line come one by one
				elif ended:
					return

	def _print(self, text: str) -> None:
		self.output.append(text)
		if self.alone:
			print(text, end="", flush=True)


class Parts:
	"""Parts in the order in which they were added, so many at once."""

	def __init__(self, at_once: int) -> None:
		self._waiting: queue.SimpleQueue[Part] = queue.SimpleQueue()
		self._ended: queue.SimpleQueue[Part] = queue.SimpleQueue()
		self._all: list[Part] = []
		self._running: list[Part] = []
		self._shown = 0
		for number in range(at_once):
			threading.Thread(target=self._work, name=f"part {number}", daemon=True).start()

	def add(self, part: Part) -> None:
		"""Begin a part as soon as there is room for it."""
		self._all.append(part)
		self._waiting.put(part)

	def wait(self) -> list[Part]:
		"""All parts once they have ended; each one's output is printed as it ends, and now and then what is under way."""
		while self._shown < len(self._all):
			self._show(self._next())
			self._shown += 1
		return self._all

	def stop(self) -> None:
		"""End what runs and begin nothing more."""
		for part in self._all:
			part._stopping = True
		families = [(part, part.interrupt()) for part in list(self._running)]
		until = time.monotonic() + INTERRUPT_SECONDS
		for part, family in families:
			part.end(family, until)

	def _next(self) -> Part:
		while True:
			try:
				return self._ended.get(timeout=SIGN_OF_LIFE_SECONDS)
			except queue.Empty:
				if not any(part.alone for part in self._all):
					say("under way: " + ", ".join(part.progress for part in list(self._running)))

	def _show(self, part: Part) -> None:
		if not part.alone:
			print(f"\n{'-' * 30} {part.name} {'-' * 30}\n{part.text}", end="", flush=True)
		if part.problem:
			print("".join(traceback.format_exception(part.problem)), end="", flush=True)
		words = f"could not run: {part.problem}" if part.problem else "passed" if part.passed else "FAILED"
		say(f"{part.name}: {words} ({part.seconds:.0f} s)")

	def _work(self) -> None:
		while True:
			part = self._waiting.get()
			self._running.append(part)
			part.run()
			self._running.remove(part)
			self._ended.put(part)


def summary(parts: Sequence[Part]) -> str:
	"""One line for each part: its verdict, how long it took, and what its test runner said last. Below it, what is to be mended.

	Whoever keeps only the end of a long output still learns which tests to look at.
	"""
	width = max(len(part.name) for part in parts)
	lines = []
	for part in parts:
		verdict = "NOT RUN" if part.problem else "passed" if part.passed else "FAILED"
		lines.append(f"{part.name:<{width}}  {verdict:<7} {part.seconds:5.0f} s  {part.closing}".rstrip())
		lines += [f"    {test}" for test in part.to_mend]
	return "\n".join(lines)
