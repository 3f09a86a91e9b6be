"""What an index needs of others: models, stores, engines and pages, and how each can fail."""
