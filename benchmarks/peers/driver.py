"""Starts the processes of the systems, asks them in turn, and collects what they tell."""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.peers.systems import System
from benchmarks.peers.texts import QUERY_WORDS, Texts

_WARM_SECONDS = 40
"""A system that takes longer for one round of all questions is not warmed by more of them."""
_COLD_STARTS = 3
_SLOW_MS = 400
_SLOW_SHARE = 4
"""A system that takes longer than this on average is asked only one in so many of the questions, of each length alike."""


class TooSlow(Exception):
	"""A build that was given up."""


@dataclass
class Answers:
	"""What one system did with all questions."""

	asked: list[str] = field(default_factory=list)
	"""The questions in the order in which they were asked, as the times that follow."""
	milliseconds: list[float] = field(default_factory=list)
	cpu_ms: list[float] = field(default_factory=list)
	found: dict[str, list[int]] = field(default_factory=dict)
	cold_ms: list[float] = field(default_factory=list)
	cold_cpu_ms: list[float] = field(default_factory=list)
	memory_mb: float = 0.0


def build(system: System, texts: Texts, root: Path, most_seconds: float, anew: bool) -> dict[str, Any]:
	"""Make the index of ``system`` in ``root`` unless it is there; what making it took.

	Raises:
		TooSlow: it took more than ``most_seconds``.
	"""
	folder, told = root / system.index, root / f"{system.index}.json"
	if told.is_file() and not anew:
		kept: dict[str, Any] = json.loads(told.read_text())
		return kept
	shutil.rmtree(folder, ignore_errors=True)
	folder.mkdir(parents=True)
	command = _command("build", system, texts, folder)
	try:
		done = subprocess.run(command, capture_output=True, text=True, timeout=most_seconds)
	except subprocess.TimeoutExpired:
		shutil.rmtree(folder)
		raise TooSlow(f"{system.name} took more than {most_seconds:.0f} s to build") from None
	if done.returncode:
		raise RuntimeError(f"{system.name} failed:\n{done.stderr[-3000:]}")
	told.write_text(done.stdout.splitlines()[-1])
	result: dict[str, Any] = json.loads(told.read_text())
	return result


def patch(system: System, texts: Texts, root: Path) -> dict[str, Any]:
	"""What changing one document in the index of ``system`` takes."""
	command = _command("patch", system, texts, root / system.index)
	done = subprocess.run(command, capture_output=True, text=True, check=True)
	result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
	return result


class _Worker:
	"""A process that answers questions."""

	def __init__(self, system: System, texts: Texts, root: Path) -> None:
		command = _command("answer", system, texts, root / system.index)
		self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
		self.first = self._hear()

	def ask(self, question: str) -> dict[str, Any]:
		"""Milliseconds and numbers of the chunks that were found."""
		return self._say(question)

	def end(self) -> dict[str, Any]:
		"""End the process; gives its memory before that."""
		last = self._say("")
		self._process.wait()
		return last

	def kill(self) -> None:
		"""End the process if it has not ended."""
		self._process.kill()
		self._process.wait()

	def _say(self, question: str) -> dict[str, Any]:
		self._process.stdin.write(json.dumps(question) + "\n")
		self._process.stdin.flush()
		return self._hear()

	def _hear(self) -> dict[str, Any]:
		# Some libraries print; what the worker says is the only JSON.
		for line in self._process.stdout:
			if line.startswith("{"):
				heard: dict[str, Any] = json.loads(line)
				return heard
		raise RuntimeError(f"A worker ended with {self._process.wait()}.")


def ask(
	systems: Sequence[System], texts: Texts, root: Path, questions: Sequence[str], rounds: int, together: int
) -> dict[str, Answers]:
	"""Every question to every system; each in turn is asked ``together`` of them.

	So whatever else the machine does falls on all alike. With 1 each question also finds the caches of the processor full
	of what the other systems read meanwhile, which is not what a busy server is like.
	"""
	answers = {system.name: Answers() for system in systems}
	for _ in range(_COLD_STARTS):
		for system in systems:
			worker = _Worker(system, texts, root)
			answers[system.name].cold_ms.append(worker.first["cold_ms"])
			answers[system.name].cold_cpu_ms.append(worker.first["cold_cpu_ms"])
			worker.end()
	workers = {system.name: _Worker(system, texts, root) for system in systems}
	try:
		slow = {name for name, worker in workers.items() if _warm(worker, questions) > _SLOW_MS}
		names = list(workers)
		for number in range(rounds):
			for start in range(0, len(questions), together):
				turn = (start // together + number) % len(names)
				for name in names[turn:] + names[:turn]:
					for place, question in enumerate(questions[start : start + together], start=start):
						if name not in slow or place // len(QUERY_WORDS) % _SLOW_SHARE == 0:
							_note(answers[name], question, workers[name].ask(question))
		for name, worker in workers.items():
			answers[name].memory_mb = worker.end()["memory_mb"]
	finally:
		for worker in workers.values():
			worker.kill()
	return answers


def _note(answers: Answers, question: str, told: dict[str, Any]) -> None:
	answers.asked.append(question)
	answers.milliseconds.append(told["ms"])
	answers.cpu_ms.append(told["cpu_ms"])
	answers.found[question] = told["found"]


def _warm(worker: _Worker, questions: Sequence[str]) -> float:
	"""Ask all questions, or as many as there is time for; gives the milliseconds of the processor that one took on average."""
	started = time.perf_counter()
	took = []
	for question in questions:
		took.append(worker.ask(question)["cpu_ms"])
		if time.perf_counter() - started > _WARM_SECONDS:
			break
	return sum(took) / len(took)


def _command(work: str, system: System, texts: Texts, folder: Path) -> list[str]:
	return [
		sys.executable,
		"-m",
		"benchmarks.peers.worker",
		work,
		system.name,
		str(texts.folder),
		str(folder),
	]
