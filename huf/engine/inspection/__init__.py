"""What huf reads of a document, for a person to look at: passages with their borders, and what is doubtful in them.

:func:`inspect_file` reads a file as ``huf index`` would, and writes nothing. :func:`inspect_input` shows what a build holds
of an input: what searches really see. :func:`compare_builds` and :func:`compare_input` say what differs between two builds.
"""

from huf.engine.inspection.builds import InputView, inspect_input
from huf.engine.inspection.comparing import BuildComparison, ChangedInput, compare_builds, compare_input
from huf.engine.inspection.differences import Change, Part, TextDifference
from huf.engine.inspection.files import MOST_PASSAGES, FileView, ReadSection, inspect_file
from huf.engine.inspection.passages import ReadPassage
from huf.engine.inspection.suspicions import suspicions

__all__ = [
	"MOST_PASSAGES",
	"BuildComparison",
	"Change",
	"ChangedInput",
	"FileView",
	"InputView",
	"Part",
	"ReadPassage",
	"ReadSection",
	"TextDifference",
	"compare_builds",
	"compare_input",
	"inspect_file",
	"inspect_input",
	"suspicions",
]
