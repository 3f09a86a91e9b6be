"""What lies in the engine, written and read back: inputs, rows, vectors, the dictionary, and words for phrases."""
