"""Searching, what a hit shows, and what people learn from searches."""
