"""What is done with an answer: its citations while it is written, and whether its passages say what it says."""
