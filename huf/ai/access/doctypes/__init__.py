"""Who may read and write what: one rule, told twice.

Frappe asks for rights in two ways: as an SQL condition for lists and as a yes or no for one document. Both halves of
each rule stand side by side here, and the tests compare their answers user by user.

The rule of a source: its scope says who reads it. ``Site``: whoever has a knowledge role. ``Role``: those of them who
hold one of the listed, enabled roles, and managers, who set these roles. ``User``: its owner alone. A Frappe share
adds reading. Managers write Site and Role sources; a User source is its owner's to write. Inputs and builds follow their
source. A run is its user's alone, since it quotes what *that* user may read; not even managers see it.
"""

from huf.ai.access.doctypes.agents import can_run_agent
from huf.ai.access.doctypes.sources import can_read_source, can_write_source, readable_sources
from huf.ai.access.roles import KNOWLEDGE_ROLES, MANAGER_ROLES, READING, is_manager, may_use_knowledge

__all__ = [
	"KNOWLEDGE_ROLES",
	"MANAGER_ROLES",
	"READING",
	"can_read_source",
	"can_run_agent",
	"can_write_source",
	"is_manager",
	"may_use_knowledge",
	"readable_sources",
]
