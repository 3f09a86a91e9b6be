"""Reads a plain question about many records, by rules: no model guesses, and a word that nothing explains ends it.

A question is read against the vocabulary of a site: what its DocTypes, fields and options are called. A reading is given only
if every word of the question has a part in it; else the question is one for a search, as all others are.

:mod:`~huf.engine.questions.reader` tries it with each DocType that it may be about (:mod:`~huf.engine.questions.attempts`), as one clause
(:mod:`~huf.engine.questions.composing`), and where that is none, or a share is asked for, in parts (:mod:`~huf.engine.questions.in_parts`).
"""
