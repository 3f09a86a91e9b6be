"""PDF: words with their places (``document``), put together as a person reads a page.

From below upwards: ``rulings`` (drawn lines), ``document`` (words), ``pieces`` (words to pieces of a line, pieces to lines), ``cells`` (what a table
is here), ``bands``, ``rows`` and ``aligned`` (tables that only stand in columns), ``grids`` (tables with drawn lines), ``layout`` (a page
as prose and tables, in reading order), ``heads`` (what stands on every page), ``passages`` (text with headers over pages), ``extractor``.
"""
