"""Makes the files of the sample handbook, one module for each kind."""
