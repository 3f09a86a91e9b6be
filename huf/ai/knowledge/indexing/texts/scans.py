"""Reading scans on a site: a step of its own between saving an input and indexing it.

Indexing uses only pages that are kept beside the builds (``scans.sqlite3``). An input that needs one that is not there is
*Reading Scan*; what was indexed of it before stays. A job on the ``long`` queue reads the pages of all such inputs, without the
source's lease, so that updates and searches go on, and gives each input back to indexing. It keeps every page, works in
slices, and needs nothing remembered: the inputs' statuses say what is to do, whoever was killed.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import frappe

from huf.ai.knowledge import status
from huf.ai.knowledge.backends.registries import extractor_registry
from huf.ai.knowledge.contents.wanted import WantedState, Which, read_standing, read_wanted
from huf.ai.knowledge.indexing.state.source_status import derive_source_status
from huf.ai.site import artifacts, queueing
from huf.ai.site.database import transactions
from huf.ai.site.locks import Lease, held, is_leased_for_scans, scans_lease
from huf.ai.site.server.text_recognition import languages_in_use, site_languages
from huf.ai.site.settings import is_switched_off, reading_limits
from huf.engine.errors import HufError, IndexCorrupt, InputError, SourceBusy, StorageFull
from huf.engine.ocr import Ocr, ScanCache
from huf.engine.reading import open_reader
from huf.engine.types import IndexedInput, WantedInput

SLICE_SECONDS = 600.0
"""After this long a job hands what is left to a fresh one, so that other sources get their turn on the queue. The queue's
time-out is :data:`huf.ai.site.queueing.SCANS_TIMEOUT`; one page takes at most 4 minutes."""
MOST_ROUNDS = 5
"""Times that one input may be read and then found to need reading again: a page of the web that is another each time."""
SEEN = "huf_ocr_languages"
"""Global default that remembers in which languages scans were last readable here."""
READABLE_NAMES = (
	*(".pdf", ".png", ".jpg", ".jpeg", ".gif", ".tif", ".tiff", ".webp", ".bmp"),
	# Files in which pictures stand, or other files lie.
	*(
		".docx",
		".docm",
		".dotx",
		".dotm",
		".pptx",
		".pptm",
		".ppsx",
		".ppsm",
		".potx",
		".potm",
		".xlsx",
		".xlsm",
		".xlsb",
	),
	*(
		".odt",
		".ott",
		".ods",
		".ots",
		".odp",
		".otp",
		".epub",
		".html",
		".htm",
		".mht",
		".mhtml",
		".eml",
		".msg",
		".tnef",
		".dat",
		".mbox",
		".p7m",
		".zip",
	),
	*(".doc", ".ppt", ".tar", ".tgz", ".gz", ".bz2", ".xz"),
)

ANOTHER_EACH_TIME = "Its scanned pages were read {0} times, and each time the file had become another. Attach the file itself instead."


class Enough(HufError):
	"""The slice is over, somebody asked to stop, or the source is gone. What was read is kept."""

	code = "Enough"


def site_ocr(
	artifact_id: str, *, only_kept: bool = True, before_page: Callable[[], None] | None = None
) -> Ocr:
	"""How scans of a source are read: by default from what is kept alone, as indexing does."""
	languages, off = site_languages()
	ocr = Ocr(languages, artifacts.source_folder(artifact_id), only_kept=only_kept, off=off)
	return replace(ocr, before_page=before_page) if before_page else ocr


def read_scans(artifact_id: str) -> None:
	"""Job: read the scanned pages of the source's inputs that wait for it, and let them be indexed."""
	# The job acts for the source; rights are those of each input's author, as in indexing.
	frappe.set_user("Administrator")
	if is_switched_off():
		queueing.tear_up_ticket("scans", artifact_id)
		return
	try:
		with held(scans_lease(artifact_id)) as lease:
			queueing.tear_up_ticket("scans", artifact_id)
			try:
				_read_waiting(artifact_id, lease)
			except Enough:
				pass  # a fresh job goes on below, unless somebody asked to stop
	except SourceBusy:
		return  # whoever reads for this source looks again before ending
	if read_standing(artifact_id) is None:
		# A page that was kept while the source was deleted made its folder anew.
		artifacts.remove_source_folder(artifact_id)
	else:
		queue_if_waiting(artifact_id)


def queue_if_waiting(artifact_id: str) -> None:
	"""Queue the job if inputs of the source wait for it, nobody reads for them, and nobody asked to stop."""
	now = read_standing(artifact_id)
	if now is None or now.is_paused or not now.scans_waiting or is_switched_off():
		return
	if not is_leased_for_scans(artifact_id):
		queueing.queue_scans(artifact_id)


