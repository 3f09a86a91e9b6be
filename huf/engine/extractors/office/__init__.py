"""Word processors, spreadsheets and presentations, of Microsoft and OpenDocument, and Rich Text.

``word``, ``spreadsheets``, ``presentations``, ``rich_text`` and ``opendocument`` are folders. ``opendocument`` reads texts, workbooks and presentations,
its workbooks by what is common to ``spreadsheets``; ``converted`` reads Word and PowerPoint of before 2007. ``package`` opens what Microsoft writes now,
``related_pictures``, ``charts`` and ``diagrams`` find in it what is drawn.
"""
