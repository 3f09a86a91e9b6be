"""How good answers are and what is lacking: huf/ai/quality, gaps, learning and search_log."""
