"""huf beside other engines on one machine: each as its own documentation says to use it, each in its own process."""
