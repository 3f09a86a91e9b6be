"""Backups with the indexes, and putting these back."""

import sys
from functools import partial
from pathlib import Path
from typing import Any

import click
import frappe
from frappe.commands import pass_context

from huf.ai.backups.making import back_up
from huf.ai.backups.restoring import restore_builds
from huf.commands.site import site
from huf.engine.errors import HufError


@click.command("huf-backup")
@click.option("--with-files", is_flag=True, help="Take the files along, too, as bench backup does.")
@click.option(
	"--compress", is_flag=True, help="Compress the files, as bench backup does; indexes are kept as they are."
)
@click.option(
	"--backup-path", type=click.Path(file_okay=False), help="The folder in which everything is put."
)
@pass_context
def huf_backup(context, with_files, compress, backup_path):
	"""What `bench backup` does, and beside it an archive of the knowledge indexes that answer, for `huf-restore`."""
	bar: Any
	with site(context):
		with click.progressbar(length=1, label="indexes", file=sys.stderr) as bar:
			try:
				made, kept = back_up(
					partial(_show_bytes, bar),
					ignore_files=not with_files,
					compress=compress,
					backup_path=backup_path and str(Path(backup_path).absolute()),
				)
			except (HufError, frappe.ValidationError) as error:
				raise click.ClickException(str(error)) from error
		made.print_summary()
		click.echo(f"Indexes : {kept.file} {kept.bytes / 1e6:.1f} MB, {kept.builds} builds")
		for build_id, why in kept.left_out.items():
			click.echo(f"  not kept: {build_id}: {why}")


@click.command("huf-restore")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--backup-encryption-key", help="Of the site that made an encrypted archive.")
@pass_context
def huf_restore(context, file, backup_encryption_key):
	"""Put the knowledge indexes of an archive back, after `bench restore` of the database that it was made with. What cannot serve is made anew."""
	file = file.absolute()
	bar: Any
	with site(context):
		with click.progressbar(length=1, label=file.name, file=sys.stderr) as bar:
			try:
				found = restore_builds(file, backup_encryption_key, partial(_show_bytes, bar))
			except HufError as error:
				raise click.ClickException(str(error)) from error
		for each in found:
			click.echo(f"{each.source}: {'answers' if each.answers else 'is made anew'}")
			for build_id, why in each.refused.items():
				click.echo(f"  not restored: {build_id}: {why}")


def _show_bytes(bar, done, total):
	bar.length = max(total, 1)
	bar.update(done - bar.pos)
