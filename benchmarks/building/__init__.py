"""What it takes to build an index, to keep it up to date, and to carry it elsewhere."""
