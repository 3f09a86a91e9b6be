"""Sources, their inputs and builds: huf/ai/knowledge/contents, indexing, status, versions and packs, and huf/ai/purging."""
