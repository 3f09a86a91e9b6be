"""The form of an input: what was read of it, corrected and purged."""