def _read_waiting(artifact_id: str, lease: Lease) -> None:
	check = _Check(artifact_id, lease)
	while (state := read_wanted(artifact_id, Which.READING)) is not None:
		waiting = status.inputs_reading(state.source.name)
		todo = [item for item in state.inputs if item.key in waiting]
		if not todo:
			return
		for item in todo:
			check()
			_read_one(state, item, waiting[item.key], check)


def _read_one(state: WantedState, item: WantedInput, rounds: int, check: "_Check") -> None:
	artifact_id = state.source.artifact_id
	if rounds >= MOST_ROUNDS:
		transactions.retry_deadlocks(
			lambda: status.set_input_error(item.key, ANOTHER_EACH_TIME.format(rounds))
		)
		transactions.retry_deadlocks(lambda: derive_source_status(artifact_id))
		return
	try:
		_read_pages(item, site_ocr(artifact_id, only_kept=False, before_page=check))
	except InputError:
		pass  # indexing meets the same, and tells it on the input
	transactions.retry_deadlocks(lambda: status.set_scans_read([item.key]))
	transactions.retry_deadlocks(lambda: derive_source_status(artifact_id))
	queueing.queue_update(artifact_id)


def _read_pages(item: WantedInput, ocr: Ocr) -> None:
	"""Every page that extraction asks for is read or found, and kept."""
	content = item.open_content()
	with open_reader(extractor_registry(), reading_limits()) as reader, ocr.scans_of(content) as scans:
		for _section in reader.sections(content).items(scans):
			pass


class _Check:
	"""Called before each page: stops the job when it should not go on."""

	def __init__(self, artifact_id: str, lease: Lease) -> None:
		self._artifact_id, self._lease = artifact_id, lease
		self._deadline = time.monotonic() + SLICE_SECONDS

	def __call__(self) -> None:
		if self._lease.lost or time.monotonic() > self._deadline:
			raise Enough("The slice of this job is over.")
		# Also ends the transaction, so that no old snapshot is held while pages are read.
		now = read_standing(self._artifact_id)
		if now is None or now.is_paused:
			raise Enough("Somebody asked to stop, or the source is gone.")


def forget_other_files(state: WantedState, outcomes: "Sequence[IndexedInput]") -> None:
	"""After a build that took in all that was asked for: forget the recognised pages of files that the source has no more."""
	cache = ScanCache(artifacts.source_folder(state.source.artifact_id))
	if not cache.is_there or any(item.status == status.READING for item in outcomes):
		return  # a page of the web that waits has no hash yet; the next build cleans up
	hashes = status.content_hashes(state.source.name)
	if hashes is None:
		return
	try:
		cache.keep_only(hashes | {item.content_hash for item in outcomes})
	except (StorageFull, IndexCorrupt):
		# The build is made and answers; the next one forgets them.
		frappe.logger("huf").warning(
			"Recognised pages of files that left could not be deleted", exc_info=True
		)


def forget_troubles(source: str, source_hash: str | None) -> None:
	"""Somebody wants an input read again: pages of it that could not be read are tried anew."""
	artifact_id = frappe.db.get_value("Knowledge Source", source, "artifact_id")
	if artifact_id and source_hash:
		ScanCache(artifacts.source_folder(artifact_id)).forget_troubles(source_hash)


def notice_change() -> None:
	"""Ask for an update where it may help when scans can be read now and could not before, or in other languages.

	Called every minute and when Agent Settings are saved. Plans compare what each build says of its inputs, so only those
	with scanned pages are read again.
	"""
	now = languages_in_use()
	if now == (frappe.db.get_default(SEEN) or ""):
		return
	frappe.db.set_default(SEEN, now)
	if not now:
		return
	names = " or ".join(["lower(i.file_name) like %s"] * len(READABLE_NAMES))
	for name, artifact_id in frappe.db.sql(
		f"""select distinct s.name, s.artifact_id from `tabKnowledge Source` s
		join `tabKnowledge Input` i on i.knowledge_source = s.name
		where i.disabled = 0 and s.indexing_paused = 0 and i.status not in %s
		and (i.input_type = 'URL' or i.status = 'No Text' or {names})""",
		(status.UNFINISHED, *(f"%{ending}" for ending in READABLE_NAMES)),
	):
		status.ask_for_update(name)
		queueing.request_update(artifact_id)
