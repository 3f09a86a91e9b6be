"""Packs of indexes in folders: made and signed with the keys of this computer account, and installed into folders of their own."""

from huf.local.packs.installing import Unpacked, read_pack, unpack
from huf.local.packs.keys import Keys
from huf.local.packs.making import pack_index, pack_indexes

__all__ = ["Keys", "Unpacked", "pack_index", "pack_indexes", "read_pack", "unpack"]
