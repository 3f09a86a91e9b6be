"""Filters: which inputs a search may find, whatever their words say.

A filter is a JSON-able dictionary from fields to conditions, all of which must hold
(``docs/retrieval.md`` has the table)::

        {
            "title": "*.pdf",
            "tags": ["hr", "travel"],
            "date": {"from": "2024-01-01"},
            "metadata.priority": {">=": 3},
        }

:func:`~huf.engine.filters.parsing.parse_filters` makes a :class:`Filters` of it, or says what is wrong with it;
:mod:`~huf.engine.filters.expressions` does the same for conditions in words. A kind of index compiles the value to its
own language, or evaluates it with :func:`~huf.engine.filters.matching.matching_inputs`, which is also what every compilation
is tested against.

Here is only what every search needs; the rest is imported by those who have a filter.
"""

from huf.engine.filters.conditions import NO_FILTERS, Condition, Filters
from huf.engine.filters.fields import Field

__all__ = ["NO_FILTERS", "Condition", "Field", "Filters"]
