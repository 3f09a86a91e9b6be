"""Kinds of index and stores of vectors: the contract that each keeps, and what each promises besides."""
