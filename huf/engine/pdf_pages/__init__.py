"""A page of a PDF as a picture, and where a passage stands on it (``docs/desk.md``, The page of a PDF)."""

from huf.engine.pdf_pages.drawing import DrawnPage, can_draw, draw_page
from huf.engine.pdf_pages.marking import Mark, marks_of

__all__ = ["DrawnPage", "Mark", "can_draw", "draw_page", "marks_of"]
