"""Plain questions about a site's records, in two halves: one to build the reader with, one that nobody looked at meanwhile."""
