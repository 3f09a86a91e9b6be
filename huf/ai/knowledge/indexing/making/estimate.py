"""What a rebuild of a source would take, before it is asked for: texts, tokens, dollars, time."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import frappe
from frappe import _

from huf.agent.models.errors import ModelMisconfigured
from huf.ai.costs.caps import caps_of
from huf.ai.costs.holds import left_of
from huf.ai.knowledge.backends.enrichment_models import TYPICAL_ANSWER, TYPICAL_SUMMARY
from huf.ai.knowledge.contents.wanted import WantedState, Which, read_wanted
from huf.ai.knowledge.indexing.live.publish import SourceGone
from huf.ai.knowledge.indexing.making.builder import live_folder
from huf.ai.knowledge.indexing.recipe.metering import payer_of_source
from huf.ai.knowledge.indexing.recipe.recipes import Recipe, recipe_of_source
from huf.ai.knowledge.indexing.texts.enriching import AT_ONCE
from huf.ai.knowledge.status.builds import NEWEST_FIRST
from huf.ai.site.artifacts import source_folder
from huf.ai.site.database.transactions import own_transaction
from huf.engine.errors import BuildError

if TYPE_CHECKING:
	from huf.engine.builds import SummaryRequests, Texts

T = TypeVar("T")

LOOK_SECONDS = 4.0
"""How long passages are looked at, in a request that somebody waits for."""
BYTES_OF_TOKEN = 4
"""Of text that nobody has read yet: English in UTF-8 has some four."""
BESIDE_PASSAGE = 700
"""Tokens of a request about a passage besides that: the instruction and what stands around it."""
SECONDS_OF_REQUEST = 2.0
"""What a small chat model takes for an answer of a line or two. A guess: nobody has asked it yet."""
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
	enrichment_model: str = ""
	"""Who would be asked about passages; empty: nobody."""
	enrichment_requests: int = 0
	"""Passages that it would be asked about, since nothing that it said of them is kept."""
	enrichment_tokens: int = 0
	"""Of these requests, without the answers."""
	enrichment_cost: float | None = 0.0
	"""US dollars, answers too; None: nobody knows the price."""
	adds_lines: bool = False
	"""Whether it writes a line about each passage."""
	adds_summaries: bool = False
	"""Whether it sums up long documents."""
	summary_requests: int = 0
	"""How often it would be asked to."""
	summary_tokens: int = 0
	"""Of these requests, without the answers."""
	summary_cost: float | None = 0.0
	"""US dollars, answers too; None: nobody knows the price."""


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
	from huf.engine.builds import texts_to_embed

	artifact_id = frappe.db.get_value("Knowledge Source", source, "artifact_id")
	state = read_wanted(artifact_id, Which.ANEW) if artifact_id else None
	if state is None:
		raise SourceGone(_("The source is gone."))
	recipe = recipe_of_source(state.source)
	texts = _told_of_live(state, recipe, texts_to_embed, recipe.embedder_key)
	is_cut_otherwise, is_enriched_otherwise = _differs(state, recipe)
	# What is embedded has the names of places and what a model says of the passage in it.
	is_other = texts is not None and (is_cut_otherwise or is_enriched_otherwise)
	unread = [row.name for row in state.rows.values() if not row.processed]
	in_unread = state.size(unread) // BYTES_OF_TOKEN
	known = texts.tokens if texts and is_other else texts.new_tokens if texts else 0
	is_local = recipe.model is None or recipe.model.is_local
	tokens = 0 if recipe.model is None else known + in_unread
	requests = _requests(state, recipe, in_unread, is_cut_otherwise)
	summaries = _summary_requests(state, recipe, is_cut_otherwise)
	asked = requests.passages + summaries.requests
	took = _seconds(source, len(state.inputs))
	return Estimate(
		inputs=len(state.inputs),
		unread=len(unread),
		passages=texts.passages if texts else 0,
		new_passages=_new_passages(texts, is_other),
		tokens=tokens,
		cost=recipe.model.cost(tokens) if recipe.model else 0.0,
		seconds=took + asked * SECONDS_OF_REQUEST / AT_ONCE if took else None,
		model=recipe.model.label if recipe.model else "",
		is_local=is_local,
		is_rough=bool(unread) or is_other or bool(texts and texts.is_sample),
		left=None if is_local and not asked else left_of(caps_of(payer_of_source(source))),
		enrichment_model=recipe.enrichment.record if recipe.enrichment else "",
		enrichment_requests=requests.passages,
		enrichment_tokens=requests.tokens,
		enrichment_cost=_enrichment_cost(recipe, requests.passages, requests.tokens, TYPICAL_ANSWER),
		adds_lines=bool(recipe.enrichment and recipe.enrichment.lines),
		adds_summaries=bool(recipe.enrichment and recipe.enrichment.summaries),
		summary_requests=summaries.requests,
		summary_tokens=summaries.tokens,
		summary_cost=_enrichment_cost(recipe, summaries.requests, summaries.tokens, TYPICAL_SUMMARY),
	)


class _Requests(NamedTuple):
	"""About passages, to the enrichment model."""

	passages: int = 0
	tokens: int = 0


def _requests(state: WantedState, recipe: Recipe, in_unread: int, is_cut_otherwise: bool) -> _Requests:
	"""What the enrichment model would be asked; ``in_unread``: tokens of inputs that nobody has read."""
	from huf.engine.builds import requests_to_make

	if recipe.enrichment is None or not recipe.enrichment.lines:
		return _Requests()
	chunking = recipe.settings.chunking
	size = chunking.size if chunking.unit == "tokens" else max(chunking.size // BYTES_OF_TOKEN, 1)
	unread = -(-in_unread // size)
	new = _Requests(unread, in_unread + unread * BESIDE_PASSAGE)
	found = _told_of_live(state, recipe, requests_to_make, recipe.enrichment.key)
	if found is None:
		return new
	if is_cut_otherwise:
		return _Requests(new.passages + found.passages, new.tokens + found.tokens)
	return _Requests(new.passages + found.new_passages, new.tokens + found.new_tokens)


def _summary_requests(state: WantedState, recipe: Recipe, is_cut_otherwise: bool) -> "SummaryRequests":
	"""What the enrichment model would be asked to sum up."""
	from huf.engine.builds import SummaryRequests, summaries_of_unread, summaries_to_make

	asked = SummaryRequests()
	if recipe.enrichment is None or not recipe.enrichment.summaries:
		return asked
	for _name, size in state.sizes(row.name for row in state.rows.values() if not row.processed):
		asked += summaries_of_unread(size // BYTES_OF_TOKEN)
	found = _told_of_live(state, recipe, summaries_to_make, recipe.enrichment.summary_key)
	if found is None:
		return asked
	return asked + (found.every if is_cut_otherwise else found.new)


def _enrichment_cost(recipe: Recipe, requests: int, tokens: int, answer: int) -> float | None:
	if recipe.enrichment is None:
		return 0.0
	try:
		return recipe.enrichment.cost(requests, tokens, answer)
	except ModelMisconfigured:
		return None  # it will not be asked, and the source will say why


def _differs(state: WantedState, recipe: Recipe) -> tuple[bool, bool]:
	"""Whether a rebuild would cut passages otherwise than the live index has them, and have other things said of them."""
	made = frappe.db.get_value("Knowledge Build", state.source.live_build, "settings")
	before, now = frappe.parse_json(made or "{}"), frappe.parse_json(recipe.settings.describe())
	is_enriched_otherwise = any(before.get(name) != now.get(name) for name in ("enrichment", "summaries"))
	return before.get("chunking") != now.get("chunking"), is_enriched_otherwise


def _told_of_live(state: WantedState, recipe: Recipe, ask: Callable[..., T | None], key: str) -> T | None:
	"""What ``ask`` of :mod:`huf.engine.builds` tells of the passages of the live index, for the model of this key. None where there is none that can tell:
	it is made anew whatever is in it."""
	folder = live_folder(state)
	if folder is None:
		return None
	cache = source_folder(state.source.artifact_id)
	try:
		return ask(folder, key, cache=cache, kinds=recipe.kinds(), seconds=LOOK_SECONDS)
	except BuildError:
		return None


def _new_passages(texts: "Texts | None", is_other: bool) -> int:
	if texts is None:
		return 0
	return texts.passages if is_other else texts.new_passages


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
