"""Questions that are read in parts: those of several clauses (:mod:`~huf.engine.questions.in_parts.clauses`), and those for a share, which are read
as the part and as the whole (:mod:`~huf.engine.questions.in_parts.shares`)."""
