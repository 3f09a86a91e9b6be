"""Placing a model on the site, measuring it there, and taking it away."""

import os
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import frappe
from frappe.utils import now_datetime

from huf.ai.knowledge.backends.embedding_models import LOCAL_MODELS
from huf.ai.knowledge.backends.model_records import LOCAL_PREFIX
from huf.ai.knowledge.backends.placed_models import (
	PlacedModel,
	embedder_in,
	placed_model,
	placed_models,
	reranker_in,
)
from huf.ai.local_models.folders import alone, scratch
from huf.ai.local_models.gains import measured_gain
from huf.ai.local_models.measuring import measure
from huf.ai.local_models.using import users_of
from huf.engine.errors import ModelRefused
from huf.engine.evidence import MEANING_FLOOR
from huf.engine.model_files.checking import check_model
from huf.engine.model_files.floors import Floor
from huf.engine.model_files.unpacking import unpack_model
from huf.engine.sentences import sentence

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,59}")
ADDING = "adding"
"""The work of who is alone at what is placed, measured or removed."""
Say = Callable[[str], None]
"""Told what is done next."""
Share = Callable[[int], None]
"""Told how many hundredths of that are done."""


def add(
	file: Path,
	name: str,
	say: Say = lambda step: None,
	usual_floor: float = MEANING_FLOOR,
	share: Share = lambda percent: None,
) -> PlacedModel:
	"""Check the model in ``file`` (a folder, ZIP or tar), measure it, keep it and make an AI Model for it. The caller commits.

	Nothing stays of what is refused or fails.

	:param name: of small letters, digits and ``. _ -``.
	:param usual_floor: from where on it calls a passage near, unless the site tells otherwise.
	:raises ModelRefused: it is not kept; the message says why.
	:raises OSError: the file cannot be read, or the disk does not take it.
	"""
	_check_name(name)
	with alone(ADDING) as root:
		with scratch(root, ADDING) as work:
			say(sentence(f"Reading {file.name}"))
			digest = unpack_model(file, work).digest
			_check_new(name, digest)
			say(sentence("Trying the model"))
			checked = check_model(work)
			say(sentence("Measuring it on questions of this site"))
			placed = _measured(
				work,
				PlacedModel(
					name,
					digest,
					checked.dimension,
					checked.rows,
					file.name,
					now_datetime().isoformat(),
					Floor(usual_floor, 0, 0, 0.0, 0.0, 1.0),
					checked.kind,
					checked.longest,
					checked.seconds,
					usual_floor=usual_floor,
				),
				share,
			)
			placed.write(work)
			# No placed model has this digest: what lies there is left of a removal that was killed, and would stop the rename.
			shutil.rmtree(root / digest, ignore_errors=True)
			os.rename(work, root / digest)
		try:
			keep_record(placed)
		# Whatever it was, Ctrl-C included: no files stay that no record names. It is raised on.
		except BaseException:
			shutil.rmtree(root / digest)
			raise
	return placed


def measure_again(name: str) -> PlacedModel:
	"""Measure a placed model anew, for a site that has more questions now.

	:raises EmbedderMissing: there is no such model.
	"""
	with alone(ADDING) as root:
		placed = placed_model(name)
		placed = _measured(root / placed.digest, placed)
		placed.write(root / placed.digest)
	return placed


def _measured(folder: Path, placed: PlacedModel, share: Share = lambda percent: None) -> PlacedModel:
	"""With its floor; of a cross-encoder with what it changes."""
	if placed.kind == "rerank":
		return replace(placed, gain=measured_gain(reranker_in(folder, placed.name)))
	return replace(placed, floor=measure(embedder_in(folder, placed), placed.usual_floor, share))


def remove(name: str) -> PlacedModel:
	"""Remove a model that nothing uses, with its AI Models. The caller commits, before the files go.

	:raises EmbedderMissing: there is no such model.
	:raises ModelRefused: it is in use; the message names where.
	"""
	with alone(ADDING) as root:
		placed = placed_model(name)
		if users := ", ".join(users_of(placed)):
			raise ModelRefused(
				f"The model {name} is in use by {users}. Choose another model there, rebuild, and try again."
			)
		for record in frappe.get_all("AI Model", {"litellm_model": LOCAL_PREFIX + name}, pluck="name"):
			frappe.delete_doc("AI Model", record)
		frappe.db.after_commit.add(lambda: shutil.rmtree(root / placed.digest))
	return placed


def default_name(file: Path) -> str:
	"""A name for a model by what its file or folder is called."""
	name = re.sub(r"[^a-z0-9._-]+", "-", file.name.lower().removesuffix(".zip").removesuffix(".tar"))
	return name.strip("._-")[:60]


def _check_name(name: str) -> None:
	if not _NAME.fullmatch(name):
		raise ModelRefused(
			f"“{name}” is no name for a model. Give one of small letters, digits, dots and hyphens with --name."
		)
	if LOCAL_PREFIX + name in LOCAL_MODELS:
		raise ModelRefused(f"{name} is a model that huf knows by itself. Give another name with --name.")


def _check_new(name: str, digest: str) -> None:
	for other in placed_models():
		if other.digest == digest:
			raise ModelRefused(f"This model is here already, as {other.name}.")
		if other.name == name:
			raise ModelRefused(
				f"There is another model called {name}. Give this one another name with --name."
			)


def keep_record(placed: PlacedModel) -> None:
	"""Make an AI Model that sources can choose, unless there is one, of a model that was here before. The caller commits."""
	named = {"litellm_model": LOCAL_PREFIX + placed.name}
	if frappe.db.exists("AI Model", {**named, "kind": placed.ai_kind}):
		return
	if other := frappe.db.get_value("AI Model", named):
		raise ModelRefused(
			f"The AI Model {other} says local/{placed.name} and is of another kind. Delete it, or give this model another name with --name."
		)
	title = f"Local ({placed.name})"
	frappe.get_doc(
		{
			"doctype": "AI Model",
			"model_name": title,
			"kind": placed.ai_kind,
			"litellm_model": LOCAL_PREFIX + placed.name,
			"costs_nothing": 1,
		}
	).insert()
