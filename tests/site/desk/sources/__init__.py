"""The form of a source, what it follows, and its builds."""
