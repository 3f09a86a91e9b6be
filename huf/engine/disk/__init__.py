"""The files of a build on a disk: whether they are whole, and how they are read without a copy."""
