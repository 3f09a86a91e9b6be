"""Tables, one model for every format: ``model`` (cells and spans to sections that carry title and header), ``heads`` (which rows are those)."""
