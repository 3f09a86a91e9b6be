"""Chromium as a person has it: it keeps what it has loaded and compiled, and nothing else from one test to the next.

Two thirds of the browser's processor time for a page of the desk go into compiling Frappe's scripts. A new incognito context does it for
each page; a profile on the disk keeps the result. A profile has one set of cookies, so users who are logged in side by side have
one each.
"""

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
	from playwright.sync_api import BrowserContext, Playwright

LEFT_BEHIND = "local_storage,indexeddb,service_workers,cache_storage"
"""What a page may keep for its next visit, by the names of Chromium's protocol; scripts and pictures stay cached."""


class Profiles:
	"""Makes profiles when they are needed, and lends each to one user at a time."""

	def __init__(
		self, playwright: "Playwright", program: str, flags: Sequence[str], folder: Path, url: str
	) -> None:
		self._playwright, self._program, self._flags = playwright, program, flags
		self._folder, self._url = folder, url
		self._all: list[BrowserContext] = []
		self._free: list[BrowserContext] = []

	@contextlib.contextmanager
	def lend(self) -> "Iterator[BrowserContext]":
		"""A profile without cookies, pages of tests or anything that one left behind."""
		context = self._free.pop() if self._free else self._make()
		try:
			yield context
		finally:
			self._wipe(context)
		# One that could not be wiped is not lent again.
		self._free.append(context)

	def close(self) -> None:
		"""End every browser."""
		for context in self._all:
			context.close()

	def _make(self) -> "BrowserContext":
		context = self._playwright.chromium.launch_persistent_context(
			str(self._folder / str(len(self._all))),
			executable_path=self._program,
			headless=True,
			args=list(self._flags),
			base_url=self._url,
			viewport={"width": 1400, "height": 900},
		)
		self._all.append(context)
		return context

	def _wipe(self, context: "BrowserContext") -> None:
		first, *others = context.pages
		for page in others:
			page.close()
		context.clear_cookies()
		context.clear_permissions()
		# The first page is the browser's own and empty; without a page it would end.
		session = context.new_cdp_session(first)
		session.send("Storage.clearDataForOrigin", {"origin": self._url, "storageTypes": LEFT_BEHIND})
		session.detach()
