"""Runs that nobody asks for by hand: by the clock, or because a document changed. Always as a named user."""
