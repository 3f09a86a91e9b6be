"""What huf asks of a search engine, and how what an engine raises is said."""
