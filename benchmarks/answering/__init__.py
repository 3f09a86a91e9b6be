"""What an agent is given, whether it needs knowledge at all, and how its answer is verified."""
