"""A run of an agent from its question to its row: what it reads, how long it may take, what it costs, who sees it."""
