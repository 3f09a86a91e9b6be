"""Questions about many records: huf/ai/queries."""
