"""What a rebuild of a source would take, before it is asked for: texts, tokens, dollars, time."""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import frappe
from frappe import _

from huf.ai.costs.caps import caps_of
from huf.ai.costs.holds import left_of
from huf.ai.knowledge.contents.wanted import WantedState, read_wanted
from huf.ai.knowledge.indexing.builder import live_folder
from huf.ai.knowledge.indexing.metering import payer_of_source
from huf.ai.knowledge.indexing.publish import SourceGone
from huf.ai.knowledge.indexing.recipes import Recipe, recipe_of_source
from huf.ai.knowledge.status.builds import NEWEST_FIRST
from huf.ai.site.artifacts import source_folder
from huf.ai.site.database.transactions import own_transaction
from huf.engine.errors import BuildError

if TYPE_CHECKING:
	from huf.engine.builds import Texts

LOOK_SECONDS = 4.0
"""How long passages are looked at, in a request that somebody waits for."""
BYTES_OF_TOKEN = 4
"""Of text that nobody has read yet: English in UTF-8 has some four."""
BUILDS_BACK = 200
"""Rows of builds that tell how fast the source is made."""


@dataclass(frozen=True, slots=True)
class Estimate:
	"""All numbers are about what a rebuild would do now."""

	inputs: int
	unread: int
	"""Those of the inputs that no index has yet: what they hold is told from their sizes."""
	passages: int
	"""Of the live index."""
	new_passages: int
	"""Those of them that have to be embedded, since no vector of them is kept. 0 without vectors."""
	tokens: int
	"""Of all that has to be embedded, unread inputs too."""
	cost: float | None
	"""US dollars; None: nobody knows the price."""
	seconds: float | None
	"""By how fast the source was made before; None: it never was."""
	model: str
	"""Who makes the vectors, for a user; empty without vectors."""
	is_local: bool
	"""No service is asked: it costs nothing."""
	is_rough: bool
	"""The passages will be cut otherwise, not all were looked at, or there are unread inputs."""
	left: float | None
	"""US dollars that caps leave in this month; None: there is no cap."""


def estimate_rebuild(source: str) -> dict[str, Any]:
	"""The estimate for a source, as JSON has it. Checks no right.

	Raises:
		EmbedderMissing, SettingsError, VectorStoreMissing, SearchEngineMissing: the rebuild itself would fail by it.
		SourceGone: there is no such source.
	"""
	# Reading what is wanted ends the transaction, and the caller's is not ours to end.
	with own_transaction():
		return asdict(_estimate(source))


def _estimate(source: str) -> Estimate:
	artifact_id = frappe.db.get_value("Knowledge Source", source, "artifact_id")
	state = read_wanted(artifact_id, everything=True) if artifact_id else None
	if state is None:
		raise SourceGone(_("The source is gone."))
	recipe = recipe_of_source(state.source)
	texts, is_cut_otherwise = _texts(state, recipe)
	unread = [row for row in state.rows.values() if not row.processed]
	in_unread = sum(row.size for row in unread) // BYTES_OF_TOKEN
	known = texts.tokens if texts and is_cut_otherwise else texts.new_tokens if texts else 0
	is_local = recipe.model is None or recipe.model.is_local
	tokens = 0 if recipe.model is None else known + in_unread
	return Estimate(
		inputs=len(state.inputs),
		unread=len(unread),
		passages=texts.passages if texts else 0,
		new_passages=_new_passages(texts, is_cut_otherwise),
		tokens=tokens,
		cost=recipe.model.cost(tokens) if recipe.model else 0.0,
		seconds=_seconds(source, len(state.inputs)),
		model=recipe.model.label if recipe.model else "",
		is_local=is_local,
		is_rough=bool(unread) or is_cut_otherwise or bool(texts and texts.is_sample),
		left=None if is_local else left_of(caps_of(payer_of_source(source))),
	)


def _texts(state: WantedState, recipe: Recipe) -> "tuple[Texts | None, bool]":
	"""The passages of the live index, and whether a rebuild would cut them otherwise. None where there is none that can tell."""
	from huf.engine.builds import texts_to_embed

	folder = live_folder(state)
	if folder is None:
		return None, False
	try:
		texts = texts_to_embed(
			folder,
			recipe.embedder_key,
			cache=source_folder(state.source.artifact_id),
			kinds=recipe.kinds(),
			seconds=LOOK_SECONDS,
		)
	except BuildError:
		return None, False  # it is made anew whatever was in it
	made = frappe.db.get_value("Knowledge Build", state.source.live_build, "settings")
	before = frappe.parse_json(made or "{}").get("chunking")
	return texts, before != frappe.parse_json(recipe.settings.describe()).get("chunking")


def _new_passages(texts: "Texts | None", is_cut_otherwise: bool) -> int:
	if texts is None:
		return 0
	return texts.passages if is_cut_otherwise else texts.new_passages


def _seconds(source: str, inputs: int) -> float | None:
	"""How long so many inputs take by what the last rebuild took with all its parts, else by what updates took."""
	rows = frappe.db.sql(
		f"""select kind, state, seconds, done, failed from `tabKnowledge Build` where knowledge_source = %s
		and state in ('Live', 'Retired', 'Held', 'Discarded', 'Part') order by {NEWEST_FIRST} limit {BUILDS_BACK}""",
		source,
		as_dict=True,
	)
	rebuilt: list[Any] = []
	for row in (row for row in rows if row.kind == "Rebuild"):
		if row.state != "Part" and rebuilt:
			break
		if row.state != "Part" or rebuilt:
			rebuilt.append(row)
	used = rebuilt or [row for row in rows if row.kind == "Update"]
	# The last part of a rebuild counts the inputs of all.
	done = sum((row.done or 0) + (row.failed or 0) for row in (used[:1] if rebuilt else used))
	took = sum(float(row.seconds or 0) for row in used)
	return took / done * inputs if done and took else None
