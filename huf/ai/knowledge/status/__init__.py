"""The only room that writes the status of sources, inputs and builds that exist; a form gives a new one its first.

Everything is written by direct SQL that leaves ``modified`` alone, so that a job never fights with a
user who has the form open and never fires a controller's hooks again. Sources are found
by their artifact id, so a rename in the middle of a job harms nothing. Nothing here commits.

``inputs``, ``builds`` and ``sources`` hold the functions of each DocType, ``outcomes`` what became of inputs. What a source's status means is in
``indexing.source_status``: it can be worked out again at any time from the
build rows, the inputs and whether a worker holds the lease.
"""

from huf.ai.knowledge.status.builds import (
	end_build,
	finished_at,
	kept_rows,
	latest_build,
	replace_live_build,
	set_build_damaged,
	set_build_discarded,
	set_build_held,
	set_build_live,
	set_build_part,
	set_build_restored,
	set_build_usage,
	start_build,
)
from huf.ai.knowledge.status.inputs import (
	INDEXED,
	PARTLY_READ,
	READING,
	UNFINISHED,
	input_counts,
	inputs_reading,
	lock_inputs,
	release_inputs,
	set_inputs_pending,
	set_inputs_processing,
	set_scans_read,
)
from huf.ai.knowledge.status.outcomes import (
	set_input_error,
	set_outcomes,
	set_page_checked,
	set_page_problem,
	set_restored,
)
from huf.ai.knowledge.status.sources import (
	ask_for_rebuild,
	ask_for_update,
	clear_rebuild_wanted,
	pause,
	set_built_generation,
	set_held_build,
	set_live_pointer,
	set_nothing_found,
	set_pack,
	set_pack_manual,
	set_progress,
	set_rebuild_part,
	set_selected_inputs,
	set_source_status,
	set_synced,
)

__all__ = [
	"INDEXED",
	"PARTLY_READ",
	"READING",
	"UNFINISHED",
	"ask_for_rebuild",
	"ask_for_update",
	"clear_rebuild_wanted",
	"end_build",
	"finished_at",
	"input_counts",
	"inputs_reading",
	"kept_rows",
	"latest_build",
	"lock_inputs",
	"pause",
	"release_inputs",
	"replace_live_build",
	"set_build_damaged",
	"set_build_discarded",
	"set_build_held",
	"set_build_live",
	"set_build_part",
	"set_build_restored",
	"set_build_usage",
	"set_built_generation",
	"set_held_build",
	"set_input_error",
	"set_inputs_pending",
	"set_inputs_processing",
	"set_live_pointer",
	"set_nothing_found",
	"set_outcomes",
	"set_pack",
	"set_pack_manual",
	"set_page_checked",
	"set_page_problem",
	"set_progress",
	"set_rebuild_part",
	"set_restored",
	"set_scans_read",
	"set_selected_inputs",
	"set_source_status",
	"set_synced",
	"start_build",
]
