"""The page Ask, agents and their runs."""
