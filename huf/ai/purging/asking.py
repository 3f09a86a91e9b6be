"""Taking the order of a purge: checked, written down, and queued."""

import frappe
from frappe import _
from frappe.utils import now_datetime
from redis.exceptions import RedisError

from huf.ai.access.words import is_stored
from huf.ai.purging import FAILED, PURGE, QUEUED, UNFINISHED, indexes, job, needles


def order(name: str, reason: str, source: str | None, words: str) -> str:
	"""Order the purge of an input; the name of the order, or of the one that is under way already. Checks no right.

	:param source: of an input that was deleted before.
	:raises frappe.ValidationError: there is no such input, no reason, or the words cannot be looked for.
	"""
	source = _source_of(name, source)
	if not reason.strip():
		frappe.throw(_("Say why. The reason stays in the certificate."), frappe.MandatoryError)
	phrases = _phrases(words)
	under_way = frappe.db.get_value(PURGE, {"knowledge_input": name, "status": ("in", UNFINISHED)})
	if under_way:
		return str(under_way)
	# Once the builds are written anew, nobody knows any more what it said.
	texts = indexes.texts_of(frappe.db.get_value("Knowledge Source", source, "artifact_id"), name)
	stored = (
		frappe.db.get_value("Knowledge Input", name, ["text", "source_hash"], as_dict=True) or frappe._dict()
	)
	doc = frappe.get_doc(
		{
			"doctype": PURGE,
			"knowledge_input": name,
			"knowledge_source": source,
			"reason": reason.strip(),
			"content_hash": stored.source_hash,
			"status": QUEUED,
			"ordered_by": frappe.session.user,
			"ordered_at": now_datetime(),
		}
	).insert(
		# Nobody makes one by hand; the caller asked for the right to order it.
		ignore_permissions=True
	)
	found = needles.sentences_of([*texts, *filter(None, [stored.text])])
	needles.keep(doc.name, list(dict.fromkeys([*phrases, *found])))
	_queue_after_commit(doc.name)
	return str(doc.name)


def retry(name: str) -> str:
	"""Queue a purge that failed once more. Checks no right.

	:raises frappe.ValidationError: there is none of this name, or it did not fail.
	"""
	if not is_stored(PURGE, name) or frappe.db.get_value(PURGE, name, "status") != FAILED:
		frappe.throw(_("There is no purge of this name that failed."))
	frappe.db.set_value(PURGE, name, {"status": QUEUED, "error_message": None})
	_queue_after_commit(name)
	return name


def _source_of(name: str, source: str | None) -> str:
	stored = (
		frappe.db.get_value("Knowledge Input", name, "knowledge_source")
		if is_stored("Knowledge Input", name)
		else None
	)
	if stored:
		return str(stored)
	if not name.strip() or not source or not is_stored("Knowledge Source", source):
		frappe.throw(_("There is no input of this name. Of one that was deleted, name its source, too."))
	return source


def _phrases(words: str) -> list[str]:
	phrases = list(dict.fromkeys(line.strip() for line in words.splitlines() if line.strip()))
	if len(phrases) > needles.MOST_WORDS:
		frappe.throw(_("At most {0} phrases can be looked for.").format(needles.MOST_WORDS))
	short = [phrase for phrase in phrases if not needles.SHORTEST_WORD <= len(phrase) <= needles.LONGEST]
	if short:
		frappe.throw(
			_(
				"A phrase must have {0} to {1} characters: all that quotes it is deleted from logs and answers."
			).format(needles.SHORTEST_WORD, needles.LONGEST)
		)
	return phrases


def _queue_after_commit(name: str) -> None:
	def queue() -> None:
		try:
			job.queue(name)
		except RedisError:
			# The scheduler goes on with it when Redis is back.
			frappe.logger("huf").warning("Redis is away: the purge %s waits", name, exc_info=True)

	frappe.db.after_commit.add(queue)
