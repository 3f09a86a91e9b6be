"""Queries, descriptions and saved reports as tools: their arguments as a person, a program or a model writes them, their answers as sources."""
