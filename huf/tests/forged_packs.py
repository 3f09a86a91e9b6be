"""Packs that are not what their maker made, signed anew, for tests of the engine and of the site."""

import json
import secrets
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from huf.engine.packs import PackManifest, SigningKey
from huf.engine.packs.container import noted, write_container


def forged(file: Path, name: str, change: Callable[[bytes], bytes], key: SigningKey, **values: Any) -> Path:
	"""A pack with another file of that name and other values in its manifest, signed anew with ``key``."""
	folder = file.with_suffix(".parts")
	with zipfile.ZipFile(file) as packed:
		packed.extractall(folder)
		files = {one: folder / one for one in packed.namelist() if one not in ("pack.json", "pack.sig")}
	if name in files:
		files[name].write_bytes(change(files[name].read_bytes()))
	manifest = PackManifest.from_bytes((folder / "pack.json").read_bytes())
	manifest = replace(
		manifest, files={one: noted(path) for one, path in files.items()}, signer=key.public.text
	)
	data = json.dumps({**json.loads(manifest.to_bytes()), **values}).encode()
	again = file.with_suffix(f".{secrets.token_hex(4)}")
	write_container(again, files, data, key.sign(data))
	return again
