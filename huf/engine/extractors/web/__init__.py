"""HTML: all of it for an upload, the main text for a page behind an address (``main_text``); and EPUB, which is HTML in an archive."""
