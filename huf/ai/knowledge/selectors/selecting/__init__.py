"""What one row selects now, records and files, with the rights of whoever wrote it."""
