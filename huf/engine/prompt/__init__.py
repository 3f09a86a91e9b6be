"""What stands before a model: texts of others made safe, passages with their numbers, and what is said of them."""
