"""Records as text, sources about one record, and one record as somebody sees it: huf/ai/knowledge/records, record_sources, huf/ai/records."""
