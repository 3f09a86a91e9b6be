"""An app that teaches huf one more type of file and one more kind of index. See ``docs/extending.md``."""

__version__ = "0.1.0"
