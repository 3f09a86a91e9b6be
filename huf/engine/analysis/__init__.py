"""From words as they are written to the terms that they are indexed and searched under."""

VERSION = 4
"""Raise it when a word of a text gives other terms than before, so that builds are made again."""
