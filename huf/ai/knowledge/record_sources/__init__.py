"""Scopes of Knowledge Sources: which of them may answer whom (``resolver``), and the life of those about a record."""
