"""``huf pack``, ``huf unpack`` and ``huf keys``: an index as one signed file, from one computer to another."""

import os
from pathlib import Path
from typing import Any

import click

from huf.cli.shared import output
from huf.cli.shared.common import clear_errors, json_option
from huf.engine.errors import PackRefused
from huf.engine.packs import MOST_BYTES, Bundle, PackManifest, PublicKey
from huf.local.index import LocalIndex
from huf.local.packs import Keys, Unpacked, pack_index, pack_indexes, read_pack
from huf.local.packs import unpack as install

KEYS = "HUF_KEYS"
"""The variable of the environment that names another folder for keys."""


def keys_of_user() -> Keys:
	"""Those of whoever calls the command."""
	return Keys(Path(os.environ.get(KEYS) or click.get_app_dir("huf")))


@click.command()
@click.argument("directories", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--title", default="", help="What it is called.  [default: the name of DIR]")
@click.option("--description", default="", help="What it is about, in a sentence. Of one DIR.")
@click.option(
	"--since",
	metavar="PACK",
	type=click.Path(exists=True, dir_okay=False, path_type=Path),
	help="An older pack of this index: pack only what changed since, for those who have installed that one.",
)
@json_option
@clear_errors
def pack(
	directories: tuple[Path, ...], file: Path, title: str, description: str, since: Path | None, as_json: bool
) -> None:
	"""Write what DIR holds into FILE, signed with your key (see: huf keys). Several indexes go into one file, too."""
	if len(directories) > 1:
		if description:
			raise click.UsageError("--description is of one index, and here are several. Leave it out.")
		_pack_several(directories, file, title, since, as_json)
		return
	with output.progress_bar(visible=not as_json) as progress:
		manifest = pack_index(
			LocalIndex(directories[0]),
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


def _pack_several(
	directories: tuple[Path, ...], file: Path, title: str, since: Path | None, as_json: bool
) -> None:
	with output.progress_bar(visible=not as_json) as progress:
		bundle = pack_indexes(
			list(map(LocalIndex, directories)),
			file,
			keys_of_user(),
			title=title,
			since=since,
			progress=progress,
		)
	if as_json:
		output.print_json({"ok": True, "bytes": file.stat().st_size, **_told_bundle(bundle)})
		return
	for one in bundle.packs:
		click.echo(f"{_summary(one.manifest)}.")
	click.echo(f"{len(bundle.packs)} indexes, {file.stat().st_size / 1e6:.1f} MB in {file}.")
	click.echo(f"Signed with the key {bundle.signer}.")


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
	"""Install the pack FILE as the index DIR, or in place of an older pack there; without DIR only check it. A file of several indexes makes a folder for
	each below DIR."""
	keys = keys_of_user()
	if directory is None:
		found = read_pack(file, keys, Path.cwd())
		if as_json:
			output.print_json(_one_or_all([_told(manifest) for manifest in found]))
			return
		for manifest in found:
			click.echo(f"Sound: {_summary(manifest)}. Signed by {_name(keys, manifest)}.")
		return
	with output.progress_bar(visible=not as_json) as progress:
		installed = install(
			file, directory, keys, older=older, most_bytes=max_mb * 1_000_000, progress=progress
		)
	if as_json:
		output.print_json(_one_or_all([_told_installed(one) for one in installed]))
		return
	for one in installed:
		done = one.done
		click.echo(
			f"Installed “{output.on_line(one.manifest.title)}” in {one.directory}: {done.info.inputs} inputs, {done.info.chunks} chunks"
			f" ({len(done.written)} new or changed, {len(done.removed)} removed). Signed by {_name(keys, one.manifest)}."
		)


def _one_or_all(packs: list[dict[str, Any]]) -> dict[str, Any]:
	"""What is told of a pack, or of each in a file of several."""
	return {"ok": True, **packs[0]} if len(packs) == 1 else {"ok": True, "packs": packs}


def _told_installed(one: Unpacked) -> dict[str, Any]:
	return {
		**_told(one.manifest),
		"directory": str(one.directory),
		"written": len(one.done.written),
		"removed": list(one.done.removed),
		**output.build_to_dict(one.done.info),
	}


def _told_bundle(bundle: Bundle) -> dict[str, Any]:
	own = {name: getattr(bundle, name) for name in ("bundle_id", "title", "created_at", "signer")}
	return {**own, "packs": [_told(one.manifest) for one in bundle.packs]}


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
