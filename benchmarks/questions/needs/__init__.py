"""What people of the made-up company needed to know, in their own words: written by others who knew its database and nothing of the reader.

Unlike phrasings of cases that are given, these show which *kinds* of questions there are. All but those about sales of the first set were looked
at when the reader was extended, so they tell how much it reads now, and no longer how much it will read of the next ones: docs/records.md has both.
"""

from benchmarks.questions.needs import english, french, german, managers, second, spanish, third
from benchmarks.questions.needs.need import Need

FIRST = {"en": english.NEEDS, "de": german.NEEDS, "fr": french.NEEDS, "es": spanish.NEEDS}
"""By language."""
SECOND = second.NEEDS
"""The same of other people, whose questions were first asked of a reader that read the first ones."""
THIRD = third.NEEDS
"""The same of four more, asked of a reader that read the second ones."""
MANAGERS = managers.NEEDS
"""About percentages, shares and changes alone."""

__all__ = ["FIRST", "MANAGERS", "SECOND", "THIRD", "Need"]
