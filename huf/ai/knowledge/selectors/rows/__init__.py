"""The rows of a source that select: what they may say, what they would bring, and what is refused when the source is saved."""
