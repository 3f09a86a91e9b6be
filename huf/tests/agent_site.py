"""What the agent tests stand on: an indexed source, a model server on loopback, and runs read back."""

import hashlib
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import frappe

import huf
from huf.ai.site.artifacts import source_folder
from huf.ai.site.database.transactions import own_transaction
from huf.engine.builds import BuildSettings, new_build_id, plan_build, run_build
from huf.engine.chunkers import ChunkSettings
from huf.engine.content import Content
from huf.engine.types import WantedInput
from huf.tests.factories import allow_local_models, make_source


def _load_model_server() -> Any:
	"""The module ``tests/model_server.py``: beside the package, so it is found by path, not by name."""
	path = Path(huf.__file__).parents[1] / "tests" / "model_server.py"
	spec = importlib.util.spec_from_file_location("huf_model_server", path)
	if spec is None or spec.loader is None or not path.exists():
		raise FileNotFoundError(f"{path} is missing: the site tests run from a checkout of huf")
	module = importlib.util.module_from_spec(spec)
	sys.modules[spec.name] = module
	spec.loader.exec_module(module)
	return module


model_server = _load_model_server()
KEY = "sk-site-test-0123456789"


def make_indexed_source(*texts: str, **values: Any) -> Any:
	"""A source whose live build holds these texts; made without jobs, since nothing here is about them."""
	source = make_source(**values)
	wanted = []
	for number, text in enumerate(texts):
		row = frappe.get_doc(
			{
				"doctype": "Knowledge Input",
				"knowledge_source": source.name,
				"input_type": "Text",
				"input_title": f"Note {number}",
				"text": text,
			}
		).insert()
		data = text.encode()
		wanted.append(
			WantedInput(
				row.name,
				hashlib.sha256(data).hexdigest(),
				f"Note {number}",
				lambda text=text: Content.from_text(text),
			)
		)
	settings = BuildSettings(chunking=ChunkSettings())
	root = Path(source_folder(source.artifact_id))
	build = new_build_id()
	run_build(root, plan_build(wanted, None, settings), settings, build_id=build)
	# A plain update: the link to a Knowledge Build row is not what is tested.
	frappe.db.set_value("Knowledge Source", source.name, {"live_build": build, "status": "Ready"})
	source.reload()
	return source


@contextmanager
def model_of(agent: Any, *script: Any, auto: bool = False, **model: Any) -> Iterator[Any]:
	"""Put the agent's model on a loopback server that plays ``script``; the model's fields may be set too."""
	with model_server.ModelServer(script, auto=auto) as server:
		allow_local_models()
		name = frappe.db.get_value("AI Model", agent.model, "provider")
		provider = frappe.get_doc("AI Provider", name)
		provider.update({"api_base": server.api_base, "api_key": KEY, "disabled": 0})
		provider.save(ignore_permissions=True)
		frappe.db.set_value("AI Model", agent.model, {"litellm_model": "loopback", **model})
		frappe.clear_document_cache("AI Model", agent.model)
		yield server


def stored_run(name: str) -> Any:
	"""The Agent Run as any other connection sees it: committed."""
	with own_transaction():
		return frappe.get_doc("Agent Run", name)


def runs_of(agent: str) -> list[Any]:
	"""All committed runs of an agent, oldest first."""
	with own_transaction():
		names = frappe.get_all("Agent Run", filters={"agent": agent}, pluck="name", order_by="creation asc")
		return [frappe.get_doc("Agent Run", name) for name in names]


def delete_runs(*agents: str) -> None:
	"""Remove the committed runs of these agents, as a test's rollback does not."""
	with own_transaction():
		# Rows and no documents: Frappe writes a comment on what is deleted, and the test's own transaction, which is still
		# open, may hold a gap lock where it would stand (on Frappe 16 it does).
		names = frappe.get_all("Agent Run", filters={"agent": ("in", agents)}, pluck="name")
		for table in (
			"Agent Run",
			*(field.options for field in frappe.get_meta("Agent Run").get_table_fields()),
		):
			frappe.db.delete(table, {"name" if table == "Agent Run" else "parent": ("in", names)})
