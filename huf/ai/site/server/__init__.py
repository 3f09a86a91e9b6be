"""What a site uses of the server that it is on: the folders it may follow, where backups lie, and the languages in which scans are read."""
