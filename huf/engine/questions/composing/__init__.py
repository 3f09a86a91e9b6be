"""From the phrases of a question to the query that it asks for, for one DocType; nothing if a phrase has no part in it.

- :mod:`~huf.engine.questions.composing.phrases`: the phrases, looked at from any place.
- :mod:`~huf.engine.questions.composing.composer`: reads one after the other and gathers what they ask for.
- :mod:`~huf.engine.questions.composing.amounts`, :mod:`~huf.engine.questions.composing.days`, :mod:`~huf.engine.questions.composing.records`,
  :mod:`~huf.engine.questions.composing.said_states`: each reads one kind of them.
- :mod:`~huf.engine.questions.composing.holders`: that records are asked for by what they have or lack.
- :mod:`~huf.engine.questions.composing.conditions`: what they say of the records, joined by “and”, “or” and “not”.
- :mod:`~huf.engine.questions.composing.states`: what a word for a state says of a DocType that has no word for it.
- :mod:`~huf.engine.questions.composing.asked`: what was gathered.
- :mod:`~huf.engine.questions.composing.unsaid`: what it means besides, as everybody would.
- :mod:`~huf.engine.questions.composing.finishing`: the query that comes of it, or that there is none.
"""
