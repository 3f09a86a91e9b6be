"""The life of sources about one record: made, filled, closed, brought back, purged."""
