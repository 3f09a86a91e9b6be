"""How good the search is, over collections of documents, queries and judgements."""
