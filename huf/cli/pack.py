"""``huf pack``, ``huf unpack`` and ``huf keys``: an index as one signed file, from one computer to another."""

import os
from pathlib import Path
from typing import Any

import click

from huf.cli.shared import output
from huf.cli.shared.common import clear_errors, index_argument, json_option
from huf.engine.errors import PackRefused
from huf.engine.packs import MOST_BYTES, PackManifest, PublicKey
from huf.local.index import LocalIndex
from huf.local.packs import Keys, pack_index, read_pack
from huf.local.packs import unpack as install

KEYS = "HUF_KEYS"
"""The variable of the environment that names another folder for keys."""


def keys_of_user() -> Keys:
	"""Those of whoever calls the command."""
	return Keys(Path(os.environ.get(KEYS) or click.get_app_dir("huf")))


@click.command()
@index_argument
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--title", default="", help="What it is called.  [default: the name of DIR]")
@click.option("--description", default="", help="What it is about, in a sentence.")
@click.option(
	"--since",
	metavar="PACK",
	type=click.Path(exists=True, dir_okay=False, path_type=Path),
	help="An older pack of this index: pack only what changed since, for those who have installed that one.",
)
@json_option
@clear_errors
def pack(
	directory: Path, file: Path, title: str, description: str, since: Path | None, as_json: bool
) -> None:
	"""Write what DIR holds into FILE, signed with your key (see: huf keys)."""
	with output.progress_bar(visible=not as_json) as progress:
		manifest = pack_index(
			LocalIndex(directory),
			file,
			keys_of_user(),
			title=title,
			description=description,
			since=since,
			progress=progress,
		)
	if as_json:
		output.print_json({"ok": True, "bytes": file.stat().st_size, **_told(manifest)})
	else:
		click.echo(f"{_summary(manifest)}, {file.stat().st_size / 1e6:.1f} MB in {file}.")
		click.echo(f"Signed with the key {manifest.signer}.")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("directory", metavar="[DIR]", required=False, type=click.Path(path_type=Path))
@click.option("--older", is_flag=True, help="Also if what is installed was made later.")
@click.option(
	"--max-mb",
	type=click.IntRange(1),
	default=MOST_BYTES // 1_000_000,
	show_default=True,
	help="What it may unpack to.",
)
@json_option
@clear_errors
def unpack(file: Path, directory: Path | None, older: bool, max_mb: int, as_json: bool) -> None:
	"""Install the pack FILE as the index DIR, or in place of an older pack there; without DIR only check it."""
	keys = keys_of_user()
	if directory is None:
		manifest = read_pack(file, keys, Path.cwd())
		if as_json:
			output.print_json({"ok": True, **_told(manifest)})
		else:
			click.echo(f"Sound: {_summary(manifest)}. Signed by {_name(keys, manifest)}.")
		return
	with output.progress_bar(visible=not as_json) as progress:
		manifest, done = install(
			file, directory, keys, older=older, most_bytes=max_mb * 1_000_000, progress=progress
		)
	if as_json:
		output.print_json(
			{
				"ok": True,
				**_told(manifest),
				"written": len(done.written),
				"removed": list(done.removed),
				**output.build_to_dict(done.info),
			}
		)
	else:
		click.echo(
			f"Installed “{output.on_line(manifest.title)}” in {directory}: {done.info.inputs} inputs, {done.info.chunks} chunks"
			f" ({len(done.written)} new or changed, {len(done.removed)} removed). Signed by {_name(keys, manifest)}."
		)


@click.command()
@click.option("--trust", metavar="KEY", help="Install packs that are signed with KEY from now on.")
@click.option("--name", default="", help="Whose key that is, for you to know it again.")
@click.option("--distrust", metavar="KEY", help="Install no more packs that are signed with KEY.")
@json_option
@clear_errors
def keys(trust: str | None, name: str, distrust: str | None, as_json: bool) -> None:
	"""Show your key, which others need to trust your packs, and the keys that you trust."""
	own = keys_of_user()
	if trust:
		own.trust(PublicKey.read(trust), name)
	if distrust and not own.distrust(PublicKey.read(distrust)):
		raise PackRefused("That key was not trusted. See which are: huf keys")
	public, trusted = own.own().public, own.trusted()
	if as_json:
		output.print_json(
			{
				"ok": True,
				"own": {"key": public.text, "fingerprint": public.fingerprint},
				"trusted": [{"key": key, "name": name} for key, name in trusted.items()],
			}
		)
		return
	click.echo(f"Yours:   {public.text}  (fingerprint {public.fingerprint})")
	for key, called in trusted.items():
		click.echo(
			f"Trusted: {key}  (fingerprint {PublicKey(key).fingerprint})  {output.on_line(called)}".rstrip()
		)


def _summary(manifest: PackManifest) -> str:
	kind = "changes to" if manifest.since else "all of"
	return (
		f"{kind} “{output.on_line(manifest.title)}”, {manifest.inputs} of {manifest.all_inputs} inputs,"
		f" {manifest.passages} passages"
	)


def _name(keys: Keys, manifest: PackManifest) -> str:
	return output.on_line(keys.trusted().get(manifest.signer, "")) or manifest.signer


def _told(manifest: PackManifest) -> dict[str, Any]:
	names = (
		"pack_id",
		"series",
		"since",
		"title",
		"description",
		"created_at",
		"signer",
		"embedder",
		"all_inputs",
		"inputs",
		"passages",
	)
	return {
		("packed_" + name if name in ("inputs", "passages") else name): getattr(manifest, name)
		for name in names
	}
