"""Which pages a website has, by its sitemap or a page of links, each once. Imports no frappe.

- :mod:`~huf.ai.knowledge.fetch.websites.addresses`: addresses in one form, and the patterns they have to match.
- :mod:`~huf.ai.knowledge.fetch.websites.robots`: what a host's robots.txt allows.
- :mod:`~huf.ai.knowledge.fetch.websites.documents`: the addresses in a sitemap, a list or a page.
- :mod:`~huf.ai.knowledge.fetch.websites.listing`: asking a server for all of it, politely.
- :mod:`~huf.ai.knowledge.fetch.websites.reading`: reading what a server gave in a process with limits.

What comes and leaves by a listing is worked out in :mod:`huf.ai.knowledge.fetch.listed`.
"""
