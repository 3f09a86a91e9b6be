"""What calls of models cost: the ledger, the caps of a month, and what is set aside for calls that are going on.

A call is made in three steps. :mod:`~huf.ai.costs.holds` sets aside the most that it can cost, and refuses where that would pass a
cap; the call is made; :mod:`~huf.ai.costs.ledger` writes what it took, and what was set aside is free again. ``caps`` says which caps
a call has to keep, ``purse`` does all of it for a run of an agent.
"""
