"""Questions that nobody of the reader had seen when they were first asked."""

from benchmarks.questions.needs.second import english, french, german, spanish

NEEDS = {"en": english.NEEDS, "de": german.NEEDS, "fr": french.NEEDS, "es": spanish.NEEDS}
"""By language."""
