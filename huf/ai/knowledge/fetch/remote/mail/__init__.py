"""The mails in folders of a mailbox, by IMAP (RFC 3501). Nothing in the mailbox is changed: no mail is marked as seen.

- :mod:`~huf.ai.knowledge.fetch.remote.mail.client`: a connection with deadlines and limits; what its server answers, as values.
- :mod:`~huf.ai.knowledge.fetch.remote.mail.folders`: what folders are called, and which are wanted.
- :mod:`~huf.ai.knowledge.fetch.remote.mail.naming`: by which path a mail is known.
- :mod:`~huf.ai.knowledge.fetch.remote.mail.mailbox`: which mails there are, and reading one.
"""
