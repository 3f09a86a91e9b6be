"""Builds: immutable generations of one source's index.

A build is a folder ``<root>/<build_id>``. It is made in ``<root>/.staging-<build_id>``, checked, flushed
to disk and renamed; the caller then switches its own pointer to it. Until that switch nobody sees
it, and if anything goes wrong nothing is left but a staging folder that :func:`remove_staging` clears.
"""

from huf.engine.backends.opening import open_build
from huf.engine.builds.estimating import Texts, requests_to_make, texts_to_embed
from huf.engine.builds.estimating_summaries import (
	SummariesToMake,
	SummaryRequests,
	summaries_of_unread,
	summaries_to_make,
)
from huf.engine.builds.folders import (
	added_bytes,
	list_builds,
	new_build_id,
	remove_build,
	remove_root,
	remove_staging,
)
from huf.engine.builds.making import BuildResult, run_build, verify_build
from huf.engine.builds.merging import Merge, is_merge_due, prepare_merge, remove_merging
from huf.engine.builds.planning import BuildPlan, plan_build, plan_changes, stale_inputs
from huf.engine.builds.purging import (
	Purged,
	can_purge,
	forget_enrichments,
	forget_scans,
	forget_vectors,
	has_traces,
	kept_summaries,
	purge_build,
	remove_leftovers,
)
from huf.engine.builds.reading import BuildInfo, read_build, read_build_info, read_inputs
from huf.engine.builds.served import Served, clear_served, served_of
from huf.engine.builds.trying import Trial, try_plan
from huf.engine.indexing import BuildSettings

__all__ = [
	"BuildInfo",
	"BuildPlan",
	"BuildResult",
	"BuildSettings",
	"Merge",
	"Purged",
	"Served",
	"SummariesToMake",
	"SummaryRequests",
	"Texts",
	"Trial",
	"added_bytes",
	"can_purge",
	"clear_served",
	"forget_enrichments",
	"forget_scans",
	"forget_vectors",
	"has_traces",
	"is_merge_due",
	"kept_summaries",
	"list_builds",
	"new_build_id",
	"open_build",
	"plan_build",
	"plan_changes",
	"prepare_merge",
	"purge_build",
	"read_build",
	"read_build_info",
	"read_inputs",
	"remove_build",
	"remove_leftovers",
	"remove_merging",
	"remove_root",
	"remove_staging",
	"requests_to_make",
	"run_build",
	"served_of",
	"stale_inputs",
	"summaries_of_unread",
	"summaries_to_make",
	"texts_to_embed",
	"try_plan",
	"verify_build",
]
