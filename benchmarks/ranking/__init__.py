"""How good the order of what a search finds is, by parts of what makes it."""
