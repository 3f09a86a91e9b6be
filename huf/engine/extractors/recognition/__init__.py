"""Which kinds of files there are (``kinds``), and of which kind a file is (``sniff``)."""
