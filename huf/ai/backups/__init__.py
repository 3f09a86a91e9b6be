"""Backups of the indexes. ``bench backup`` takes the database and its files; indexes can be made again from these, at the price of their
embedding. Whoever does not want to pay that keeps them in an archive beside the backup (:mod:`huf.engine.archives`).

- :mod:`~huf.ai.backups.holding`: the builds that answer, held while they are written.
- :mod:`~huf.ai.backups.making`: a backup with its archive.
- :mod:`~huf.ai.backups.following`: archives beside backups that Frappe makes by itself.
- :mod:`~huf.ai.backups.restoring`: builds of an archive, put back for the database that was restored.
- :mod:`~huf.ai.backups.encrypting`: archives of sites that encrypt their backups.
"""
