"""XML that is a document: articles (JATS), patents, DocBook, TEI, DITA, and any other with paragraphs of mixed content."""
