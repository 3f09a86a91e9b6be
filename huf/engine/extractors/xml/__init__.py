"""XML: ``extractor`` tells what a file is; invoices by their meaning, documents (articles, patents, DocBook, TEI, DITA) by ``documents``, whose elements ``elements`` names."""
