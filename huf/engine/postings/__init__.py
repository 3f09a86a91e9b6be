"""The keyword index that huf ranks with: for each term, the chunks that hold it and how much it counts there.

A *posting* is a chunk number and an *impact*: the BM25 weight of the term in that chunk without the
term's rarity, in 8 bits. Impacts are computed when the index is made, so a search only adds up
numbers. The arrays of all terms lie one after the other in one file, which is memory-mapped and so
shared by all processes; where each term's arrays begin is in the table ``terms`` of the build's
SQLite file, ordered by term, which also serves prefixes.

A build that changes few inputs appends a *segment*: new chunks have higher numbers than all before,
so the arrays of a term, segment after segment, stay sorted. Chunks that left are listed in ``dead``.
When segments or dead chunks become many, everything is merged into one segment again.
"""
