"""The kept builds of a source: what differs between two of them, and what one of them answers."""
