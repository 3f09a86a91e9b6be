"""The life of models for embeddings and re-ranking that are placed on a site: added after a check, measured on the site's own questions, listed, removed.

Only commands of the bench come here. What is placed decides what each question becomes, so no role of the site may do it.
"""
