"""What a model adds to passages so that they are found: a line about each, words that it does not have itself, and summaries of long documents.

It is indexed beside the text, with the names of places, and read by the embedder; it is never part of a passage's text. So no hit
shows it, no answer cites it and no verification reads it: only an explanation names it.
"""

from huf.engine.enrichment.asking import Ask, Asked
from huf.engine.enrichment.enricher import UNENRICHED, Enricher, InputEnrichment

__all__ = ["UNENRICHED", "Ask", "Asked", "Enricher", "InputEnrichment"]
