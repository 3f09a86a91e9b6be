"""Workbooks: ``xlsx``, ``xlsb`` (with ``binary_records``) and ``xls`` read the files, with ``drawings`` and ``xls_pictures``; ``sheets`` and ``number_formats``
make what is shown of what is stored, also for OpenDocument.
"""
