"""Questions about single cells of real tables."""
