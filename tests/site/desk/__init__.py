"""The desk in a real browser: real site, real workers, real realtime server."""
