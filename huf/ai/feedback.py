"""What the user of a run thinks of its answer. Apps hear of it by the hook ``huf_run_rated``."""

import frappe
from frappe import _
from frappe.utils import cstr

from huf.ai.runs.keeping.access import own_run
from huf.ai.site.events import announce

RATINGS = ("Up", "Down", "")
"""An empty one takes back what was said before."""
COMMENT_CHARACTERS = 2000
HOOK = "huf_run_rated"


@frappe.whitelist(methods=["POST"])
def rate_run(run: str, feedback: str, comment: str | None = None) -> dict[str, str]:
	"""Say of a run of the session's user, which is over, whether its answer is good.

	:param feedback: Up, Down, or nothing at all, which takes it back.
	:param comment: why; at most 2,000 characters. None leaves what was written before, unless the feedback changes.
	"""
	row = own_run(run, frappe.session.user)
	if feedback not in RATINGS:
		frappe.throw(_("Feedback is Up, Down, or empty to take it back."))
	if row.status in ("Queued", "Running"):
		frappe.throw(_("This run is not over. Wait for its answer, then rate it."))
	if len(cstr(comment)) > COMMENT_CHARACTERS:
		frappe.throw(_("The comment is longer than {0} characters.").format(COMMENT_CHARACTERS))
	if not _is_text(comment):
		frappe.throw(_("The comment holds half a character (a lone surrogate). Paste it again."))
	if comment is None:
		comment = row.feedback_comment if row.feedback == feedback else ""
	values = {"feedback": feedback, "feedback_comment": cstr(comment).strip() if feedback else ""}
	# A copy: Frappe puts fields of its own into what it is given.
	frappe.db.set_value("Agent Run", row.name, dict(values))
	on_rated(row.name)
	return {"run": row.name, **values}


def _is_text(comment: str | None) -> bool:
	try:
		cstr(comment).encode()
	except UnicodeEncodeError:
		return False
	return True


def on_rated(run: str) -> None:
	"""Call what apps registered for a rating: each gets the name of the Agent Run, in the transaction of the rating.

	It is called for every change, also when a comment is added or the rating is taken back.
	"""
	announce(HOOK, run)
