"""How a build of a source is made: its settings, its models, and what they cost."""
