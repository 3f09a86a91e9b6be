"""Measurements of huf against peers that do the same work, in the same run. See ``README.md``."""
