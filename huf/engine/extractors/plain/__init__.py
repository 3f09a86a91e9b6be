"""Text that any editor opens: prose and Markdown, lists with separators, JSON and YAML, XML with the invoices that are made of it."""
