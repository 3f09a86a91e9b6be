"""The builds that searches answer from: published, held, put back, put together, emptied, and lost files."""
