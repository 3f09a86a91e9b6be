"""What a search finds and what its hits say: huf/ai/knowledge/searching and its faces."""
