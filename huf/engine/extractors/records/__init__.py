"""Records of a site: what a file of them holds (``content``), and how it is read (``extractor``)."""
