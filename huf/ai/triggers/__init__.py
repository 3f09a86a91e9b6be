"""Runs that nobody asks for by hand: by the clock, or because a document changed. Always as a named user.

- :mod:`~huf.ai.triggers.events`: what a save asks, and the note that it leaves.
- :mod:`~huf.ai.triggers.notes`: the table of notes.
- :mod:`~huf.ai.triggers.following`: the job that follows them.
- :mod:`~huf.ai.triggers.view`, :mod:`~huf.ai.triggers.expressions`: what conditions and prompts see, and how they are evaluated.
- :mod:`~huf.ai.triggers.firing`: from a trigger to a run, and the clock.
- :mod:`~huf.ai.triggers.record`: how often a trigger failed in a row.
"""
