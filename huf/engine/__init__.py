"""The knowledge engine: pure Python, no Frappe, no Redis, no command line.

Values go in (paths, frozen dataclasses, callables) and values come out. Import from the
modules themselves (``huf.engine.builds``, ``huf.engine.search``, ...): this package
imports nothing, so that a process pays only for what it uses.
"""
