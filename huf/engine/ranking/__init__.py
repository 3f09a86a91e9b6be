"""In which order hits stand: legs of one search, neighbours of the first, and several sources together."""
