"""Sources that follow what a place beside the site lists: the pages of a website, the files of a folder of the server.

- :mod:`~huf.ai.knowledge.listings.kinds`: the kinds of places, and what each of them needs.
- :mod:`~huf.ai.knowledge.listings.state`: which comparisons are due, and how the last ones went.
- :mod:`~huf.ai.knowledge.listings.jobs`: the job that compares.
- :mod:`~huf.ai.knowledge.listings.storing`: the entries that are there, and writing what a comparison found.
- :mod:`~huf.ai.knowledge.listings.preview`: what a selector would bring, before it is saved.

What is asked for when a source is saved, and by its buttons, is :mod:`~huf.ai.knowledge.following.asking`.
"""
