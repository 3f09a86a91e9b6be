"""The wanted state of a source: its inputs, and where the text of each comes from."""
