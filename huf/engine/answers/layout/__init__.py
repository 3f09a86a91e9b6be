"""How a text is laid out: its sentences, items and rows with what they cite, and its tables."""
