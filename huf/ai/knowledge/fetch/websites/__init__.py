"""Which pages a website has, by its sitemap or a page of links, and what that changes. Imports no frappe.

- :mod:`~huf.ai.knowledge.fetch.websites.addresses`: addresses in one form, and the patterns they have to match.
- :mod:`~huf.ai.knowledge.fetch.websites.robots`: what a host's robots.txt allows.
- :mod:`~huf.ai.knowledge.fetch.websites.documents`: the addresses in a sitemap, a list or a page.
- :mod:`~huf.ai.knowledge.fetch.websites.listing`: asking a server for all of it, politely.
- :mod:`~huf.ai.knowledge.fetch.websites.plan`: which pages come, stay and leave.
"""
