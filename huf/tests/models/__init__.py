"""Which models are asked, where, and what that costs: huf/ai/knowledge/backends, local_models and costs, and what models add to an index."""
