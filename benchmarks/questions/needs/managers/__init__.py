"""Questions of managers about percentages, shares, and what changed from one period to the next, asked before there was a reading of any of them."""

from benchmarks.questions.needs.managers import english, french, german, spanish

NEEDS = {"en": english.NEEDS, "de": german.NEEDS, "fr": french.NEEDS, "es": spanish.NEEDS}
"""By language."""
