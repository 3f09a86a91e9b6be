"""What is kept of runs: their rows, what they cost in a month, and who may use or read them."""
