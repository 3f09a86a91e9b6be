"""Questions that nobody of the reader had seen when it read the second set."""

from benchmarks.questions.needs.third import english, french, german, spanish

NEEDS = {"en": english.NEEDS, "de": german.NEEDS, "fr": french.NEEDS, "es": spanish.NEEDS}
"""By language."""
