"""Word: ``docx`` reads a document; ``list_numbers`` counts its headings and items, ``equations`` says in words what is drawn."""
