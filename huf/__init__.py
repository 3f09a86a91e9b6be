"""huf: the knowledge system for Frappe and ERPNext."""

__version__ = "0.1.0"
