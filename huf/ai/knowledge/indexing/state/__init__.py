"""How far the work on a source is, how it ended, and when it is tried again."""
