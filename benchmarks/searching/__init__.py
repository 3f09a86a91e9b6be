"""How fast searches are, and what they need."""
