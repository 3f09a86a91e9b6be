"""The base class of the site tests, under the name that each Frappe version has for it."""

from contextlib import contextmanager
from typing import TYPE_CHECKING

import frappe

if TYPE_CHECKING:
	from collections.abc import Iterator

try:
	from frappe.tests import IntegrationTestCase as FrappeSiteTestCase
except ImportError:
	from frappe.tests.utils import FrappeTestCase as FrappeSiteTestCase


class ActingTestCase(FrappeSiteTestCase):
	"""Can act as another user."""

	@contextmanager
	def acting_as(self, user: str) -> "Iterator[None]":
		"""Run the block as another user."""
		before = frappe.session.user
		frappe.set_user(user)
		try:
			yield
		finally:
			frappe.set_user(before)


class SiteTestCase(ActingTestCase):
	"""Runs on a real site. Frappe undoes a class's changes at its end, and this class each test's own."""

	def setUp(self) -> None:
		super().setUp()
		frappe.set_user("Administrator")
		frappe.db.savepoint("before_test")

	def tearDown(self) -> None:
		frappe.set_user("Administrator")
		frappe.db.rollback(save_point="before_test")
		frappe.clear_messages()
		super().tearDown()


class CommittingTestCase(ActingTestCase):
	"""For tests of what commits by itself (bulk work, DocTypes): nothing is undone, so each test takes away what it made."""

	def setUp(self) -> None:
		super().setUp()
		frappe.set_user("Administrator")

	def tearDown(self) -> None:
		frappe.set_user("Administrator")
		frappe.db.rollback()
		frappe.clear_messages()
		super().tearDown()
