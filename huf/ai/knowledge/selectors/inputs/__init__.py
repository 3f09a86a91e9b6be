"""The inputs that selectors brought: what has to change in them, and changing it."""
