"""Messages, and the entries of calendars and address books.

``message`` reads eml, ``outlook`` msg and winmail.dat, ``mbox`` mailboxes: each makes a ``Mail`` (``model``) of the message, which ``message`` reads.
``mapi`` knows the properties of Outlook, ``tnef`` and ``compressed_rtf`` how they are packed. ``contentlines``: calendars and contacts.
"""
