"""The warm process by itself: when it ends, what it refuses, and that a process in the middle of something never hands work over."""

import os
import socket
import sys
import tempfile
from pathlib import Path
from unittest import TestCase
from unittest.mock import patch

import frappe
from frappe.tests.utils import FrappeTestCase

from huf.ai.site.warm import client, server
from huf.ai.site.warm.messages import Line
from huf.ai.site.warm.place import LoadedCode, surroundings


class TestEnding(TestCase):
	def warm(self) -> server.Server:
		"""One that nobody can reach."""
		listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
		self.addCleanup(listener.close)
		return server.Server(listener, -1, surroundings(), server.Imports())

	def asked(self, warm: server.Server, **request: object) -> dict[str, object] | None:
		"""What it says to a request."""
		ours, theirs = socket.socketpair()
		with ours, theirs:
			Line(ours).send(worker=os.getpid(), surroundings=surroundings(), **request)
			self.is_kept = warm._take(Line(theirs))
			theirs.close()
			return Line(ours).receive()

	def test_idle(self) -> None:
		"""It is kept while a worker that used it lives and somebody asked lately; else it ends."""
		warm = self.warm()
		self.assertTrue(warm._is_unneeded())
		warm._workers.add(os.getpid())
		self.assertFalse(warm._is_unneeded())
		warm._last -= server.IDLE_S + 1
		self.assertTrue(warm._is_unneeded())

	def test_a_worker_that_is_gone(self) -> None:
		"""The number of a process that has ended is no worker."""
		child = os.fork()
		if not child:
			os._exit(0)
		os.waitpid(child, 0)
		warm = self.warm()
		warm._workers.add(child)
		self.assertTrue(warm._is_unneeded())

	def test_it_does_two_things_only(self) -> None:
		"""Another function, another environment and nonsense are refused, and nothing is forked."""
		warm = self.warm()
		with patch.object(os, "fork", side_effect=AssertionError):
			for method in ("frappe.db.sql", "huf.ai.runs.background.queue_lost_runs", "os.system"):
				self.assertIn("refused", self.asked(warm, method=method, values={}) or {})
			self.assertIsNone(self.asked(warm))
			method = "huf.ai.runs.background.make_queued_run"
			with patch.dict(os.environ, {"HUF_ANOTHER": "1"}):
				self.assertIn("refused", self.asked(warm, method=method, values={}) or {})
		self.assertTrue(self.is_kept)

	def test_another_user_of_the_machine(self) -> None:
		"""Who is not the user of the bench gets no word."""
		with patch.object(server, "user_behind", return_value=os.geteuid() + 1):
			self.assertIsNone(self.asked(self.warm(), method="huf.ai.runs.background.make_queued_run"))
		with patch.object(client, "user_behind", return_value=os.geteuid() + 1), self.place() as place:
			with self.assertRaises(PermissionError):
				client._connect(place)

	def place(self) -> "Listening":
		return Listening()

	def test_changed_code(self) -> None:
		"""A file of an app that was loaded and is another one now makes it end, and it says so."""
		with tempfile.TemporaryDirectory() as folder:
			file = Path(folder) / "huf_changing_module.py"
			file.write_text("x = 1\n")
			with patch.object(sys, "path", [folder, *sys.path]), patch.dict(sys.modules):
				warm = self.warm()
				warm._imports.add(["huf_changing_module", "huf_that_is_not_there"])
				self.assertFalse(warm._imports.are_old())
				os.utime(file, (1, 1))
				self.assertTrue(warm._imports.are_old())
				said = self.asked(warm, method="huf.ai.runs.background.make_queued_run", values={})
				self.assertEqual((said, self.is_kept), ({"stale": True}, False))

	def test_what_is_installed(self) -> None:
		"""Packages that are installed or removed change the code, too."""
		code = LoadedCode()
		self.assertFalse(code.has_changed())
		(package,) = list(code._packages)[:1]
		code._seen[package] = (0, 0)
		self.assertTrue(code.has_changed())


class Listening:
	"""A folder in which something listens at the address of the warm process."""

	def __enter__(self) -> Path:
		self._folder = tempfile.TemporaryDirectory()
		self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
		self._listener.bind(f"{self._folder.name}/{client.SOCKET}")
		self._listener.listen()
		return Path(self._folder.name)

	def __exit__(self, *_: object) -> None:
		self._listener.close()
		self._folder.cleanup()


class TestHandingOver(FrappeTestCase):
	def test_only_a_job_or_a_request_does(self) -> None:
		"""What runs in a transaction of somebody else, such as a test, is done where it is."""
		with patch.dict(sys.modules), patch.object(client, "_given", side_effect=AssertionError):
			sys.modules.pop("litellm", None)
			self.assertIsNone(client.hand_over("huf.ai.runs.background.make_queued_run", run="x"))

	def test_switched_off(self) -> None:
		"""0 in the configuration keeps a job's work in the job; without a word it is handed over."""
		done = client.Done(None)
		with (
			patch.dict(sys.modules),
			patch.object(client, "_is_alone", return_value=True),
			patch.object(client, "_given"),
			patch.object(client, "_wait", return_value=None),
		):
			sys.modules.pop("litellm", None)
			for wanted, given in ((0, None), ("0", None), (1, done), (None, done)):
				with patch.dict(frappe.conf, {client.SWITCH: wanted}):
					self.assertEqual(client.hand_over("x"), given)

	def test_work_that_fails(self) -> None:
		"""Its traceback is the error of the job; a process that was killed is told apart."""
		for said, error in (({"problem": "Traceback: a bug"}, client.WorkFailed), (None, client.WorkLost)):
			ours, theirs = socket.socketpair()
			with ours, theirs:
				if said:
					Line(theirs).send(**said)
				theirs.close()
				with self.assertRaises(error) as caught:
					client._wait(Line(ours))
				if said:
					self.assertEqual(str(caught.exception), "Traceback: a bug")
