"""What the documents say is so: links, names, tables, pictures, the sample handbook."""
