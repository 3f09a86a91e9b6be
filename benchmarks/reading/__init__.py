"""What is read of files, how well, and what that costs."""
