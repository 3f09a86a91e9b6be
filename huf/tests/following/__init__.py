"""Sources that follow selectors, websites, folders and servers: huf/ai/knowledge/selectors, listings, following, changes and connections."""
