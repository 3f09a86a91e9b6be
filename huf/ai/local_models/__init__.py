"""The life of models for embeddings and re-ranking that are placed on a site: added after a check, measured on the site's own questions, listed, removed.

What is placed decides what each question becomes. So only commands of the bench bring files; from the desk a System Manager gets one of the models that huf knows, each
by the SHA-256 of its file, and nothing else of what they send counts.
"""
