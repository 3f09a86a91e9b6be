"""The page of a PDF that a passage stands on, as a picture with the passage marked.

Hits and citations of PDFs lead here. Who may not read the source, the record and the File of the passage gets the words
that are said of what does not exist. Where no page can be drawn (no pypdfium2, a damaged file, too much to do) the
browser is sent to the file itself, at the page.
"""

import base64
from dataclasses import dataclass
from urllib.parse import quote, urlencode

import frappe
from frappe import _
from frappe.utils import cint
from werkzeug.wrappers import Response

from huf.ai.access.records.inputs import readable_inputs
from huf.ai.access.scopes.resolver import may_search
from huf.ai.knowledge.contents.files import may_read_file, path_of_file
from huf.ai.knowledge.searching.reading_on import read_as
from huf.ai.site.limits import SEARCHES, limit_rate
from huf.ai.site.locks import Lease
from huf.ai.site.settings import is_switched_off
from huf.engine.errors import BuildError, ContentMissing
from huf.engine.pdf_pages import DrawnPage, Mark, can_draw, draw_page, marks_of
from huf.engine.search.reading import split_reference

ADDRESS = "/api/method/huf.page"
TEMPLATE = "huf/templates/pdf_page.html"
CITED = "cited:"
"""Before the name of a passage that a run has cited; else it is the ``citation_id`` of a hit."""
WAIT_SECONDS = 10.0
"""How long a second page that one user asks for at the same time waits for the first."""
MOST_ALT_CHARACTERS = 1_000
HEADERS = {
	"Cache-Control": "private, no-store",
	"Content-Security-Policy": (
		"default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
		"frame-ancestors 'self'"
	),
	"Referrer-Policy": "no-referrer",
	"X-Content-Type-Options": "nosniff",
	"X-Robots-Tag": "noindex",
}


@dataclass(frozen=True, slots=True)
class _Passage:
	knowledge_input: str
	page: int
	text: str
	"""Empty when it is no longer in the index: the page is shown without marks."""


@frappe.whitelist(methods=["GET", "POST"])
def pdf_page(passage: str, page: int = 0) -> Response:
	"""A page of HTML with the picture of a PDF's page and the passage marked on it.

	:param passage: ``citation_id`` of a hit, or ``passage`` of a citation of a run. :param page: 1 or more; 0: the passage's.
	:returns: the page; or the way to the file at that page (302) where no picture can be made.
	:raises frappe.PermissionError: there is no such passage of a file that the caller may read.
	"""
	limit_rate(SEARCHES)
	user = frappe.session.user
	found = _passage(passage, user)
	file = readable_file(found.knowledge_input, user) if found else None
	if found is None or file is None:
		frappe.throw(_("There is no such passage of a file that you may read."), frappe.PermissionError)
	wanted = cint(page) or found.page or 1
	drawn = _drawn(file.name, wanted, user)
	if drawn is None:
		return _at_the_file(file.file_url, wanted)

	def address(number: int) -> str:
		return f"{ADDRESS}?{urlencode({'passage': passage, 'page': number})}#passage"

	values = {
		"title": file.title,
		"drawn": drawn,
		"picture": f"data:{drawn.kind};base64,{base64.b64encode(drawn.picture).decode()}",
		"marks": _marks(found, drawn),
		"passage": found.text.strip()[:MOST_ALT_CHARACTERS],
		"previous": address(drawn.page - 1) if drawn.page > 1 else "",
		"next": address(drawn.page + 1) if drawn.page < drawn.pages else "",
		"file": _file_address(file.file_url, drawn.page),
		"is_its_page": drawn.page == (found.page or drawn.page),
		"theme": (frappe.get_cached_value("User", user, "desk_theme") or "Light").lower(),
		"language": frappe.local.lang or "en",
	}
	html = frappe.render_template(TEMPLATE, values)
	return Response(html, content_type="text/html; charset=utf-8", headers=HEADERS)


def _passage(reference: str, user: str) -> _Passage | None:
	"""What was asked for; nothing yet is said about who may read it, except of a run."""
	if is_switched_off():
		return None
	if reference.startswith(CITED):
		row = frappe.db.get_value(
			"Agent Run Chunk",
			{"name": reference.removeprefix(CITED), "parenttype": "Agent Run"},
			["parent", "knowledge_input", "page", "excerpt"],
			as_dict=True,
		)
		if not row or not frappe.has_permission("Agent Run", "read", doc=row.parent, user=user):
			return None
		return _Passage(row.knowledge_input or "", cint(row.page), row.excerpt or "")
	try:
		name, _place = split_reference(reference)
	except ContentMissing:
		return None
	try:
		# No more than the passage: what stands around it is on the page.
		hit = read_as(user, reference, max_tokens=1).hit
	except (ContentMissing, BuildError):
		# Indexed anew meanwhile, or a kind of index that gives single passages only.
		return _Passage(name, 0, "")
	return _Passage(name, hit.locator.page or 0, hit.text)


def readable_file(knowledge_input: str, user: str) -> "frappe._dict | None":
	"""The File of an input, if the user may read source, record and File: each by its own rule."""
	row = frappe.db.get_value(
		"Knowledge Input",
		{"name": knowledge_input, "disabled": 0},
		["name", "title", "knowledge_source", "file_record", "file_name"],
		as_dict=True,
	)
	if not row or not row.file_record or not may_search(row.knowledge_source, user):
		return None
	if row.name not in readable_inputs({row.name}, user) or not may_read_file(row.file_record, user):
		return None
	url = frappe.db.get_value("File", row.file_record, "file_url") or ""
	if not url.startswith(("/files/", "/private/files/")):
		return None
	return frappe._dict(name=row.file_record, file_url=url, title=row.title or row.file_name or url)


def _drawn(file: str, page: int, user: str) -> DrawnPage | None:
	"""The page as a picture, one at a time for each user; None where it cannot be made."""
	if not can_draw():
		return None
	try:
		path = path_of_file(file)
	except (OSError, frappe.ValidationError):
		return None
	key = frappe.cache.make_key(f"huf_knowledge_page:{user}")
	lease = Lease(frappe.cache, key)
	if not lease.acquire(WAIT_SECONDS):
		return None
	try:
		return draw_page(path, page)
	finally:
		lease.release()


def _marks(passage: _Passage, drawn: DrawnPage) -> list[Mark]:
	"""On its own page, and its end on the next; where its page is not known, wherever it stands."""
	further = drawn.page - (passage.page or drawn.page)
	if further not in (0, 1):
		return []
	return marks_of(passage.text, drawn.characters, drawn.boxes, only_end=further == 1)


def _at_the_file(url: str, page: int) -> Response:
	headers = {"Location": _file_address(url, page), "Cache-Control": "private, no-store"}
	return Response(status=302, headers=headers)


def _file_address(url: str, page: int) -> str:
	# Frappe writes addresses of files as they are on the disk; "#" and "?" in a name would end the path.
	return f"{quote(url, safe='/%')}#page={page}"
