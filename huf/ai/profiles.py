"""From Knowledge Profile records to the engine's profiles."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import frappe
from frappe import _

from huf.ai.access.words import is_stored
from huf.engine.profiles import READY_MADE, REFERENCE, Profile, profile_from
from huf.engine.prompt.context import heading_of
from huf.engine.types import Hit

if TYPE_CHECKING:
	from frappe.model.document import Document

FIELDS = (
	"heading",
	"citation",
	"instructions",
	"top_k",
	"context_tokens",
	"answer_tokens",
	"temperature",
	"own_temperature",
	"cache_seconds",
)
DESCRIPTIONS = {
	"evidence": "Logs, reports and measurements: what they show, with file, line and time.",
	"procedure": "Instructions and manuals: the steps in their order, with their heading.",
	"reference": "Articles and tables: short answers with the exact values.",
}


def profile_of_record(record: "Document | Mapping[str, Any]") -> Profile:
	"""The record as a value. Raises SettingsError when a field cannot be meant."""
	name = record.get("name") or record.get("profile_name")
	values = {field: record.get(field) for field in FIELDS}
	own = values.pop("own_temperature")
	profile = profile_from(values, str(name))
	return replace(profile, temperature=None) if own else profile


def profile_called(name: str) -> Profile:
	"""An enabled profile; frappe.ValidationError says which there are when there is none of this name."""
	row = is_stored("Knowledge Profile", name) and frappe.db.get_value(
		"Knowledge Profile", {"name": name, "disabled": 0}, ["name", *FIELDS], as_dict=True
	)
	if not row:
		known = ", ".join(frappe.get_all("Knowledge Profile", filters={"disabled": 0}, pluck="name"))
		frappe.throw(_("There is no such profile. Known: {0}.").format(known))
	return profile_of_record(row)


def profile_for(sources: Sequence[str]) -> Profile:
	"""The profile that all of these sources have; reference when they have several, or none."""
	found = set(profiles_of(sources).values())
	return found.pop() if len(found) == 1 else REFERENCE


def profiles_of(sources: Sequence[str]) -> dict[str, Profile]:
	"""The profile of each source that has an enabled one."""
	rows = frappe.db.sql(
		f"""select s.name as source, p.name, {", ".join(f"p.{field}" for field in FIELDS)}
		from `tabKnowledge Source` s join `tabKnowledge Profile` p on p.name = s.profile and p.disabled = 0
		where s.name in %s""",
		(tuple(sources) or ("",),),
		as_dict=True,
	)
	return {row.source: profile_of_record(row) for row in rows}


def headings_for(sources: Sequence[str]) -> Callable[[Hit], str]:
	"""The line over a passage in the prompt, in the way of its source's profile."""
	profiles = profiles_of(sources)

	def heading(hit: Hit) -> str:
		profile = profiles.get(hit.source)
		return profile.heading_of(hit) if profile else heading_of(hit)

	return heading


@dataclass(frozen=True, slots=True)
class RunProfiles:
	"""How one agent run is to answer: in the way of the agent's own profile, or of each source's."""

	own: Profile | None = None
	"""The agent's. Its temperature, its length of an answer and its room for passages count instead of the agent's and the site's."""
	of_source: Mapping[str, Profile] = field(default_factory=dict)

	def instructions(self) -> str:
		"""For the model, after the agent's. Without a profile of the agent each source's, for the passages of that source."""
		if self.own:
			return self.own.instructions
		told: dict[str, list[str]] = {}
		for source, profile in self.of_source.items():
			if profile.instructions:
				told.setdefault(profile.instructions, []).append(source)
		return "\n".join(
			f"For passages of {', '.join(sources)}: {instructions}" for instructions, sources in told.items()
		)

	def cited_as(self, hit: Hit) -> str:
		"""How the passage is named to a reader; empty without a profile."""
		profile = self.own or self.of_source.get(hit.source)
		return profile.citation_of(hit) if profile else ""


def profiles_of_run(agent: "Document", sources: Sequence[str]) -> tuple[RunProfiles, str]:
	"""The profiles of a run of the agent over these sources, and what is to be noted: that its own is not there."""
	try:
		own = profile_called(agent.profile) if agent.profile else None
	except frappe.ValidationError:
		own, note = None, _("Without the profile {0}: it is disabled or gone.").format(agent.profile)
	else:
		note = ""
	return RunProfiles(own, profiles_of(sources)), note


def profile_without_agent(sources: Sequence[str]) -> Profile:
	"""How a question without an agent is answered: in the way of its sources, and from their passages alone."""
	profile = profile_for(sources)
	only = "Answer from the passages alone, in the language of the question."
	return replace(profile, instructions="\n".join(filter(None, (only, profile.instructions))))


def make_profiles() -> None:
	"""Make the profiles that come with huf where they are missing; one that somebody changed or disabled stays as it is."""
	for name, profile in READY_MADE.items():
		if not frappe.db.exists("Knowledge Profile", name):
			values = {field: getattr(profile, field) for field in FIELDS if field != "own_temperature"}
			record = {"doctype": "Knowledge Profile", "profile_name": name, "description": DESCRIPTIONS[name]}
			frappe.get_doc({**record, **values}).insert(ignore_permissions=True)
