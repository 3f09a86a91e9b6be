"""Packs: what an index holds, as one signed file that another site or folder takes in without reading or embedding anything again.

A pack has the passages of its inputs and, where there are any, their vectors, and no file of an index. Whoever installs it writes an
index of their own from these: so a pack outlives the format of indexes, and nothing of a foreign file is ever opened by SQLite, mapped
into memory or searched. ``docs/packs.md`` has the form of the file.
"""

from huf.engine.packs.bundles import MOST_PACKS, Bundle, PackFile, look_into, packs_in, part_of, write_bundle
from huf.engine.packs.installing import check_fits, install_pack
from huf.engine.packs.keys import PublicKey, SigningKey
from huf.engine.packs.listing import read_listing
from huf.engine.packs.making import PackAs, is_made_alike, make_pack
from huf.engine.packs.manifest import PackManifest
from huf.engine.packs.notes import PackNotes
from huf.engine.packs.opening import MOST_BYTES, OpenedPack, PackListing, open_pack

__all__ = [
	"MOST_BYTES",
	"MOST_PACKS",
	"Bundle",
	"OpenedPack",
	"PackAs",
	"PackFile",
	"PackListing",
	"PackManifest",
	"PackNotes",
	"PublicKey",
	"SigningKey",
	"check_fits",
	"install_pack",
	"is_made_alike",
	"look_into",
	"make_pack",
	"open_pack",
	"packs_in",
	"part_of",
	"read_listing",
	"write_bundle",
]
