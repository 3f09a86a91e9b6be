"""Packs of the site's sources."""

import sys
from pathlib import Path
from typing import Any

import click
import frappe
from frappe.commands import pass_context

from huf.ai.knowledge.packs.installing import install_file, manifests_of
from huf.ai.knowledge.packs.making import pack_source, pack_sources
from huf.ai.knowledge.packs.sources import NewSource, Update, sources_of
from huf.commands.site import require_source, site
from huf.engine.errors import HufError
from huf.engine.packs import MOST_BYTES
from huf.engine.packs.keys import PublicKey


@click.command("huf-pack")
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
	"--title", default="", help="What a file of several sources is called; without it by their names."
)
@click.option("--user", default="Administrator", show_default=True, help="Pack what this user would find.")
@click.option(
	"--since",
	metavar="PACK",
	type=click.Path(exists=True, dir_okay=False, path_type=Path),
	help="An older pack of this source: pack only what changed since.",
)
@pass_context
def huf_pack(context, sources, file, title, user, since):
	"""Write what a knowledge source has into one signed file, for `huf unpack` elsewhere. Several sources go into one file, too."""
	bar: Any
	with (
		site(context),
		click.progressbar(length=1, label=", ".join(sources)[:60], file=sys.stderr) as bar,
	):
		for source in sources:
			require_source(source)

		def show(progress):
			bar.length = max(progress.total, 1)
			bar.update(progress.done - bar.pos)

		try:
			if len(sources) == 1:
				made = [pack_source(sources[0], file, user, since=since, progress=show)]
			else:
				bundle = pack_sources(sources, file, user, title=title, since=since, progress=show)
				made = [pack.manifest for pack in bundle.packs]
		except (HufError, frappe.ValidationError) as error:
			raise click.ClickException(str(error)) from error
	key = PublicKey(made[0].signer)
	for one in made:
		click.echo(f"{one.title}: {one.inputs} of {one.all_inputs} inputs, {one.passages} passages.")
	click.echo(f"{file.stat().st_size / 1e6:.1f} MB in {file}.")
	click.echo(f"Signed with the key {key.text} (fingerprint {key.fingerprint}).")


@click.command("huf-unpack")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--source", help="Install it in this source, which an earlier pack of the same made.")
@click.option("--name", help="What the new source is called; without it as the pack is.")
@click.option(
	"--role", "roles", multiple=True, help="Who may read the new source; may be given several times."
)
@click.option(
	"--user",
	default="Administrator",
	show_default=True,
	help="Whose source it is: without roles it is theirs alone.",
)
@click.option("--older", is_flag=True, help="Also a pack that is older than what is there.")
@click.option(
	"--max-mb",
	default=MOST_BYTES // 1_000_000,
	show_default=True,
	type=click.IntRange(min=1),
	help="What it may unpack to.",
)
@pass_context
def huf_unpack(context, file, source, name, roles, user, older, max_mb):
	"""Install a pack as a knowledge source, or in place of an older one of the same. Its maker's key must be among the Knowledge Pack Keys. Of a file of
	several each goes into the source of its name that an older pack made, or becomes a new one."""
	file = file.absolute()
	bar: Any
	with site(context), click.progressbar(length=1, label=file.name, file=sys.stderr) as bar:

		def show(progress):
			bar.length = max(progress.total, 1)
			bar.update(progress.done - bar.pos)

		frappe.set_user(user)
		most = {"most_bytes": max_mb * 1_000_000, "progress": show}
		if source:
			require_source(source)
		try:
			manifests = manifests_of(file)
			if len(manifests) > 1 and (source or name):
				raise click.UsageError(
					"This file has several packs. --source and --name are for a file of one."
				)
			where = {
				one.pack_id: Update(source, older)
				if source
				else _update_of(one, older, len(manifests) > 1)
				or NewSource(name or one.title, "Role" if roles else "User", roles)
				for one in manifests
			}
			imported = install_file(file, where, **most)
		except (HufError, frappe.ValidationError, frappe.PermissionError) as error:
			raise click.ClickException(str(error)) from error
		for one in imported:
			_tell(one)


def _update_of(manifest, older, is_one_of_several):
	"""Of several packs nobody names the places: one goes into the source that an older pack of it made, if there is but one; else None."""
	there = sources_of(manifest) if is_one_of_several else []
	return Update(there[0]["name"], older) if len(there) == 1 else None


def _tell(one):
	row = frappe.db.get_value(
		"Knowledge Source",
		one.source,
		["status", "total_inputs", "total_chunks", "pack_maker"],
		as_dict=True,
	)
	click.echo(
		f"{one.source}: {row.status}, {row.total_inputs} inputs, {row.total_chunks} passages. Made by {row.pack_maker}."
	)
	if one.held:
		click.echo(
			f"The new index does not answer yet. {one.held} Its form says which questions changed: publish or discard it there."
		)
