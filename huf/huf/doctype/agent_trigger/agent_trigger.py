import frappe
from frappe import _
from frappe.model.document import Document
from frappe.utils import cint, escape_html

from huf.ai.site.database.derived_fields import forget_claimed, restore_stored
from huf.ai.access.scopes.agents import can_run_agent
from huf.ai.access.doctypes.rules import may_name_others
from huf.ai.access.words import is_same_user
from huf.ai.triggers.events import NEVER
from huf.ai.triggers.expressions import check_condition, check_prompt
from huf.ai.triggers.firing import check_user, next_time
from huf.ai.triggers import wanted
from huf.ai.triggers.view import fields_seen
from huf.ai.words import said
from huf.engine.errors import SettingsError


class AgentTrigger(Document):
	"""Runs an agent by the clock or when a document changes, as a named user."""

	# begin: auto-generated types
	# This code is auto-generated. Do not modify anything in this block.

	from typing import TYPE_CHECKING

	if TYPE_CHECKING:
		from frappe.types import DF

		agent: DF.Link
		condition: DF.Code | None
		cron_format: DF.Data | None
		disabled: DF.Check
		doc_event: DF.Literal["New", "Save", "Submit", "Cancel"]
		failures: DF.Int
		frequency: DF.Literal["Hourly", "Daily", "Weekly", "Monthly", "Cron"]
		kind: DF.Literal["Scheduled", "Document Event"]
		last_error: DF.SmallText | None
		last_run_at: DF.Datetime | None
		max_failures: DF.Int
		next_run_at: DF.Datetime | None
		prompt: DF.Code
		reference_doctype: DF.Link | None
		run_as: DF.Link
		trigger_name: DF.Data
	# end: auto-generated types

	def before_insert(self) -> None:
		forget_claimed(self)

	def validate(self) -> None:
		if not self.is_new():
			restore_stored(self)
		self._check_user()
		if self.kind == "Scheduled":
			self._schedule()
		else:
			self._check_event()
		seen = fields_seen(self.reference_doctype, self.run_as) if self.reference_doctype else None
		try:
			check_condition(self.condition, seen or ())
			check_prompt(self.prompt, seen)
		except SettingsError as error:
			frappe.throw(escape_html(said(error)))
		if cint(self.max_failures) < 1:
			frappe.throw(_("Max Failures must be at least 1."))
		if self.has_value_changed("disabled") and not cint(self.disabled):
			self.failures, self.last_error = 0, None

	def on_update(self) -> None:
		wanted.forget()

	def on_trash(self) -> None:
		wanted.forget()

	def _check_user(self) -> None:
		check_user(self.run_as)
		if not is_same_user(frappe.session.user, self.run_as) and not may_name_others():
			frappe.throw(
				_("Only a System Manager makes a trigger that runs as somebody else."), frappe.PermissionError
			)
		if not can_run_agent(self.agent, self.run_as):
			frappe.throw(
				_("{0} may not run the agent {1}.").format(escape_html(self.run_as), escape_html(self.agent))
			)

	def _schedule(self) -> None:
		self.reference_doctype = self.doc_event = self.condition = None
		if self.frequency != "Cron":
			self.cron_format = None
		changed = any(map(self.has_value_changed, ("kind", "frequency", "cron_format", "disabled")))
		if changed or not self.next_run_at:
			try:
				self.next_run_at = next_time(self.frequency, self.cron_format)
			except ValueError:
				frappe.throw(_("{0} is no cron format.").format(escape_html(self.cron_format or "")))

	def _check_event(self) -> None:
		self.frequency = self.cron_format = self.next_run_at = None
		if not (self.reference_doctype and self.doc_event):
			frappe.throw(_("Choose the DocType and the event."))
		meta = frappe.get_meta(self.reference_doctype)
		if self.reference_doctype in NEVER or meta.istable or meta.issingle or meta.is_virtual:
			frappe.throw(_("Documents of {0} cannot start a run.").format(_(self.reference_doctype)))
		if self.doc_event in ("Submit", "Cancel") and not meta.is_submittable:
			frappe.throw(_("Documents of {0} are not submitted.").format(_(self.reference_doctype)))
		if not frappe.has_permission(self.reference_doctype, "read", user=self.run_as):
			frappe.throw(
				_("{0} may not read {1}.").format(escape_html(self.run_as), _(self.reference_doctype))
			)
