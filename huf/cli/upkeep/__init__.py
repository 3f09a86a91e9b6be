"""The commands for an index that is there: what it holds, whether it is sound, its builds, packs and purges."""
