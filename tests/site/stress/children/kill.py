"""Does the source's work in this process and kills it (kill -9) at its n-th step.

Steps are SQL statements and the engine's progress calls, so every moment of a build is reached: before the
row, between statuses, while inputs are read, before and within the switch, after it. Without a step to die at, it
prints how many there are. With HUF_MERGE the work is putting segments together.

    kill.py SITE SITES_DIR ARTIFACT_ID STEP
"""

import os
import signal
import sys
from typing import Any

import frappe

site, sites, artifact_id, step = sys.argv[1:]
frappe.init(site=site, sites_path=sites)
frappe.connect()

from huf.ai.knowledge import indexer  # noqa: E402
from huf.ai.knowledge.indexing.state import progress  # noqa: E402

count = 0


def tick() -> None:
	global count
	count += 1
	if count == int(step):
		os.kill(os.getpid(), signal.SIGKILL)


plain_sql = frappe.db.sql
plain_report = progress.ProgressReport.__call__


def sql(*arguments: Any, **options: Any) -> Any:
	tick()
	return plain_sql(*arguments, **options)


def report(self: Any, value: Any) -> None:
	tick()
	plain_report(self, value)


if batch := os.environ.get("HUF_BATCH_BYTES"):
	from huf.ai.knowledge.indexing.making import batches

	batches.FIRST_BATCH_BYTES = int(batch)

if last := os.environ.get("HUF_KILL_AT_INPUT"):
	# The n-th input that is read is the last thing that this process does.
	from huf.ai.knowledge.contents import wanted

	read_text, reads = wanted._text_content, iter(range(1, int(last)))

	def text_until_then(row: Any) -> Any:
		if next(reads, None) is None:
			os.kill(os.getpid(), signal.SIGKILL)
		return read_text(row)

	wanted._text_content = text_until_then

if killer := os.environ.get("HUF_KILLER"):
	# An input that ends the process that reads it, as a damaged file can do to a parser.
	from huf.ai.knowledge.contents import wanted

	plain_text = wanted._text_content

	def text_content(row: Any) -> Any:
		if row.name == killer:
			os.kill(os.getpid(), signal.SIGKILL)
		return plain_text(row)

	wanted._text_content = text_content

if lost := os.environ.get("HUF_LOST"):
	# Inputs whose content is gone.
	from huf.ai.knowledge.contents import wanted
	from huf.engine.errors import ContentMissing

	whole_text = wanted._text_content

	def text_if_there(row: Any) -> Any:
		if row.name in lost.split(","):
			raise ContentMissing("The disk of the files is away.")
		return whole_text(row)

	wanted._text_content = text_if_there

frappe.db.sql = sql
if os.environ.get("HUF_MERGE"):
	# Its steps are those on the disk too: folders, links, flushes and renames.
	from huf.ai.knowledge.indexing.live import merging
	from huf.engine.backends.keyword import merging as tiers

	tiers.MOST_OF_TIER, tiers.YOUNG, merging.GRACE_SECONDS = 2, -1, 0.0

	def ticking(function: Any) -> Any:
		def with_tick(*arguments: Any, **options: Any) -> Any:
			tick()
			return function(*arguments, **options)

		return with_tick

	for name in ("mkdir", "link", "fsync", "rename"):
		setattr(os, name, ticking(getattr(os, name)))
	merging.merge_source(artifact_id)
	print(count, flush=True)
	sys.exit()
progress.ProgressReport.__call__ = report
(indexer.rebuild_source if os.environ.get("HUF_REBUILD") else indexer.update_source)(artifact_id)
print(count, flush=True)
