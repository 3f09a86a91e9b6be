"""Files in files: archives and compressed files (``packed``), and what was signed (``signed``)."""
