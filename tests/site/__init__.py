"""The site ring: tests against a real Frappe site. Run by `make test-site`; see docs/testing.md."""
