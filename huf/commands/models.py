"""Embedding models of the site's own."""

from pathlib import Path

import click
import frappe
from frappe.commands import pass_context

from huf.ai.knowledge.backends.placed_models import PlacedModel, placed_models
from huf.ai.local_models.placing import add, default_name, measure_again, remove
from huf.ai.local_models.using import users_of
from huf.commands.site import site
from huf.engine.errors import HufError


@click.group("huf-model")
def huf_model():
	"""Embedding models that run on this server, placed on a site: static ones in the form of model2vec."""


@huf_model.command("add")
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@click.option("--name", help="What it is called; without it as the file is.")
@pass_context
def add_model(context, file, name):
	"""Check the model in FILE (a folder, ZIP or tar with model.safetensors and tokenizer.json) and place it on the site."""
	file = file.absolute()
	with site(context):
		placed = _done(
			lambda: add(file, name or default_name(file), lambda step: click.echo(f"{step} …", err=True))
		)
		click.echo(
			f"local/{placed.name}: {placed.rows:,} vectors of {placed.dimension} numbers, digest {placed.digest}."
		)
		click.echo(_measured(placed))
		click.echo(
			f"Choose the AI Model of local/{placed.name} as the Embedding Model of a Knowledge Source, and rebuild it."
		)


@huf_model.command("measure")
@click.argument("name")
@pass_context
def measure_model(context, name):
	"""Measure the floor of the model NAME anew, on what the site has now."""
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
			click.echo(
				f"local/{placed.name}: {placed.rows:,} vectors of {placed.dimension} numbers, floor {placed.floor.value}, from {placed.file}; used by {used}."
			)
		if not found:
			click.echo("No model is placed on this site. Place one: bench huf-model add FILE")


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


def _measured(placed: PlacedModel) -> str:
	floor = placed.floor
	if not floor.questions:
		return (
			f"Floor {floor.value}, the usual one: this site has too few questions to measure it. "
			f"Write Knowledge Tests, then: bench huf-model measure {placed.name}"
		)
	return (
		f"Floor {floor.value}, measured with {floor.questions} questions and {floor.passages} passages: {floor.near:.0%} find a passage of their own near, "
		f"{floor.far:.0%} none of the others (against 0.5: p = {floor.p:.2g})."
	)
