"""How phrasings are written down."""

Phrasings = dict[str, dict[str, tuple[str, ...]]]
"""By the key of a case in :mod:`benchmarks.questions.truths`, and by language. Words in braces are put in."""
