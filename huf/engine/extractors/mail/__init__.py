"""Messages (``message``: eml; ``outlook``: msg; ``mbox``), and the entries of calendars and address books (``contentlines``)."""
