"""How good the search of an index is.

- :mod:`~huf.local.quality.evaluation`: measured on a collection with judgements.
- :mod:`~huf.local.quality.comparison`: two evaluations, question by question.
- :mod:`~huf.local.quality.expectations`: what a question is expected to find, and how far it was found.
- :mod:`~huf.local.quality.gate`: whether a new build may take the place of the one that answers.
"""
