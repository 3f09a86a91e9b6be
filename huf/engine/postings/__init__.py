"""The keyword index that huf ranks with: for each term, the chunks that hold it and how much it counts there.

A *posting* is a chunk number and an *impact*: the BM25 weight of the term in that chunk without the
term's rarity, in 8 bits. Impacts are computed when the index is made, so a search only adds up
numbers. Each segment of a build has a file of them. The arrays of all its terms lie one after the other in that file,
which is memory-mapped and so shared by all processes; where each term's arrays begin is in the table ``terms`` of the
segment's SQLite file, ordered by term, which also serves prefixes.

A file never changes once it is written. A change of a build brings a file of its own, whose chunks have higher numbers than all before,
and says in ``gone`` in how many chunks of other files each term stood that left: so the rarity of a term is that of the whole
build. Files are put together by :mod:`~huf.engine.postings.merging`; which, and when, is the backend's to say.
"""
