"""What inputs say beyond their own text: recognised pages, what a model adds, and reading them again."""
