"""What the model of a run reads: who it is, what was said, the record it is bound to, its knowledge, the question."""
