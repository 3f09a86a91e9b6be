"""Who may read, see and call what: huf/ai/access, on every road."""
