"""A run as its user follows it: the answer while it is written, what there is to read of it, and how it is stopped."""
