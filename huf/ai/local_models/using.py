"""What on the site needs a placed model."""

import frappe

from huf.ai.knowledge.backends.model_records import LOCAL_PREFIX
from huf.ai.knowledge.backends.placed_models import PlacedModel
from huf.ai.site.settings import get_settings


def users_of(placed: PlacedModel) -> list[str]:
	"""Sources that chose it, to make vectors or to re-rank, or that answer with an index that it made, by name, and *Agent Settings* where it is the default."""
	records = frappe.get_all("AI Model", {"litellm_model": LOCAL_PREFIX + placed.name}, pluck="name")
	sources = frappe.db.sql_list(
		"""select s.name from `tabKnowledge Source` s left join `tabKnowledge Build` b on b.name = s.live_build
		where s.embedding_model in %(records)s or s.rerank_model in %(records)s or b.embedder = %(key)s order by s.name""",
		# No record and no index has an empty name.
		{"records": tuple(records) or ("-",), "key": placed.key or "-"},
	)
	found = [f"the knowledge source {source}" for source in sources]
	if get_settings().default_embedding_model in records:
		found.append("Agent Settings, as the default")
	return found
