"""Word processors, spreadsheets and presentations, of Microsoft and OpenDocument, and RTF.

``package`` opens what Microsoft writes; ``sheets`` and ``number_formats`` make what a spreadsheet shows of what it stores, ``charts`` and ``equations``
say in words what is drawn.
"""
