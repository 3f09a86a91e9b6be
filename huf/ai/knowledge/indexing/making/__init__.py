"""Making a build of a source: how much at once, in parts, and what it would take."""
