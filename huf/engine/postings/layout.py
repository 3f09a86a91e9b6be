"""The numbers and tables of the keyword index."""

import numpy as np

FILE_NAME = "postings.bin"

K1 = 1.4
"""BM25's saturation of repeated terms (Robertson and Zaragoza 2009); chosen in docs/retrieval-measured.md."""
B = 0.75
"""BM25's share of length normalisation; the usual value."""
TITLE_WEIGHT, HEADING_WEIGHT, BODY_WEIGHT = 3, 2, 1
"""How often a term counts in each field: words in names say more about a passage than words in it."""

IMPACT_SCALE = 255 / (K1 + 1)
"""A saturated term has the impact K1 + 1; that is 255."""
DENSE_SHARE = 0.2
"""A term in more than this share of a segment's chunks is stored as one byte for every chunk."""

CHUNK_TYPE = np.dtype("<u4")
IMPACT_TYPE = np.dtype("u1")

TABLES = (
	"""CREATE TABLE terms (
		term TEXT NOT NULL, segment INTEGER NOT NULL, frequency INTEGER NOT NULL, top INTEGER NOT NULL,
		chunks_at INTEGER, impacts_at INTEGER NOT NULL, PRIMARY KEY (term, segment)) WITHOUT ROWID""",
	"""CREATE TABLE segments (
		id INTEGER PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL, chunks INTEGER NOT NULL)""",
	"CREATE TABLE dead (chunk INTEGER PRIMARY KEY)",
	"CREATE TABLE gone (term TEXT PRIMARY KEY, frequency INTEGER NOT NULL) WITHOUT ROWID",
	"CREATE TABLE lengths (first INTEGER NOT NULL, mean REAL NOT NULL, lengths BLOB NOT NULL)",
)
"""``top`` is the largest impact of the term in the segment. Its chunk numbers begin at the byte ``chunks_at`` and its
impacts at ``impacts_at``; a dense term has no chunk numbers, but an impact for each chunk from ``first`` to ``last``,
0 where it is not.

``gone`` says in how many chunks of *other* files each term stood that the change which made this file took out of its build: the
frequency of a term in a build is what its files have, less what they say is gone. Less than none is gone where another file
was merged since. ``lengths`` has one row, :data:`LENGTH_TYPE` for each chunk from ``first`` on, and the mean that the impacts were
computed with. Files of an older version have neither table."""

LENGTH_TYPE = np.dtype("<u4")
"""Of the weighted number of terms of a chunk; 0 for a number that no chunk has."""
