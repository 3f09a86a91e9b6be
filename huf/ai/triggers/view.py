"""What a trigger's condition and prompt may see of a document: values, and only those that its user may read."""

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import frappe
from frappe import _
from frappe.model import get_permitted_fields

from huf.engine.errors import SettingsError

if TYPE_CHECKING:
	from frappe.model.document import Document


class DocumentView:
	"""A document's values as attributes; rows of tables are views too. It has no methods, so a field may have any name."""

	__slots__ = ("_values",)

	def __init__(self, values: Mapping[str, Any]) -> None:
		object.__setattr__(self, "_values", dict(values))

	def __getattr__(self, name: str) -> Any:
		try:
			return self._values[name]
		except KeyError:
			raise AttributeError(name) from None

	def __getitem__(self, name: str) -> Any:
		return self._values[name]

	def __setattr__(self, name: str, value: Any) -> None:
		raise AttributeError("A document is only read here.")


def view_of(doc: "Document", user: str) -> DocumentView:
	"""The document as ``user`` may read its fields. Says nothing about whether he may read the document at all."""
	permitted = {"doctype", *get_permitted_fields(doc.doctype, user=user)}
	values = {name: value for name, value in doc.as_dict().items() if name in permitted}
	for field in doc.meta.get_table_fields():
		if field.fieldname in permitted:
			shown = get_permitted_fields(field.options, parenttype=doc.doctype, user=user)
			values[field.fieldname] = [
				DocumentView({name: row.get(name) for name in shown})
				for row in doc.get(field.fieldname) or []
			]
	return DocumentView(values)


def holds(condition: str | None, doc: DocumentView, before: DocumentView | None) -> bool:
	"""Whether the condition is true; an empty one is. Raises what the expression raises."""
	if not (condition or "").strip():
		return True
	return bool(frappe.safe_eval(condition, None, {"doc": doc, "before": before}))


def check_condition(condition: str | None) -> None:
	"""Raise SettingsError unless the condition is one Python expression."""
	if not (condition or "").strip():
		return
	try:
		ast.parse(condition or "", mode="eval")
	except (SyntaxError, ValueError) as error:
		raise SettingsError(_("The condition is not a Python expression: {0}").format(str(error))) from error


def render_prompt(template: str, doc: DocumentView | None) -> str:
	"""The prompt. Raises SettingsError when the template is wrong or uses what there is not."""
	from jinja2 import TemplateError

	try:
		return _environment().from_string(template).render(doc=doc, now=frappe.utils.now())
	except (TemplateError, ArithmeticError, LookupError, TypeError, ValueError) as error:
		raise SettingsError(_("The prompt cannot be made: {0}").format(str(error))) from error


def check_prompt(template: str) -> None:
	"""Raise SettingsError unless the template can be read."""
	from jinja2 import TemplateError

	try:
		_environment().from_string(template)
	except TemplateError as error:
		raise SettingsError(_("The prompt is not a Jinja template: {0}").format(str(error))) from error


def _environment() -> Any:
	"""Jinja without Frappe: its functions read what the user may not. A field that is missing is an error, no blank."""
	from jinja2 import StrictUndefined
	from jinja2.sandbox import ImmutableSandboxedEnvironment

	return ImmutableSandboxedEnvironment(undefined=StrictUndefined, autoescape=False)
