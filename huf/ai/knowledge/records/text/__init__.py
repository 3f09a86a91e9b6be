"""The text of a record: which of its fields, in which words, by which template."""
