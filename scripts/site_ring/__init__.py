"""The site ring: a Frappe site of its own for each run of the tests. docs/testing.md explains it."""
