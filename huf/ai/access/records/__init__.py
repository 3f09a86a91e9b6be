"""Who may see what of a source: the right to the record or the file that an input stems from.

Being allowed to read a source is not enough to read all that is in it: a hit that stems from a record is for those who may
read that record, one that stems from a File for those who may read that File, asked in MariaDB as the acting user, for
each search anew. ``docs/permissions.md`` tells it to administrators.

- :mod:`~huf.ai.access.impersonation`: asking Frappe as somebody else.
- :mod:`~huf.ai.access.records.records`: which of these records a user may read.
- :mod:`~huf.ai.access.records.file_rule`: the same of Files.
- :mod:`~huf.ai.access.records.inputs`: which inputs, and so which hits. Every search ends here.
- :mod:`~huf.ai.access.records.conditions`: the same rule as SQL, for lists of inputs.
- :mod:`~huf.ai.access.records.prefilters`: what an index can leave out beforehand, for speed alone.
- :mod:`~huf.ai.access.records.asked_ahead`: what an app's own code opens of very many records, asked by a job, for them.
"""
