"""Servers that are asked with a user name and a password: which files they have, and reading one. Imports no frappe.

- :mod:`~huf.ai.knowledge.fetch.remote.account`: where one is, and how to log in.
- :mod:`~huf.ai.knowledge.fetch.remote.server`: requests by HTTP on a connection that is kept.
- :mod:`~huf.ai.knowledge.fetch.remote.mail`: folders of a mailbox by IMAP.
- :mod:`~huf.ai.knowledge.fetch.remote.webdav`: folders by WebDAV, such as those of Nextcloud.
- :mod:`~huf.ai.knowledge.fetch.remote.s3`: buckets of stores that speak S3.
- :mod:`~huf.ai.knowledge.fetch.remote.xml_answers`: what both answer, in XML.

A connection goes to the very address that was checked, as with web pages; no redirect is followed, since the password would go with it.
No message of an error names an address, a user or a password: those who read it need not be those who entered them.
"""
