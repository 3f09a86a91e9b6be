"""What one changed document costs until it is found, in an index of any size, beside tantivy's commit of the same change."""
