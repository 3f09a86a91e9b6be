"""A query as its user may ask it: checked against what they may read, made SQL, run, and worded."""
