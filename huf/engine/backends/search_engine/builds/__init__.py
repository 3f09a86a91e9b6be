"""What of an index in an engine is a file: the manifest of each build, the numbers that were given, and where it lies."""
