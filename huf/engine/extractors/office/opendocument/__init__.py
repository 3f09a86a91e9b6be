"""OpenDocument files of LibreOffice and others: ``texts`` reads texts and presentations, ``workbooks`` workbooks, with the places that Office files have.

``document`` opens a file of either; ``paragraphs`` finds its texts in their order, with the numbers of ``lists``, ``tables`` its tables and ``pictures``
its pictures.
"""
