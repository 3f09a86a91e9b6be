"""Scripts that are run in processes of their own, most of them to be killed."""
