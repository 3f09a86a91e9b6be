"""Text that any editor opens: prose and Markdown, lists with separators, JSON and YAML, LaTeX."""
