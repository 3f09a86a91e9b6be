"""Archives: the builds of many sources in one file, for backups.

A tar without compression. Its first file is a manifest in JSON; every other is an *object*, named by the SHA-256 of what is in it,
so that what builds share lies in the archive once. The manifest says which object each file of each build is, and how long
the objects are.

Unlike a pack (:mod:`huf.engine.packs`) it is not signed and has the files of indexes as they are: it is as trusted as the dump
of the database that it lies beside, which goes with it. Against damage, and against a file that is none of huf's, it is
checked all the same: names in it decide nothing, and what is read is compared with lengths and checksums.
"""

from huf.engine.archives.manifest import ArchivedSource, ArchiveManifest
from huf.engine.archives.reading import Archive, assemble
from huf.engine.archives.writing import ToArchive, Written, write_archive

__all__ = [
	"Archive",
	"ArchiveManifest",
	"ArchivedSource",
	"ToArchive",
	"Written",
	"assemble",
	"write_archive",
]
