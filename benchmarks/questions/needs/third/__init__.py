"""Questions that nobody of the reader had seen when it read the second set."""

from benchmarks.questions.needs.third import english, german

NEEDS = {"en": english.NEEDS, "de": german.NEEDS}
"""By language."""
