"""Bench commands: ``bench --site SITE huf-rebuild | huf-estimate | huf-search | huf-stats | huf-collections | huf-doctor | huf-pack | huf-unpack
| huf-backup | huf-restore | huf-model``."""

from huf.commands.backups import huf_backup, huf_restore
from huf.commands.indexes import (
	huf_collections,
	huf_doctor,
	huf_estimate,
	huf_rebuild,
	huf_search,
	huf_stats,
)
from huf.commands.models import huf_model
from huf.commands.packs import huf_pack, huf_unpack

commands = [
	huf_rebuild,
	huf_estimate,
	huf_search,
	huf_stats,
	huf_collections,
	huf_doctor,
	huf_pack,
	huf_unpack,
	huf_backup,
	huf_restore,
	huf_model,
]
