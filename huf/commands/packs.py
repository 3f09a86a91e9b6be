"""Packs of the site's sources."""

import sys
from pathlib import Path
from typing import Any

import click
import frappe
from frappe.commands import pass_context

from huf.ai.knowledge.packs.installing import NewSource, install_new, install_update, title_of
from huf.ai.knowledge.packs.making import pack_source
from huf.commands.site import require_source, site
from huf.engine.errors import HufError
from huf.engine.packs import MOST_BYTES
from huf.engine.packs.keys import PublicKey


@click.command("huf-pack")
@click.argument("source")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--user", default="Administrator", show_default=True, help="Pack what this user would find.")
@click.option(
	"--since",
	metavar="PACK",
	type=click.Path(exists=True, dir_okay=False, path_type=Path),
	help="An older pack of this source: pack only what changed since.",
)
@pass_context
def huf_pack(context, source, file, user, since):
	"""Write what a knowledge source has into one signed file, for `huf unpack` elsewhere."""
	bar: Any
	with (
		site(context),
		click.progressbar(length=1, label=source, file=sys.stderr) as bar,
	):
		require_source(source)

		def show(progress):
			bar.length = max(progress.total, 1)
			bar.update(progress.done - bar.pos)

		try:
			made = pack_source(source, file, user, since=since, progress=show)
		except (HufError, frappe.ValidationError) as error:
			raise click.ClickException(str(error)) from error
	key = PublicKey(made.signer)
	click.echo(
		f"{source}: {made.inputs} of {made.all_inputs} inputs, {made.passages} passages, {file.stat().st_size / 1e6:.1f} MB in {file}."
	)
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
	"""Install a pack as a knowledge source, or in place of an older one of the same. Its maker's key must be among the Knowledge Pack Keys."""
	file = file.absolute()
	bar: Any
	with site(context), click.progressbar(length=1, label=file.name, file=sys.stderr) as bar:

		def show(progress):
			bar.length = max(progress.total, 1)
			bar.update(progress.done - bar.pos)

		frappe.set_user(user)
		most = {"most_bytes": max_mb * 1_000_000, "progress": show}
		held = ""
		try:
			if source:
				require_source(source)
				held = install_update(file, source, older=older, **most)
			else:
				new = NewSource(name or title_of(file), "Role" if roles else "User", roles)
				source = install_new(file, new, **most)
		except (HufError, frappe.ValidationError, frappe.PermissionError) as error:
			raise click.ClickException(str(error)) from error
		row = frappe.db.get_value(
			"Knowledge Source", source, ["status", "total_inputs", "total_chunks", "pack_maker"], as_dict=True
		)
		click.echo(
			f"{source}: {row.status}, {row.total_inputs} inputs, {row.total_chunks} passages. Made by {row.pack_maker}."
		)
		if held:
			click.echo(
				f"The new index does not answer yet. {held} Its form says which questions changed: publish or discard it there."
			)
