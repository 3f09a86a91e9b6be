"""Changes of data that an update of the app needs; each is named in patches.txt and may run on any site.

None is ever taken out of patches.txt: a patch in a site's Patch Log that stands not there is one of a newer huf
(`huf.install.before_migrate`).
"""
