"""Hits: how they are put in order and shown, and what is said of them: why, how near, corrected, superseded, read in part."""
