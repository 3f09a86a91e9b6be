"""A published build, open for searching."""
