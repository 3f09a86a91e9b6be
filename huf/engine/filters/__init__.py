"""Filters: which inputs a search may find, whatever their words say.

A filter is a JSON-able dictionary from fields to conditions, all of which must hold
(``docs/retrieval.md`` has the table)::

        {
            "title": "*.pdf",
            "tags": ["hr", "travel"],
            "date": {"from": "2024-01-01"},
            "metadata.priority": {">=": 3},
        }

:func:`parse_filters` makes a :class:`Filters` of it, or says what is wrong with it; :mod:`~huf.engine.filters.expressions` does
the same for one condition in words. A kind of index compiles the value to its own language, or evaluates it
with :func:`matching_inputs`, which is also what every compilation is tested against.
"""

from huf.engine.filters.conditions import Condition, Filters
from huf.engine.filters.expressions import parse_expressions
from huf.engine.filters.fields import Field
from huf.engine.filters.matching import matching_inputs
from huf.engine.filters.parsing import parse_filters
from huf.engine.filters.tags import join_tags

__all__ = [
	"Condition",
	"Field",
	"Filters",
	"join_tags",
	"matching_inputs",
	"parse_expressions",
	"parse_filters",
]
