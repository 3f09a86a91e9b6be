"""The services that sources and agents use, models and stores: each is asked once. It may cost a little, so only who wants it has it done."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import frappe
from frappe import _

from huf.agent.models.errors import ModelError
from huf.ai.doctor.findings import Finding, Level, good
from huf.ai.knowledge.backends.embedding_models import chosen_model
from huf.ai.knowledge.backends.model_records import answering_model
from huf.ai.knowledge.backends.trial import ask_once
from huf.ai.site import artifacts
from huf.ai.words import said
from huf.engine.backends.hybrid.backend import KEY
from huf.engine.backends.search_engine.backend import KEY as ENGINE
from huf.engine.backends.search_engine.builds.connecting import open_place
from huf.engine.backends.search_engine.contract.engine import EVERYWHERE
from huf.engine.backends.search_engine.making.sweeping import noted_places
from huf.engine.backends.vector_store.backend import KEY as STORED
from huf.engine.backends.vector_store.collection import Collection
from huf.engine.backends.vector_store.ownership import noted
from huf.engine.errors import HufError


def check_embedding_models() -> Iterator[Finding]:
	"""Whether the model of each source with vectors makes one."""
	chosen = frappe.db.sql_list(
		"""select distinct embedding_model from `tabKnowledge Source`
		where knowledge_type in %s and archived_at is null and disabled = 0""",
		((KEY, STORED, ENGINE),),
	)
	for own in sorted({model or "" for model in chosen}):
		try:
			model = chosen_model(own)
			model.asker().embed(["OK"], "query")
		except HufError as error:
			yield Finding(
				Level.FAULT,
				_("The embedding model {0} does not answer: {1}").format(own or _("Default"), said(error)),
				_("Searches go by words alone until it does."),
			)
		else:
			yield good(_("The embedding model {0} makes vectors.").format(model.label))


def check_chat_models() -> Iterator[Finding]:
	"""Whether the model of each enabled agent, and the one that answers without an agent, answers."""
	used = {*frappe.get_all("Agent", {"disabled": 0}, pluck="model"), answering_model()}
	for name in sorted(filter(None, used)):
		try:
			ask_once(name)
		except (ModelError, HufError) as error:
			yield Finding(
				Level.FAULT,
				_("The model {0} does not answer: {1}").format(name, said(error)),
				_("Look at its AI Provider: address, key and account."),
			)
		else:
			yield good(_("The model {0} answers.").format(name))


def check_stores() -> Iterator[Finding]:
	"""Whether the vector stores and search engines that indexes lie in can be asked: one collection of each source."""
	rows = frappe.db.sql(
		"""select name, artifact_id from `tabKnowledge Source` where knowledge_type in %s
		and coalesce(live_build, '') != '' and archived_at is null and disabled = 0 order by name""",
		((STORED, ENGINE),),
	)
	for name, artifact_id in rows:
		try:
			_ask_store(artifacts.source_folder(artifact_id))
		except HufError as error:
			yield Finding(
				Level.FAULT, said(error), _("Start it, or correct its entry in site_config.json."), name
			)
		else:
			yield good(_("What the index of {0} lies in can be asked.").format(name))


def _ask_store(folder: Path) -> None:
	"""
	Raises:
		VectorStoreFailed, SearchEngineFailed: it does not answer.
	"""
	for place, _is_own in noted_places(folder)[:1]:
		open_place(place).count(EVERYWHERE)
	for noted_collection in noted(folder)[:1]:
		with closing(Collection(noted_collection.note)) as collection:
			collection.count()
