"""What the search log keeps of one search: left in Redis by the search, in one command, and stored by the watchdog (:mod:`huf.ai.search_log`).

A search stays read-only: it may come as a GET request, whose transaction Frappe rolls back. None fails for want of its entry.
"""

import json
import time

import frappe
from redis.exceptions import RedisError

from huf.ai.site.pseudonyms import of_user, pseudonym
from huf.ai.site.settings import KnowledgeSettings, get_settings
from huf.engine.analysis.query import storable
from huf.engine.answers.fingerprint import question_fingerprint
from huf.engine.filters import Filters
from huf.engine.request import Request
from huf.engine.types import SearchResult

SEARCH, TEST_SEARCH, AS_USER = "Search", "Test Search", "Search As User"
ASK_RECORD, ANSWER = "Ask this Record", "Answer"
AGENT, AGENT_TOOL = "Agent", "Agent Tool"
MCP, DIFY = "MCP", "Dify"
PROOF, SERVER = "Gap Proof", "Server"
ROADS = (SEARCH, TEST_SEARCH, AS_USER, ASK_RECORD, ANSWER, AGENT, AGENT_TOOL, MCP, DIFY, PROOF, SERVER)
"""How a search came. The last: code on the server that does not say."""

IN_WORDS, HASHED, BY_NAME = "In Words", "Hashed", "By Name"
"""What Agent Settings say of questions and of users. Anything else of questions: nothing is kept."""

KEY = "huf_knowledge_search_log"
MOST_WAITING = 20_000
"""Entries that wait to be stored; what comes when there are so many is lost. About a kilobyte each."""
QUESTION_CHARACTERS = 500
"""Kept of a question. More is a document that somebody pasted."""
MOST_SOURCES = 100
"""Sources that are listed. A search of more is kept for its user alone, without them."""
_ABOUT_ONE = frozenset({"inputs", "reference_name"})
"""Fields that a search filters by which is about one record."""


def keeps_any(settings: KnowledgeSettings) -> bool:
	"""Whether the site keeps searches at all."""
	return settings.log_searches in (IN_WORDS, HASHED)


def kept_question(query: str) -> str:
	"""What is kept of a question; empty if nothing was asked."""
	question = " ".join(storable(query).split())[:QUESTION_CHARACTERS]
	return question if any(character.isalnum() for character in question) else ""


def kept_fingerprint(question: str, settings: KnowledgeSettings) -> str:
	"""By which searches for the same are counted together, as it is stored."""
	plain = question_fingerprint(question)
	return plain if settings.log_searches == IN_WORDS else pseudonym("question", plain)


def note(request: Request, result: SearchResult, user: str, seconds: float) -> None:
	"""Leave an entry, if the site keeps any and anything was asked.

	:param user: who reads the result. :param seconds: that the search took.
	"""
	settings, origin = get_settings(), request.origin
	if not keeps_any(settings) or origin is None or not user:
		return
	if not (question := kept_question(request.query)):
		return
	entry = {
		"name": frappe.generate_hash(length=10),
		"at": time.time(),
		"user": user if settings.log_users == BY_NAME else "",
		"user_hash": "" if settings.log_users == BY_NAME else of_user(user),
		"road": origin.road if origin.road in ROADS else SERVER,
		"run": origin.run,
		"question": question if settings.log_searches == IN_WORDS else "",
		"fingerprint": "" if settings.log_searches == IN_WORDS else kept_fingerprint(question, settings),
		"sources": request.sources if len(request.sources) <= MOST_SOURCES else (),
		"inputs": sorted({hit.input for hit in result.hits if hit.is_matched}),
		"hits": len(result.hits),
		"found": int(result.has_near),
		"not_searched": len({skip.source for skip in result.skipped}),
		"filtered": int(bool(request.filters)),
		"ms": round(1000 * seconds, 1),
		"own": int(
			origin.is_private
			or not 1 <= len(request.sources) <= MOST_SOURCES
			or _is_about_one(request.filters)
		),
	}
	key = frappe.cache.make_key(KEY)
	try:
		if frappe.cache.execute_command("RPUSH", key, json.dumps(entry)) > MOST_WAITING:
			# The newest goes: the oldest may be on their way into the database.
			frappe.cache.execute_command("RPOP", key)
	except RedisError:
		frappe.logger("huf").warning("Redis is away: a search was not noted for the log", exc_info=True)


def _is_about_one(filters: Filters) -> bool:
	return any(condition.field.name in _ABOUT_ONE for condition in filters.conditions)
