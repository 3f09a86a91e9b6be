"""What a model may call, as it is told of it and as it writes it: knowledge, many records, one record."""
