"""How much of files of each format comes out: huf beside other readers, on the same files (``python -m benchmarks.formats``)."""
