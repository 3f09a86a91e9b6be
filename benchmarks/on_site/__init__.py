"""Measurements on a site of a bench. Each is a script, run in the folder ``sites``: see the README above."""
