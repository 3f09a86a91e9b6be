"""Files of an index: backed up, lost, damaged, put together and made in parts."""
