"""A made-up company in a real ERPNext, and questions about it whose answers are known.

``words`` has names and texts, ``company`` makes the records, ``single_records`` asks about one record at a time.
``benchmarks/on_site/erp.py`` is the command.
"""
