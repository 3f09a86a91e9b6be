"""What ``huf demo`` shows: a sample company handbook and questions with the places that answer them."""
