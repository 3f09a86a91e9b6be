"""What is done with an index that is there: examined, gone back with, and rid of inputs for good."""
